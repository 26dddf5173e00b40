"""The home page, new matches and saved ones."""
