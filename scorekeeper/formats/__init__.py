"""Formats of dates and times, for languages whose formats in Django do not suit."""
