"""Template filters of tournaments."""
