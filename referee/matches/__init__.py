"""A match as a log of events: what a table has written, and what it comes to."""
