"""The deals of a duplicate evening."""
