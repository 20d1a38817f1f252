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
    """Store a table's result of a board, or that it was not played. A later call replaces it.

    With its last board the table itself has a result. A result entered by a side waits for the
    other side, one entered by an organiser is confirmed. Raises `not_duplicate`, `not_published`,
    `board_elsewhere`, and `already_reported` for a side once the result is confirmed.
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
    """Raise `boards_told` if boards that everybody could see would now be played again."""
    if not after.options.duplicate or not before.rounds:
        return
    if before.field().opened & to_come(after.field()):
        raise StateError("boards_told", field)


def solve(tournament: TournamentState, pars: Mapping[int, int | None]) -> TournamentState:
    """Store the par of boards. None removes a par that is not known any more."""
    known = {**tournament.pars, **pars}
    solved = {board: value for board in sorted(known) if (value := known[board]) is not None}
    return replace(tournament, pars=solved)
