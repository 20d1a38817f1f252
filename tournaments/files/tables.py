"""A tournament's tables as rows of a spreadsheet: entrants, and results by table."""

from collections.abc import Iterator
from decimal import Decimal
from typing import Any

from django.utils.translation import gettext as _

from tournaments.models import Entrant
from tournaments.models import Table as TableRow
from tournaments.presentation.leaving import why_struck
from tournaments.state.tournament import Round, Seated
from tournaments.view import View

STATES, TABLE_STATES = dict(Entrant.State.choices), dict(TableRow.State.choices)


def entrants(view: View) -> Iterator[list[Any]]:
    """Yield the heads, then a row for each entrant, as the page of entrants can read it back.

    Only organisers may know what was paid, phones and licences. A column of these that nobody has
    is left out.
    """
    enrolled = view.folded.counted
    paid = any(entrant.paid is not None for entrant in enrolled)
    columns = [
        (_("téléphone"), {number: phone for number, (phone, _own) in view.notes.items()}),
        (_("licence"), {number: licence for number, (_phone, licence) in view.notes.items()}),
    ]
    noted = [(head, values) for head, values in columns if any(values.values())]
    heads = [_("nom"), _("personnes"), _("club"), _("tête de série"), _("état")]
    heads += [_("réglé")] * (view.can_run and (view.tournament.due(1) is not None or paid))
    paying = len(heads) > 5
    yield [*heads, *(head for head, _values in noted)]
    for entrant in enrolled:
        number = entrant.number
        people = " & ".join(member.name for member in view.people.get(number, ()))
        row: list[Any] = [
            view.names[number],
            people,
            entrant.club,
            entrant.seed or "",
            STATES[entrant.state],
        ]
        if paying:
            row.append("" if entrant.paid is None else Decimal(entrant.paid).scaleb(-2))
        yield [*row, *(values.get(number, "") for _head, values in noted)]


def results(view: View) -> Iterator[list[Any]]:
    """Yield the heads, then a row for each side of a table, round by round."""
    yield [_("ronde"), _("table"), _("camp"), _("inscrits"), _("score"), _("état")]
    for drawn in view.rounds:
        for seated in drawn.tables:
            yield from _sides(view, drawn, seated)


def _sides(view: View, drawn: Round, seated: Seated) -> Iterator[list[Any]]:
    result = seated.reported
    scores, forfeit = (result.scores, result.forfeit) if result else ((), ())
    state = _("exempt") if seated.table.bye else TABLE_STATES[seated.state]
    if result and result.counted:
        # The score of a frozen result is only a record. The standings use the earlier one.
        state = f"{state} ({_('figé')})"
    if why_struck(view, seated.table):
        out = _("ne compte pas")
        state = f"{state} ({out})"
    for at, side in enumerate(seated.table.sides):
        score: Any = scores[at] if scores else ""
        if forfeit and any(entrant in forfeit for entrant in side):
            score = _("forfait")
        side_name = " & ".join(view.names[entrant] for entrant in side)
        yield [drawn.number, seated.number, at + 1, side_name, score, state]
