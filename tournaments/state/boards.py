"""The dealt hands of a duplicate: entered at the tables one by one, corrected at any time."""

from collections.abc import Mapping
from dataclasses import replace

from tournaments.formats.rotation.boards import of_table, to_come
from tournaments.state.errors import StateError
from tournaments.state.reported_result import ReportedResult
from tournaments.state.tournament import PlayedBoard, TableState, TournamentState


def play(
    tournament: TournamentState,
    number: int,
    table: int,
    board: int,
    played: PlayedBoard,
    side: int | None = None,
) -> TournamentState:
    """Note what a table made of a board, or that it was not played; a later word replaces it.

    With the last board the table has its result: a side's waits for the other side, an organiser's
    is confirmed. Raises `not_duplicate`, `not_published`, `board_elsewhere`, `already_reported` for
    a side once the result is confirmed.
    """
    if not tournament.options.duplicate:
        raise StateError("not_duplicate", "board")
    round_ = tournament.round(number)
    if round_.state == "draft":
        raise StateError("not_published", round=number)
    seated = round_.table(table)
    wanted = of_table(seated.table, tournament.options)
    if board not in wanted:
        raise StateError("board_elsewhere", "board", board=board, table=table)
    if seated.state == "confirmed" and side is not None:
        raise StateError("already_reported", table=table)
    boards = {**seated.boards, board: played}
    boards = {key: boards[key] for key in sorted(boards)}
    if seated.state == "confirmed" and round_.state == "closed":
        return tournament.with_round(round_, replace(seated, boards=boards))
    complete = set(wanted) <= boards.keys()
    reported = ReportedResult(boards=len(wanted)) if complete else None
    state: TableState = "playing"
    if reported is not None:
        state = "confirmed" if side is None else "reported"
    reports = {side: reported} if reported is not None and side is not None else {}
    return tournament.with_round(
        round_, replace(seated, boards=boards, state=state, reported=reported, reports=reports)
    )


def check_told(before: TournamentState, after: TournamentState, field: str | None) -> None:
    """Refuse that boards which everybody has been told are to be played again: `boards_told`."""
    if not after.options.duplicate or not before.rounds:
        return
    if before.field().opened & to_come(after.field()):
        raise StateError("boards_told", field)


def solve(tournament: TournamentState, pars: Mapping[int, int | None]) -> TournamentState:
    """Note par of boards, or that it is not known any more (None)."""
    known = {**tournament.pars, **pars}
    solved = {board: value for board in sorted(known) if (value := known[board]) is not None}
    return replace(tournament, pars=solved)
