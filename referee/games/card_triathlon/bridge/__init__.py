"""The B leg: bid and take tricks."""
