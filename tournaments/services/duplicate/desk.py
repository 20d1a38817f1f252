"""The officer's desk of a duplicate: enters many boards of a round in one write."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from core.errors import Refused
from tournaments.errors import Refused as RefusedHere
from tournaments.models import Tournament
from tournaments.services.duplicate.boards import read
from tournaments.services.results import TableAddress
from tournaments.services.writing import WriteOutcome, Writing, write
from tournaments.state import events
from tournaments.state.errors import StateError
from tournaments.state.events import Event
from tournaments.state.tournament import PlayedBoard, Seated, TournamentState

BoardWhat = Literal["recorded", "replaced", "unchanged", "conflict", "refused"]


@dataclass(frozen=True, slots=True)
class TypedBoard:
    """A table's result of a board, as it was typed.

    With None as `entry`, the board was not played there. `over` is the result that stood when it
    was typed, or None. If another one stands now, nothing is replaced, unless `sure`.
    """

    table: int
    board: int
    entry: Mapping[str, Any] | None
    over: PlayedBoard | None = None
    sure: bool = False


@dataclass(frozen=True, slots=True)
class TypedBoardOutcome:
    """The outcome of a typed line. `stands` is the result of the board, or None if it has none."""

    table: int
    board: int
    what: BoardWhat
    stands: PlayedBoard | None = None
    error: Refused | None = None


@dataclass(frozen=True, slots=True)
class BoardDeskOutcome:
    """The outcome of the whole write, and the outcome of each line, in the order of the lines."""

    outcome: WriteOutcome
    answers: Sequence[TypedBoardOutcome]


def desk_boards(
    *,
    tournament_id: str,
    number: int,
    lines: Sequence[TypedBoard],
    by: Writing,
    may_know: Callable[[Seated, int], bool],
) -> BoardDeskOutcome:
    """Enter the results of several boards of a round. A refused line does not stop the others.

    A result that somebody else has entered meanwhile stays, and the line's outcome is `conflict`.
    `may_know` says whether the writer may know a table's result of a board. If not, an outcome does
    not tell whether the result that stands is the same: it is replaced only by a `sure` line.
    If the `client_id` was used before, there are no outcomes. Raise `Refused` `not_duplicate`, or
    `NotFound` for an unknown round.
    """
    answers: list[TypedBoardOutcome] = []

    def plan(tournament: Tournament, folded: TournamentState) -> Iterable[Event]:
        folded.round(number)
        if not folded.options.duplicate:
            raise RefusedHere("not_duplicate", "lines")
        current = folded
        for line in lines:
            try:
                answer, event = _planned(tournament, current, number, line, may_know)
                if event is not None:
                    current = events.apply(current, event)
            except StateError as error:
                refused = RefusedHere(error.code, error.field, **error.params)
                answers.append(TypedBoardOutcome(line.table, line.board, "refused", error=refused))
                continue
            except Refused as refused:
                answers.append(TypedBoardOutcome(line.table, line.board, "refused", error=refused))
                continue
            answers.append(answer)
            if event is not None:
                yield event

    body = {"round": number, "lines": [_plain(line) for line in lines]}
    outcome = write(tournament_id, by, ("desk_boards", body), plan, right="score")
    return BoardDeskOutcome(outcome, answers)


def _plain(line: TypedBoard) -> dict[str, Any]:
    return {
        "table": line.table,
        "board": line.board,
        "entry": dict(line.entry) if line.entry is not None else None,
        "over": line.over.to_json() if line.over else None,
        "sure": line.sure,
    }


def _planned(
    tournament: Tournament,
    folded: TournamentState,
    number: int,
    line: TypedBoard,
    may_know: Callable[[Seated, int], bool],
) -> tuple[TypedBoardOutcome, Event | None]:
    """Return the outcome of a line, and the event that stores its result (None if nothing is
    stored).
    """
    seated = folded.round(number).table(line.table)
    stands = seated.boards.get(line.board)
    played = PlayedBoard() if line.entry is None else read(tournament, line.board, line.entry)
    known = may_know(seated, line.board)
    if stands == played and known:
        return TypedBoardOutcome(line.table, line.board, "unchanged", stands), None
    agreed = line.sure or (known and stands == line.over)
    if stands is not None and not agreed:
        return TypedBoardOutcome(line.table, line.board, "conflict", stands), None
    at = TableAddress(tournament.pk, number, line.table)
    data = {**at.data(), "board": line.board, "side": None, **played.to_json()}
    what: BoardWhat = "recorded" if stands is None else "replaced"
    return TypedBoardOutcome(line.table, line.board, what, played), Event("board_played", data)
