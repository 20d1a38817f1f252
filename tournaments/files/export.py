"""A tournament as a file: our JSON (which `tournaments/import/` reads back), CSV, or TRF16."""

import csv
import io
import json
from collections.abc import Mapping
from typing import Any

from core.names import name_key
from tournaments.duplicate import deals as duplicates
from tournaments.errors import Refused
from tournaments.files import tables, trf
from tournaments.log_queries import PAST, Logged, Telling, log, public_log, tellings_of
from tournaments.storage import person_key
from tournaments.view import View


def to_json(view: View) -> dict[str, Any]:
    """Return the tournament as JSON. Its log is enough to compute everything else again."""
    return {
        **_described(view),
        # The outcome of each draw, so that anybody can repeat the draw and compare. An import
        # ignores these rounds.
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
    """Return the tournament's settings, palmarès and people, as fields of the file."""
    tournament = view.tournament
    return {
        "name": tournament.name,
        "game": tournament.game,
        "preset": tournament.preset,
        "rules": tournament.rules,
        "date": tournament.date.isoformat(),
        "place": tournament.place,
        "about": tournament.about,
        "contact": tournament.contact,
        "price": tournament.price_figure,
        "price_per": tournament.price_per,
        **{name: getattr(tournament, name) for name in PAST if tournament.past},
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
        **_noted(view),
        "palmares": [
            {"rank": place.rank, "name": place.name, "players": list(place.members)}
            for place in view.places
        ],
        "people": {
            str(number): person.name
            for people in view.people.values()
            for person in people
            if (number := view.number_told(person)) is not None
        },
    }


def _noted(view: View) -> dict[str, Any]:
    """Return the entrants' phones and licences, by number; nothing if there are none to see."""
    noted = {
        str(number): {"phone": phone, "licence": licence}
        for number, (phone, licence) in view.notes.items()
        if phone or licence
    }
    return {"notes": noted} if noted else {}


def json_text(view: View) -> str:
    """Return the whole tournament as JSON, with one field or one event of the log on each line."""
    whole = to_json(view)
    fields = [f"{_text(name)}: {_text(value)}" for name, value in whole.items() if name != "log"]
    events = ",\n".join(map(_text, whole["log"]))
    return "{\n" + ",\n".join([*fields, f'"log": [\n{events}\n]']) + "\n}\n"


def log_of(view: View) -> list[Logged]:
    """Return the log that the reader may see.

    It has no names of hidden people and no results of boards that are still secret. Readers who
    do not run the tournament get neither payments nor events of a draft.
    """
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
    """Return an entrant's data for the log, under the entrant's present name.

    The data of a deleted entrant has no people and a placeholder name.
    """
    return (
        _under_present_name(view, telling.number, telling.data)
        if telling.stands
        else telling.without_people()
    )


def _under_present_name(view: View, number: int, entered: Mapping[str, Any]) -> dict[str, Any]:
    """Return the data with which an entrant was entered, under the entrant's present name.

    A person whose number the reader may not see becomes a guest with a unique name, so that an
    import of the file has the same number of people.
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


# The first cells of the rows that `from_csv` reads. All other rows are there only for human
# readers.
FIELD, ENTRY = "#tournament", "#log"


def rows(view: View) -> list[list[Any]]:
    """Return one row for each side of a table, round by round; then the entrants; then the data.

    The first part has one row for each side of a table, round by round. The second part lists
    the entrants. The third part has the content of the JSON, one field or log line in each row.
    An import reads only the third part and gives the same tournament. It ignores changes in the
    first two parts.
    """
    return [
        *tables.results(view),
        [],
        *tables.entrants(view),
        [],
        *([FIELD, name, _text(value)] for name, value in _described(view).items()),
        *([ENTRY, entry.kind, _text(entry.data), entry.at.isoformat()] for entry in log_of(view)),
    ]


# A cell of JSON begins with a quote, a bracket, a brace, a letter or a digit, so no spreadsheet
# runs it. One encoder is shared, because `json.dumps` makes a new one at each call.
_text = json.JSONEncoder(ensure_ascii=False).encode


def read_json(text: str) -> Any:
    """Return the value of a JSON text.

    Raises `ValueError` if it can't be read, or has a value that JSON can't write.
    """
    try:
        data = json.loads(text, parse_constant=_no_constant)
        json.dumps(data, ensure_ascii=False).encode()
    except RecursionError as error:
        raise ValueError("depth") from error
    return data


def _no_constant(name: str) -> Any:
    raise ValueError(name)


def from_csv(text: str) -> dict[str, Any]:
    """Return the exported JSON that one of our CSV files contains.

    Raise `ValueError` if the file can't be read or contains no log.
    """
    first = next((line for line in text.splitlines() if line.strip()), "")
    # Spreadsheets save CSV with different separators, depending on the country.
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


def to_trf(view: View) -> str:
    """Return the tournament as the text of a TRF16 file.

    Raise `Refused` `export_not_possible` if TRF16 can't express the format, or `export_scale` if
    points do not fit their column.
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
