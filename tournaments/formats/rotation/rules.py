"""The rules of a rotation."""

from tournaments.draws.plans import count_of
from tournaments.formats.format import SCORING, Format
from tournaments.formats.rotation import draw
from tournaments.formats.rotation.advice import suggestions

FORMAT = Format(
    "rotation",
    options=(
        *("movement", "rounds", "table_size", "skip", "duplicate", "deals", "deals_by"),
        *("place_points", *SCORING),
    ),
    draw=draw.draw,
    rounds=lambda field: draw.rounds(field) if count_of(field) >= draw.LEAST else None,
    plan=draw.plan,
    suggestions=suggestions,
    resting=draw.resting,
    least=draw.LEAST,
    individual=lambda options: draw.kind_of(options).individual,
    many=lambda options: draw.kind_of(options).many,
    calendar=draw.calendar,
    fixed=True,
)
