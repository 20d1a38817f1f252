"""Results of tables: told by a side or an organiser, confirmed, corrected, taken back."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from games.models import Match, Status
from tournaments import matches, permissions, queries
from tournaments.course.events import Event
from tournaments.course.results import Later
from tournaments.course.state import Course, Seated
from tournaments.errors import Denied, refused
from tournaments.models import TableMatch, Tournament
from tournaments.services.writing import Outcome, Writing, write


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
class Told:
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


def report(*, at: Place, told: Told, by: Writing) -> Outcome:
    """Tell a table's result: an organiser's word is confirmed at once, a side's by the other."""

    def plan(tournament: Tournament, course: Course) -> Iterable[Event]:
        seated = course.round(at.round).table(at.table)
        side = speaker(tournament, at, seated, by)
        yield Event("reported", {**at.data(), **_read(tournament, course, at, told), "side": side})

    return write(at.tournament, by, ("report", {**at.data(), **told.body()}), plan, right=None)


def confirm(*, at: Place, by: Writing) -> Outcome:
    """Confirm what a side reported: the other side does, or an organiser."""

    def plan(tournament: Tournament, course: Course) -> Iterable[Event]:
        seated = course.round(at.round).table(at.table)
        side = speaker(tournament, at, seated, by)
        yield Event("confirmed", {**at.data(), "side": side})

    return write(at.tournament, by, ("confirm", at.data()), plan, right=None)


def correct(*, at: Place, told: Told, later: Later | None, by: Writing) -> Outcome:
    """Replace a table's result; `later` says what becomes of the rounds drawn since."""

    def plan(tournament: Tournament, course: Course) -> Iterable[Event]:
        data = _read(tournament, course, at, told)
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
    events: Callable[..., Iterable[Event]] = lambda tournament, course: [event]  # noqa: E731
    return write(at.tournament, by, (kind, dict(event.data)), events, right="score")


def _read(tournament: Tournament, course: Course, at: Place, told: Told) -> dict[str, Any]:
    """Return a result's data; a match's are read off its sides."""
    seated = course.round(at.round).table(at.table)
    if told.match is None:
        if not told.scores and not told.forfeit:
            raise refused("result_empty", "scores")
        return told.body()
    match = Match.objects.prefetch_related("sides", "seats").filter(pk=told.match).first()
    if match is None or match.status != Status.FINISHED:
        raise refused("match_unknown", "match")
    if not permissions.may_read_match(match, tournament):
        raise refused("match_unknown", "match")
    return {**told.body(), "scores": _scores_of(tournament, course, at, seated, match)}


def _scores_of(
    tournament: Tournament, course: Course, at: Place, seated: Seated, match: Match
) -> list[Any]:
    elsewhere = TableMatch.objects.filter(match_id=match.pk, dropped=False).first()
    if elsewhere is None:
        members_of = {one.number: one.members for one in course.entrants}
        order = matches.order_of(match, seated, members_of)
        if order is None:
            raise refused("match_unknown", "match")
        return matches.scores([match], "best_of", 1, order) or []
    if (elsewhere.round, elsewhere.table) != (at.round, at.table):
        raise refused("match_elsewhere", "match")
    found = matches.total(tournament, queries.matches_at(tournament, at.round, seated))
    if found is None:
        raise refused("match_unknown", "match")
    return found
