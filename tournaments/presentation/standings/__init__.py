"""The standings as a cross-table, and those of a knockout that is played."""
