"""The games: each a folder with its rules, its form and its rulebook, registered by being there."""
