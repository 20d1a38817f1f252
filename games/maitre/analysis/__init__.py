"""Computations about the jeu du Maître. The site keeps score without this folder."""
