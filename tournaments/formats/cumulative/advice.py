"""When to suggest a concours aux points: it can have as many rounds as an evening has time for."""

from tournaments.formats.fitting import FIELDS, that_fit, those, with_rounds
from tournaments.formats.format import Format
from tournaments.formats.suggestion import Situation, Suggestion


def suggestions(evening: Situation, own: Format) -> list[Suggestion]:
    """Return a concours aux points with as many rounds as fit, or nothing if even two do not
    fit.
    """
    if not evening.of_sides or evening.entrants < FIELDS:
        return []
    made = those(with_rounds(evening, own, 10, ("all_play", "points_add"), 2))
    return that_fit(evening, made)
