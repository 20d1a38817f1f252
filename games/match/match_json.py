"""A match as the API answers it: one function, used by every answer."""

import json
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from decimal import Decimal
from typing import Annotated, Any, NotRequired, TypedDict

from rest_framework.utils.encoders import JSONEncoder

from core.answers import Json, Moment, OneOf, Uuid
from games.match.series import Tally
from games.match.sizes import answered_part
from games.models import COUNTS, COUNTS_NOWHERE, PROPOSED, Change, Match, Status
from games.presentation.table import LineView, Part, SeatView, Table, parts_of
from games.sheet import Result, Score, Scoresheet


class NoteAnswer(TypedDict):
    """One explained part of a line: the points that a side gained, and why."""

    code: str
    text: str
    side: int | None
    points: float | None


class LineAnswer(TypedDict):
    """The outcome of a line, by side."""

    deltas: list[float | None]
    totals: list[float | None]
    notes: list[NoteAnswer]


class EntryAnswer(TypedDict):
    """A recorded line: its entry, completed with derived values, and its outcome."""

    number: int
    client_id: Uuid | None
    recorded_at: Moment
    recorded_by: int | None
    data: Json
    line: LineAnswer


class SeatAnswer(TypedDict):
    """A place at the table."""

    seat: int
    name: Annotated[str, "« Joueur 1 » where nobody has been named."]
    named: NotRequired[
        Annotated[
            bool,
            "False, and there only then, where nobody has been named yet.",
        ]
    ]
    player: int | None
    side: int


class SideAnswer(TypedDict):
    """A side and its score."""

    side: int
    name: str
    score: float | None
    rank: int | None


class StandingAnswer(TypedDict):
    """A side's place at the end."""

    side: int
    rank: int
    score: float | None
    eliminated: bool


class ResultAnswer(TypedDict):
    """How a match ended."""

    winners: list[int]
    ended_by: str
    ranking: list[StandingAnswer]


class WrittenAnswer(TypedDict):
    """The write that an answer is about. Only answers to a phone, which sent the hash of its rules,
    have it.
    """

    client_id: Uuid | None
    rules: Annotated[str, "The hash of the server's rules."]


class SeriesPlace(TypedDict):
    """A match's place in the series of its table."""

    id: int
    number: Annotated[int, "From 1, in the order of the starts."]


class SeriesWinsAnswer(TypedDict):
    """How many matches of a series the people on these `seats` of this match won together."""

    seats: list[int]
    wins: int


class SeriesAnswer(TypedDict):
    """The wins in the series of a match. A match alone counts as a series of one."""

    matches: Annotated[list[str], "Those that the caller may see, in their order."]
    wins: Annotated[list[SeriesWinsAnswer], "Each side, or each seat where partners changed."]
    drawn: Annotated[int, "Matches that several or none won."]


class MatchAround(TypedDict):
    """A match without its lines."""

    id: str
    game: str
    preset: str
    rules: Json
    status: Annotated[str, OneOf(Status.choices)]
    version: int
    club: str | None
    counts: Annotated[
        str,
        OneOf((COUNTS, PROPOSED, COUNTS_NOWHERE)),
        "Whether its club's boards and lists know it; `proposed`: once the club has accepted it.",
    ]
    in_club_room: bool
    started_at: Moment
    finished_at: Moment | None
    seats: list[SeatAnswer]
    sides: list[SideAnswer]
    state: Json
    next: Json | None
    result: ResultAnswer | None
    series: SeriesPlace | None


class MatchAnswer(MatchAround):
    """A match, as every match call answers it."""

    entries: Annotated[list[EntryAnswer], "Of a long match the newest, in their order."]
    earlier: Annotated[
        int, "How many lines come before `entries`: `before` the number of its first."
    ]
    written: NotRequired[WrittenAnswer]


class StartAnswer(MatchAnswer):
    """A match that was just started, with the token to write on it."""

    edit_token: str


class PreviewAnswer(TypedDict):
    """A line, the sides and the result as they would be; nothing is stored."""

    line: LineAnswer
    sides: list[SideAnswer]
    result: ResultAnswer | None


class ChangeAnswer(TypedDict):
    """One write on a match."""

    version: int
    kind: Annotated[str, OneOf(Change.Kind.choices)]
    number: int | None
    before: Json | None
    after: Json | None
    at: Moment
    by: int | None


def number(value: Score | None) -> int | float | None:
    """Return a score as a JSON number: an int if it is whole, else at most two decimals."""
    if not isinstance(value, Decimal):
        return value
    return int(value) if value == value.to_integral_value() else float(round(value, 2))


def moment(at: datetime) -> str:
    """Return a moment as ISO 8601, in universal time."""
    return at.astimezone(UTC).isoformat()


def match_body(table: Table) -> MatchAnswer:
    """Return the match as every match call answers it. Of a long match, only the newest lines are
    included.
    """
    part = answered_part(len(table.entries), len(table.seats), table.before)
    return {
        **_around(table),
        "rules": plain(table.rules.values()),
        "state": plain(table.state),
        "next": plain(table.next),
        "entries": [_entry(line) for line in table.lines[part.start : part.stop]],
        "earlier": part.start,
    }


def match_text(table: Table, *, whole: bool = False, more: Mapping[str, Any] | None = None) -> str:
    """Return `match_body` as JSON text, with all lines if `whole`, and with `more` fields.

    Lines that are cached as text are not rendered again.
    """
    count = len(table.entries)
    part = range(count) if whole else answered_part(count, len(table.seats), table.before)
    lines = table.rendered_lines("json", lambda index: json_text(_entry(table.line(index))), part)
    after = json_text({"earlier": part.start, **(more or {})})[1:]
    return f'{json_text(_around(table))[:-1]},"entries":[{",".join(lines)}],{after}'


class _Encoder(JSONEncoder):
    """Converts values as `plain` does, but while encoding: a separate pass is far slower."""

    def default(self, obj: Any) -> Any:
        if isinstance(obj, Decimal | Mapping):
            return plain(obj)
        return super().default(obj)


def json_text(body: Mapping[str, Any]) -> str:
    """Return a body as JSON text, decimals as numbers."""
    return json.dumps(body, cls=_Encoder, ensure_ascii=False, separators=(",", ":"))


def _around(table: Table) -> MatchAround:
    """Return the match's body without its entries. Scores in it may be decimals."""
    match = table.match
    return {
        "id": match.pk,
        "game": match.game,
        "preset": match.preset,
        "rules": table.rules.values(),
        "status": match.status,
        "version": match.version,
        "club": match.club.slug if match.club else None,
        "counts": match.counts,
        "in_club_room": match.in_club_room,
        "started_at": moment(match.started_at),
        "finished_at": moment(match.finished_at) if match.finished_at else None,
        "seats": [_seat(seat) for seat in table.seats],
        "sides": sides_body(table),
        "state": table.state,
        "next": table.next,
        "result": result_body(table.result),
        "series": _series(match),
    }


def _seat(seat: SeatView) -> SeatAnswer:
    body: SeatAnswer = {
        "seat": seat.number,
        "name": seat.stored,
        "player": seat.public_player,
        "side": seat.side,
    }
    return body if seat.named else {**body, "named": False}


def _series(match: Match) -> SeriesPlace | None:
    """Return the match's place in its series.

    The wins are left out, because they change without a new version of this match.
    """
    if match.series_id is None or match.series_number is None:
        return None
    return {"id": match.series_id, "number": match.series_number}


def series_body(matches: Sequence[str], counted: Tally | None, table: Table) -> SeriesAnswer:
    """Return the wins in a match's series, by the seats of that match.

    Wins of people who have no seat in this match, because they joined in another one, are left out.
    """
    seats = {seat.person: seat.number for seat in table.seats}
    return {
        "matches": list(matches),
        "wins": [
            {"seats": sorted(seats[person] for person in people & seats.keys()), "wins": wins}
            for people, wins in (counted.wins.items() if counted else ())
            if people & seats.keys()
        ],
        "drawn": counted.drawn if counted else 0,
    }


def sides_body(table: Table) -> list[SideAnswer]:
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


def result_body(result: Result | None) -> ResultAnswer | None:
    """Return how a match ended as JSON, or None if there is no result."""
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
) -> LineAnswer:
    """Return a line's figures, and the sentences that explain them."""
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


def _entry(line: LineView) -> EntryAnswer:
    entry = line.entry
    return {
        "number": line.number,
        "client_id": str(entry.client_id) if entry.client_id else None,
        "recorded_at": moment(entry.recorded_at),
        "recorded_by": entry.recorded_by_id,
        "data": entry.data(),
        "line": line_body(line.deltas, line.totals, line.parts),
    }


def preview_body(table: Table, sheet: Scoresheet, index: int) -> PreviewAnswer:
    """Return the line at `index`, the sides and the result of a preview."""
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


def change_body(change: Change) -> ChangeAnswer:
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
    """Return a value with nested tuples and decimals replaced by JSON arrays and numbers."""
    if isinstance(value, Mapping):
        return {key: plain(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [plain(item) for item in value]
    return number(value) if isinstance(value, Decimal) else value
