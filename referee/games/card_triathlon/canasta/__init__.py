"""The C leg: melds."""
