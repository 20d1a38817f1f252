"""The contract describes itself: the OpenAPI document, and the games' JSON Schemas."""

import pytest
from jsonschema import Draft202012Validator, FormatChecker

from games import registry
from tests import factories
from tests.factories import ALL_TAKEN, FAILED, HAND, IN_100

pytestmark = pytest.mark.django_db
V1 = "/api/v1/"


@pytest.fixture(scope="module")
def document(django_db_setup, django_db_blocker):
    with django_db_blocker.unblock():
        return factories.api().get(f"{V1}schema/").json()


def as_json_schema(node, document):
    """OpenAPI 3.0's schema as the JSON Schema that it means."""
    if isinstance(node, list):
        return [as_json_schema(item, document) for item in node]
    if not isinstance(node, dict):
        return node
    if "$ref" in node:
        name = node["$ref"].rpartition("/")[2]
        return as_json_schema(document["components"]["schemas"][name], document)
    schema = {k: as_json_schema(v, document) for k, v in node.items() if k != "nullable"}
    if node.get("nullable"):
        return {"anyOf": [schema, {"type": "null"}]}
    return schema


def problems(document, path, method, response):
    """What an answer has that its own description does not allow."""
    answers = document["paths"][path][method]["responses"]
    code = str(response.status_code)
    if code not in answers:
        return [f"{code} is not described"]
    content = answers[code]["content"]
    kind = response.headers["Content-Type"].partition(";")[0]
    schema = as_json_schema(content[kind]["schema"], document)
    validator = Draft202012Validator(strict(schema), format_checker=FormatChecker())
    return [f"{list(e.path)}: {e.message}" for e in validator.iter_errors(response.json())]


def strict(node):
    """The schema with nothing undescribed allowed in an object whose fields are described."""
    if isinstance(node, list):
        return [strict(item) for item in node]
    if not isinstance(node, dict):
        return node
    schema = {key: strict(value) for key, value in node.items()}
    if "properties" in node and "additionalProperties" not in node and "type" in node:
        schema["additionalProperties"] = False
    return schema


M = f"{V1}matches/"
ONE = f"{M}{{match_id}}/"


def calls():
    """Every operation that answers JSON, with an answer to it: path, method, response."""
    client = factories.api()
    club = factories.club("ouvert", open_recording=True)
    anne = factories.player("Anne", club)
    table = factories.table(None, HAND, club="ouvert")
    done = factories.table(None, ALL_TAKEN, rules=IN_100)
    given_up = factories.table(game="toy", seats=[{"name": "A"}, {"name": "B"}])
    given_up.patch(status="abandoned")
    client_id = "11111111-1111-4111-8111-111111111111"
    start = factories.start_body(client_id=client_id)
    yield f"{V1}games/", "get", client.get(f"{V1}games/")
    yield f"{V1}games/{{slug}}/", "get", client.get(f"{V1}games/dix/")
    yield f"{V1}games/{{slug}}/", "get", client.get(f"{V1}games/tarot/")
    yield M, "get", client.get(M)
    yield M, "get", client.get(M, {"status": "x"})
    yield M, "post", client.post(M, start)
    yield M, "post", client.post(M, start)
    yield M, "post", client.post(M, start | {"first_dealer": 1})
    yield M, "post", client.post(M, {})
    yield f"{M}import/", "post", client.post(f"{M}import/", table.body())
    yield f"{M}import/", "post", client.post(f"{M}import/", {})
    for one in (table, done, given_up):
        yield ONE, "get", one.get()
        yield f"{ONE}history/", "get", one.get("history/")
        yield f"{ONE}export/", "get", one.get("export/")
    yield f"{ONE}entries/", "post", table.record(client_id=client_id)
    yield f"{ONE}entries/", "post", table.record(client_id=client_id)
    yield f"{ONE}entries/", "post", table.record(after=1)
    yield f"{ONE}entries/", "post", table.record({"bidder": 9})
    yield f"{ONE}entries/", "post", done.record()
    yield f"{ONE}preview/", "post", table.preview(FAILED)
    yield f"{ONE}preview/", "post", table.preview({})
    yield f"{ONE}entries/{{number}}/", "put", table.correct(1, FAILED)
    yield f"{ONE}entries/{{number}}/", "put", table.correct(9, FAILED)
    yield f"{ONE}entries/{{number}}/", "delete", table.take_back(1)
    yield f"{ONE}entries/{{number}}/", "delete", table.take_back(2)
    yield ONE, "patch", table.patch(seats=[{"seat": 0, "player": anne.pk}])
    yield ONE, "patch", client.patch(table.url(), {})
    yield f"{V1}players/", "get", client.get(f"{V1}players/")
    yield f"{V1}players/", "post", client.post(f"{V1}players/", {"name": "B", "club": "ouvert"})
    yield f"{V1}players/", "post", client.post(f"{V1}players/", {"name": "b", "club": "ouvert"})
    yield f"{V1}players/{{player_id}}/", "get", client.get(f"{V1}players/{anne.pk}/")
    yield f"{V1}clubs/", "get", client.get(f"{V1}clubs/")
    owner = factories.api(factories.site_owner())
    new = {"name": "Le neuf", "slug": "neuf", "city": "Montréal"}
    yield f"{V1}clubs/", "post", owner.post(f"{V1}clubs/", new)
    yield f"{V1}clubs/", "post", owner.post(f"{V1}clubs/", new)
    yield f"{V1}clubs/", "post", client.post(f"{V1}clubs/", new)
    yield f"{V1}clubs/{{slug}}/", "get", client.get(f"{V1}clubs/ouvert/")


def test_every_answer_is_what_the_document_says(document):
    wrong, seen = [], set()
    for path, method, response in calls():
        seen.add((path, method))
        found = problems(document, path, method, response)
        wrong += [(method, path, response.status_code, problem) for problem in found]
    assert wrong == []
    assert seen == {
        (path, method) for path in document["paths"] for method in document["paths"][path]
    }


def test_the_document_describes_every_operation_with_a_name_and_its_errors(document):
    names = []
    for path, operations in document["paths"].items():
        for operation in operations.values():
            names.append(operation["operationId"])
            assert operation["description"], path
            assert {"400", "401", "403", "404", "405", "409", "413", "415", "429"} <= set(
                operation["responses"]
            )
    assert len(names) == len(set(names)) == 19


def test_the_docs_page_lists_every_operation(document):
    page = factories.browser().get("/api/v1/docs/")
    text = page.content.decode()
    assert page.status_code == 200
    assert [path for path in document["paths"] if path not in text] == []


# -- games/ -----------------------------------------------------------------------------------


def test_games_lists_the_games_installed():
    bodies = factories.api().get(f"{V1}games/").json()
    assert [body["slug"] for body in bodies] == [game.slug for game in registry.games()]
    assert [body["slug"] for body in bodies] == ["dix", "dix-mille", "toy"]
    for body in bodies:
        assert factories.api().get(f"{V1}games/{body['slug']}/").json() == body


def test_the_game_of_10_says_who_plays_and_with_which_rulesets():
    body = factories.api().get(f"{V1}games/dix/").json()
    assert (body["name"], body["min_players"], body["max_players"], body["sides"]) == (
        "Jeu du 10",
        4,
        4,
        2,
    )
    assert [preset["slug"] for preset in body["presets"]] == [
        "traditionnel",
        "as-penalises",
        "reussie-ou-zero",
        "achat-points",
        "achat-argent",
        "competitif",
        "competitif-argent",
        "ruff",
    ]
    money = body["presets"][4]
    assert money["rules"] == {
        "deck": 40,
        "card_values": "traditional",
        "bid_format": "buy_money",
        "target": 500,
        "min_bid": 1,
        "defence_cap": None,
        "partie": "forbidden",
        "partie_stake": 500,
        "both_reach": "highest",
        "initial_money": 20,
        "first_dealer": 3,
    }


def test_the_sixth_game_says_its_range_of_players():
    body = factories.api().get(f"{V1}games/toy/").json()
    assert (body["min_players"], body["max_players"], body["sides"]) == (2, 4, None)


def test_an_unknown_game_is_404():
    assert factories.api().get(f"{V1}games/tarot/").status_code == 404


def schemas(slug):
    body = factories.api().get(f"{V1}games/{slug}/").json()
    return body["rules_schema"], body["entry_schema"], body["presets"]


@pytest.mark.parametrize("slug", ["dix", "dix-mille", "toy"])
def test_the_schemas_of_a_game_are_schemas_and_accept_its_presets(slug):
    rules_schema, entry_schema, presets = schemas(slug)
    Draft202012Validator.check_schema(rules_schema)
    Draft202012Validator.check_schema(entry_schema)
    validator = Draft202012Validator(rules_schema)
    assert [preset["slug"] for preset in presets if not validator.is_valid(preset["rules"])] == []


ENTRIES = [
    {"bidder": 1, "bid": 70, "defenders_bid": True, "trump": "hearts", "taken": 60},
    {"bidder": 2, "partie": True, "taken": 100},
    {"taken": 60, "auction": [{"seat": 1, "call": 55}, {"seat": 2, "call": "pass"}]},
    {"auction": [{"seat": 1, "call": "partie"}], "trump": "clubs", "tricks": [["10H", "AS"]]},
    {"bidder": 1, "bid": 70, "taken": 60, "trump": None, "auction": None, "tricks": None},
]
NO_ENTRIES = [
    {"bidder": "1"},
    {"bidder": 1.5},
    {"bid": True},
    {"trump": "none"},
    {"partie": "yes"},
    {"auction": [{"seat": 1}]},
    {"auction": [{"seat": 1, "call": "double"}]},
    {"auction": [{"seat": 4, "call": 50}]},
    {"tricks": [[10]]},
    [],
]


@pytest.mark.parametrize("entry", ENTRIES)
def test_the_entry_schema_accepts_the_specs_examples(entry):
    assert list(Draft202012Validator(schemas("dix")[1]).iter_errors(entry)) == []


@pytest.mark.parametrize("entry", NO_ENTRIES)
def test_the_entry_schema_refuses_what_the_api_refuses(entry):
    assert not Draft202012Validator(schemas("dix")[1]).is_valid(entry)
    assert factories.table().preview(entry).status_code == 400


def test_the_entry_schema_of_the_sixth_game_wants_its_dice():
    validator = Draft202012Validator(schemas("toy")[1])
    assert validator.is_valid({"values": [1, 2]})
    assert not validator.is_valid({})
    assert not validator.is_valid({"values": ["1"]})
