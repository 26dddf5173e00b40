"""Thirty-One (Schwimmen): three-card hands, with rounds until one player is left."""
