"""Tribello: three players, twelve deals of thirteen tricks, each with a quota."""
