"""Writes about the boards of duplicate evenings."""
