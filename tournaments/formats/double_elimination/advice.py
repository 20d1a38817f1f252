"""When a double elimination suits: one defeat puts nobody out."""

from tournaments.formats.fitting import suggestion, those
from tournaments.formats.format import Format
from tournaments.formats.suggestion import Situation, Suggestion


def suggestions(evening: Situation, own: Format) -> list[Suggestion]:
    """Suggest a double elimination from four entrants on."""
    if not evening.of_sides or evening.entrants < 4:
        return []
    return those(suggestion(evening, own, 9, ("second_chance",)))
