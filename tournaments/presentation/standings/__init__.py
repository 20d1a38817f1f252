"""The standings as a cross-table."""
