"""Rounds as the API answers them: tables, results, and the outcomes of results sent together."""

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, NotRequired, TypedDict, cast

from core.answers import Json, Moment, OneOf
from games.match.match_json import moment
from tournaments import permissions
from tournaments.duplicate.deals import Deals
from tournaments.formats.rotation.boards import of_table
from tournaments.models import Round as RoundRow
from tournaments.models import Table
from tournaments.presentation import desk_words, standings_why
from tournaments.presentation.journal import last_report
from tournaments.presentation.leaving import why_struck
from tournaments.refusals import sentence
from tournaments.services import DeskAnswer, TableAddress
from tournaments.state.reported_result import ReportedResult
from tournaments.state.tournament import Round, Seated
from tournaments.view import View


class WarningAnswer(TypedDict):
    """Something undesirable that a draw could not avoid."""

    code: str
    text: str
    entrants: list[int]


class TableResultAnswer(TypedDict):
    """A table's result."""

    scores: list[float]
    forfeit: list[int]
    match: str | None
    boards: NotRequired[Annotated[int, "How many boards of a duplicate it is made of."]]
    frozen: bool


class TableBoardAnswer(TypedDict):
    """A board at a table of a duplicate. `entry` and `score` are shown to those who may know."""

    number: int
    entered: bool
    entry: Json | None
    score: int | None


class TableAnswer(TypedDict):
    """A table. `tokens`, one for each side, are shown only to those who run the tournament.

    `question`: a match's correction that waits for the decision about the later rounds.
    """

    number: int
    entrants: list[int]
    sides: list[list[int]]
    bye: bool
    slot: str
    state: Annotated[str, OneOf(Table.State.choices)]
    result: TableResultAnswer | None
    match: str | None
    reports: dict[str, TableResultAnswer]
    locked: bool
    question: TableResultAnswer | None
    why: Json
    boards: list[TableBoardAnswer]
    struck: Annotated[bool, "Somebody who left sat there, and the game counts for nobody."]
    tokens: NotRequired[list[str]]


class AlternativeAnswer(TypedDict):
    """The pairs of the best round in which the entrants of this table would not meet."""

    table: int
    pairs: list[list[int]]


class RoundAnswer(TypedDict):
    """A round."""

    number: int
    state: Annotated[str, OneOf(RoundRow.State.choices)]
    seed: str
    warnings: list[WarningAnswer]
    tables: list[TableAnswer]
    alternative: NotRequired[AlternativeAnswer]


class TableMatchAnswer(TypedDict):
    """The match of a table, and the token that allows writing it by the API of matches."""

    match: str
    edit_token: str


class DeskDoubtAnswer(TypedDict):
    """Why a score is unlikely under the ruleset."""

    code: str
    detail: str


class DeskLineAnswer(TypedDict):
    """The outcome of a line.

    `conflict`: another result was entered meanwhile and is kept. To replace it, send the line again
    with that result as `over`. `doubtful`: to record the line, send it again with `sure`.
    `refused`: `code` and `detail` say why.
    """

    table: int
    outcome: Annotated[
        str, OneOf(("recorded", "replaced", "unchanged", "conflict", "doubtful", "refused"))
    ]
    result: TableResultAnswer | None
    by: Annotated[str | None, "Who entered what stands, at a conflict."]
    at: Moment | None
    doubts: list[DeskDoubtAnswer]
    code: str | None
    detail: str | None


class DeskRoundAnswer(TypedDict):
    """The outcome of each line, in the order sent, and the version after them."""

    version: int
    round: int
    lines: list[DeskLineAnswer]


def warning_body(warning: Mapping[str, Any], names: Mapping[int, str]) -> WarningAnswer:
    """Return a warning of a draw, with its sentence."""
    return {
        "code": warning["code"],
        "text": standings_why.warning(warning, names),
        "entrants": standings_why.warned(warning),
    }


def result_body(result: ReportedResult) -> TableResultAnswer:
    """Return a table's result. For a frozen result, the score that counts is left out."""
    body: TableResultAnswer = {
        "scores": cast(list[float], list(result.scores)),
        "forfeit": list(result.forfeit),
        "match": result.match,
        "frozen": result.frozen,
    }
    if result.boards:
        body["boards"] = result.boards
    return body


def _result(result: ReportedResult | None) -> TableResultAnswer | None:
    return None if result is None else result_body(result)


def round_body(view: View, drawn: Round) -> RoundAnswer:
    """Return a round with its tables."""
    return {
        "number": drawn.number,
        "state": drawn.state,
        "seed": drawn.seed,
        "warnings": [
            warning_body(warning, view.names)
            for warning in (*drawn.warnings, *standings_why.changed(view.folded, drawn.number))
        ],
        "tables": [table_body(view, drawn, seated) for seated in drawn.tables],
    }


def table_body(view: View, drawn: Round, seated: Seated) -> TableAnswer:
    """Return a table; with its sides' tokens for those who run the tournament."""
    table = seated.table
    body: TableAnswer = {
        "number": seated.number,
        "entrants": list(table.entrants),
        "sides": [list(side) for side in table.sides],
        "bye": table.bye,
        "slot": table.slot,
        "state": seated.state,
        "result": _result(seated.reported),
        "match": seated.match,
        "reports": {str(side): result_body(result) for side, result in seated.reports.items()},
        "locked": seated.locked,
        "question": _result(seated.correction),
        "why": dict(table.why),
        "boards": boards_body(view, drawn, seated),
        "struck": bool(why_struck(view, table)),
    }
    if view.can_run and not table.bye:
        body["tokens"] = [
            permissions.side_token(view.tournament, drawn.number, seated, side)
            for side in range(len(table.sides))
        ]
    return body


def boards_body(view: View, drawn: Round, seated: Seated) -> list[TableBoardAnswer]:
    """Return the boards of a table, with their results where the caller may know them."""
    numbers = of_table(seated.table, view.folded.options)
    if not numbers:
        return []
    known = Deals(view).played(seated, _own_side(view, drawn, seated))
    return [
        {
            "number": number,
            "entered": number in known,
            "entry": known[number].entry if number in known else None,
            "score": known[number].score if number in known else None,
        }
        for number in numbers
    ]


def _own_side(view: View, drawn: Round, seated: Seated) -> int | None:
    """Return the side at the table that the caller is, by their account or by a token."""
    own = next((entrant for entrant in view.own if entrant in seated.table.entrants), None)
    side = seated.table.side_of(own) if own is not None else None
    if side is not None:
        return side
    sides = (
        permissions.side_of(view.tournament, drawn.number, seated, token) for token in view.tokens
    )
    return next((side for side in sides if side is not None), None)


def desk_body(view: View, number: int, answers: Sequence[DeskAnswer]) -> DeskRoundAnswer:
    """Return the outcome of each of the results that were sent together."""
    return {
        "version": view.tournament.version,
        "round": number,
        "lines": [_desk_line(view, number, line) for line in answers],
    }


def _desk_line(view: View, number: int, line: DeskAnswer) -> DeskLineAnswer:
    at = TableAddress(view.tournament.pk, number, line.table)
    written = last_report(view, at) if line.what == "conflict" else None
    return {
        "table": line.table,
        "outcome": line.what,
        "result": _result(line.stands),
        "by": (written.by or None) if written else None,
        "at": moment(written.at) if written else None,
        "doubts": [
            {"code": doubt.code, "detail": desk_words.doubt(doubt)} for doubt in line.doubts
        ],
        "code": line.error.code if line.error else None,
        "detail": sentence(line.error.code, line.error.params) if line.error else None,
    }
