"""La Krap, by Paavo Suhonen: upcards decide the teams, and each player's tricks are squared."""
