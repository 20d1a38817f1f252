"""A tournament as a workbook: its standings as rows, beside entrants and tables."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _

from core.spreadsheets import Sheet
from tournaments.draws.field import Table
from tournaments.draws.ranking.records import exact
from tournaments.files import tables
from tournaments.presentation import standings_why
from tournaments.view import View


def sheets(view: View) -> list[Sheet]:
    """Return the sheets of a workbook of the whole tournament."""
    return [
        Sheet(_("Inscrits"), tables.entrants(view)),
        Sheet(_("Classement"), standings(view)),
        Sheet(_("Tables"), tables.results(view)),
    ]


def standings(view: View) -> Iterator[list[Any]]:
    """Yield the heads, then a row for each place: points, every criterion, and every round.

    A round has the opponents' names, the own score and the opponents'.
    """
    criteria = standings_why.criteria(view.folded.options)
    ranking, rounds = view.ranking, view.field.rounds
    names = [
        name
        for name in dict.fromkeys(name for row in ranking.rows for name in row.criteria)
        if name in criteria and name != "points"
    ]
    heads = [_("rang"), _("nom"), _("personnes"), _("club"), criteria["points"]]
    yield [*heads, *(criteria[name] for name in names), *_round_heads(len(rounds))]
    clubs = {entrant.number: entrant.club for entrant in view.folded.entrants}
    by_round = [
        {entrant: table for table in tables for entrant in table.entrants} for tables in rounds
    ]
    for row in ranking.rows:
        entrant = row.entrant
        people = " & ".join(person.name for person in view.people.get(entrant, ()))
        yield [
            *(row.rank, view.names[entrant], people, clubs[entrant], ranking.points[entrant]),
            *(_value(name, row.criteria) for name in names),
            *(
                cell
                for tables in by_round
                for cell in _in_round(view.names, entrant, tables.get(entrant))
            ),
        ]


def _round_heads(count: int) -> Iterator[str]:
    for number in range(1, count + 1):
        yield _("ronde %(number)s, contre") % {"number": number}
        yield _("ronde %(number)s, marqué") % {"number": number}
        yield _("ronde %(number)s, encaissé") % {"number": number}


def _value(name: str, criteria: Mapping[str, Any]) -> Any:
    value = standings_why.natural(name, criteria.get(name))
    return "" if value is None else value


def _in_round(names: Mapping[int, str], entrant: int, table: Table | None) -> list[Any]:
    if table is None:
        return ["", "", ""]
    side = table.side_of(entrant)
    met = " / ".join(
        " & ".join(names[other] for other in members)
        for at, members in enumerate(table.sides)
        if at != side
    )
    if table.bye:
        met = _("exempt")
    result = table.result
    if result is None or side is None:
        return [met, "", ""]
    if not result.scores:
        return [met, _("gagné") if table.winner == side else _("forfait"), ""]
    others = [exact(score) for at, score in enumerate(result.scores) if at != side]
    conceded: Any = others[0] if len(others) == 1 else _joined(others)
    return [met, exact(result.scores[side]), conceded]


def _joined(scores: Sequence[Any]) -> str:
    return " / ".join(standings_why.score(score) for score in scores)
