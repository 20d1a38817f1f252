"""The commands of the jeu du 10."""
