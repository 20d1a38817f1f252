"""The rules of a concours aux points."""

from tournaments.draws import neighbours
from tournaments.draws.field import Options
from tournaments.draws.neighbours import plan
from tournaments.draws.plans import rounds_of, until_last
from tournaments.draws.scored import STANDING
from tournaments.formats.cumulative.advice import suggestions
from tournaments.formats.cumulative.draw import draw
from tournaments.formats.format import Format, odd_rests


def blind(options: Options) -> bool:
    """Return whether results have no influence on the draw."""
    return options.draw_by != STANDING


FORMAT = Format(
    "cumulative",
    options=("rounds", "forbidden_pairs", "deals", "draw_by", "difference_cap"),
    draw=until_last(draw, rounds_of),
    rounds=rounds_of,
    plan=plan,
    suggestions=suggestions,
    resting=odd_rests,
    least=neighbours.LEAST,
    blind=blind,
    counting="score",
    tie_breaks=("points", "wins", "best_round", "lots"),
)
