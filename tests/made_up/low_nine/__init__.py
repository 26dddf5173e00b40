"""Low Nine, a game of another package: the least that a game is made of."""
