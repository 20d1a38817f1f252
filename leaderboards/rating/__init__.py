"""The rating: its formulas, what is counted, and their bytes. Pure."""
