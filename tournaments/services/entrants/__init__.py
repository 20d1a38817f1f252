"""Who plays: entering, signing up, putting names to people."""
