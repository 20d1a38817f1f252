"""Template tags of the transmission."""
