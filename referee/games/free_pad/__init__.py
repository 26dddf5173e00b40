"""The pad for any other game: a figure per player and round, and a few agreed rules."""
