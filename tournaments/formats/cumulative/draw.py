"""The concours aux points: everybody plays every round, and the scores are added up.

Rounds are drawn by lot, by the standing, or by a rotation known from the start. The organiser
chooses one of these.
"""

from collections.abc import Sequence

from tournaments.draws import circle, neighbours
from tournaments.draws.field import Draw, Field
from tournaments.draws.neighbours import Pair
from tournaments.draws.scored import STANDING, by_lot, by_standing

ROTATION = "rotation"


def draw(field: Field) -> Draw:
    """Draw the next round in the way that the organiser has chosen."""
    if field.options.draw_by == ROTATION:
        return _by_rotation(field)
    standing = field.options.draw_by == STANDING and field.rounds
    return by_standing(field) if standing else by_lot(field)


def _by_rotation(field: Field) -> Draw:
    """Draw the next round of a round robin schedule.

    Entrants whose opponent is absent meet each other.
    """
    number, playing = len(field.rounds) + 1, field.playing
    neighbours.check_enough(field, playing)
    order = field.order or field.seeding()
    there = frozenset(playing)
    met = neighbours.met_in(field)
    pairs: list[Pair] = [
        (entrant, other)
        for entrant, other in (circle.schedule(order, number) if len(order) > 1 else ())
        if other is not None and entrant in there and other in there
    ]
    seated = frozenset(entrant for pair in pairs for entrant in pair)
    alone: Sequence[int] = [entrant for entrant in playing if entrant not in seated]
    bye = neighbours.byes(field, alone)[0]
    pairs += neighbours.paired([entrant for entrant in alone if entrant != bye], met)
    return neighbours.tables_of(pairs, bye, order_with(order, playing), met, ROTATION)


def order_with(order: Sequence[int], playing: Sequence[int]) -> list[int]:
    """Return the order, followed by the entrants who are playing but not in it."""
    known = frozenset(order)
    return [*order, *(entrant for entrant in playing if entrant not in known)]
