"""The cost of every read with a long query, and of what a phone reads first."""

from collections.abc import Iterator
from functools import partial
from typing import Any

from bench.weight.world import Row, World, address_of, seconds_of
from games.registry.installed import games
from games.views import fresh
from scorekeeper.api.api_document import document


def every_read(world: World) -> Iterator[Row]:
    """Read everything that can be read, with queries as long as the server accepts.

    Yield the most expensive read without an account, and the most expensive one with an account.
    """
    for path, operations in document()["paths"].items():
        if "get" not in operations:
            continue
        about_clubs = "/clubs/" in path
        address = address_of(path, {**world.places, **({"slug": "poids"} if about_clubs else {})})
        parameters = [row["name"] for row in operations["get"].get("parameters", ())]
        for name in (*parameters, "id"):
            for query in (f"{name}=1&" * 6000, f"{name}={'1,' * 30_000}", f"{name}={'9' * 60_000}"):
                for kind, client in (
                    ("lecture sans compte", world.visitor),
                    ("lecture avec compte", world.owner),
                ):
                    took = seconds_of(partial(client.get, address, QUERY_STRING=query[:60_000]))
                    world.note(kind, f"{address} {name}", took)
    yield from world.rows("lecture sans compte", "lecture avec compte")


def first_reads_of_phones(world: World) -> Iterator[Row]:
    """Request what a phone needs to begin a match, with nothing cached in this process."""
    for game in games():

        def first(path: str = f"/jouer/{game.slug}/jeu.json") -> Any:
            fresh._presets.cache_clear()
            return world.visitor.get(path)

        world.note("jeu.json, le premier", game.slug, seconds_of(first))
    yield from world.rows("jeu.json, le premier")
