"""Rebuilds all boards of a game, with the functions that also update them match by match."""
