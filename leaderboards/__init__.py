"""Ratings, standings, seasons and records of every game."""
