"""Low Nine, a game from another package: the least that a game needs."""
