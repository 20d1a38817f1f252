"""Chances and decisions of a finished match, and their jobs."""
