"""When to suggest a double elimination: nobody is out after one defeat."""

from tournaments.formats.fitting import suggestion, those
from tournaments.formats.format import Format
from tournaments.formats.suggestion import Situation, Suggestion


def suggestions(evening: Situation, own: Format) -> list[Suggestion]:
    """Return a double elimination if there are at least four entrants, otherwise nothing."""
    if not evening.of_sides or evening.entrants < 4:
        return []
    return those(suggestion(evening, own, 9, ("second_chance",)))
