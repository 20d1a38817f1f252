"""The ladder: a list that lasts for months."""
