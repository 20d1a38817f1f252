"""What the API answers about tournaments: each answer with the function that makes it."""
