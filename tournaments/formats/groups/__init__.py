"""Groups, followed by a knockout of the best entrants of each group."""
