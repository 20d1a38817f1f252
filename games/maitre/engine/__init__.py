"""The rules of the jeu du Maître as pure functions: no Django, no database."""
