"""What a game declares: `Game`, and a small class for each of its parts."""
