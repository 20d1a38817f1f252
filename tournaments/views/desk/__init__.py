"""Pages on which results are entered."""
