"""When to suggest a Swiss: everybody plays to the end."""

from math import ceil, log2

from tournaments.formats.fitting import with_reason, with_rounds
from tournaments.formats.format import Format
from tournaments.formats.suggestion import Situation, Suggestion


def suggestions(evening: Situation, own: Format) -> list[Suggestion]:
    """Return a Swiss whose reasons say whether its rounds are enough to give a single winner.

    It has at most as many rounds as it takes for everybody to meet everybody.
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
