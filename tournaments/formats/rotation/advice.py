"""When to suggest a rotation: the whole schedule is known, and can be printed, beforehand."""

from tournaments.formats.fitting import FIELDS, those, with_rounds
from tournaments.formats.format import Format
from tournaments.formats.suggestion import Situation, Suggestion


def suggestions(evening: Situation, own: Format) -> list[Suggestion]:
    """Return a rotation that suits the entrants of an evening.

    It is a movement of individuals, of pairs (from eight on), or of tables of several.
    """
    if evening.season:
        return []
    if evening.entering == "people":
        alone = ("partners", "known", "all_play")
        return those(with_rounds(evening, own, 2, alone, 9, movement="individual"))
    reasons = ("known", "all_play")
    if evening.entering == "many":
        return those(with_rounds(evening, own, 2, reasons, 2, movement="tables"))
    if evening.entrants < FIELDS:
        return []
    return those(with_rounds(evening, own, 8, reasons, 9, movement="mitchell"))
