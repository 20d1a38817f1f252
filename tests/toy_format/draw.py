"""Draws a round between neighbours on the list, which is rotated by one place in each round."""

from tournaments.draws import neighbours
from tournaments.draws.field import Draw, Field


def draw(field: Field) -> Draw:
    """Draw the next round."""
    on = len(field.rounds) % len(field.playing)
    return neighbours.drawn(field, [*field.playing[on:], *field.playing[:on]], "list")
