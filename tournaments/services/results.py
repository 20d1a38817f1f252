"""Results of tables: reported by a side or an organiser, confirmed, corrected, taken back."""

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
    """A table of a round of a tournament, as an address names it."""

    tournament: str
    round: int
    table: int

    def data(self) -> dict[str, Any]:
        """Return the address as events hold it."""
        return {"round": self.round, "table": self.table}


def speaker(tournament: Tournament, at: TableAddress, seated: Seated, by: Writing) -> int | None:
    """Return the side that the writer's token belongs to; None for an organiser.

    Raises `Denied` for anybody else.
    """
    side = permissions.side_of(tournament, at.round, seated, by.table_token)
    if side is None and not permissions.can_score(tournament, by.caller):
        raise Denied("table_token_needed")
    return side


def report(*, at: TableAddress, result: ReportedResult, by: Writing) -> WriteOutcome:
    """Report a table's result. An organiser's is confirmed at once, a side's by the other side."""

    def plan(tournament: Tournament, folded: TournamentState) -> Iterable[Event]:
        seated = folded.round(at.round).table(at.table)
        side = speaker(tournament, at, seated, by)
        if result.empty:
            raise Refused("result_empty", "scores")
        decided: ReportedResult | None = result
        if result.match is not None:
            decided = yield from _of_matches(tournament, folded, at, seated, result, side)
        # While the table has matches to play, only the match is stored, without a result.
        if decided is not None:
            yield Event("reported", {**at.data(), "side": side}, decided)

    return write(at.tournament, by, ("report", {**at.data(), **result.to_json()}), plan, right=None)


def confirm(*, at: TableAddress, by: Writing) -> WriteOutcome:
    """Confirm what a side reported: the other side does, or an organiser."""

    def plan(tournament: Tournament, folded: TournamentState) -> Iterable[Event]:
        seated = folded.round(at.round).table(at.table)
        side = speaker(tournament, at, seated, by)
        yield Event("confirmed", {**at.data(), "side": side})

    return write(at.tournament, by, ("confirm", at.data()), plan, right=None)


def correct(
    *, at: TableAddress, result: ReportedResult, later: Later | None, by: Writing
) -> WriteOutcome:
    """Replace a table's result; `later` says what becomes of the rounds drawn since."""

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
    """Take a table's result back: its round is open again."""
    return _answer(at, "taken_back", {"later": later}, by)


def keep_as_is(*, at: TableAddress, by: Writing) -> WriteOutcome:
    """Drop a match's correction that waited for an answer: the result stays."""
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
    """Return a result with the total scores of the table's matches; None while undecided.

    A match named by the result belongs to the table from now on. Yields an event if it did not
    before.
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
    """Connect a finished match to the table, whose result then follows it.

    Return False if the match already was connected.
    """
    match = Match.objects.prefetch_related("sides", "seats").filter(pk=match_id).first()
    if match is None or match.status != Status.FINISHED or match.result_only:
        raise Refused("match_unknown", "match")
    if not permissions.may_read_match(match, tournament):
        raise Refused("match_unknown", "match")
    row = TableMatch.objects.filter(match_id=match.pk).first()
    if row is not None and not row.dropped:
        if (row.tournament_id, row.round, row.table) != (tournament.pk, at.round, at.table):
            raise Refused("match_elsewhere", "match")
        return False
    if matches.order_of(match, seated, folded.members) is None:
        raise Refused("match_unknown", "match")
    if row is not None:
        # The match belonged to another table, which no longer counts it.
        row.delete()
    tie(tournament, at, seated, match, side)
    return True


def tie(
    tournament: Tournament, at: TableAddress, seated: Seated, match: Match, side: int | None
) -> None:
    """Store that a match belongs to a table. `side` reported it; None for an organiser."""
    TableMatch.objects.create(
        tournament=tournament,
        club_id=tournament.club_id,
        round=at.round,
        table=at.table,
        sides=[list(members) for members in seated.table.sides],
        match_id=match.pk,
        side=side,
    )
