"""The story of a match: highlights, charts, forecast, picture."""
