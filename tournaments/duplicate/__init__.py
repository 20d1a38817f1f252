"""Duplicates: the same deals at every table, their boards and results."""
