"""Dates and hours: a club's calendar and its feed, the hours and the end of an evening."""
