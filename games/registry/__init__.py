"""What a game declares: `Game`, and what only some have, one small class each."""
