"""The story of a match: facts, charts, forecast, picture."""
