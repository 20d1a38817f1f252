"""The rules of a maastricht."""

from tournaments.draws import fields
from tournaments.draws.plans import rounds_from
from tournaments.formats.format import APART, SCORING, Format, odd_rests
from tournaments.formats.maastricht.advice import suggestions
from tournaments.formats.maastricht.draw import LEAST, MAASTRICHT

plan = fields.plan_of(MAASTRICHT)

FORMAT = Format(
    "maastricht",
    options=("rounds", "split", "third_place", "forbid_rematch", *APART, *SCORING),
    draw=fields.draw_of(MAASTRICHT),
    rounds=rounds_from(plan, LEAST),
    plan=plan,
    suggestions=suggestions,
    standings=fields.standings_of(MAASTRICHT),
    bracket=fields.bracket_of(MAASTRICHT),
    decisive=lambda table: "." in table.slot,
    fixed=True,
    least=LEAST,
    resting=odd_rests,
    chosen=fields.chosen_rounds(MAASTRICHT),
)
