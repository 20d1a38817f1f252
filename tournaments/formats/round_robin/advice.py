"""When to suggest a round robin: there are few entrants, or a whole season."""

from tournaments.draws import circle
from tournaments.formats.fitting import MOST_ROUNDS, suggestion, those
from tournaments.formats.format import Format
from tournaments.formats.suggestion import Situation, Suggestion


def suggestions(evening: Situation, own: Format) -> list[Suggestion]:
    """Return a round robin for a season, or for an evening if it needs at most `MOST_ROUNDS`
    rounds.
    """
    if evening.season:
        made = suggestion(evening, own, 2, ("all_meet",), rests=False)
        return [made.lasting_months()] if made else []
    if not evening.of_sides or circle.round_count(evening.entrants, 1) > MOST_ROUNDS:
        return []
    return those(suggestion(evening, own, 1, ("all_meet",)))
