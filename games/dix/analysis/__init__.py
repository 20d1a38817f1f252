"""What is computed about the jeu du 10: the site keeps score without it."""
