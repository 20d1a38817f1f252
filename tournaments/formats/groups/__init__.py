"""Groups, then a knockout of the first of each."""
