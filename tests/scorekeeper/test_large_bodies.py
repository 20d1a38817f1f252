"""Tests of bodies over the usual limit: which senders get a place for one, and which lose it."""

import asyncio

import pytest

from games.live.hub import Hub
from scorekeeper.asgi import Site
from scorekeeper.middleware import ASKS, CROWDED, SENDER
from tests import factories
from tests.scorekeeper.test_asgi_live import Client, Pages, held

IMPORT = "/api/v1/matches/import/"
GRAPH_IMPORT = "/api/v1/transmission/dix/import/"
LENGTH = (b"content-length", b"100000")


class Clubs(Pages):
    """An application that takes the value of a request's cookie as the account that sends it."""

    def __call__(self, environ, start_response):
        scope = environ["asgi.scope"]
        self.requests.append((environ, environ["wsgi.input"].read(100_000)))
        if ASKS in scope:
            start_response("204 No Content", [])
            if "HTTP_COOKIE" in environ:
                scope[SENDER] = environ["HTTP_COOKIE"]
        elif CROWDED in scope:
            start_response("503 Busy", [])
        else:
            start_response("200 OK", [])
        return []


def sends(site, account=None, network="192.0.2.1", path=IMPORT, chunks=(b"half",), whole=False):
    headers = [LENGTH, *([(b"cookie", account.encode())] if account else [])]
    return Client(site, path, "POST", headers, chunks, whole, network)


async def status(client):
    code, _headers = await client.head()
    await client.task
    return code


async def settled(site, bodies):
    async with asyncio.timeout(20):
        while site.admission.pages.asked or held(site) != bodies:
            await asyncio.sleep(0.005)


def test_300_unfinished_bodies_leave_a_club_s_import_its_place(in_new_loop):
    async def scenario():
        site = Site(Clubs(), Hub())
        for path in (IMPORT, GRAPH_IMPORT):
            strangers = [sends(site, network=f"10.0.{n // 2}.1", path=path) for n in range(300)]
            await settled(site, 4)
            assert await status(sends(site, account="officer", path=path, whole=True)) == 200
            for client in strangers:
                await client.leave()
        assert held(site) == 0

    in_new_loop(scenario())


@pytest.mark.parametrize(
    ("many", "another"),
    [
        ({"network": "192.0.2.1"}, {"network": "192.0.2.2"}),
        ({"network": "2001:db8::1"}, {"network": "2001:db8:0:1::1"}),
        ({"account": "1", "network": "192.0.2.1"}, {"account": "2", "network": "192.0.2.1"}),
    ],
    ids=["address", "network", "account"],
)
def test_one_sender_leaves_the_others_places(in_new_loop, many, another):
    async def scenario():
        site = Site(Clubs(), Hub())
        unfinished = [sends(site, **many) for _ in range(2)]
        await settled(site, 2)
        assert await status(sends(site, **many, whole=True)) == 503
        assert await status(sends(site, **another, whole=True)) == 200
        await unfinished[0].leave()
        assert await status(sends(site, **many, whole=True)) == 200
        await unfinished[1].leave()

    in_new_loop(scenario())


def test_a_large_body_too_many_is_sent_away_and_smaller_ones_are_taken(in_new_loop):
    async def scenario():
        pages = Clubs()
        site = Site(pages, Hub())
        unfinished = [sends(site, network=f"192.0.2.{n}") for n in range(4)]
        await settled(site, 4)
        assert await status(sends(site, network="192.0.2.9", whole=True)) == 503
        environ, read = pages.requests[-1]
        assert (environ["asgi.scope"][CROWDED], read) == ("large", b"")
        for path in (IMPORT, "/"):
            small = [(b"content-length", b"5")]
            assert await status(Client(site, path, "POST", small, (b"whole",))) == 200
        for client in unfinished:
            await client.leave()

    in_new_loop(scenario())


def test_a_body_that_stalls_loses_its_place(in_new_loop, monkeypatch):
    monkeypatch.setattr("scorekeeper.server.bodies.LARGE_PAUSE", 0.05)

    async def scenario():
        pages = Clubs()
        site = Site(pages, Hub())
        client = sends(site)
        code, headers = await client.head()
        assert (code, headers[b"connection"]) == (408, b"close")
        await client.task
        assert held(site) == 0
        assert [ASKS in environ["asgi.scope"] for environ, _ in pages.requests] == [True]

    in_new_loop(scenario())


def test_who_is_asked_about_waits_in_the_queue_of_all(in_new_loop):
    async def scenario():
        site = Site(Clubs(), Hub())
        site.admission.pages.asked, site.admission.pages.expected = 6, 6.0
        assert await status(sends(site, whole=True)) == 503
        site.admission.pages.asked = 0

    in_new_loop(scenario())


def post_empty(client, path):
    """Post without a body; return the status and the account that is granted places, or None."""
    scope = {ASKS: True}
    answer = client.post(path, **{"asgi.scope": scope})
    return answer.status_code, scope.get(SENDER)


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("path", "others"),
    [(IMPORT, 204), (GRAPH_IMPORT, 403), ("/tournois/importer/", 403)],
)
def test_accounts_with_a_right_have_places_of_their_own(path, others):
    club = factories.club("un")
    officer, member = factories.member(club, "officer"), factories.member(club)
    client = factories.api if path.startswith("/api/") else factories.browser
    assert post_empty(client(officer), path) == (204, str(officer.pk))
    assert post_empty(client(member), path) == (others, None)
    assert post_empty(client(), path) == (others, None)


@pytest.mark.django_db
def test_with_a_wrong_token_one_has_a_stranger_s_places():
    wrong = factories.api()
    wrong.credentials(HTTP_AUTHORIZATION="Token wrong")
    assert post_empty(wrong, IMPORT) == (204, None)
    assert post_empty(wrong, GRAPH_IMPORT) == (401, None)
