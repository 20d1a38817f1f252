"""One request must not stop the site: every list has a maximum, and no answer lists thousands of
faults.
"""

import re
from itertools import chain

import pytest
from drf_spectacular.generators import SchemaGenerator
from rest_framework import serializers
from rest_framework.parsers import JSONParser

from core.shapes import BoundedDict, BoundedList
from games.api import reading
from games.entry.serializers import ColumnsSerializer
from scorekeeper.api import api_document, made_texts
from scorekeeper.api.api_document import document
from tests import factories
from tournaments.api.inputs.serializers import FigureField

V1 = "/api/v1/"
OURS = (
    "bulletin",
    "clubs",
    "games",
    "leaderboards",
    "tournaments",
    "transmission",
    "labo",
    "tests",
)


def subclasses(kind):
    for subclass in kind.__subclasses__():
        yield subclass
        yield from subclasses(subclass)


def unbounded(field, place):
    """Yield the places under a field of lists and objects that take any number of items."""
    listed = isinstance(field, serializers.ListField | serializers.ListSerializer)
    named = isinstance(field, serializers.DictField)
    if (listed or named) and not isinstance(field, BoundedList | BoundedDict):
        yield place
    child = getattr(field, "child", None)
    inner = {**getattr(field, "fields", {}), **({"[]": child} if child is not None else {})}
    for name, below in inner.items():
        yield from unbounded(below, f"{place}.{name}")


def test_no_shape_that_reads_a_body_has_a_list_without_a_maximum():
    document()  # imports every view
    shapes = [
        kind
        for kind in subclasses(serializers.Serializer)
        if kind.__module__.partition(".")[0] in OURS
        and not kind.__name__.endswith("Answer")
        # The abstract bases of these serializers have no model of their own, and so no fields.
        and (not issubclass(kind, ColumnsSerializer) or hasattr(kind.Meta, "model"))
    ]
    assert len(shapes) > 60
    assert list(chain.from_iterable(unbounded(kind(), kind.__name__) for kind in shapes)) == []


def without_maximum(schema, place, above=frozenset()):
    """Yield the places in a described body of arrays without `maxItems`."""
    name = schema.get("$ref", "").rpartition("/")[2]
    if name in above:
        return
    if name:
        schema, above = document()["components"]["schemas"][name], above | {name}
    if schema.get("type") == "array" and "maxItems" not in schema:
        yield place
    inner = [(f".{key}", below) for key, below in schema.get("properties", {}).items()]
    inner += [("[]", schema[key]) for key in ("items", "additionalProperties") if schema.get(key)]
    inner += [("", below) for key in ("oneOf", "anyOf", "allOf") for below in schema.get(key, ())]
    for key, below in inner:
        yield from without_maximum(below, f"{place}{key}", above)


def test_no_described_body_has_a_list_without_a_maximum():
    bodies = {
        f"{method} {path}": content["schema"]
        for path, operations in document()["paths"].items()
        for method, operation in operations.items()
        for content in operation.get("requestBody", {}).get("content", {}).values()
    }
    assert len(bodies) > 40
    places = (without_maximum(schema, name) for name, schema in bodies.items())
    assert list(chain.from_iterable(places)) == []


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("matches/import/", {"entries": [{}] * 4000}),
        ("matches/import/", {"entries": [{"data": {}, "recorded_at": "x"}] * 4000}),
        ("matches/", {"game": "dix", "seats": [{"name": 3, "player": "x"}] * 50}),
        ("clubs/ouvert/links/", {f"champ{number}": 1 for number in range(4000)}),
    ],
)
def test_an_answer_tells_fifty_faults_at_most(path, body):
    factories.club("ouvert")
    response = factories.api(factories.site_owner()).post(f"{V1}{path}", body)
    assert response.status_code == 400
    assert 0 < len(response.json()["errors"]) <= 50
    assert len(response.content) < 10_000


@pytest.mark.django_db
def test_a_list_of_an_entry_too_long_tells_one_fault():
    table = factories.table()
    for name in ("auction", "tricks"):
        response = table.call("post", "entries/", {name: [{}] * 20_000})
        assert response.status_code == 400
        assert [(error["code"], error["attr"]) for error in response.json()["errors"]] == [
            ("max_length", name)
        ]


@pytest.mark.nightly
@pytest.mark.django_db
def test_the_description_is_made_once_a_language_and_not_sent_again(monkeypatch):
    # Forget what other tests have cached.
    api_document._document.cache_clear()
    api_document._written.cache_clear()
    made_texts._made.cache_clear()
    made = []
    whole = SchemaGenerator.get_schema
    monkeypatch.setattr(
        SchemaGenerator, "get_schema", lambda *a, **k: made.append(1) or whole(*a, **k)
    )
    french, english = factories.api(), factories.api(language="en")
    first = french.get(f"{V1}schema/")
    assert first.json()["openapi"].startswith("3.")
    assert french.get(f"{V1}schema/").content == first.content
    again = french.get(f"{V1}schema/", headers={"If-None-Match": first["ETag"]})
    assert (again.status_code, again.content) == (304, b"")
    assert english.get(f"{V1}schema/").status_code == 200
    for reader in (french, french, english):
        assert reader.get(f"{V1}docs/").status_code == 200
    assert len(made) == 2


@pytest.mark.django_db
def test_an_import_of_too_many_values_is_refused_before_a_line_is_read(monkeypatch):
    body = factories.table().body()
    read = []
    monkeypatch.setattr(reading, "_entry_import", lambda *given: read.append(given))
    line = {"data": {"dice": [1] * 1000}, "recorded_at": "2026-01-01T00:00:00Z"}
    for entries, code in (([line] * 200, "import_too_large"), ([line] * 2001, "max_length")):
        response = factories.api().post(f"{V1}matches/import/", {**body, "entries": entries})
        assert [error["code"] for error in response.json()["errors"]] == [code]
    assert read == []


@pytest.mark.django_db
@pytest.mark.parametrize(("item", "many"), [("[]", 400_000), ("{}", 400_000)])
def test_a_body_of_more_lists_than_any_file_is_refused_unread(monkeypatch, item, many):
    """400,000 empty lists or objects would take twenty times as much memory as the body has
    letters.
    """
    read = []
    monkeypatch.setattr(JSONParser, "parse", lambda *given: read.append(given))
    body = '{"entries":[' + ",".join([item] * many) + "]}"
    answer = factories.api().generic("POST", f"{V1}matches/import/", body, "application/json")
    assert answer.status_code == 400
    assert [error["code"] for error in answer.json()["errors"]] == ["parse_error"]
    assert read == []


@pytest.mark.parametrize(
    ("most", "data", "held"),
    [(3, [1, 2, 3], True), (2, [1, 2, 3], False), (4, [{"a": [1]}, 2], True), (0, [], True)],
)
def test_values_are_counted_at_every_depth(most, data, held):
    assert reading.holds_at_most(most, data) is held


@pytest.mark.django_db
def test_a_query_of_thousands_of_parameters_is_no_bug():
    for path in ("players/", "matches/", "leaderboards/dix/", "transmission/dix/"):
        response = factories.api().get(f"{V1}{path}", QUERY_STRING="club=1&" * 1001)
        assert response.status_code == 400
        assert response.json()["errors"][0]["code"] == "parse_error"


@pytest.mark.parametrize("number", [10**400, -(10**400), 10**4000])
def test_a_number_of_hundreds_of_digits_is_no_bug(number):
    with pytest.raises(serializers.ValidationError):
        FigureField().run_validation(number)


PLACES = {"game": "bataille", "slug": "dix", "code": "a", "token": "a", "match_id": "22222222"}


def sent(method, path, body):
    """Send a body to an operation of the API, with path parameters of things that do not exist."""
    places = {**PLACES, **({"slug": "simulation"} if "/labo/" in path else {})}
    address = re.sub(r"{(\w+)}", lambda place: places.get(place[1], "1"), path)
    owner = factories.api(factories.site_owner())
    return owner.generic(method.upper(), address, body, "application/json")


@pytest.mark.django_db
@pytest.mark.parametrize("body", ["null", "[]", '"a"'])
def test_what_a_delete_carries_is_an_object(body):
    deletes = [path for path, methods in document()["paths"].items() if "delete" in methods]
    assert len(deletes) > 15
    for path in deletes:
        refused = sent("delete", path, body)
        assert refused.status_code == 400, path
        assert refused.json()["errors"][0]["code"] == ("null" if body == "null" else "invalid")


@pytest.mark.django_db
def test_no_call_takes_null_for_a_body():
    taken = {
        f"{method} {path}": answer.status_code
        for path, methods in document()["paths"].items()
        for method in methods
        if method != "get"
        for answer in [sent(method, path, "null")]
        if answer.status_code not in (400, 404)
    }
    assert taken == {}
