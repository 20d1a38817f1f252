"""The rules of a double elimination."""

from tournaments.draws.brackets import drawing
from tournaments.draws.brackets.ranking import standings_of
from tournaments.draws.brackets.tree import BracketNode
from tournaments.draws.field import Options
from tournaments.draws.plans import of_bracket
from tournaments.formats.double_elimination import draw
from tournaments.formats.double_elimination.advice import suggestions
from tournaments.formats.format import Format


def nodes(count: int, options: Options) -> list[BracketNode]:
    """Return the nodes of the brackets of a double elimination with `count` entrants."""
    return draw.nodes(count, reset_final=options.reset_final)


bracket = drawing.bracket_of(nodes)

FORMAT = Format(
    "double_elimination",
    options=("reset_final",),
    draw=lambda field: drawing.draw(field, bracket),
    rounds=drawing.rounds_of(bracket),
    plan=of_bracket(nodes, 2),
    suggestions=suggestions,
    standings=standings_of(bracket),
    bracket=bracket,
    decisive=lambda table: True,
    fixed=True,
)
