"""Thirty-One (Schwimmen): hands of three cards, rounds until one player is left."""
