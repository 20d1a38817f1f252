"""Who plays: entering, signing up, and matching names with people."""
