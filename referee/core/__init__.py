"""Core logic that all games share. Pure: no clock, no I/O, no randomness."""
