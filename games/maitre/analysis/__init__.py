"""What is computed about the jeu du Maître: the site keeps score without it."""
