"""The B leg: bidding and trick-taking."""
