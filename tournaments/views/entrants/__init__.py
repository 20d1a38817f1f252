"""Pages of those who come: the list, « Je viens », one's own table."""
