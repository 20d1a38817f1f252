"""All boards of a game at once, from its matches. Alone in importing numpy and numba."""
