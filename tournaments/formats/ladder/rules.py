"""The rules of a ladder."""

from tournaments.formats.format import Format, always
from tournaments.formats.ladder import draw
from tournaments.formats.ladder.advice import suggestions

FORMAT = Format(
    "ladder",
    options=("places_up", "idle_days", "idle_places", "forbidden_pairs"),
    draw=draw.refuse_draw,
    rounds=lambda field: None,
    plan=draw.plan,
    suggestions=suggestions,
    standings=draw.standings,
    least=draw.LEAST,
    declared=True,
    blind=always,
)
