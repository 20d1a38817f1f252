"""The rules of a cascade."""

from tournaments.draws import fields
from tournaments.draws.plans import rounds_from
from tournaments.formats.cascade.advice import suggestions
from tournaments.formats.cascade.draw import CASCADE
from tournaments.formats.format import SCORING, Format, odd_rests

LEAST = 4

plan = fields.plan_of(CASCADE)

FORMAT = Format(
    "cascade",
    options=("depth", "third_place", *SCORING),
    draw=fields.draw_of(CASCADE),
    rounds=rounds_from(plan, LEAST),
    plan=plan,
    suggestions=suggestions,
    standings=fields.standings_of(CASCADE),
    bracket=fields.bracket_of(CASCADE),
    decisive=lambda table: True,
    fixed=True,
    least=LEAST,
    resting=odd_rests,
    chosen=fields.chosen_rounds(CASCADE),
)
