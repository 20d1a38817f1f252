"""What the pages of people need beside Django's tags."""
