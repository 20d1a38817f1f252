"""When to suggest a single elimination: the evening is short, or has time for a field B."""

from tournaments.formats.fitting import FIELDS, suggestion, those
from tournaments.formats.format import Format
from tournaments.formats.suggestion import Situation, Suggestion

PLACE = 11


def suggestions(evening: Situation, own: Format) -> list[Suggestion]:
    """Return a knockout, with a field B if there is time for it and there are enough entrants."""
    if not evening.of_sides:
        return []
    third = {"third_place": True} if evening.entrants >= 4 else {}
    if evening.entrants >= FIELDS:
        options = {**third, "b_final": True}
        reasons = ("final", "first_chance")
        second = suggestion(evening, own, PLACE, reasons, options, rests=False)
        if second is not None and not second.over:
            return [second]
    return those(suggestion(evening, own, PLACE, ("final", "half_once"), third, rests=False))
