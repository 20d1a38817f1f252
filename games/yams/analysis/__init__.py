"""What is computed about the Yams: the site keeps score without it."""
