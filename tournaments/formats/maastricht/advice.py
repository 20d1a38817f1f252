"""When a maastricht suits: enough entrants that everybody ends in a field of their level."""

from tournaments.formats.fitting import FIELDS, suggestion, those
from tournaments.formats.format import Format
from tournaments.formats.suggestion import Situation, Suggestion

# The numbers of entrants for which it is suggested early: they make quarters of four to ten. Then
# the four fields are full, and none takes long.
QUARTERS = (14, 40)


def suggestions(evening: Situation, own: Format) -> list[Suggestion]:
    """Suggest a maastricht from eight entrants on; before groups if its quarters are full."""
    if not evening.of_sides or evening.entrants < FIELDS:
        return []
    full = QUARTERS[0] <= evening.entrants <= QUARTERS[1]
    return those(suggestion(evening, own, 3 if full else 6, ("own_level", "final")))
