"""The jeu du Maître, or Master: one player against the others, for a contract."""
