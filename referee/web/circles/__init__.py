"""Circles of friends: their matches, people and log."""
