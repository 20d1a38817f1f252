"""When a Swiss suits: everybody plays to the end."""

from math import ceil, log2

from tournaments.formats.fitting import with_reason, with_rounds
from tournaments.formats.format import Format
from tournaments.formats.suggestion import Situation, Suggestion


def suggestions(evening: Situation, own: Format) -> list[Suggestion]:
    """Return a Swiss, and whether its rounds tell one first from the others.

    It makes sense until everybody has met everybody.
    """
    count = evening.entrants
    if not evening.of_sides or count <= 4:
        return []
    needed = ceil(log2(count))
    suggested = with_rounds(evening, own, 2, ("all_play",), needed, longest=count - 1)
    if suggested is None:
        return []
    enough = len(suggested.plan.rounds) >= needed
    return [with_reason(suggested, "told_apart" if enough else "not_told_apart")]
