"""The rules of the toy format."""

from tests.toy_format.advice import suggestions
from tests.toy_format.draw import draw
from tournaments.draws import neighbours
from tournaments.draws.plans import rounds_of, until_last
from tournaments.formats.format import Format, always, odd_rests

FORMAT = Format(
    "toy_format",
    options=("rounds",),
    draw=until_last(draw, rounds_of),
    rounds=rounds_of,
    plan=neighbours.plan,
    suggestions=suggestions,
    least=neighbours.LEAST,
    resting=odd_rests,
    blind=always,
)
