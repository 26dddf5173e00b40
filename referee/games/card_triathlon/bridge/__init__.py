"""The B leg: bidding and taking tricks."""
