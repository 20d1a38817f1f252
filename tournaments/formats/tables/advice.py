"""When to suggest tables of three to five: the game is played by more than two sides."""

from tournaments.formats.fitting import those, with_rounds
from tournaments.formats.format import Format
from tournaments.formats.suggestion import Situation, Suggestion


def suggestions(evening: Situation, own: Format) -> list[Suggestion]:
    """Return three suggestions: tables of four, of three, and of five people."""
    if evening.entering != "many" or evening.season:
        return []
    return those(
        *(with_rounds(evening, own, 1, ("all_play",), 2, table_size=size) for size in (4, 3, 5))
    )
