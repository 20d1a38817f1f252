"""What is computed about the 10 000: the site keeps score without it."""
