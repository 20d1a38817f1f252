"""Writes on the results of tables: report, confirm, correct, take back."""

from collections.abc import Callable, Generator, Iterable
from dataclasses import dataclass, replace
from typing import Any

from games.models import Match, Status
from tournaments import matches, permissions, queries
from tournaments.errors import Denied, Refused
from tournaments.models import TableMatch, Tournament
from tournaments.services.writing import WriteOutcome, Writing, write
from tournaments.state.events import Event
from tournaments.state.reported_result import ReportedResult
from tournaments.state.results import Later
from tournaments.state.tournament import Seated, TournamentState


@dataclass(frozen=True, slots=True)
class TableAddress:
    """The address of a table: tournament, round and table number."""

    tournament: str
    round: int
    table: int

    def data(self) -> dict[str, Any]:
        """Return the part of the address that an event stores: the round and the table."""
        return {"round": self.round, "table": self.table}


def speaker(tournament: Tournament, at: TableAddress, seated: Seated, by: Writing) -> int | None:
    """Return the side to which the writer's token belongs; None for somebody who may enter results.

    Raise `Denied` for anybody else.
    """
    side = permissions.side_of(tournament, at.round, seated, by.table_token)
    if side is None and not permissions.can_score(tournament, by.caller):
        raise Denied("table_token_needed")
    return side


def report(*, at: TableAddress, result: ReportedResult, by: Writing) -> WriteOutcome:
    """Report a table's result. The result of an organiser needs no confirmation.

    The result of a side must be confirmed by the other side.
    """

    def plan(tournament: Tournament, folded: TournamentState) -> Iterable[Event]:
        seated = folded.round(at.round).table(at.table)
        side = speaker(tournament, at, seated, by)
        if result.empty:
            raise Refused("result_empty", "scores")
        decided: ReportedResult | None = result
        if result.match is not None:
            decided = yield from _of_matches(tournament, folded, at, seated, result, side)
        # If the table has matches still to play, the match is stored with the table, but no
        # result yet.
        if decided is not None:
            yield Event("reported", {**at.data(), "side": side}, decided)

    return write(at.tournament, by, ("report", {**at.data(), **result.to_json()}), plan, right=None)


def confirm(*, at: TableAddress, by: Writing) -> WriteOutcome:
    """Confirm the result that a side has reported. The other side or an organiser may do so."""

    def plan(tournament: Tournament, folded: TournamentState) -> Iterable[Event]:
        seated = folded.round(at.round).table(at.table)
        side = speaker(tournament, at, seated, by)
        yield Event("confirmed", {**at.data(), "side": side})

    return write(at.tournament, by, ("confirm", at.data()), plan, right=None)


def correct(
    *, at: TableAddress, result: ReportedResult, later: Later | None, by: Writing
) -> WriteOutcome:
    """Replace a table's result by another. `later` says what becomes of the rounds drawn after
    it.
    """

    def plan(tournament: Tournament, folded: TournamentState) -> Iterable[Event]:
        seated = folded.round(at.round).table(at.table)
        if result.empty:
            raise Refused("result_empty", "scores")
        decided: ReportedResult | None = result
        if result.match is not None:
            decided = yield from _of_matches(tournament, folded, at, seated, result, None)
        if decided is None:
            raise Refused("matches_missing", "match")
        yield Event("corrected", {**at.data(), "later": later}, decided)

    body = ("correct", {**at.data(), **result.to_json(), "later": later})
    return write(at.tournament, by, body, plan, right="score")


def take_back(*, at: TableAddress, later: Later | None, by: Writing) -> WriteOutcome:
    """Take a table's result back. Its round is then open again. `later` is as in `correct`."""
    return _answer(at, "taken_back", {"later": later}, by)


def keep_as_is(*, at: TableAddress, by: Writing) -> WriteOutcome:
    """Drop the correction of a match that waited for the organiser's answer. The table's result
    stays.
    """
    return _answer(at, "refused", {}, by)


def _answer(at: TableAddress, kind: str, data: dict[str, Any], by: Writing) -> WriteOutcome:
    event = Event(kind, {**at.data(), **data})
    events: Callable[..., Iterable[Event]] = lambda tournament, folded: [event]  # noqa: E731
    return write(at.tournament, by, (kind, dict(event.data)), events, right="score")


def _of_matches(
    tournament: Tournament,
    folded: TournamentState,
    at: TableAddress,
    seated: Seated,
    result: ReportedResult,
    side: int | None,
) -> Generator[Event, None, ReportedResult | None]:
    """Return the result with the total scores of the table's matches; None as long as they are
    undecided.

    The match that the result names belongs to the table from now on. If it did not before, yield
    the event that says so.
    """
    if _tied(tournament, folded, at, seated, str(result.match), side):
        yield Event("playing", {**at.data(), "match": result.match})
    there = queries.matches_at(tournament, at.round, seated)
    played = matches.counting(tournament, there, result.match)
    scores = matches.total(tournament, seated, played, folded.members)
    return None if scores is None else replace(result, scores=tuple(scores))


def _tied(
    tournament: Tournament,
    folded: TournamentState,
    at: TableAddress,
    seated: Seated,
    match_id: str,
    side: int | None,
) -> bool:
    """Connect a finished match to the table. From then on the table's result follows the match.

    Return False if they were connected already. Raise `Refused` `match_unknown` if the match
    can't be used here, or `match_elsewhere` if it counts at another table.
    """
    match = Match.objects.prefetch_related("sides", "seats").filter(pk=match_id).first()
    if match is None or match.status != Status.FINISHED or match.result_only:
        raise Refused("match_unknown", "match")
    if not permissions.may_read_match(match, tournament):
        raise Refused("match_unknown", "match")
    row = row_of(match)
    if row is not None and not row.dropped:
        if (row.tournament_id, row.round, row.table) != (tournament.pk, at.round, at.table):
            raise Refused("match_elsewhere", "match")
        return False
    if matches.order_of(match, seated, folded.members) is None:
        raise Refused("match_unknown", "match")
    if row is not None:
        # The match was connected to a table that does not count it any more.
        row.delete()
    tie(tournament, at, seated, match, side)
    return True


def row_of(match: Match) -> TableMatch | None:
    """Return the row that connects a match to a table, or None.

    A match that was started at a table names its tournament. Only one that was started elsewhere is
    looked for in all tournaments, as it may have become the result of any table.
    """
    rows = TableMatch.objects.filter(match_id=match.pk)
    own = rows.filter(tournament=match.event_id).first() if match.event_id else None
    return own or rows.first()


def tie(
    tournament: Tournament, at: TableAddress, seated: Seated, match: Match, side: int | None
) -> None:
    """Store that a match belongs to a table.

    `side` is the side that started or reported the match; None for an organiser.
    """
    TableMatch.objects.create(
        tournament=tournament,
        club_id=tournament.club_id,
        round=at.round,
        table=at.table,
        sides=[list(members) for members in seated.table.sides],
        match_id=match.pk,
        side=side,
    )
