"""When a concours aux points suits: any number of its rounds makes an evening."""

from tournaments.formats.fitting import FIELDS, those, with_rounds
from tournaments.formats.format import Format
from tournaments.formats.suggestion import Situation, Suggestion


def suggestions(evening: Situation, own: Format) -> list[Suggestion]:
    """Suggest a concours aux points with as many rounds as fit, if any do."""
    if not evening.of_sides or evening.entrants < FIELDS:
        return []
    made = those(with_rounds(evening, own, 10, ("all_play", "points_add"), 2))
    return [suggested for suggested in made if not suggested.over]
