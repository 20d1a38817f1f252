"""Rebuilds all boards of a game at once, by the same functions as the live path."""
