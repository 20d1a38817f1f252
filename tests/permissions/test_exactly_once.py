"""Every call that writes is sent twice with its `client_id`: it is done once, and answered twice.

The calls are those of the permission table, so no call can be added without this promise.
"""

import uuid

import pytest
from django.db import transaction
from rest_framework.test import APIClient

from clubs.models import FirstAnswer
from tests import factories
from tests.extents import some
from tests.permissions.cells import API, CALLERS
from tests.permissions.rows import ROWS
from tests.permissions.world import written

pytestmark = pytest.mark.django_db

ONE = f"{API}matches/<str:match_id>/"
# Calls that cannot keep the promise, with the reason.
NEVER = {
    (f"{ONE}preview/", "POST"): "stores nothing",
    (f"{API}tournaments/<str:tournament_id>/entrants/preview/", "POST"): "stores nothing",
    (
        f"{API}tournaments/<str:tournament_id>/entrants/<int:number>/preview/",
        "POST",
    ): "stores nothing",
    (
        f"{API}tournaments/<str:tournament_id>/rounds/<int:number>/tables/<int:table>/result/preview/",
        "POST",
    ): "stores nothing",
    (f"{API}account/", "DELETE"): "the account that would ask again is gone",
}
WRITES = [call for call in ROWS if call[0].startswith(API) and call[1] != "GET"]
# These calls succeed for no row of the world's clubs, so they are made for a match of no club.
OFFERS = [(f"{ONE}proposal/", "POST"), (f"{ONE}proposal/", "DELETE")]
# The world's matches have no dice, and nobody can join them; its clubs are in use.
# tests/games/review/test_decisions.py and tests/games/api/test_joining.py send these calls
# twice.
CLUB = (f"{API}clubs/<slug:slug>/", "DELETE")
ELSEWHERE = [(f"{ONE}decisions/", "POST"), (f"{ONE}seats/", "POST"), CLUB]
# The value to be changed to get another valid body of the same call.
OTHER = {
    "name": "Une autre",
    "sides": [{"side": 0, "name": "Une autre"}],
    "taken": 75,
    "scores": [3, 2],
    "seed": "y",
    "minutes": 6,
    "role": "owner",
    "lasts": "year",
    "witness": "Paule",
    "city": "Ailleurs",
    "games": 20002,
    "accept": False,
    "lock": [],
    "state": "withdrawn",
    "note": "autrement",
    "content": "teacher,learner\nXavier,Yves",
    "date": "2025-01-02",
    "entrants": [2],
}
# What is added to a body that has none of these names, by the end of the route.
BESIDE = {
    "<str:game>/links/": {"note": "autrement"},
    "sign-up/": {"limit": 9},
    "links/": {"lasts": "month"},
    "sources/": {"note": "autrement"},
}


def senders(route, method):
    """Return a caller with an account who may make the call, and one without an account; each with
    its kind.
    """
    of_public = [kind for kind in ROWS[route, method].cells if not kind.startswith("none")]
    able = [
        (kind, caller)
        for kind in of_public
        for caller, cell in ROWS[route, method].cells[kind].items()
        if cell == "ok"
    ]
    accounts = [pair for pair in able if pair[1] in CALLERS[3:]]
    visitors = [pair for pair in able if pair[1] in ("link", "tournament's runner")]
    return [*accounts[-1:], *visitors[:1]]


def sent(world, client, method, address, body, client_id):
    """Send the call with its `client_id`: in the body, or in the query if the body is a list or
    missing.
    """
    if isinstance(body, dict) and method != "DELETE":
        return getattr(client, method.lower())(address, {**body, "client_id": client_id})
    joint = "&" if "?" in address else "?"
    return getattr(client, method.lower())(f"{address}{joint}client_id={client_id}", body)


def call_of(world, route, method, kind, caller):
    """Return that caller's client, the address, and the body of the call."""
    row = ROWS[route, method]
    world.tournament = (
        world.tournament_at(kind, row.stage) if "<str:tournament_id>" in route else None
    )
    world.arrange(kind, caller)
    carried = world.carried(kind, caller)
    address = world.address(route, row, kind, caller, carried)
    return world.program(kind, caller, carried), address, world.body(row, kind, route)


def other_of(route, body):
    """Return the body with one value changed, or None if it has no value that could be changed."""
    if isinstance(body, list):
        return [{**body[0], "name": "Une autre"}]
    beside = next((more for end, more in BESIDE.items() if route.endswith(end)), {})
    changed = next((name for name in OTHER if name in (body or {})), None)
    more = {changed: OTHER[changed]} if changed else beside
    return {**body, **more} if body is not None and more else None


def answered_once(world, client, method, address, body, other=None):
    """Send one write twice; assert that the second answer is the same and that nothing more was
    stored.
    """
    client_id = str(uuid.uuid4())
    before = written(), FirstAnswer.objects.count()
    first = sent(world, client, method, address, body, client_id)
    assert first.status_code < 300, first.content
    stored = written(), FirstAnswer.objects.count()
    assert stored != before or method == "PATCH", "nothing was stored"
    again = sent(world, client, method, address, body, client_id)
    assert again.status_code == (200 if first.status_code == 201 else first.status_code)
    assert again.content == first.content
    assert (written(), FirstAnswer.objects.count()) == stored
    if other is not None:
        reused = sent(world, client, method, address, other, client_id)
        assert reused.status_code == 409, reused.content
        assert reused.json()["errors"][0]["code"] == "client_id_reused"
        assert (written(), FirstAnswer.objects.count()) == stored


@pytest.mark.parametrize(
    ("route", "method"),
    some([call for call in WRITES if call not in (*NEVER, *OFFERS, *ELSEWHERE)], 8, unpack=True),
)
def test_a_write_sent_twice_is_one(route, method, world):
    sending = senders(route, method)
    assert sending
    for kind, caller in sending:
        with transaction.atomic():
            client, address, body = call_of(world, route, method, kind, caller)
            answered_once(world, client, method, address, body, other_of(route, body))
            transaction.set_rollback(True)


def test_an_offer_and_its_withdrawal_sent_twice_are_one(world):
    for method, body in (("POST", {"club": "public"}), ("DELETE", None)):
        (token,) = factories.link(world.elsewhere).match_tokens.values()
        client = APIClient(headers={"X-Match-Token": token})
        address = f"/api/v1/matches/{world.elsewhere.pk}/proposal/"
        answered_once(world, client, method, address, body)


def test_a_club_that_nobody_uses_is_deleted_once(world):
    factories.club("vide")
    client = APIClient()
    client.force_authenticate(factories.site_owner())
    answered_once(world, client, "DELETE", "/api/v1/clubs/vide/", None)


def test_no_call_that_writes_is_left_out():
    assert {*OFFERS, *ELSEWHERE} <= set(WRITES)
    assert set(NEVER) <= set(WRITES)
