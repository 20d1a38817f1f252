"""The game of Bataille."""
