"""Template filters of the jeu du Maître."""
