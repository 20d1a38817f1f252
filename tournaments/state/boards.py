"""The results of the boards of a duplicate: entered at the tables one by one, corrected at any
time.
"""

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
    """Store a table's result of a board, or that the board was not played. A later call replaces
    it.

    When all its boards are entered, the table has a result. If a side entered it, the other side
    has to confirm it. If an organiser entered it, it is confirmed. Raise `StateError`
    `not_duplicate`, `not_published`, `board_elsewhere` if the table does not play the board, or
    `already_reported` if a side changes a confirmed result.
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
    """Raise `StateError` `boards_told` if a board that everybody could see would have to be played
    again.
    """
    if not after.options.duplicate or not before.rounds:
        return
    if before.field().opened & to_come(after.field()):
        raise StateError("boards_told", field)


def solve(tournament: TournamentState, pars: Mapping[int, int | None]) -> TournamentState:
    """Store the par of boards. A value of None removes a par that is no longer known."""
    known = {**tournament.pars, **pars}
    solved = {board: value for board in sorted(known) if (value := known[board]) is not None}
    return replace(tournament, pars=solved)
