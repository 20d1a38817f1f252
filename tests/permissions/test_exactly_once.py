"""Every call that writes, sent twice with its `client_id`: done once, answered twice.

The calls are those of the table of who may do what, so none can be added without this promise.
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
# What cannot keep it, and why.
NEVER = {
    (f"{ONE}preview/", "POST"): "stores nothing",
    (f"{API}tournaments/<str:tournament_id>/entrants/preview/", "POST"): "stores nothing",
    (
        f"{API}tournaments/<str:tournament_id>/rounds/<int:number>/tables/<int:table>/result/preview/",
        "POST",
    ): "stores nothing",
    (f"{API}account/", "DELETE"): "the account that would ask again is gone",
}
WRITES = [call for call in ROWS if call[0].startswith(API) and call[1] != "GET"]
# In the world's clubs these have no row that succeeds: here of a match of no club.
OFFERS = [(f"{ONE}proposal/", "POST"), (f"{ONE}proposal/", "DELETE")]
# The world's matches have no dice, and nobody joins them: tests/games/review/test_decisions.py and
# tests/games/api/test_joining.py send these twice.
ELSEWHERE = [(f"{ONE}decisions/", "POST"), (f"{ONE}seats/", "POST")]
# Another body of the same call, that could be sent as well: one value changed.
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
# What a body without any of these is given beside.
BESIDE = {
    "<str:game>/links/": {"note": "autrement"},
    "sign-up/": {"limit": 9},
    "links/": {"lasts": "month"},
    "sources/": {"note": "autrement"},
}


def senders(route, method):
    """One who may and has an account, one who may and has none."""
    of_public = [kind for kind in ROWS[route, method].cells if not kind.startswith("none")]
    able = [
        (kind, caller)
        for kind in of_public
        for caller, cell in ROWS[route, method].cells[kind].items()
        if cell == "ok"
    ]
    accounts = [one for one in able if one[1] in CALLERS[3:]]
    visitors = [one for one in able if one[1] in ("link", "tournament's runner")]
    return [*accounts[-1:], *visitors[:1]]


def sent(world, client, method, address, body, client_id):
    """Send it once more: in the body, or in the query where there is a list, or no body."""
    if isinstance(body, dict) and method != "DELETE":
        return getattr(client, method.lower())(address, {**body, "client_id": client_id})
    joint = "&" if "?" in address else "?"
    return getattr(client, method.lower())(f"{address}{joint}client_id={client_id}", body)


def asked(world, route, method, kind, caller):
    """What calls for that sender, where, and with which body."""
    row = ROWS[route, method]
    world.tournament = (
        world.tournament_at(kind, row.stage) if "<str:tournament_id>" in route else None
    )
    world.arrange(kind, caller)
    carried = world.carried(kind, caller)
    address = world.address(route, row, kind, caller, carried)
    return world.program(kind, caller, carried), address, world.body(row, kind, route)


def other_of(route, body):
    """The body with one value changed; None where it holds nothing that could be another."""
    if isinstance(body, list):
        return [{**body[0], "name": "Une autre"}]
    beside = next((more for end, more in BESIDE.items() if route.endswith(end)), {})
    changed = next((name for name in OTHER if name in (body or {})), None)
    more = {changed: OTHER[changed]} if changed else beside
    return {**body, **more} if body is not None and more else None


def answered_once(world, client, method, address, body, other=None):
    """Both answers of one write, once it is sure that the second stored nothing."""
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
    some([call for call in WRITES if call not in (*NEVER, *OFFERS, *ELSEWHERE)], 4, unpack=True),
)
def test_a_write_sent_twice_is_one(route, method, world):
    found = senders(route, method)
    assert found
    for kind, caller in found:
        with transaction.atomic():
            client, address, body = asked(world, route, method, kind, caller)
            answered_once(world, client, method, address, body, other_of(route, body))
            transaction.set_rollback(True)


def test_an_offer_and_its_withdrawal_sent_twice_are_one(world):
    for method, body in (("POST", {"club": "public"}), ("DELETE", None)):
        (token,) = factories.link(world.elsewhere).match_tokens.values()
        client = APIClient(headers={"X-Match-Token": token})
        address = f"/api/v1/matches/{world.elsewhere.pk}/proposal/"
        answered_once(world, client, method, address, body)


def test_no_call_that_writes_is_left_out():
    assert {*OFFERS, *ELSEWHERE} <= set(WRITES)
    assert set(NEVER) <= set(WRITES)
