"""What the templates of the transmission need."""
