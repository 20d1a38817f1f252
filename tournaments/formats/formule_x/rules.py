"""The rules of a formule X."""

from tournaments.draws import neighbours
from tournaments.draws.neighbours import plan
from tournaments.draws.plans import rounds_of, until_last
from tournaments.formats.format import Format, odd_rests
from tournaments.formats.formule_x.advice import suggestions
from tournaments.formats.formule_x.draw import draw

FORMAT = Format(
    "formule_x",
    options=("rounds", "forbidden_pairs", "bonus", "bye_score", "difference_cap"),
    draw=until_last(draw, rounds_of),
    rounds=rounds_of,
    plan=plan,
    suggestions=suggestions,
    resting=odd_rests,
    least=neighbours.LEAST,
    counting="bonus",
    tie_breaks=("points", "difference", "wins", "lots"),
)
