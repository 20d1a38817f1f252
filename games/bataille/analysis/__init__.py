"""What is computed about the Bataille: the site keeps score without it."""
