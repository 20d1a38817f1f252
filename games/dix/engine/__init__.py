"""The rules of the jeu du 10 as pure functions: no Django, no database."""
