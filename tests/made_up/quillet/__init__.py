"""Quillet, a made-up game for tests: everything about it is in this folder."""
