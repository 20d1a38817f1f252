"""Pages on which results come in."""
