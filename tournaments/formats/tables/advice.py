"""When to suggest tables of three to five: the game is played by more than two sides."""

from tournaments.formats.fitting import those, with_rounds
from tournaments.formats.format import Format
from tournaments.formats.suggestion import Situation, Suggestion


def suggestions(evening: Situation, own: Format) -> list[Suggestion]:
    """Return tables of four people, or else of the size that fits best.

    The size is a number that the organiser may change, so that only one suggestion is made.
    """
    if evening.entering != "many" or evening.season:
        return []
    chosen = evening.numbers.get("table_size")
    sizes = (4, 3, 5) if chosen is None else (chosen,)
    made = those(
        *(with_rounds(evening, own, 1, ("all_play",), 2, table_size=size) for size in sizes)
    )
    return sorted(made, key=lambda suggested: suggested.over)[:1]
