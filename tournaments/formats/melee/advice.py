"""When to suggest a mêlée: people come without a partner."""

from tournaments.formats.fitting import those, with_rounds
from tournaments.formats.format import Format
from tournaments.formats.suggestion import Situation, Suggestion


def suggestions(evening: Situation, own: Format) -> list[Suggestion]:
    """Return a mêlée with as many rounds as fit, if people enter alone for an evening."""
    if evening.entering != "people" or evening.season:
        return []
    return those(with_rounds(evening, own, 1, ("partners", "all_play"), 2))
