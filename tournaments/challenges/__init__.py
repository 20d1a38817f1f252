"""Challenges: their evenings, points and tables, and a club's honours."""
