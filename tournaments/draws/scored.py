"""Draws of formats that are ranked by the scores of the tables: by the standing, or by lot."""

from tournaments.draws import neighbours
from tournaments.draws.field import Draw, Field
from tournaments.draws.lots import by_lot as lots_of
from tournaments.draws.ranking.standings import standing_order

LOT, STANDING = "lot", "standing"


def by_standing(field: Field) -> Draw:
    """Draw neighbours of the standing."""
    return neighbours.drawn(field, standing_order(field), STANDING)


def by_lot(field: Field) -> Draw:
    """Draw by lot."""
    order = lots_of(field.seed, f"scored {len(field.rounds) + 1}", field.playing)
    return neighbours.drawn(field, order, LOT)
