"""A match as JSON: one function, used by every answer."""

import json
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from decimal import Decimal
from typing import Any

from rest_framework.utils.encoders import JSONEncoder

from games.match.series import Tally
from games.match.sizes import answered_part
from games.models import Change, Match
from games.presentation.table import LineView, Part, Table, parts_of
from games.sheet import Result, Score, Scoresheet


def number(value: Score | None) -> int | float | None:
    """Return a score as a JSON number: an int if it is whole, else at most two decimals."""
    if not isinstance(value, Decimal):
        return value
    return int(value) if value == value.to_integral_value() else float(round(value, 2))


def moment(at: datetime) -> str:
    """Return a moment as ISO 8601, in universal time."""
    return at.astimezone(UTC).isoformat()


def match_body(table: Table) -> dict[str, Any]:
    """Return the match as every match call answers it: of a long one the newest lines."""
    part = answered_part(len(table.entries), len(table.seats), table.before)
    body = plain(_around(table))
    body["entries"] = [_entry(line) for line in table.lines[part.start : part.stop]]
    body["earlier"] = part.start
    return body


def match_text(table: Table, *, whole: bool = False, more: Mapping[str, Any] | None = None) -> str:
    """Return `match_body` as JSON text, of all lines if `whole`, with `more` fields.

    Lines that were written before are not written again.
    """
    count = len(table.entries)
    part = range(count) if whole else answered_part(count, len(table.seats), table.before)
    lines = table.rendered_lines("json", lambda index: json_text(_entry(table.line(index))), part)
    after = json_text({"earlier": part.start, **(more or {})})[1:]
    return f'{json_text(_around(table))[:-1]},"entries":[{",".join(lines)}],{after}'


class _Encoder(JSONEncoder):
    """Converts values as `plain` does, but while encoding: a second walk costs far more."""

    def default(self, obj: Any) -> Any:
        if isinstance(obj, Decimal | Mapping):
            return plain(obj)
        return super().default(obj)


def json_text(body: Mapping[str, Any]) -> str:
    """Return a body as JSON text, decimals as numbers."""
    return json.dumps(body, cls=_Encoder, ensure_ascii=False, separators=(",", ":"))


def _around(table: Table) -> dict[str, Any]:
    """Return all of the match's body but its entries; scores in it may be decimals."""
    match = table.match
    return {
        "id": match.pk,
        "game": match.game,
        "preset": match.preset,
        "rules": table.rules.values(),
        "status": match.status,
        "version": match.version,
        "club": match.club.slug if match.club else None,
        "in_club_room": match.in_club_room,
        "started_at": moment(match.started_at),
        "finished_at": moment(match.finished_at) if match.finished_at else None,
        "seats": [
            {"seat": seat.number, "name": seat.stored, "player": seat.told, "side": seat.side}
            | ({} if seat.named else {"named": False})
            for seat in table.seats
        ],
        "sides": sides_body(table),
        "state": table.state,
        "next": table.next,
        "result": result_body(table.result),
        "series": _series(match),
    }


def _series(match: Match) -> dict[str, int] | None:
    """Return the match's place in its series. Who won how much there is no part of a version."""
    if match.series_id is None or match.series_number is None:
        return None
    return {"id": match.series_id, "number": match.series_number}


def series_body(matches: Sequence[str], counted: Tally | None, table: Table) -> dict[str, Any]:
    """Return who won how much in a match's series, by the seats of that match."""
    seats = {seat.person: seat.number for seat in table.seats}
    return {
        "matches": list(matches),
        "wins": [
            {"seats": sorted(seats[person] for person in people), "wins": wins}
            for people, wins in (counted.wins.items() if counted else ())
        ],
        "drawn": counted.drawn if counted else 0,
    }


def sides_body(table: Table) -> list[dict[str, Any]]:
    """Return the sides with their scores; ranks only once there is a result."""
    finished = table.result is not None
    return [
        {
            "side": side.number,
            "name": side.stored,
            "score": number(side.score),
            "rank": side.rank if finished else None,
        }
        for side in table.sides
    ]


def result_body(result: Result | None) -> dict[str, Any] | None:
    """Return how a match ended, or None."""
    if result is None:
        return None
    return {
        "winners": list(result.winners),
        "ended_by": result.ended_by,
        "ranking": [
            {
                "side": place.side,
                "rank": place.rank,
                "score": number(place.score),
                "eliminated": place.eliminated,
            }
            for place in result.ranking
        ],
    }


def line_body(
    deltas: tuple[Score, ...], totals: tuple[Score, ...], parts: tuple[Part, ...]
) -> dict[str, Any]:
    """Return a line's figures and the sentences that explain them."""
    return {
        "deltas": [number(delta) for delta in deltas],
        "totals": [number(total) for total in totals],
        "notes": [
            {
                "code": part.code,
                "text": part.text,
                "side": part.side,
                "points": number(part.points),
            }
            for part in parts
        ],
    }


def _entry(line: LineView) -> dict[str, Any]:
    entry = line.entry
    return {
        "number": line.number,
        "client_id": str(entry.client_id) if entry.client_id else None,
        "recorded_at": moment(entry.recorded_at),
        "recorded_by": entry.recorded_by_id,
        "data": entry.data(),
        "line": line_body(line.deltas, line.totals, line.parts),
    }


def preview_body(table: Table, sheet: Scoresheet, index: int) -> dict[str, Any]:
    """Return line `index` (from 0), the sides and the result of a preview."""
    line = sheet.lines[index]
    would_be = {place.side: place.rank for place in sheet.result.ranking} if sheet.result else {}
    return {
        "line": line_body(line.deltas, line.totals, parts_of(table.game, line, table.names)),
        "sides": [
            {
                "side": side.number,
                "name": side.stored,
                "score": number(sheet.scores[side.number]),
                "rank": would_be.get(side.number),
            }
            for side in table.sides
        ],
        "result": result_body(sheet.result),
    }


def change_body(change: Change) -> dict[str, Any]:
    """Return one item of the history."""
    return {
        "version": change.version,
        "kind": change.kind,
        "number": change.number,
        "before": change.before,
        "after": change.after,
        "at": moment(change.at),
        "by": change.by_id,
    }


def plain(value: Any) -> Any:
    """Return nested tuples and decimals as JSON has them."""
    if isinstance(value, Mapping):
        return {key: plain(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [plain(item) for item in value]
    return number(value) if isinstance(value, Decimal) else value
