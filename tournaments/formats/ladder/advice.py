"""When to suggest a ladder: there are months, in which people play when they like."""

from tournaments.formats.fitting import suggestion
from tournaments.formats.format import Format
from tournaments.formats.suggestion import Situation, Suggestion


def suggestions(evening: Situation, own: Format) -> list[Suggestion]:
    """Return a ladder if the tournament is to last a season, otherwise nothing."""
    made = suggestion(evening, own, 1, ("season",)) if evening.season else None
    return [made.lasting_months()] if made else []
