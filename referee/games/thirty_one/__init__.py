"""Thirty-One (Schwimmen): three-card hands, played in rounds until one player is left."""
