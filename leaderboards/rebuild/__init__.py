"""Rebuilds all boards of a game at once, from its matches.

Only this package imports numpy and numba.
"""
