"""What is computed about the Yams. The site keeps score without it."""
