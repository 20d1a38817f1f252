"""The game of Bataille, as one folder."""
