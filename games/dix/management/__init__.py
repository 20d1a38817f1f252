"""Management code of the jeu du 10."""
