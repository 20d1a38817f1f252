"""The ladder: a standing list for months."""
