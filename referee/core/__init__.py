"""The rules' vocabulary: pure, and without any game: no clock, no file, no chance."""
