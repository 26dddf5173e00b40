"""How requests come in and answers go out, and what every page needs."""
