"""The home page, new and imported matches."""
