"""What is computed about the 10 000. The site keeps score without it."""
