"""The evenings of a match, and where it stopped."""
