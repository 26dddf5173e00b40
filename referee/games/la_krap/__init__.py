"""La Krap, by Paavo Suhonen: upcards decide the teams, and numbers of tricks are squared."""
