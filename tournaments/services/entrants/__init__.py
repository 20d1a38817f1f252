"""Entering entrants, signing up, and matching names with people."""
