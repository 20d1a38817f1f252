"""Watchers of a match: the hub of this process, who reads, and what is drawn once for all."""
