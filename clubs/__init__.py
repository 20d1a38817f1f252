"""People: clubs, their members and roles, and the players who sit at the tables."""
