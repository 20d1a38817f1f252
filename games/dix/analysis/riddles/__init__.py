"""Recorded hands as riddles."""
