"""Draws the formule X: the first round by lot, later rounds between neighbours of the standings."""

from tournaments.draws.field import Draw, Field
from tournaments.draws.scored import by_lot, by_standing


def draw(field: Field) -> Draw:
    """Draw the next round: the first by lot, each later one between neighbours of the standings."""
    return by_standing(field) if field.rounds else by_lot(field)
