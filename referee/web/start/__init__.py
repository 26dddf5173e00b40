"""The home page, and new and imported matches."""
