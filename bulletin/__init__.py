"""Bulletins: after an evening, a text made from what was played."""
