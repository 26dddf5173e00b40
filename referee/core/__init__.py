"""Shared vocabulary of the games. Pure: no clock, no I/O, no randomness."""
