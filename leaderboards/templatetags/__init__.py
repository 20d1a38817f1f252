"""Filters of the boards' pages."""
