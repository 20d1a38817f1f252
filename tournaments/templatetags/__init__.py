"""Template filters for tournaments."""
