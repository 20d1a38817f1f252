"""Seasons: all time, the last 90 days, or a civil year by the site's clock."""

from datetime import timedelta

# The names of two seasons: all time, and the last 90 days. Other seasons are civil years.
ALL, RECENT = "all", "90d"
LATELY = timedelta(days=90)


def civil_year(season: str) -> int | None:
    """Return the civil year of a season; None for all time and the last 90 days."""
    return None if season in (ALL, RECENT) else int(season)
