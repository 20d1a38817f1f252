"""The processor time of a page at its first request, compared with that of a bare page.

The bare page makes five queries and renders a list with a plain template, behind the same
middleware. The two pages are requested alternately from the WSGI application, with nothing
cached for either. The parts that a page fetches by itself after it has loaded are included.
"""

import io
import time
from collections.abc import Iterator
from dataclasses import dataclass
from html.parser import HTMLParser
from typing import Any

from django.core.cache import caches
from django.core.management import call_command

from bench.report import ms, report
from clubs.accounts.sessions import SessionStore
from clubs.models import Club, Membership, Player, Role
from games.live.drawn import parts
from games.match.match_cache import memory
from games.match.permissions import edit_token
from games.models import Match, Status
from games.registry.installed import games
from scorekeeper.wsgi import application
from tournaments.models import Tournament

BARE = "/bare/"
LIMIT = 10.0
RUNS, WARM = 10, 2
# The htmx triggers that fetch a part without any action of the reader.
BY_ITSELF = ("load", "revealed", "intersect")


@dataclass(frozen=True, slots=True)
class Page:
    """A page to request, with the Cookie header to send."""

    name: str
    path: str
    cookie: str = ""


def measure_pages() -> bool:
    """Print the cost of each page; return whether one is over its limit."""
    call_command("demo", verbosity=0)
    over = []
    for page in _pages():
        first, bare = times(page)
        over.append(report(f"page : {page.name}", ms(first), ms(bare), LIMIT))
    return any(over)


def times(page: Page) -> tuple[list[float], list[float]]:
    """Return the processor times of a page and of the bare page, in milliseconds.

    Each list has one value for each run. The page's time includes the parts that it fetches by
    itself.
    """
    first, bare = [], []
    for run in range(RUNS + WARM):
        caches["fragments"].clear()
        memory.clear()
        parts.clear()
        whole, body = _answer(page.path, page.cookie)
        for part in _parts(body):
            whole += _answer(part, page.cookie)[0]
        plain, _body = _answer(BARE, page.cookie)
        if run >= WARM:
            first.append(whole)
            bare.append(plain)
    return first, bare


def _parts(body: bytes) -> list[str]:
    """Return the addresses of the parts that a page fetches by itself once it has loaded."""
    parser = _PartsParser()
    parser.feed(body.decode())
    return parser.addresses


class _PartsParser(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.addresses: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Store the address that an element fetches by itself, if it does."""
        values = dict(attrs)
        address, trigger = values.get("hx-get"), values.get("hx-trigger") or ""
        if address and trigger.split(",")[0].split(" ")[0] in BY_ITSELF:
            self.addresses.append(address)


def _pages() -> Iterator[Page]:
    """Yield the pages that people open most: as a visitor, a member and an officer."""
    match = Match.objects.filter(club__isnull=False)
    club = match.earliest("started_at").club
    assert club is not None
    person = Player.objects.filter(club_players__club=club).earliest("pk")
    tournament = Tournament.objects.filter(club=club, entrants__members__player=person)
    shared = {
        "accueil": "/",
        "club": f"/clubs/{club.slug}/",
        "joueur": f"/joueurs/{person.pk}/",
        "tournoi": f"/tournois/{tournament.latest('pk').pk}/",
    }
    shared |= {f"classement, {game.slug}": f"/classements/{game.slug}/" for game in games()}
    for role in ("", Role.MEMBER, Role.OFFICER):
        cookie = f"sessionid={_signed_in(club, role)}" if role else ""
        for name, path in shared.items():
            yield Page(f"{name}, {Role(role).label}" if role else name, path, cookie)
    for game in games():
        matches = match.filter(game=game.slug, event_id="")
        over = matches.filter(status=Status.FINISHED).latest("finished_at")
        yield Page(f"match terminé, {game.slug}", f"/parties/{over.pk}/")
        for going in matches.filter(status=Status.IN_PROGRESS)[:1]:
            yield Page(f"match en cours, {game.slug}", f"/parties/{going.pk}/")
            own = f"tables={going.pk}:{edit_token(going)}"
            yield Page(f"match en cours, {game.slug}, qui marque", f"/parties/{going.pk}/", own)


def _account(club: Club, role: str) -> Any:
    """Return an account that has a role in the club."""
    return Membership.objects.filter(club=club, role=role).earliest("pk").user


def _signed_in(club: Club, role: str) -> str:
    """Return the session key of an account with a role in the club."""
    account = _account(club, role)
    session = SessionStore()
    session["_auth_user_id"] = str(account.pk)
    session["_auth_user_backend"] = "clubs.accounts.backend.ByEmail"
    session["_auth_user_hash"] = account.get_session_auth_hash()
    session.save()
    return str(session.session_key)


def _answer(address: str, cookie: str) -> tuple[float, bytes]:
    """Return the processor milliseconds that an answer takes, and its body."""
    path, _mark, query = address.partition("?")
    status: list[str] = []
    environ = {
        "REQUEST_METHOD": "GET",
        "PATH_INFO": path,
        "QUERY_STRING": query,
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
    start: Any = lambda line, _headers: status.append(line)  # noqa: E731
    response = application(environ, start)
    body = b"".join(response)
    response.close()
    took = (time.process_time() - begun) * 1000
    if not status[0].startswith("200") or not body:
        raise SystemExit(f"{path}: {status[0]}")
    return took, body
