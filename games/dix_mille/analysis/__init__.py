"""Computations about the 10 000. The site keeps score without this package."""
