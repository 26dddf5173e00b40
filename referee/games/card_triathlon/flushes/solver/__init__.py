"""The arrangement of a hand that scores most, proven to be the best."""
