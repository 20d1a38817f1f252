"""The HTTP contract for clubs and players, as far as the tables need it."""
