"""The ladder: a standing list on which people challenge each other for months."""
