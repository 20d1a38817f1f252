"""When the toy format suits: it is suggested only after all other formats."""

from tournaments.formats.fitting import those, with_rounds
from tournaments.formats.format import Format
from tournaments.formats.suggestion import Situation, Suggestion


def suggestions(evening: Situation, own: Format) -> list[Suggestion]:
    """Return suggestions of this format if there are four entrants of several people."""
    if not evening.of_sides or evening.entrants != 4:
        return []
    return those(with_rounds(evening, own, 99, ("all_play",), 2))
