"""The rules of a Swiss."""

from tournaments.draws.field import Field
from tournaments.draws.plans import Plan, count_of, even, until_last
from tournaments.draws.swiss import pairing
from tournaments.formats.format import APART, SCORING, Format, odd_rests
from tournaments.formats.swiss.advice import suggestions


def plan(field: Field) -> Plan:
    """Return the plan of a Swiss. One entrant rests in each round if the number is odd."""
    count = count_of(field)
    return even(pairing.rounds(field), count // 2, count % 2, count)


FORMAT = Format(
    "swiss",
    options=("rounds", "forbid_rematch", *APART, *SCORING),
    draw=until_last(pairing.draw, pairing.rounds),
    rounds=pairing.rounds,
    plan=plan,
    suggestions=suggestions,
    alternative=pairing.alternative,
    resting=odd_rests,
    trf="Swiss",
)
