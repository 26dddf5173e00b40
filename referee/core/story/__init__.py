"""Evenings, course, facts and forecast of a game."""
