"""The rating: its formulas, the counts of matches, and their packed bytes. Pure."""
