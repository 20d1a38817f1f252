"""A fuzzer driven by the OpenAPI document finds no 5xx, and no answer outside the document."""

from contextlib import contextmanager

import pytest
import schemathesis
from django.core.signals import request_finished, request_started
from django.db import close_old_connections, transaction
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from clubs.models import ApiToken
from clubs.services import token_digest
from scorekeeper.wsgi import application
from tests import factories
from tests.factories import ALL_TAKEN, HAND, IN_100

pytestmark = [pytest.mark.slow, pytest.mark.django_db]

CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
]
# Asking for the document touches no row.
DOCUMENT = schemathesis.openapi.from_wsgi("/api/v1/schema/", application)
OPERATIONS = {
    operation.label: operation
    for operation in (found.ok() for found in DOCUMENT.get_all_operations())
}


@contextmanager
def undone():
    """A call whose writes are taken back; the test's own transaction outlives the request."""
    for signal in (request_started, request_finished):
        signal.disconnect(close_old_connections)
    try:
        with transaction.atomic():
            yield
            transaction.set_rollback(True)
    finally:
        for signal in (request_started, request_finished):
            signal.connect(close_old_connections)


@pytest.fixture
def world():
    """Things to be found: an open club, a player, a running match and a finished one."""
    club = factories.club("ouvert", open_recording=True)
    anne = factories.player("Anne", club)
    running = factories.table(None, HAND, club="ouvert")
    finished = factories.table(None, ALL_TAKEN, rules=IN_100)
    ApiToken.objects.create(user=factories.site_owner(), digest=token_digest("jeton"))
    return {
        "token": "jeton",
        "export": running.body(),
        "tables": [running, finished],
        "players": [anne.pk],
        "slugs": ["ouvert", "dix", "toy"],
    }


@pytest.mark.parametrize("label", list(OPERATIONS))
def test_any_call_is_answered_as_described(label, world):
    statuses = set()

    @settings(
        max_examples=100,
        deadline=None,
        derandomize=True,
        database=None,
        phases=[Phase.explicit, Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(case=OPERATIONS[label].as_strategy(), data=st.data())
    def fuzz(case, data):
        if data.draw(st.booleans()):
            aim(case, world, data.draw)
        with undone():
            response = case.call()
        case.validate_response(response, checks=CHECKS)
        statuses.add(response.status_code)

    fuzz()
    assert min(statuses) < 300, "the fuzzer got nothing but refusals"


def aim(case, world, draw):
    """Make the call one about something that is there, with the right to it."""
    places = case.path_parameters or {}
    if "match_id" in places:
        table = draw(st.sampled_from(world["tables"]))
        places["match_id"] = table.id
        case.headers = {**(case.headers or {}), "X-Match-Token": table.token}
    if "number" in places:
        places["number"] = 1
    if "player_id" in places:
        places["player_id"] = world["players"][0]
    if "slug" in places:
        places["slug"] = draw(st.sampled_from(world["slugs"]))
    if case.operation.path.endswith("/clubs/"):
        case.headers = {**(case.headers or {}), "Authorization": f"Token {world['token']}"}
    if isinstance(case.body, dict):
        case.body = closer(case, world, draw)


def closer(case, world, draw):
    """The body with all but some of its fields made sound."""
    path, body = case.operation.path, case.body
    sound = {"club": "ouvert"} if "club" in body else {}
    if path.endswith("/matches/"):
        sound = factories.start_body()
    elif path.endswith("/import/"):
        sound = world["export"]
    elif path.endswith(("/entries/", "/preview/", "/{number}/")):
        sound = HAND
    wild = draw(st.lists(st.sampled_from(sorted(body)), max_size=2)) if body else []
    if path.endswith(("/matches/", "/import/")):
        return {**sound, **{name: body[name] for name in wild}}
    return {**body, **{name: value for name, value in sound.items() if name not in wild}}
