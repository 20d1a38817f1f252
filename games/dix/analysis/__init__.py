"""Computations about the jeu du 10. The site keeps score without this folder."""
