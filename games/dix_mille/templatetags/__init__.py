"""Template tags of 10 000."""
