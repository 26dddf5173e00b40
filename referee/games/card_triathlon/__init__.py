"""Card Triathlon, by Bill Oliver: legs of bidding, melding and straight flushes, for teams."""
