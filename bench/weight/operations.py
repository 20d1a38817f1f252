"""Sends every expensive body to every operation of the API's description that reads one."""

from collections.abc import Iterator
from functools import partial
from typing import Any

from bench.weight.bodies import costly
from bench.weight.world import USUAL, Row, World, address_of, post, seconds_of
from games.api.jsonschema import schema_of
from games.registry.installed import games
from scorekeeper.api.api_document import document


def every_operation(world: World) -> Iterator[Row]:
    """Send every expensive body to every operation that reads one.

    Yield the most expensive request without an account, and the most expensive one with an
    account.
    """
    for path, operations in document()["paths"].items():
        for method, operation in operations.items():
            if method == "get":
                continue
            content = operation.get("requestBody", {}).get("content", {})
            schema = content.get("application/json", {}).get("schema", {})
            for address, headers, shape in _aimed(world, path, schema):
                _send_all(world, method, address, headers, shape)
    yield from world.rows("corps sans compte", "corps avec compte")


def _aimed(world: World, path: str, schema: Any) -> Iterator[tuple[str, dict[str, str], Any]]:
    """Yield the address, the headers and the schema of each request to make for an operation.

    An operation about a line is requested once for each game.
    """
    if path.endswith(("/entries/", "/preview/", "/entries/{number}/")):
        for game in games():
            match_id, token = world.tables[game.slug]
            places = {**world.places, "match_id": match_id}
            headers = {"X-Match-Token": token}
            yield address_of(path, places), headers, schema_of(game.entry.serializer)
    else:
        token = world.tables[world.places["slug"]][1]
        about_clubs = "/clubs/" in path
        places = {**world.places, **({"slug": "poids"} if about_clubs else {})}
        yield address_of(path, places), {"X-Match-Token": token}, schema


def _send_all(
    world: World, method: str, address: str, headers: dict[str, str], schema: Any
) -> None:
    for name, body in costly(schema, USUAL):
        for kind, client in (
            ("corps sans compte", world.visitor),
            ("corps avec compte", world.owner),
        ):
            took = seconds_of(partial(post, client, method, address, body, headers))
            world.note(kind, f"{method} {address} {name}", took)
