"""The evenings of a match, and the resume card."""
