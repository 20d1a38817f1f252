"""Formats ranked by the scores of the tables: the formule X, and the concours aux points.

Everybody plays every round. `formule_x`: the first round is drawn by lot, the later ones pair
neighbours of the standing. `cumulative`: the organiser chooses lots, the standing, or a rotation
that is known from the start. What a table is worth is in `records`.
"""

from collections.abc import Sequence

from tournaments.draws import circle, neighbours
from tournaments.draws.field import Draw, Field
from tournaments.draws.lots import by_lot
from tournaments.draws.neighbours import Pair
from tournaments.draws.records import ROUNDS
from tournaments.draws.standings import standing_order

LOT, STANDING, ROTATION = "lot", "standing", "rotation"


def rounds(field: Field) -> int:
    """The organiser's number of rounds; by default 4."""
    return field.options.rounds or ROUNDS


def formule_x(field: Field) -> Draw:
    """Draw the next round: the first by lot, then down the standing."""
    return _by_standing(field) if field.rounds else _by_lot(field)


def cumulative(field: Field) -> Draw:
    """Draw the next round as the organiser has chosen."""
    if field.options.draw_by == ROTATION:
        return _by_rotation(field)
    by_standing = field.options.draw_by == STANDING and field.rounds
    return _by_standing(field) if by_standing else _by_lot(field)


def _by_standing(field: Field) -> Draw:
    return neighbours.drawn(field, standing_order(field), STANDING)


def _by_lot(field: Field) -> Draw:
    order = by_lot(field.seed, f"scored {len(field.rounds) + 1}", field.playing)
    return neighbours.drawn(field, order, LOT)


def _by_rotation(field: Field) -> Draw:
    """Draw by the circle of a round robin; those whose opponent is absent meet each other."""
    number, playing = len(field.rounds) + 1, field.playing
    neighbours.check_enough(field, playing)
    order = field.order or field.seeding()
    there = frozenset(playing)
    met = neighbours.met_in(field)
    pairs: list[Pair] = [
        (one, other)
        for one, other in (circle.schedule(order, number) if len(order) > 1 else ())
        if other is not None and one in there and other in there
    ]
    seated = frozenset(one for pair in pairs for one in pair)
    alone: Sequence[int] = [one for one in playing if one not in seated]
    bye = neighbours.byes(field, alone)[0]
    pairs += neighbours.paired([one for one in alone if one != bye], met)
    return neighbours.tables_of(pairs, bye, order_with(order, playing), met, ROTATION)


def order_with(order: Sequence[int], playing: Sequence[int]) -> list[int]:
    """Return the order with those who came late at its end."""
    known = frozenset(order)
    return [*order, *(one for one in playing if one not in known)]
