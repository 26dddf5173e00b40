"""La Krap, by Paavo Suhonen: upcards decide the teams, and tricks are squared."""
