"""The rules of tables of three to five."""

from tournaments.draws.field import Field
from tournaments.draws.plans import Plan, count_of, even, rounds_of, until_last
from tournaments.draws.seating import LEAST, sizes
from tournaments.formats.format import SCORING, Format, always
from tournaments.formats.tables.advice import suggestions
from tournaments.formats.tables.draw import draw


def plan(field: Field) -> Plan:
    """Return the plan of tables of three to five, in which nobody rests."""
    count = count_of(field)
    return even(rounds_of(field), len(sizes(count, field.options.table_size)), 0, count)


FORMAT = Format(
    "tables",
    options=("rounds", "table_size", "place_points", "first_round", "later_rounds", *SCORING),
    draw=until_last(draw, rounds_of),
    rounds=rounds_of,
    plan=plan,
    suggestions=suggestions,
    least=LEAST,
    many=always,
)
