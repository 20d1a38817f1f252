"""Template tags of the five-column Yams."""
