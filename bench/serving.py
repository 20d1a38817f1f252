"""The effect of one request on the others: sign-ins next to pages, and the cost of compression."""

import asyncio
import re
import time
from functools import partial
from typing import Any

from django.test import Client

from bench.report import ms, report, report_cost, timed
from clubs.models import User
from games.live.hub import Hub
from scorekeeper.asgi import Site
from scorekeeper.server.admission import HASHES_AT_ONCE
from scorekeeper.wsgi import application

ADDRESS = "bench@example.org"
SIGN_IN = "/compte/connexion/"
RUNS = 15
LONGEST_MS = 1000.0  # of a page, whatever others ask for
GZIP = {"Accept-Encoding": "gzip"}
PAGES = ("/", "/regles/", "/tournois/", "/api/v1/games/dix/")


def measure_serving() -> bool:
    """Print the cost of sign-ins and compression; say whether one is over its limit."""
    over = [_claims()]
    over += [_compressed(path) for path in PAGES]
    over += [asyncio.run(_flood()), asyncio.run(_lab_flood())]
    return any(over)


def _claims() -> bool:
    """A wrong password for an address that ten accounts claim, and for an unknown address."""
    client = Client(headers={"host": "localhost"})
    for number in range(10):
        user = User(username=f"bench-{number}", email=ADDRESS)
        user.set_password(f"le mot de passe {number}")
        user.save()
    asked = {
        who: partial(client.post, SIGN_IN, {"login": who, "password": "faux, bien sûr"})
        for who in (ADDRESS, "nobody@example.org")
    }
    took = {who: ms([timed(ask) for _ in range(3)]) for who, ask in asked.items()}
    name = "connexion : adresse de dix comptes / de personne"
    return report(name, took[ADDRESS], took["nobody@example.org"], 1.5)


def _compressed(path: str) -> bool:
    client = Client(headers={"host": "localhost"})
    plain, packed = [], []
    for _ in range(RUNS):
        plain.append(timed(lambda: client.get(path)))
        packed.append(timed(lambda: client.get(path, headers=GZIP)))
    sizes = [len(client.get(path, headers=how).content) for how in ({}, GZIP)]
    name = f"compression : {path} ({sizes[0]} → {sizes[1]} octets)"
    return report(name, ms(packed), ms(plain), 1.5)


async def _flood() -> bool:
    """A page while the maximum of sign-ins waits, and the same page without sign-ins."""
    site = Site(application, Hub())
    body, cookie = _form()
    await _asked(site, "GET", "/sante/")
    await _asked(site, "GET", "/regles/")
    alone = [await _asked(site, "GET", "/regles/") for _ in range(RUNS)]
    flood = [
        asyncio.create_task(_asked(site, "POST", SIGN_IN, body % number, cookie))
        for number in range(HASHES_AT_ONCE)
    ]
    await asyncio.sleep(0.05)
    beside = [await _asked(site, "GET", "/regles/") for _ in range(RUNS)]
    waiting = sum(not one.done() for one in flood)
    name = f"une page pendant que {waiting} connexions attendent / seule"
    over = report(name, ms(beside), ms(alone), 4.0)
    await asyncio.gather(*flood)
    return over


async def _lab_flood() -> bool:
    """A page of another visitor while four loop over the lab, each time with other conditions."""
    site = Site(application, Hub())
    stopped = False

    async def loop(client: int) -> None:
        score = 0
        while not stopped:
            score += 50
            rules = f"preset=impair&rule-target={22_000 + 50 * client}&rule-entry_single_throw=1"
            path = "/labo/dix-mille/arret/"
            await _asked(site, "GET", path, query=f"{rules}&entered=0&score={score}".encode())

    await _asked(site, "GET", "/regles/")
    four = [asyncio.create_task(loop(client)) for client in range(4)]
    await asyncio.sleep(0.5)
    beside = [await _asked(site, "GET", "/regles/") for _ in range(RUNS)]
    stopped = True
    await asyncio.gather(*four)
    return report_cost("la page d'un autre pendant que quatre calculent", max(beside), LONGEST_MS)


def _form() -> tuple[bytes, bytes]:
    """Return a sign-in as a browser posts it, and its cookies."""
    client = Client(headers={"host": "localhost"}, enforce_csrf_checks=True)
    page = client.get(SIGN_IN).content.decode()
    found = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', page)
    token = found[1] if found else ""
    cookies = "; ".join(f"{one.key}={one.value}" for one in client.cookies.values())
    body = f"csrfmiddlewaretoken={token}&login=nobody-%d%%40example.org&password=faux"
    return body.encode(), cookies.encode()


async def _asked(
    site: Site,
    method: str,
    path: str,
    body: bytes = b"",
    cookie: bytes = b"",
    query: bytes = b"",
) -> Any:
    """Return the milliseconds of a request."""
    headers = [(b"host", b"localhost"), (b"cookie", cookie)]
    headers += [(b"content-type", b"application/x-www-form-urlencoded")] if body else []
    scope = {
        "type": "http",
        "method": method,
        "path": path,
        "query_string": query,
        "headers": headers,
    }
    scope |= {"http_version": "1.1", "server": ("localhost", 8000), "client": ("127.0.0.1", 1)}
    incoming = asyncio.Queue[Any]()
    incoming.put_nowait({"type": "http.request", "body": body, "more_body": False})
    sent: list[Any] = []

    async def send(message: Any) -> None:
        sent.append(message)

    begun = time.perf_counter()
    await site(scope, incoming.get, send)
    took = (time.perf_counter() - begun) * 1000
    if sent[0]["status"] >= 400:
        raise SystemExit(f"{path}: {sent[0]['status']}")
    return took
