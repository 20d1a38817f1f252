"""The processor time of the pages that everybody opens, next to that of a bare page.

The bare page makes five queries and draws a list with a plain template, behind the same middleware.
Both are asked of the WSGI application by turns, in the same run. Each page is asked again without
any write, after a write that says nothing about it, and after those that change what is on it.
"""

import io
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import count
from random import Random
from typing import Any

from django.core.management import call_command

from bench.report import ms, report
from clubs.accounts.sessions import SessionStore
from clubs.callers import Caller
from clubs.models import Club, Membership, Player, Role
from games import services
from games.models import Match, Status
from games.permissions import edit_token
from games.registry import game_of, games
from games.services.starting import SeatAsked, StartAsked
from games.services.writing import Writing
from scorekeeper.management.commands._play import play_out
from scorekeeper.wsgi import application
from tournaments.models import Tournament

BARE = "/bare/"
LIMIT = 3.0  # issue 20
RUNS, WARM = 30, 3
# After a write that changes a page: fewer, as each of them makes the lists and curves longer.
RUNS_CHANGED = 8
# A club of its own, in which something is written between two pages.
ELSEWHERE = "elsewhere"
# The shortest matches are of this game.
SHORT = "bataille"

Write = Callable[[], None]


@dataclass(frozen=True, slots=True)
class Page:
    """A page, as somebody opens it, and the writes that change it, by their names."""

    name: str
    path: str
    cookie: str = ""
    changed: tuple[tuple[str, Write], ...] = ()


def measure_pages() -> bool:
    """Print what each page costs; say whether one is over its limit."""
    call_command("demo", verbosity=0)
    Club.objects.create(name=ELSEWHERE, slug=ELSEWHERE, public=False)
    over = []
    for page in _pages():
        for what, write in (("", None), ("après une autre écriture", _elsewhere)):
            over.append(_report(page, what, LIMIT, *times(page, write, RUNS)))
        for what, write in page.changed:
            _report(page, what, None, *times(page, write, RUNS_CHANGED))
    return any(over)


def _report(
    page: Page, what: str, limit: float | None, ours: list[float], bare: list[float]
) -> bool:
    name = ", ".join(filter(None, (f"page : {page.name}", what)))
    return report(name, ms(ours), ms(bare), limit)


def times(page: Page, write: Write | None, runs: int) -> tuple[list[float], list[float]]:
    """Return the milliseconds of processor of a page, and of the bare one, asked by turns.

    `write` comes before each.
    """
    ours, bare = [], []
    for run in range(runs + WARM):
        if write is not None:
            write()
        found = _asked(page.path, page.cookie), _asked(BARE, page.cookie)
        if run >= WARM:
            ours.append(found[0])
            bare.append(found[1])
    return ours, bare


_numbers = count(1)


def _elsewhere() -> None:
    Club.objects.filter(slug=ELSEWHERE).update(city=str(next(_numbers)))


def _pages() -> Iterator[Page]:
    """Return the pages that everybody opens, as a visitor, a member and an officer do."""
    match = Match.objects.filter(club__isnull=False)
    club = match.earliest("started_at").club
    assert club is not None
    people = list(Player.objects.filter(club_players__club=club).order_by("pk")[:4])
    tournament = Tournament.objects.filter(club=club, entrants__members__player=people[0])
    renamed = ("après un nom changé", lambda: _rename(people[0]))
    played = ("après un match fini", lambda: _play(club, people))
    shared = [
        Page("accueil", "/", changed=(renamed, played)),
        Page("club", f"/clubs/{club.slug}/", changed=(renamed, played)),
        Page("joueur", f"/joueurs/{people[0].pk}/", changed=(renamed, played)),
        Page(f"classement, {SHORT}", f"/classements/{SHORT}/", changed=(renamed, played)),
        Page("tournoi", f"/tournois/{tournament.latest('pk').pk}/", changed=(renamed,)),
    ]
    for role in ("", Role.MEMBER, Role.OFFICER):
        cookie = f"sessionid={_signed_in(club, role)}" if role else ""
        for page in shared:
            name = f"{page.name}, {Role(role).label}" if role else page.name
            yield Page(name, page.path, cookie, page.changed)
    for game in games():
        if game.slug != SHORT:
            yield Page(f"classement, {game.slug}", f"/classements/{game.slug}/")
        found = match.filter(game=game.slug, event_id="")
        over = found.filter(status=Status.FINISHED).latest("finished_at")
        yield Page(f"match terminé, {game.slug}", f"/parties/{over.pk}/")
        for going in found.filter(status=Status.IN_PROGRESS)[:1]:
            yield Page(f"match en cours, {game.slug}", f"/parties/{going.pk}/")
            own = f"tables={going.pk}:{edit_token(going)}"
            yield Page(f"match en cours, {game.slug}, qui marque", f"/parties/{going.pk}/", own)


def _rename(person: Player) -> None:
    Player.objects.filter(pk=person.pk).update(name=f"Anne {next(_numbers)}")


def _play(club: Club, people: list[Player]) -> None:
    """Play a match to its end: lists, ratings, meetings and records change."""
    game = game_of(SHORT)
    preset = game.presets[0]
    seats = people[: game.min_players]
    by = Writing(Caller(user=_account(club, Role.OFFICER)))
    asked = StartAsked(game, [SeatAsked(one.pk) for one in seats], preset, club=club)
    match_id = services.start(asked=asked, by=by).table.match.pk
    for data in play_out(game, preset, len(seats), Random(next(_numbers))):
        services.record(match_id=match_id, data=data, by=by)


def _account(club: Club, role: str) -> Any:
    """Return an account that has a role in the club."""
    return Membership.objects.filter(club=club, role=role).earliest("pk").user


def _signed_in(club: Club, role: str) -> str:
    """Return the session of somebody who has a role."""
    account = _account(club, role)
    session = SessionStore()
    session["_auth_user_id"] = str(account.pk)
    session["_auth_user_backend"] = "clubs.accounts.backend.ByEmail"
    session["_auth_user_hash"] = account.get_session_auth_hash()
    session.save()
    return str(session.session_key)


def _asked(path: str, cookie: str) -> float:
    """Return the milliseconds of processor that an answer costs."""
    status: list[str] = []
    environ = {
        "REQUEST_METHOD": "GET",
        "PATH_INFO": path,
        "QUERY_STRING": "",
        "SERVER_NAME": "localhost",
        "SERVER_PORT": "80",
        "SERVER_PROTOCOL": "HTTP/1.1",
        "HTTP_HOST": "localhost",
        "HTTP_ACCEPT_LANGUAGE": "fr",
        "HTTP_COOKIE": cookie,
        "REMOTE_ADDR": "127.0.0.1",
        "wsgi.url_scheme": "http",
        "wsgi.input": io.BytesIO(),
    }
    begun = time.process_time()
    start: Any = lambda told, _headers: status.append(told)  # noqa: E731
    response = application(environ, start)
    body = b"".join(response)
    response.close()
    took = (time.process_time() - begun) * 1000
    if not status[0].startswith("200") or not body:
        raise SystemExit(f"{path}: {status[0]}")
    return took
