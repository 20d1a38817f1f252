"""A tournament as a file: our JSON (which `tournaments/import/` reads back), CSV, or TRF16."""

import csv
import io
import json
from collections.abc import Iterator, Mapping
from typing import Any

from django.utils.translation import gettext as _

from core.names import name_key
from core.spreadsheets import safe
from tournaments.duplicate import deals as duplicates
from tournaments.errors import Refused
from tournaments.files import trf
from tournaments.log_queries import Logged, Telling, log, public_log, tellings_of
from tournaments.models import Entrant
from tournaments.state.tournament import Round, Seated
from tournaments.storage import person_key
from tournaments.view import View

STATES = dict(Entrant.State.choices)


def to_json(view: View) -> dict[str, Any]:
    """Return the whole tournament: its log, from which all the rest can be replayed."""
    return {
        **_described(view),
        # The result of each draw, so that others can draw again and compare. An import ignores it.
        "rounds": [
            {
                "number": drawn.number,
                "seed": drawn.seed,
                "tables": [[list(side) for side in seated.table.sides] for seated in drawn.tables],
            }
            for drawn in view.rounds
        ],
        "log": [
            {"kind": entry.kind, "data": entry.data, "at": entry.at.isoformat()}
            for entry in log_of(view)
        ],
    }


def _described(view: View) -> dict[str, Any]:
    """Return what the tournament is, and who is in it."""
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
        "edition": tournament.edition,
        "state": tournament.state,
        **({"deals": duplicates.Deals(view).to_json()} if view.folded.options.duplicate else {}),
        "timer_minutes": tournament.timer_minutes,
        "room_tables": tournament.room_tables,
        "start_at": tournament.start_at.isoformat() if tournament.start_at else None,
        "end_by": tournament.end_by.isoformat() if tournament.end_by else None,
        "palmares": [
            {"rank": place.rank, "name": place.name, "players": list(place.players)}
            for place in view.places
        ],
        "people": {
            str(number): person.name
            for people in view.people.values()
            for person in people
            if (number := view.number_told(person)) is not None
        },
    }


def json_text(view: View) -> str:
    """Return the whole tournament as JSON, a field or an event of the log to a line."""
    whole = to_json(view)
    fields = [f"{_text(name)}: {_text(value)}" for name, value in whole.items() if name != "log"]
    events = ",\n".join(map(_text, whole["log"]))
    return "{\n" + ",\n".join([*fields, f'"log": [\n{events}\n]']) + "\n}\n"


def log_of(view: View) -> list[Logged]:
    """Return the log as the reader may see it: no drafts of others, no names of hidden people."""
    tournament = view.tournament
    entries = log(tournament) if view.can_run else public_log(tournament, view.folded)
    entries = duplicates.as_told(view, entries)
    tellings_by_entry = list(tellings_of(entries))
    return [
        entry._replace(
            data={
                **entry.data,
                "entrants": [_present_entrant(view, telling) for telling in tellings],
            }
        )
        if tellings
        else entry
        for entry, tellings in zip(entries, tellings_by_entry, strict=True)
    ]


def _present_entrant(view: View, telling: Telling) -> dict[str, Any]:
    """Return who an entrant is now, as a reader may see it; who was deleted is nobody."""
    return (
        _under_present_name(view, telling.number, telling.data)
        if telling.stands
        else telling.without_people()
    )


def _under_present_name(view: View, number: int, entered: Mapping[str, Any]) -> dict[str, Any]:
    """Return what an entrant was entered with, under the name that they go by now.

    Whoever's number is not told is a guest, of another name than any other: a file taken back
    still holds as many people.
    """
    name, entrant = view.names[number], dict(entered)
    if name != entered["name"]:
        entrant |= {"name": name, "key": name_key(name)}
    people = list(enumerate(view.people.get(number, ()), start=1))
    if any(person.player_id != view.number_told(person) for _place, person in people):
        members = [
            (view.number_told(person), f"{person.name} {number}.{place}")
            if person.hidden
            else tuple(entered["members"][place - 1])
            for place, person in people
        ]
        entrant |= {
            "members": [list(member) for member in members],
            "players": [person_key(*member) for member in members],
        }
    return entrant


# The first cell of the rows that `from_csv` reads. The other rows are for people.
FIELD, ENTRY = "#tournament", "#log"


def to_csv(view: View) -> str:
    """Return one row for each side of a table, round by round; then the entrants; then the data.

    The last part holds what the JSON holds, one field or log line in a row. Reading it gives
    the same tournament. Changes made to the first two parts are ignored by an import.
    """
    out = io.StringIO()
    writer = csv.writer(out)
    writer.writerow([_("ronde"), _("table"), _("camp"), _("inscrits"), _("score"), _("état")])
    for drawn in view.rounds:
        for seated in drawn.tables:
            writer.writerows(_rows(view.names, drawn, seated))
    writer.writerow([])
    writer.writerows(_entrant_rows(view))
    writer.writerow([])
    writer.writerows([FIELD, name, _text(value)] for name, value in _described(view).items())
    writer.writerows(
        [ENTRY, entry.kind, _text(entry.data), entry.at.isoformat()] for entry in log_of(view)
    )
    return out.getvalue()


# A cell of JSON begins with a quote, a bracket, a brace, a letter or a digit, so no spreadsheet
# runs it. One encoder for all: `json.dumps` makes a new one each time.
_text = json.JSONEncoder(ensure_ascii=False).encode


def read_json(text: str) -> Any:
    """Return the value of a JSON text. Raises `ValueError` if an answer could not quote it."""
    try:
        data = json.loads(text, parse_constant=_no_constant)
        json.dumps(data, ensure_ascii=False).encode()
    except RecursionError as error:
        raise ValueError("depth") from error
    return data


def _no_constant(name: str) -> Any:
    raise ValueError(name)


def from_csv(text: str) -> dict[str, Any]:
    """Return the JSON that one of our CSV files holds. Raises `ValueError`."""
    first = next((line for line in text.splitlines() if line.strip()), "")
    # Spreadsheets of other countries write other separators.
    delimiter = max(",;\t", key=first.count)
    body: dict[str, Any] = {"log": []}
    try:
        for row in csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True):
            if row[:1] == [FIELD]:
                body[row[1]] = read_json(row[2])
            elif row[:1] == [ENTRY]:
                body["log"].append({"kind": row[1], "data": read_json(row[2]), "at": row[3]})
    except (IndexError, csv.Error) as error:
        raise ValueError(str(error)) from error
    if not body["log"]:
        raise ValueError(ENTRY)
    return body


def entrants_csv(view: View) -> str:
    """Return the entrants as a table that the page of entrants can read back."""
    out = io.StringIO()
    csv.writer(out).writerows(_entrant_rows(view))
    return out.getvalue()


def _entrant_rows(view: View) -> Iterator[list[Any]]:
    # What was paid is its organisers' to know, where there is something to pay.
    paid = any(entrant.paid is not None for entrant in view.folded.entrants)
    paying = view.can_run and (view.tournament.fee is not None or paid)
    heads = [_("nom"), _("personnes"), _("club"), _("tête de série"), _("état")]
    yield [*heads, _("réglé")] if paying else heads
    for entrant in view.folded.counted:
        people = " & ".join(member.name for member in view.people.get(entrant.number, ()))
        cells = [view.names[entrant.number], people, entrant.club]
        row = [*map(safe, cells), entrant.seed or "", STATES[entrant.state]]
        if paying:
            row.append("" if entrant.paid is None else f"{entrant.paid / 100:.2f}")
        yield row


def _rows(names: Mapping[int, str], drawn: Round, seated: Seated) -> list[list[Any]]:
    result = seated.reported
    scores, forfeit = (result.scores, result.forfeit) if result else ((), ())
    state = _("exempt") if seated.table.bye else seated.state
    if result and result.counted:
        # For a frozen correction: this score is only a record, the standings use another one.
        state = f"{state} ({_('figé')})"
    rows = []
    for at, side in enumerate(seated.table.sides):
        score: Any = scores[at] if scores else ""
        if forfeit and any(entrant in forfeit for entrant in side):
            score = _("forfait")
        side_name = safe(" & ".join([names[entrant] for entrant in side]))
        rows.append([drawn.number, seated.number, at + 1, side_name, score, state])
    return rows


def to_trf(view: View) -> str:
    """Return a TRF16 file.

    Raises `export_not_possible` for a format that TRF16 can't hold, `export_scale` for points.
    """
    if not view.folded.way.trf:
        raise Refused("export_not_possible", "format")
    row = view.tournament
    setting = {name: getattr(row, name) for name in ("options", "tie_breaks", "seed", "edition")}
    heading = trf.TrfHeading(row.name, row.date.isoformat(), row.place, setting)
    try:
        return trf.write(view.folded, view.field, view.ranking, heading, view.names)
    except trf.TrfError as error:
        raise Refused("export_scale", "format") from error
