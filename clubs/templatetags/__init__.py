"""Template tags for the pages of people."""
