"""Draws the formule X: the first round by lot, later ones between neighbours of the standing."""

from tournaments.draws.field import Draw, Field
from tournaments.draws.scored import by_lot, by_standing


def draw(field: Field) -> Draw:
    """Draw the next round: the first by lot, then down the standing."""
    return by_standing(field) if field.rounds else by_lot(field)
