"""Every call of the API with bodies and numbers that no sound program sends: refused, never a bug.

What is put in the place of each value, and of each item of a list, is what JSON knows beside it.
"""

import pytest
from django.db import transaction
from drf_spectacular.generators import SchemaGenerator

from tests.permissions.cells import API
from tests.permissions.rows import ROWS
from tests.permissions.test_exactly_once import asked, senders

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]

WRITES = [call for call in ROWS if call[0].startswith(API) and call[1] in ("POST", "PUT", "PATCH")]
ODD = (None, [], {}, "", [None], [[]], [{}], {"": None}, 0)
NUMBERS = (0, 999, 2**31, 2**63, 2**70)


@pytest.fixture(scope="module")
def document():
    return SchemaGenerator().get_schema(request=None, public=True)


def resolved(document, shape):
    """A shape's own description, whatever leads to it."""
    for key in ("allOf", "oneOf", "anyOf"):
        if key in shape:
            return resolved(document, shape[key][0])
    name = shape.get("$ref", "").rpartition("/")[2]
    return resolved(document, document["components"]["schemas"][name]) if name else shape


def odd_values(document, shape, sound, depth=3):
    """Values like `sound` with something odd in each place of the shape."""
    yield from ODD
    if depth == 0:
        return
    for name, inner in resolved(document, shape).get("properties", {}).items():
        held = sound.get(name) if isinstance(sound, dict) else None
        for odd in odd_values(document, inner, held, depth - 1):
            yield {**(sound if isinstance(sound, dict) else {}), name: odd}
    items = resolved(document, shape).get("items")
    if items is not None:
        first = sound[0] if isinstance(sound, list) and sound else None
        for odd in odd_values(document, items, first, depth - 1):
            yield [odd]
            if first is not None:
                yield [first, odd]


def shape_of(document, route, method):
    """The shape of a call's body."""
    import re

    path = "/" + re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", route)
    operation = document["paths"][path][method.lower()]
    content = operation.get("requestBody", {}).get("content", {}).get("application/json", {})
    return content.get("schema", {})


@pytest.mark.parametrize(("route", "method"), WRITES)
def test_odd_values_are_refused(route, method, world, document):
    kind, caller = next(iter(senders(route, method)), ("public own", "site owner"))
    bugs = []
    with transaction.atomic():
        client, address, sound = asked(world, route, method, kind, caller)
        tried = {str(odd): odd for odd in odd_values(document, shape_of(document, route, method), sound)}
        for odd in tried.values():
            with transaction.atomic():
                answer = getattr(client, method.lower())(address, odd)
                transaction.set_rollback(True)
            if answer.status_code >= 500:
                bugs.append(odd)
        transaction.set_rollback(True)
    print(len(tried))
    assert bugs == []
