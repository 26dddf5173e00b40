"""Tribello: three players, twelve deals, and a quota of tricks for each player."""
