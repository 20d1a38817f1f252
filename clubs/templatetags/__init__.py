"""Template tags for the pages about people."""
