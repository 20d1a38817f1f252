"""A tournament as a file: our JSON, which `tournaments/import/` takes back; CSV; TRF16."""

import csv
import io
from collections.abc import Mapping
from itertools import count
from typing import Any

from django.utils.translation import gettext as _

from clubs.names import name_key
from games.export import safe
from tournaments import trf
from tournaments.course.state import Round, Seated
from tournaments.errors import refused
from tournaments.models import LogEntry
from tournaments.queries import View, log, public_log


def to_json(view: View) -> dict[str, Any]:
    """Return all that a tournament is: its log, which replayed gives the rest."""
    tournament = view.tournament
    return {
        "name": tournament.name,
        "game": tournament.game,
        "preset": tournament.preset,
        "rules": tournament.rules,
        "date": tournament.date.isoformat(),
        "place": tournament.place,
        "public": tournament.public,
        "format": tournament.format,
        "options": tournament.options,
        "tie_breaks": list(tournament.tie_breaks),
        "seed": tournament.seed,
        "state": tournament.state,
        "timer_minutes": tournament.timer_minutes,
        "palmares": [
            {"rank": one.rank, "name": one.name, "players": list(one.players)}
            for one in view.places
        ],
        "people": {
            str(one.player_id): one.name
            for people in view.people.values()
            for one in people
            if one.player_id is not None
        },
        "log": [
            {"kind": entry.kind, "data": entry.data, "at": entry.at.isoformat()}
            for entry in log_of(view)
        ],
    }


def log_of(view: View) -> list[LogEntry]:
    """Return the log as the reader may see it: no draft of others, nobody named who hides."""
    tournament = view.tournament
    entries = list(log(tournament)) if view.can_run else public_log(tournament, view.course)
    numbers = count(1)
    for entry in entries:
        if entry.kind == "entered":
            # An entrant's number is their place in the order of registration.
            shown = [_shown(view, next(numbers), one) for one in entry.data["entrants"]]
            entry.data = {**entry.data, "entrants": shown}
    return entries


def _shown(view: View, number: int, told: Mapping[str, Any]) -> dict[str, Any]:
    """Return what an entrant was entered with, under the name that they go by now."""
    name = view.names[number]
    return dict(told) if name == told["name"] else {**told, "name": name, "key": name_key(name)}


def to_csv(view: View) -> str:
    """Return one row a side of a table, round by round."""
    out = io.StringIO()
    writer = csv.writer(out)
    writer.writerow([_("ronde"), _("table"), _("camp"), _("inscrits"), _("score"), _("état")])
    for drawn in view.rounds:
        for seated in drawn.tables:
            writer.writerows(_rows(view, drawn, seated))
    return out.getvalue()


def _rows(view: View, drawn: Round, seated: Seated) -> list[list[Any]]:
    told = seated.outcome
    rows = []
    for at, side in enumerate(seated.table.sides):
        names = " & ".join(view.names[one] for one in side)
        score: Any = told.scores[at] if told and told.scores else ""
        if told and any(one in told.forfeit for one in side):
            score = _("forfait")
        state = _("exempt") if seated.table.bye else seated.state
        rows.append([drawn.number, seated.number, at + 1, safe(names), score, state])
    return rows


def to_trf(view: View) -> str:
    """Return a TRF16 file; `export_not_possible` for a format that it can't tell."""
    if not view.course.way.trf:
        raise refused("export_not_possible", "format")
    return trf.write(
        view.course, view.tournament.name, view.tournament.date.isoformat(), view.names
    )
