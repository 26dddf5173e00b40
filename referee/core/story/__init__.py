"""The story of a match: evenings, course, facts and forecast."""
