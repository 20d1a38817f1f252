"""Guests of a club: by their names, and as the people of the list that they turned out to be."""
