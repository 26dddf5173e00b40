"""Quillet, which nobody plays: a game as its folder brings it, for the tests."""
