"""La Krap, by Paavo Suhonen: teams by the upcards, a game by the turned card, tricks squared."""
