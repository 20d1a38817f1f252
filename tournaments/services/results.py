"""Results of tables: told by a side or an organiser, confirmed, corrected, taken back."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from games.models import Match, Status
from tournaments import matches, permissions, queries
from tournaments.errors import Denied, Refused
from tournaments.models import TableMatch, Tournament
from tournaments.services.writing import Outcome, Writing, write
from tournaments.state.events import Event
from tournaments.state.results import Later
from tournaments.state.tournament import Seated, TournamentState


@dataclass(frozen=True, slots=True)
class Place:
    """A table of a round of a tournament, as an address names it."""

    tournament: str
    round: int
    table: int

    def data(self) -> dict[str, Any]:
        """The place as events tell it."""
        return {"round": self.round, "table": self.table}


@dataclass(frozen=True, slots=True)
class ReportedResult:
    """A result as it was sent: a score a side, who forfeits, or the match that tells."""

    scores: Sequence[int | float] = ()
    forfeit: Sequence[int] = ()
    match: str | None = None

    def body(self) -> dict[str, Any]:
        """What was sent, for its fingerprint."""
        return {"scores": list(self.scores), "forfeit": list(self.forfeit), "match": self.match}


def speaker(tournament: Tournament, at: Place, seated: Seated, by: Writing) -> int | None:
    """Return the side that speaks, by its token; None for an organiser. `Denied` for others."""
    side = permissions.side_of(tournament, at.round, seated, by.table_token)
    if side is None and not permissions.can_score(tournament, by.caller):
        raise Denied("table_token_needed")
    return side


def report(*, at: Place, told: ReportedResult, by: Writing) -> Outcome:
    """Tell a table's result: an organiser's word is confirmed at once, a side's by the other."""

    def plan(tournament: Tournament, folded: TournamentState) -> Iterable[Event]:
        seated = folded.round(at.round).table(at.table)
        side = speaker(tournament, at, seated, by)
        if told.match is not None and _tied(tournament, folded, at, seated, told.match, side):
            yield Event("playing", {**at.data(), "match": told.match})
        data = _read(tournament, folded, at, seated, told)
        # Of several matches the first ones are noted alone: the last one tells the result.
        if data is not None:
            yield Event("reported", {**at.data(), **data, "side": side})

    return write(at.tournament, by, ("report", {**at.data(), **told.body()}), plan, right=None)


def confirm(*, at: Place, by: Writing) -> Outcome:
    """Confirm what a side reported: the other side does, or an organiser."""

    def plan(tournament: Tournament, folded: TournamentState) -> Iterable[Event]:
        seated = folded.round(at.round).table(at.table)
        side = speaker(tournament, at, seated, by)
        yield Event("confirmed", {**at.data(), "side": side})

    return write(at.tournament, by, ("confirm", at.data()), plan, right=None)


def correct(*, at: Place, told: ReportedResult, later: Later | None, by: Writing) -> Outcome:
    """Replace a table's result; `later` says what becomes of the rounds drawn since."""

    def plan(tournament: Tournament, folded: TournamentState) -> Iterable[Event]:
        seated = folded.round(at.round).table(at.table)
        if told.match is not None and _tied(tournament, folded, at, seated, told.match, None):
            yield Event("playing", {**at.data(), "match": told.match})
        data = _read(tournament, folded, at, seated, told)
        if data is None:
            raise Refused("matches_missing", "match")
        yield Event("corrected", {**at.data(), **data, "later": later})

    body = ("correct", {**at.data(), **told.body(), "later": later})
    return write(at.tournament, by, body, plan, right="score")


def take_back(*, at: Place, later: Later | None, by: Writing) -> Outcome:
    """Take a table's result back: its round is open again."""
    return _answer(at, "taken_back", {"later": later}, by)


def keep_as_is(*, at: Place, by: Writing) -> Outcome:
    """Put a match's correction aside that waited for an answer: the result stays."""
    return _answer(at, "refused", {}, by)


def _answer(at: Place, kind: str, data: dict[str, Any], by: Writing) -> Outcome:
    event = Event(kind, {**at.data(), **data})
    events: Callable[..., Iterable[Event]] = lambda tournament, folded: [event]  # noqa: E731
    return write(at.tournament, by, (kind, dict(event.data)), events, right="score")


def _read(
    tournament: Tournament, folded: TournamentState, at: Place, seated: Seated, told: ReportedResult
) -> dict[str, Any] | None:
    """Return a result's data; a match's are read off it and the table's others, if decided."""
    if told.match is None:
        if not told.scores and not told.forfeit:
            raise Refused("result_empty", "scores")
        return told.body()
    there = queries.matches_at(tournament, at.round, seated)
    played = matches.counting(tournament, there, told.match)
    found = matches.total(tournament, seated, played, folded.members)
    return None if found is None else {**told.body(), "scores": found}


def _tied(
    tournament: Tournament,
    folded: TournamentState,
    at: Place,
    seated: Seated,
    match_id: str,
    side: int | None,
) -> bool:
    """Tie a finished match to the table, which follows it from now on; False: it was already."""
    match = Match.objects.prefetch_related("sides", "seats").filter(pk=match_id).first()
    if match is None or match.status != Status.FINISHED:
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
        # It was another table's, which has let it go.
        row.delete()
    tie(tournament, at, seated, match, side)
    return True


def tie(tournament: Tournament, at: Place, seated: Seated, match: Match, side: int | None) -> None:
    """Keep that a match is of a table; `side` is whose word it is, None an organiser's."""
    TableMatch.objects.create(
        tournament=tournament,
        club_id=tournament.club_id,
        round=at.round,
        table=at.table,
        sides=[list(members) for members in seated.table.sides],
        match_id=match.pk,
        side=side,
    )
