"""Low Nine, a minimal game that is installed from a package of its own."""
