"""Template tags of the jeu du 10."""
