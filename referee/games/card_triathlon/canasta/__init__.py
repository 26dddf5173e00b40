"""The C leg: meld."""
