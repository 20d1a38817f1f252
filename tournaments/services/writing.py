"""The part that all writes on a tournament share: the lock, the first answer, the version, the
log.
"""

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Literal
from uuid import UUID

from django.db import transaction

from clubs.callers import Caller
from core.errors import Fault
from core.exactly_once import fingerprint_of, first_write
from games.errors import NotFound
from tournaments import log_queries, permissions, queries, storage
from tournaments.duplicate import deals as duplicates
from tournaments.errors import Denied, Refused, Stale
from tournaments.models import LogEntry, TableMatch, Tournament, new_deals_secret
from tournaments.notices import push, webhooks
from tournaments.services import final_places, typed
from tournaments.state import events
from tournaments.state.errors import StateError, Unknown
from tournaments.state.events import Event
from tournaments.state.tournament import TournamentState

Right = Literal["run", "score"]


@dataclass(frozen=True, slots=True)
class Writing:
    """How a write is made.

    It has the caller, the token of a table or entrant, the `client_id`, and the version on which
    the write is based (`after`).
    """

    caller: Caller
    table_token: str | None = None
    client_id: UUID | None = None
    after: int | None = None
    # Whether the site writes by itself, for example a match's result. Then no right is checked.
    itself: bool = False


@dataclass(frozen=True, slots=True)
class WriteOutcome:
    """The answer to a write.

    It has the tournament after the write. For a repeated write, it has the tournament as it was
    after the first one.
    """

    tournament: Tournament
    folded: TournamentState
    repeated: bool = False


# The type of a function that returns the events of a write. It is called when the tournament is
# locked and read.
Plan = Callable[[Tournament, TournamentState], Iterable[Event]]


def demand(tournament: Tournament, by: Writing, right: Right) -> None:
    """Raise `Denied` if the caller does not have a right. Its code names the right."""
    if right == "run" and not permissions.can_run(tournament, by.caller):
        raise Denied("run_needed")
    if right == "score" and not permissions.can_score(tournament, by.caller):
        raise Denied("results_needed")


def write(
    tournament_id: str,
    by: Writing,
    body: tuple[str, Mapping[str, Any]],
    plan: Plan,
    *,
    right: Right | None = "run",
    named: Iterable[str] = (),
    listed: bool = False,
    recount: Collection[typed.Place] = (),
) -> WriteOutcome:
    """Make a write in one transaction: lock a tournament, let `plan` decide the events, and store
    them.

    - `body`: the name of the write and the posted data, for the fingerprint of a `client_id`.
    - `right`: the right that the writer needs; None if the plan checks it.
    - `named`: the codes of unknown things that the body names. They are refused with `Refused`. Any
      other unknown thing raises `NotFound`.
    - `listed`: whether the body is a list. A fault then names the place in it.
    - `recount`: tables whose typed results are checked again, even if they have not changed.

    Raise `NotFound`, `Denied`, `ClientIdReused`, `Stale` or `Refused`.
    """
    with transaction.atomic():
        tournament = _locked(tournament_id, by)
        if right is not None:
            demand(tournament, by, right)
        fingerprint = fingerprint_of(body[0], None, body[1])
        repeated = _first_answer(tournament, by, fingerprint)
        if repeated is not None:
            return repeated
        if by.after is not None and by.after != tournament.version:
            raise Stale(tournament.version)
        after = before = storage.load(tournament)
        done: list[Event] = []
        try:
            for event in plan(tournament, before):
                after = events.apply(after, event)
                done.append(event)
        except Unknown as unknown:
            if unknown.code not in named:
                raise NotFound from unknown
            raise Refused.of([_fault(unknown)]) from unknown
        except StateError as error:
            raise Refused.of([_fault(error, listed=listed)]) from error
        if after.options.duplicate and not tournament.deals_secret:
            tournament.deals_secret = new_deals_secret()
        storage.save(tournament, before, after)
        for at, event in enumerate(done, start=1):
            # Only the last event of a write is stored with the fingerprint.
            log(tournament, event, by, fingerprint if at == len(done) else "")
        tournament.save()
        if any(event.kind in ("corrected", "taken_back", "withdrawn") for event in done):
            _drop_matches(tournament, after)
        final_places.follow(tournament, before, after)
        typed.follow(tournament, before, after, recount)
        webhooks.announce(tournament, before, after)
        push.announce(tournament, before, after)
        duplicates.announce(tournament, before, after)
        return WriteOutcome(tournament, after)


def _locked(tournament_id: str, by: Writing) -> Tournament:
    if by.itself:
        return queries.locked(tournament_id)
    return queries.find(tournament_id, by.caller, token=by.table_token, lock=True)


def _fault(error: StateError, *, listed: bool = False) -> Fault:
    at = error.params.get("at")
    field = f"{at}.{error.field}" if listed and at is not None else error.field
    return Fault(error.code, field, error.params)


def _first_answer(tournament: Tournament, by: Writing, fingerprint: str) -> WriteOutcome | None:
    first = first_write(LogEntry.objects.filter(tournament=tournament), by.client_id, fingerprint)
    if first is None:
        return None
    return WriteOutcome(*log_queries.as_it_was(tournament, first.version), repeated=True)


def _drop_matches(tournament: Tournament, after: TournamentState) -> None:
    """Disconnect the matches of tables whose result was taken back or that were redrawn.

    These matches do not count for the tournament any more.
    """
    held = {
        (drawn.number, seated.number): [list(side) for side in seated.table.sides]
        for drawn in after.rounds
        for seated in drawn.tables
        if seated.match
    }
    rows = TableMatch.objects.filter(tournament=tournament, dropped=False)
    gone = [row.pk for row in rows if held.get((row.round, row.table)) != row.sides]
    rows.filter(pk__in=gone).update(dropped=True)


# The kinds of events that an entrant may cause with the entrant's own link.
OF_ENTRANT = ("entrant_state", "challenged", "challenge_withdrawn")


def _link_of(tournament: Tournament, event: Event, by: Writing) -> str:
    """Return the kind of link by which an event was written; empty if an account or the site wrote
    it.
    """
    if by.itself or by.caller.account is not None:
        return ""
    if permissions.holds_link(tournament, by.caller, "run_tournament"):
        return LogEntry.Link.RUN
    if permissions.holds_link(tournament, by.caller, "score_tournament"):
        return LogEntry.Link.SCORE
    if event.kind == "entered":
        return LogEntry.Link.SIGN_UP
    return LogEntry.Link.ENTRANT if event.kind in OF_ENTRANT else LogEntry.Link.TABLE


def log(tournament: Tournament, event: Event, by: Writing, fingerprint: str = "") -> LogEntry:
    """Write one line of the tournament's log, and raise the version of the tournament by one."""
    tournament.version += 1
    return LogEntry.objects.create(
        tournament=tournament,
        club_id=tournament.club_id,
        version=tournament.version,
        kind=event.kind,
        data=event.to_json(),
        by=by.caller.account,
        by_link=_link_of(tournament, event, by),
        client_id=by.client_id if fingerprint else None,
        fingerprint=fingerprint,
    )
