"""Changes of a table's result.

A side reports it, the other side or the organiser confirms it, and it may be corrected at any
time.
"""

from collections.abc import Iterable
from dataclasses import replace
from typing import Literal

from tournaments.state import rounds
from tournaments.state.errors import StateError
from tournaments.state.reported_result import ReportedResult
from tournaments.state.tournament import Round, Seated, TableState, TournamentState

Later = Literal["keep", "replay", "freeze"]


def report(
    tournament: TournamentState,
    number: int,
    table: int,
    reported: ReportedResult,
    side: int | None = None,
) -> TournamentState:
    """Report a table's result.

    The report of a side has to be confirmed by the other side. The report of an organiser counts
    as confirmed. Two sides that report the same result confirm each other. If their reports
    differ, the table is `disputed`.

    Raise `StateError` `not_published`, `already_reported`, `draw_not_allowed`, `not_in_table`,
    `score_count`, or `boards_only` for scores in a duplicate.
    """
    round_, seated = _open(tournament, number, table)
    if seated.state == "confirmed" and not seated.automatic:
        raise StateError("already_reported", table=table)
    reported = _accepted(tournament, seated, reported)
    if side is None:
        return tournament.with_round(round_, replace(seated, reported=reported, state="confirmed"))
    reports = {**seated.reports, side: reported}
    agreed = all(claim.agrees(reported) for claim in reports.values())
    state: TableState = "disputed"
    if agreed:
        state = "reported" if len(reports) == 1 else "confirmed"
    stands = reported if agreed else seated.reported
    return tournament.with_round(
        round_, replace(seated, reports=reports, state=state, reported=stands)
    )


def confirm(
    tournament: TournamentState, number: int, table: int, side: int | None = None
) -> TournamentState:
    """Confirm a reported result. The other side or an organiser may do so.

    Raise `StateError` `nothing_to_confirm` if there is no result to confirm, or if this side has
    reported it.
    """
    round_, seated = _open(tournament, number, table)
    if seated.state != "reported" or (side is not None and side in seated.reports):
        raise StateError("nothing_to_confirm", table=table)
    return tournament.with_round(round_, replace(seated, state="confirmed"))


def playing(
    tournament: TournamentState, number: int, table: int, match: str | None
) -> TournamentState:
    """Store the match that is played at a table. A table that was waiting is now `playing`."""
    if tournament.options.duplicate:
        raise StateError("boards_only", "match")
    round_, seated = _open(tournament, number, table)
    state = "playing" if seated.state == "waiting" else seated.state
    return tournament.with_round(round_, replace(seated, match=match, state=state))


def correct(
    tournament: TournamentState,
    number: int,
    table: int,
    reported: ReportedResult,
    later: Later | None = None,
) -> TournamentState:
    """Replace a table's result. `later` says what becomes of rounds drawn from the old result.

    A frozen correction is stored beside the result that still counts, even if no later round is
    drawn. Raise `StateError` `later_required` if a knockout's winner changes and a later round
    is drawn, or `nothing_to_freeze` if no result counts yet.
    """
    round_, seated = _open(tournament, number, table)
    reported = _accepted(tournament, seated, reported)
    seated = replace(seated, correction=None)
    behind = drawn_since(tournament, number)
    if behind and later is None and _winner_changes(tournament, seated, reported):
        raise StateError("later_required", "later")
    if later == "freeze":
        frozen = _frozen(seated, reported)
        return tournament.with_round(round_, replace(seated, reported=frozen, state="confirmed"))
    corrected = tournament.with_round(
        round_, replace(seated, reported=reported, reports={}, state="confirmed")
    )
    return _replayed(corrected, number) if behind and later == "replay" else corrected


def _frozen(seated: Seated, reported: ReportedResult) -> ReportedResult:
    """Return a frozen correction. The old result is stored in it and still counts.

    If both results are equal, the returned one is not frozen. Raise `StateError`
    `nothing_to_freeze` if no result counts yet.
    """
    if seated.reported is None or seated.counted().result is None:
        raise StateError("nothing_to_freeze", "later", table=seated.number)
    counted = seated.reported.counted or seated.reported
    return reported if reported.agrees(counted) else replace(reported, counted=counted)


def takes(tournament: TournamentState, seated: Seated, reported: ReportedResult) -> bool:
    """Return whether a table can have a result. For example, a table of a knockout needs a
    winner.
    """
    try:
        _accepted(tournament, seated, reported)
    except StateError:
        return False
    return True


def ask(
    tournament: TournamentState, number: int, table: int, reported: ReportedResult
) -> TournamentState:
    """Store the correction of a match until the organiser has decided about it.

    It may be a result that the table can't have, such as a draw in a knockout. The organiser
    then enters another result.
    """
    round_, seated = _open(tournament, number, table)
    return tournament.with_round(round_, replace(seated, correction=reported))


def refuse(tournament: TournamentState, number: int, table: int) -> TournamentState:
    """Delete a stored correction. Raise `StateError` `nothing_asked` if there is none."""
    round_, seated = _open(tournament, number, table)
    if seated.correction is None:
        raise StateError("nothing_asked", table=table)
    return tournament.with_round(round_, replace(seated, correction=None))


def take_back(
    tournament: TournamentState, number: int, table: int, later: Later | None = None
) -> TournamentState:
    """Remove a table's result. Its round is then open again.

    If later rounds are drawn, `replay` removes those that depend on the result, and `keep`
    leaves them. `freeze` makes no sense here, and raises `StateError` `result_missing`. Raise
    `later_required` if a choice is needed but not given, or `nothing_to_take_back` if there is
    no result.
    """
    round_, seated = _open(tournament, number, table)
    if seated.reported is None or seated.automatic:
        raise StateError("nothing_to_take_back", table=table)
    behind = drawn_since(tournament, number)
    if behind and later is None and tournament.way.decisive(seated.table):
        raise StateError("later_required", "later")
    if later == "freeze":
        raise StateError("result_missing", "later", tables=[table])
    bare = replace(seated, reported=None, reports={}, state="waiting", match=None, correction=None)
    bare = replace(bare, boards={})
    reopened = tournament.with_round(replace(round_, state="published"), bare)
    taken = replace(reopened, state="running")
    return _replayed(taken, number) if behind and later == "replay" else taken


def _open(tournament: TournamentState, number: int, table: int) -> tuple[Round, Seated]:
    round_ = tournament.round(number)
    if round_.state == "draft":
        raise StateError("not_published", round=number)
    seated = round_.table(table)
    if seated.table.bye:
        raise StateError("not_in_table", table=table)
    return round_, seated


def _accepted(
    tournament: TournamentState, seated: Seated, reported: ReportedResult
) -> ReportedResult:
    """Return a result if its table can have it. Raise `StateError` otherwise.

    Entrants who forfeit must be at the table. There must be a score for each side, and a winner
    if the table needs one. A result equal to the present one stays connected with the match of
    the present one.
    """
    table, before = seated.table, seated.reported
    for entrant in reported.forfeit:
        if entrant not in table.entrants:
            raise StateError("not_in_table", "forfeit", entrant=entrant)
    if tournament.options.duplicate and not reported.forfeit:
        # In a duplicate, scores can't be entered for a table, because the points of a board
        # depend on its results at other tables.
        raise StateError("boards_only", "scores")
    if reported.scores or not reported.forfeit:
        if len(reported.scores) != len(table.sides):
            raise StateError("score_count", "scores", expected=len(table.sides))
        judged = replace(table, result=reported.result())
        if tournament.way.decisive(table) and judged.winner is None and not reported.forfeit:
            raise StateError("draw_not_allowed", "scores")
    if reported.match is None and before is not None and before.agrees(reported):
        return replace(reported, match=before.match)
    return reported


def _winner_changes(tournament: TournamentState, seated: Seated, reported: ReportedResult) -> bool:
    if not tournament.way.decisive(seated.table):
        return False
    after = replace(seated.table, result=reported.result())
    return seated.counted().winner != after.winner


def drawn_since(tournament: TournamentState, number: int) -> tuple[Round, ...]:
    """Return the rounds that were drawn after round `number`."""
    return tuple(drawn for drawn in tournament.rounds if drawn.number > number)


# --- Drawing later rounds again ----------------------------------------------------------------


def _replayed(tournament: TournamentState, number: int) -> TournamentState:
    """Return the tournament with its later rounds drawn again from a changed result.

    A bracket or a schedule is drawn again round by round, and tables that do not change keep
    their results. In other formats every later round was drawn from the result. So all later
    rounds are removed, and the next one is drawn as a draft. If draws do not depend on results,
    no round is removed. The challenges of a ladder always stay.
    """
    closed = tournament.round(number).state == "closed" or tournament.way.declared
    if closed and tournament.way.blind(tournament.options):
        return tournament
    if tournament.way.fixed:
        return _reseated(tournament, number)
    earlier = tuple(drawn for drawn in tournament.rounds if drawn.number <= number)
    cut = replace(tournament, rounds=earlier, state="running")
    return rounds.draw(cut) if earlier[-1].state == "closed" else cut


def _reseated(tournament: TournamentState, number: int) -> TournamentState:
    """Return the tournament with each later round drawn again. Unchanged tables keep their results.

    If a table of a round loses its result, the round is open again, and all rounds after it are
    removed.
    """
    earlier = tuple(drawn for drawn in tournament.rounds if drawn.number <= number)
    # Groups that were drawn at once would take in those who came too late for the knockout.
    late = _never_drawn(tournament) if tournament.options.open_rounds else []
    rebuilt = replace(tournament, rounds=earlier, state="running")
    for old in tournament.rounds[len(earlier) :]:
        if rebuilt.rounds[-1].state != "closed":
            break
        try:
            rebuilt = rounds.draw(rebuilt, old.seed, late)
        except StateError:
            break
        fresh = rebuilt.rounds[-1]
        tables = tuple(_as_before(seated, old.tables) for seated in fresh.tables)
        played = all(seated.state in ("confirmed", "reported") for seated in tables)
        state = old.state if played or old.state == "draft" else "published"
        rebuilt = rebuilt.with_round(replace(fresh, tables=tables, state=state))
    over = rounds.is_over(rebuilt)
    return replace(rebuilt, state="finished" if over else "running")


def _never_drawn(tournament: TournamentState) -> list[int]:
    seated = tournament.seated
    return [entrant.number for entrant in tournament.entrants if entrant.number not in seated]


def _as_before(seated: Seated, before: Iterable[Seated]) -> Seated:
    for old in before:
        same = old.table.slot == seated.table.slot and old.table.sides == seated.table.sides
        if same:
            # The table gets its number from the new draw, because other tables may come before
            # it now.
            return replace(old, table=replace(old.table, number=seated.number))
    return seated
