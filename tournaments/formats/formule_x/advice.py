"""When to suggest a formule X: it can have as many rounds as an evening has time for."""

from tournaments.formats.fitting import FIELDS, that_fit, those, with_rounds
from tournaments.formats.format import Format
from tournaments.formats.suggestion import Situation, Suggestion


def suggestions(evening: Situation, own: Format) -> list[Suggestion]:
    """Return a formule X with as many rounds as fit, or nothing if even two do not fit."""
    if not evening.of_sides or evening.entrants < FIELDS:
        return []
    made = those(with_rounds(evening, own, 5, ("all_play", "each_point"), 2))
    return that_fit(evening, made)
