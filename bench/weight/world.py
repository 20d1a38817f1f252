"""The callers, the objects that the addresses name, and the measurement of a request."""

import math
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

from django.db import transaction
from django.test import Client

from bench.report import core_ms
from clubs.models import ApiToken, Club, User
from clubs.services import token_digest
from games.registry.installed import games

API = "/api/v1/"
USUAL, IMPORT = 63 * 1024, 4 * 1024 * 1024 - 1024
# The limits in seconds of a core: for a usual request, and for any request without an account.
LIMIT, LIMIT_OF_ANY = 0.3, 1.0
Row = tuple[str, float, float]


@dataclass
class World:
    """The callers, the ids that fill the addresses, and the most expensive requests so far."""

    visitor: Client
    owner: Client
    places: dict[str, Any]
    tables: dict[str, tuple[str, str]]
    dearest: dict[str, tuple[float, str]] = field(default_factory=dict)

    def note(self, kind: str, name: str, seconds: float) -> None:
        """Store the time of a request if it is the most expensive of its kind so far."""
        self.dearest[kind] = max(self.dearest.get(kind, (0.0, "")), (seconds, name))

    def rows(self, *kinds: str) -> Iterator[Row]:
        """Yield a row for the most expensive request of each kind."""
        for kind in kinds:
            seconds, name = self.dearest[kind]
            yield f"{kind} ({name})", seconds * 1000, LIMIT


def make_world() -> World:
    """Create a club with a table of each game and a tournament, and the callers."""
    club = Club.objects.create(name="Poids", slug="poids", public=True, open_recording=True)
    account = User.objects.create(username="poids", is_superuser=True)
    ApiToken.objects.create(user=account, digest=token_digest("poids"))
    visitor = client_of()
    owner = client_of(authorization="Token poids")
    tables = {}
    for game in games():
        seats = [{"name": f"P{seat}"} for seat in range(max(game.seats.least, 4))]
        seats = seats[: game.seats.most]
        started = sent(visitor, "matches/", {"game": game.slug, "seats": seats}).json()
        tables[game.slug] = (started["id"], started["edit_token"])
    made = {"name": "Poids", "game": games()[0].slug, "format": "swiss", "club": club.slug}
    tournament = sent(owner, "tournaments/", made).json()["id"]
    sent(owner, f"tournaments/{tournament}/entrants/", [{"name": f"E{at}"} for at in range(8)])
    places = {
        "slug": games()[0].slug,
        "game": games()[0].slug,
        "match_id": tables[games()[0].slug][0],
        "tournament_id": tournament,
        "player_id": 1,
        "number": 1,
        "table": 1,
    }
    return World(visitor, owner, places, tables)


def client_of(**headers: str) -> Client:
    """Return a client that sends these headers.

    An exception in a view becomes an answer with status 500, and is not raised.
    """
    return Client(headers={"host": "localhost", **headers}, raise_request_exception=False)


def sent(client: Client, path: str, body: Any) -> Any:
    """Post a body and return the answer. Raise SystemExit if the call does not succeed."""
    response = client.post(f"{API}{path}", body, content_type="application/json")
    if response.status_code >= 300:
        raise SystemExit(f"{path}: {response.status_code} {response.content.decode()}")
    return response


def post(
    client: Client, method: str, path: str, body: bytes, headers: dict[str, str] | None = None
) -> Any:
    """Send a JSON body and return the answer, whatever its status."""
    return client.generic(method.upper(), path, body, "application/json", headers=headers)


def address_of(path: str, places: dict[str, Any]) -> str:
    """Return a path with its placeholders filled in. An unknown placeholder becomes 1."""
    return re.sub(r"{(\w+)}", lambda name: str(places.get(name[1], 1)), path)


def signed_in() -> Client:
    """Return a browser in which the club's owner is signed in. Visitors don't get all forms."""
    browser = client_of()
    browser.force_login(User.objects.get(username="poids"))
    if browser.get("/compte/").status_code != 200:
        raise SystemExit("/compte/: not signed in")
    return browser


def seconds_of(call: Callable[[], Any]) -> float:
    """Return the seconds of a core that a call takes. What it writes is rolled back.

    An expensive call is made three times, and the lowest time counts, because the machine is noisy.
    """
    took = _once(call)
    return took if took < LIMIT / 2 else min(took, _once(call), _once(call))


def _once(call: Callable[[], Any]) -> float:
    with transaction.atomic():
        answers: list[Any] = []
        took = core_ms(lambda: answers.append(call())) / 1000
        response = answers[0]
        transaction.set_rollback(True)
    if response.status_code in (500, 501):
        print(f"poids : {response.request['PATH_INFO']} : {response.status_code}")
        return math.inf
    return took
