"""Every call of the API with bodies and numbers that no sound program sends: they are refused and
never cause a bug.

Each value, and each item of a list, is replaced by every other kind of value that JSON has.
"""

import re

import pytest
from django.db import transaction
from drf_spectacular.generators import SchemaGenerator

from tests.extents import some
from tests.permissions.cells import API
from tests.permissions.rows import ROWS
from tests.permissions.test_exactly_once import call_of, senders

pytestmark = pytest.mark.django_db

ODD = (None, [], {}, "", [None])
# In place of a plain value the other odd ones would be refused for the same reason as the last
# one: they are lists or objects.
ODD_FOR_PLAIN = (None, "", [None])
# Numbers of no row, then one that no database can hold, then one that no processor can hold.
NUMBERS = (0, 999_999, 2**63, 2**70)

CALLS = [call for call in ROWS if call[0].startswith(API)]
# The lab's calls are left out: a simulation takes seconds, and its conditions are not described
# as JSON.
WITH_BODY = [
    call for call in CALLS if call[1] in ("POST", "PUT", "PATCH") and "labo" not in call[0]
]
PLACE = re.compile(r"<int:(\w+)>")
NUMBERED = [call for call in CALLS if PLACE.search(call[0])]


@pytest.fixture(scope="module")
def document():
    return SchemaGenerator().get_schema(request=None, public=True)


def resolved(document, shape):
    """Return a shape's own description, following its references."""
    for key in ("allOf", "oneOf", "anyOf"):
        if key in shape:
            return resolved(document, shape[key][-1])
    name = shape.get("$ref", "").rpartition("/")[2]
    return resolved(document, document["components"]["schemas"][name]) if name else shape


def odd_values(document, shape, sound, depth=3):
    """Yield values like `sound`, each with something odd in one place of the shape."""
    own = resolved(document, shape)
    plain = own.get("type") in ("boolean", "integer", "number", "string")
    yield from ODD_FOR_PLAIN if plain else ODD
    if depth == 0:
        return
    whole = sound if isinstance(sound, dict) else {}
    for name, inner in own.get("properties", {}).items():
        for odd in odd_values(document, inner, whole.get(name), depth - 1):
            yield {**whole, name: odd}
    if "items" in own:
        first = sound[:1] if isinstance(sound, list) else []
        for odd in odd_values(document, own["items"], first[0] if first else None, depth - 1):
            yield [*first, odd]


def shape_of(document, route, method):
    """Return the shape of a call's body."""
    path = "/" + re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", route)
    content = document["paths"][path][method.lower()].get("requestBody", {}).get("content", {})
    return content.get("application/json", {}).get("schema", {})


def answered(client, method, address, body):
    """Make a call and undo it; return its status."""
    with transaction.atomic():
        answer = getattr(client, method.lower())(address, body)
        transaction.set_rollback(True)
    return answer.status_code


@pytest.mark.parametrize(("route", "method"), some(WITH_BODY, 32, unpack=True))
def test_odd_values_are_refused(route, method, world, document):
    kind, caller = next(iter(senders(route, method)), ("public own", "site owner"))
    with transaction.atomic():
        client, address, sound = call_of(world, route, method, kind, caller)
        odd = {
            str(value): value
            for value in odd_values(document, shape_of(document, route, method), sound)
        }
        bugs = [value for value in odd.values() if answered(client, method, address, value) >= 500]
        transaction.set_rollback(True)
    assert bugs == []


@pytest.mark.parametrize(("route", "method"), some(NUMBERED, 4, unpack=True))
def test_a_number_of_nothing_is_not_found(route, method, world):
    kind, caller = next(iter(senders(route, method)), ("public own", "site owner"))
    places = PLACE.findall(route)
    with transaction.atomic():
        client, address, sound = call_of(world, route, method, kind, caller)
        row = ROWS[route, method]
        known = world.address(route, row, kind, caller, world.carried(kind, caller))
        assert known == address
        statuses = {}
        for place in places:
            # Seats are numbered from 0, so 0 is a valid number for them.
            for number in NUMBERS[place == "seat" :]:
                asked_route = route.replace(f"<int:{place}>", str(number))
                address = world.address(asked_route, row, kind, caller, world.carried(kind, caller))
                for body in (sound, {}) if method in ("POST", "PUT", "PATCH") else (None,):
                    statuses[place, number, str(body)] = answered(client, method, address, body)
        transaction.set_rollback(True)
    assert {at: code for at, code in statuses.items() if code not in (400, 404)} == {}
