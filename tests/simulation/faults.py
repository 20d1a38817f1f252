"""Faults that are put into the site on purpose. Simulated evenings must find each of them.

Each replaces one name of the site while evenings happen. docs/testing.md lists them.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from importlib import import_module
from typing import Any
from unittest.mock import patch

from django.core.cache import cache
from django.db import transaction

from clubs import first_answers
from clubs.accounts.sessions import SessionStore
from clubs.callers import Caller
from clubs.first_answers import KeptAnswer
from clubs.links.models import CapabilityLink
from clubs.models import Club
from games import queries
from games.match import permissions
from games.models import Match
from games.queries import Loaded
from games.services import lines, writing
from leaderboards.incremental import process
from leaderboards.models import DueMatch
from tests.simulation.database import Database
from tests.simulation.evening import happen
from tournaments import log_queries
from tournaments.notices import webhooks
from tournaments.services import playing
from tournaments.services import writing as tournament_writing


@dataclass(frozen=True)
class Fault:
    """A fault: its description, the name that is replaced (`module:name.name`), and the
    replacement.
    """

    words: str
    place: str
    by: Any

    @contextmanager
    def put_in(self) -> Iterator[None]:
        """Replace the name while the context lasts."""
        module, _colon, path = self.place.partition(":")
        *owners, name = path.split(".")
        owner: Any = import_module(module)
        for part in owners:
            owner = getattr(owner, part)
        with patch.object(owner, name, self.by):
            yield


def nothing(*_arguments: Any, **_named: Any) -> None:
    """Do nothing, and return None."""


def always(*_arguments: Any, **_named: Any) -> bool:
    """Return True, whatever is asked."""
    return True


def fold_lent(loaded: Loaded) -> Any:
    """Return the cached fold itself, not a copy; the caller then changes what is in the cache."""
    return loaded.cached.fold if loaded.cached else loaded.fold()


def present_table(match: Match, version: int) -> Any:
    """Return the match as it is now, instead of as it was at that version."""
    return queries.plain_table(queries.matches().get(pk=match.pk))


def row_of_now(tournament: Any, version: int) -> Any:
    """Return a tournament's present row with its state at that version."""
    return tournament, log_queries.state_at(tournament, version)


def flush_row_kept(session: SessionStore) -> None:
    """Sign out the browser, but leave the session's row in the database."""
    session.delete = nothing
    flush(session)


def done_again(key: Any, mark: str, make: Callable[[], Any]) -> KeptAnswer:
    """Do the write, whether or not it was done before."""
    return KeptAnswer(make())


def announce_after_commit(*what: Any) -> None:
    """Store a webhook's messages only after the commit of the write that they report."""
    transaction.on_commit(partial(announce, *what))


flush = SessionStore.flush
remember, role_in, keep_sides = first_answers.remember, Caller.role_in, writing.keep_sides
mark_due, log, follow = process.mark_due, tournament_writing.log, playing.follow
announce = webhooks.announce


def remembered_after(key: Any, mark: str, make: Callable[[], Any]) -> KeptAnswer:
    """Store a first answer only after its write was made."""
    known = first_answers.FirstAnswer.objects.filter(scope=key.scope, client_id=key.client_id)
    done = None if known.exists() else make()
    return KeptAnswer(remember(key, mark, lambda: done).body, repeated=done is None)


def due_after_commit(*, game: str, matches: Any) -> None:
    """Note that matches are due only after their commit."""
    transaction.on_commit(partial(mark_due, game=game, matches=list(matches)))


def forgotten_before_counted(game: str, match: str | None = None) -> None:
    """Delete the list of due matches first, and count them in a later transaction."""
    due = DueMatch.objects.filter(game=game).exclude(match="")
    names = sorted(set(due.values_list("match", flat=True)))
    due.delete()
    with transaction.atomic():
        process._recount(game, names)


def first_side_only(loaded: Loaded, sheet: Any) -> None:
    """Store the score of the first side only."""
    sides, loaded.sides = loaded.sides, loaded.sides[:1]
    keep_sides(loaded, sheet)
    loaded.sides = sides


def role_kept(caller: Caller, club: Any) -> str:
    """Return somebody's role from the cache once it was read, even if it has changed since."""
    if club is None or caller.account is None:
        return "visitor"
    key = f"role-{caller.account.pk}-{club.pk}"
    role: str = cache.get(key) or role_in(caller, club)
    cache.set(key, role)
    return role


def token_alone(match: Match, caller: Caller) -> bool:
    """Accept a match's edit token for ever, even if its starter has lost the right."""
    return caller.token_for(match.pk) == permissions.edit_token(match)


def report_unlogged(tournament: Any, event: Any, by: Any, mark: str = "") -> Any:
    """Leave reported results out of a tournament's log."""
    return None if event.kind == "reported" else log(tournament, event, by, mark)


def live_without_end() -> Any:
    """Return all links that are not revoked, including those whose time has passed."""
    return CapabilityLink.objects.filter(revoked_at=None)


def followed_after(match_id: str) -> None:
    """Pass a match's result to its tournament table only after the commit."""
    transaction.on_commit(partial(follow, match_id), robust=True)


FAULTS = (
    Fault("a line sent twice is two lines", "games.services.writing:first_write", nothing),
    Fault("a start sent twice starts twice", "games.services.starting:first_write", nothing),
    Fault(
        "a tournament's write sent twice is done twice",
        "tournaments.services.writing:first_write",
        nothing,
    ),
    Fault("a line sent again is answered as of now", "games.match.past:table_at", present_table),
    Fault(
        "a tournament sent again is answered as of now",
        "tournaments.log_queries:as_it_was",
        row_of_now,
    ),
    Fault(
        "a first answer is stored after what it tells of",
        "clubs.api.exactly_once:remember",
        remembered_after,
    ),
    Fault("a line is taken on any version", "games.services.lines:check_fresh", nothing),
    Fault("a correction is taken on any version", "games.services.writing:check_fresh", nothing),
    Fault("a line is no transaction", "games.services:record", lines.record.__wrapped__),
    Fault("a correction is no transaction", "games.services:correct", lines.correct.__wrapped__),
    Fault("a line taken back is none", "games.services:take_back", lines.take_back.__wrapped__),
    Fault("memory is moved on before the commit", "games.queries:Loaded.take_fold", fold_lent),
    Fault("only one side's score is stored", "games.services.writing:keep_sides", first_side_only),
    Fault("due on the boards after the commit", "leaderboards.services:mark_due", due_after_commit),
    Fault(
        "no longer due before it is counted",
        "leaderboards.incremental.process:_process",
        forgotten_before_counted,
    ),
    Fault("boards miss a merger", "leaderboards.services:mark_people_due", nothing),
    Fault("a revoked link serves on", "clubs.links.services:revoke", nothing),
    Fault("a link serves past its time", "clubs.links.queries:live", live_without_end),
    Fault("who was put out keeps the role", "clubs.callers:Caller.role_in", role_kept),
    Fault(
        "a token outlives its starter's right", "games.match.permissions:holds_link", token_alone
    ),
    Fault("the table corrects for ever", "games.match.permissions:is_recent", always),
    Fault("anybody reads a closed club's match", "games.match.permissions:can_see", always),
    Fault(
        "lists show a closed club",
        "games.queries:visible_clubs",
        lambda caller: Club.objects.all(),
    ),
    Fault("visitors see drafts", "tournaments.view:View.rounds", property(lambda view: view.drawn)),
    Fault("a forgotten name is told again", "clubs.accounts.receivers:forget_names", nothing),
    Fault("results miss in the log", "tournaments.services.writing:log", report_unlogged),
    Fault("a table is told after the commit", "tournaments.receivers:follow", followed_after),
    Fault(
        "a webhook's message is stored after the commit",
        "tournaments.notices.webhooks:announce",
        announce_after_commit,
    ),
    Fault("a webhook's message is sent only once", "tournaments.notices.webhooks:RETRIES", ()),
    Fault("anybody reads a job", "jobs.job_owner:JobOwner.may_see", always),
    Fault(
        "a session outlives its signing out",
        "clubs.accounts.sessions:SessionStore.flush",
        flush_row_kept,
    ),
    Fault("a session outlives its password", "clubs.accounts.links:end_sessions", nothing),
    Fault("a program's token outlives its password", "clubs.accounts.links:end_tokens", nothing),
    Fault("pages name whoever is hidden", "clubs.models:shown_as", lambda name, visibility: name),
    Fault(
        "a lineage's write sent twice is done twice",
        "transmission.services.writing:first_write",
        nothing,
    ),
    Fault("a lineage goes in a circle", "transmission.graph.lineage:Lineage.cycle_with", nothing),
    Fault("a lineage tells of a closed club", "transmission.queries:tells", always),
    Fault("a form sent twice is done twice", "clubs.double_taps:remember", done_again),
)


def first_found(fault: Fault, database: Database, seeds: int = 1000) -> tuple[int, str] | None:
    """Return the first seed whose evening finds the fault, and its first complaint.

    Return None if no evening finds it.
    """
    with fault.put_in():
        for seed in range(seeds):
            if wrong := happen(seed, database).wrong:
                return seed, wrong[0]
    return None
