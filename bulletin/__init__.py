"""Bulletins: after an evening, a page made from what was played."""
