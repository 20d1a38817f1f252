"""A tournament as a file: our JSON, which `tournaments/import/` takes back; CSV; TRF16."""

import csv
import io
from typing import Any

from django.utils.translation import gettext as _

from games.export import safe
from tournaments import trf
from tournaments.course.state import Round, Seated
from tournaments.errors import refused
from tournaments.models import LogEntry
from tournaments.queries import View, log

TRF_FORMATS = ("swiss", "round_robin")


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
        "log": [_entry(view, entry) for entry in log(tournament)],
    }


def _entry(view: View, entry: LogEntry) -> dict[str, Any]:
    """Return a line of the log; a draft round's is told to its organisers alone by the API."""
    return {"kind": entry.kind, "data": entry.data, "at": entry.at.isoformat()}


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
    if view.course.format not in TRF_FORMATS:
        raise refused("export_not_possible", "format")
    return trf.write(view.course, view.tournament.name, view.tournament.date.isoformat())
