"""The rules of a single elimination."""

from tournaments.draws.brackets import drawing
from tournaments.draws.brackets.ranking import standings_of
from tournaments.draws.plans import of_bracket
from tournaments.formats.format import Format
from tournaments.formats.single_elimination.advice import suggestions
from tournaments.formats.single_elimination.draw import bracket, nodes

FORMAT = Format(
    "single_elimination",
    options=("third_place", "cadrage", "b_final"),
    draw=lambda field: drawing.draw(field, bracket),
    rounds=drawing.rounds_of(bracket),
    plan=of_bracket(nodes, 1),
    suggestions=suggestions,
    standings=standings_of(bracket),
    bracket=bracket,
    decisive=lambda table: True,
    fixed=True,
)
