"""Perfect play with all hands seen: the double-dummy solver."""
