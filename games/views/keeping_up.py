"""Compares a pad with the sheet, if another phone has recorded a line while the pad was filled."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, QueryDict
from django.utils.translation import gettext_lazy

from games.entry.forms import PadForm
from games.match import log_queries, past
from games.models import Change
from games.presentation.table import Table
from games.presentation.wording import figure

# The names of two buttons. `ANYWAY` records the pad's line as the next one. `GO_ON` lets the user
# go on filling the pad.
ANYWAY, GO_ON = "anyway", "go_on"

_ALREADY = gettext_lazy("Déjà inscrit par un autre téléphone : %(line)s")


@dataclass(frozen=True, slots=True)
class Waiting:
    """The state of a filled pad that waits for the user's choice, because another phone has
    recorded that line.

    `sentence` is about the other phone's line. `records`: the pad's line can be recorded as the
    next one; otherwise it must be completed first.
    """

    sentence: str
    records: bool


def chosen(data: QueryDict) -> QueryDict:
    """Return the posted data. If one of the two buttons sent a version, the data are based on
    it.
    """
    version = data.get(ANYWAY) or data.get(GO_ON)
    return data if version is None else _on(data, version)


def _on(data: QueryDict, version: object) -> QueryDict:
    made = data.copy()
    made["after"] = str(version)
    return made


def kept_up(request: HttpRequest, table: Table, data: QueryDict) -> PadForm:
    """Return the pad for the present match, with the values tapped on an older version.

    If its line is already on the sheet, the pad is empty and a message says so. If another phone
    recorded a different line, the pad waits for the user's choice and keeps its old version, so
    that only this choice can record it.
    """
    pad = table.game.pad.form(table, data)
    pad.is_valid()
    version = pad.cleaned_data.get("after")
    since = log_queries.recorded_since(table.match, version)
    if version is None or not since:
        pad = table.game.pad.form(table, _on(data, table.match.version))
        pad.is_valid()
        return pad
    own = pad.cleaned_data.get("client_id")
    if own is not None and any(change.client_id == own for change in since):
        return table.game.pad.form(table)  # this pad recorded the line, but its answer was lost
    typed = _typed(past.table_at(table.match, max(version, 1)), data)
    for change in since:
        if typed and _holds(table, change, typed):
            messages.success(request, _ALREADY % {"line": brief(table, change.number or 0)})
            return table.game.pad.form(table)
    pad.waits = Waiting(_meanwhile(table, since), records=pad.is_valid() and pad.is_complete())
    return pad


def _typed(then: Table, data: QueryDict) -> Mapping[str, Any]:
    """Return the values tapped on the older sheet, by column; empty for an incomplete line."""
    pad = then.game.pad.form(then, data)
    if not pad.is_valid() or not pad.is_complete():
        return {}
    return then.game.entry.model.columns_of(pad.entry)


def _holds(table: Table, change: Change, typed: Mapping[str, Any]) -> bool:
    """Say whether a recorded line has all the tapped values. It may also have derived values."""
    recorded = table.game.entry.model.columns_of(change.after or {})
    # A switch that is off means the same as a value left out.
    values = {name: value for name, value in recorded.items() if value is not False}
    return all(
        values.get(name) == (None if value is False else value) for name, value in typed.items()
    )


def _meanwhile(table: Table, since: list[Change]) -> str:
    """Return the sentence that lists the lines recorded since the pad's version."""
    lines = " ; ".join(brief(table, change.number or 0) for change in since)
    return _ALREADY % {"line": lines}


def brief(table: Table, number: int) -> str:
    """Return a line in a few words. In a game with teams, the teams' points are added."""
    line = table.lines[number - 1]
    if table.game.brief is None:
        return " ".join(part.text for part in line.parts)
    words = table.game.brief(line.entry, [seat.short for seat in table.seats])
    if table.game.seats.sides is None:
        return words
    return f"{words}, {' – '.join(figure(delta) for delta in line.deltas)}"
