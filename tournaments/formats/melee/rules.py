"""The rules of a mêlée."""

from tournaments.draws.field import Field
from tournaments.draws.plans import Plan, count_of, even, rounds_of, until_last
from tournaments.formats.format import NO_BYE_POINTS, SCORING, Format, always
from tournaments.formats.melee.advice import suggestions
from tournaments.formats.melee.draw import draw


def plan(field: Field) -> Plan:
    """Return the plan of a mêlée: tables of four, and up to three people who rest in each round."""
    count = count_of(field)
    return even(rounds_of(field), count // 4, count % 4, count)


FORMAT = Format(
    "melee",
    options=("rounds", *SCORING),
    draw=until_last(draw, rounds_of),
    rounds=rounds_of,
    plan=plan,
    suggestions=suggestions,
    resting=lambda count, options: count % 4,
    first_bye=NO_BYE_POINTS,
    least=4,
    individual=always,
)
