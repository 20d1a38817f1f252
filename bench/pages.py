"""The processor time of the pages that everybody opens, next to that of a bare page.

The bare page makes five queries and draws a list with a plain template, behind the same middleware.
Both are asked of the WSGI application by turns, in the same run.
"""

import io
import time
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from django.core.management import call_command

from bench.report import ms, report
from clubs.accounts.sessions import SessionStore
from clubs.models import Club, Membership, Player
from games.models import Match, Status
from games.permissions import edit_token
from games.registry import games
from scorekeeper.wsgi import application
from tournaments.models import Tournament

BARE = "/bare/"
LIMIT = 3.0  # issue 20
RUNS, WARM = 30, 3
# A club of its own, in which something is written between two pages.
ELSEWHERE = "elsewhere"


@dataclass(frozen=True, slots=True)
class Page:
    """A page, as somebody opens it."""

    name: str
    path: str
    cookie: str = ""
    limited: bool = True


def measure_pages() -> bool:
    """Print what each page costs; say whether one is over its limit."""
    call_command("demo", verbosity=0)
    Club.objects.create(name=ELSEWHERE, slug=ELSEWHERE, public=False)
    over = []
    for page in _pages():
        ours, bare = times(page.path, page.cookie)
        limit = LIMIT if page.limited else None
        over.append(report(f"page : {page.name}", ms(ours), ms(bare), limit))
        if not page.cookie:
            ours, bare = times(page.path, written=True)
            report(f"page : {page.name}, après une écriture", ms(ours), ms(bare), None)
    return any(over)


def times(path: str, cookie: str = "", *, written: bool = False) -> tuple[list[float], list[float]]:
    """Return the milliseconds of processor of a page, and of the bare one, asked by turns.

    `written`: something is written before each, which says nothing about the page.
    """
    ours, bare = [], []
    for run in range(RUNS + WARM):
        if written:
            Club.objects.filter(slug=ELSEWHERE).update(city=str(run))
        found = _asked(path, cookie), _asked(BARE, cookie)
        if run >= WARM:
            ours.append(found[0])
            bare.append(found[1])
    return ours, bare


def _pages() -> Iterator[Page]:
    """Return the pages that a visitor opens, a player's own match, and a member's pages."""
    match = Match.objects.filter(club__isnull=False)
    club = match.earliest("started_at").club
    person = Player.objects.filter(club_players__club=club).order_by("pk")[0]
    tournament = Tournament.objects.filter(club=club).order_by("-pk")[0]
    shared = [
        Page("accueil", "/"),
        Page("club", f"/clubs/{club.slug}/"),
        Page("joueur", f"/joueurs/{person.pk}/"),
        Page("tournoi", f"/tournois/{tournament.pk}/"),
    ]
    yield from shared
    for game in games():
        yield Page(f"classement, {game.slug}", f"/classements/{game.slug}/")
        played = match.filter(game=game.slug, event_id="")
        over = played.filter(status=Status.FINISHED).latest("finished_at")
        yield Page(f"match terminé, {game.slug}", f"/parties/{over.pk}/")
        for going in played.filter(status=Status.IN_PROGRESS)[:1]:
            yield Page(f"match en cours, {game.slug}", f"/parties/{going.pk}/")
            own = f"tables={going.pk}:{edit_token(going)}"
            yield Page(f"match en cours, {game.slug}, qui marque", f"/parties/{going.pk}/", own)
    cookie = f"sessionid={_signed_in(club)}"
    for page in shared:
        # Not within the limit of issue 20 yet: a member's pages are read anew each time.
        yield Page(f"{page.name}, membre", page.path, cookie, page.name == "tournoi")


def _signed_in(club: Any) -> str:
    """Return the session of a member."""
    account = Membership.objects.filter(club=club).earliest("pk").user
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
