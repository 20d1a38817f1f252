"""When to suggest a cascade: everybody ends in a field of their level."""

from tournaments.formats.fitting import FIELDS, suggestion, those
from tournaments.formats.format import Format
from tournaments.formats.suggestion import Situation, Suggestion


def suggestions(evening: Situation, own: Format) -> list[Suggestion]:
    """Return a cascade if there are at least eight entrants, otherwise nothing."""
    if not evening.of_sides or evening.entrants < FIELDS:
        return []
    return those(suggestion(evening, own, 7, ("own_level", "final")))
