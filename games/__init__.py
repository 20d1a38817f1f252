"""Matches of any game: start, record, correct, take back, show. Each game is one folder here."""
