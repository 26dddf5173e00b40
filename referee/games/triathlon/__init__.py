"""Triathlon, by David Parlett: three players, three feats a deal, three Athletes in the pack."""
