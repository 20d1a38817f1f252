"""The rules of a round robin, by the circle method (`tournaments.draws.circle`)."""

from tournaments.draws import circle
from tournaments.draws.field import Field
from tournaments.draws.plans import Plan, count_of, even
from tournaments.formats.format import NO_BYE_POINTS, SCORING, Format, odd_rests
from tournaments.formats.round_robin.advice import suggestions


def rounds(field: Field) -> int:
    """Return how many rounds are needed. From the first draw on, only its entrants count."""
    return circle.round_count(len(field.order or field.seeding()), field.options.cycles)


def plan(field: Field) -> Plan:
    """Return the plan of a round robin: everybody meets everybody."""
    count = count_of(field)
    return even(circle.round_count(count, field.options.cycles), count // 2, count % 2, count)


FORMAT = Format(
    "round_robin",
    options=("cycles", "open_rounds", "leaver", *SCORING),
    draw=circle.draw,
    rounds=rounds,
    plan=plan,
    suggestions=suggestions,
    resting=odd_rests,
    bye=NO_BYE_POINTS,
    first_bye=NO_BYE_POINTS,
    fixed=True,
    meets_all=True,
    trf="Round robin",
)
