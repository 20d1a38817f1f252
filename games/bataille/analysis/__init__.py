"""Computations about the Bataille. The site keeps score without this folder."""
