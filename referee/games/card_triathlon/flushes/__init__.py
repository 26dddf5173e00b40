"""The D leg: straight flushes."""
