"""Matches and circles as logs of events, and the database that stores them."""
