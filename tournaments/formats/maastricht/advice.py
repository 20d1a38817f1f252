"""When to suggest a maastricht: there are enough entrants to give each a field of their level."""

from tournaments.formats.fitting import FIELDS, suggestion, those
from tournaments.formats.format import Format
from tournaments.formats.suggestion import Situation, Suggestion

# The fewest and the most entrants for which a maastricht is suggested before groups. Each of the
# four fields then has four to ten entrants, so that all are full and none takes long.
QUARTERS = (14, 40)


def suggestions(evening: Situation, own: Format) -> list[Suggestion]:
    """Return a maastricht if there are at least eight entrants.

    Its place among the suggestions is before groups if each quarter has four to ten entrants.
    """
    if not evening.of_sides or evening.entrants < FIELDS:
        return []
    full = QUARTERS[0] <= evening.entrants <= QUARTERS[1]
    return those(suggestion(evening, own, 3 if full else 6, ("own_level", "final")))
