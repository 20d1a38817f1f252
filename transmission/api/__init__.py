"""The HTTP contract of the transmission."""
