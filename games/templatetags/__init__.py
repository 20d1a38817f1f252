"""Template filters of the games."""
