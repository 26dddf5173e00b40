"""Card Triathlon, by Bill Oliver: teams play legs of bidding, melding and straight flushes."""
