"""Quillet, a made-up game for tests; all its code is in this folder."""
