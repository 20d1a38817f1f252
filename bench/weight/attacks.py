"""Attacks found in the past: imports of 4 MiB, matches of fifty seats, very long matches."""

import re
import uuid
from collections.abc import Iterator
from functools import partial
from random import Random
from typing import Any

from bench.report import core_ms
from bench.weight.bodies import example, filled, json_bytes, keys, resolved
from bench.weight.world import (
    API,
    IMPORT,
    LIMIT,
    LIMIT_OF_ANY,
    Row,
    World,
    post,
    seconds_of,
    sent,
)
from games.api.jsonschema import schema_of
from games.api.serializers import LINES_MAX
from games.match.match_cache import memory
from games.match.sizes import IMPORTED_FIGURES
from games.registry.game import Game
from games.registry.installed import games
from scorekeeper.management.commands._play import SampleEntry

_IMPORT = {
    "game": "",
    "preset": "",
    "rules": {},
    "seats": [],
    "sides": [],
    "status": "in_progress",
    "started_at": "2026-01-01T00:00:00Z",
}


def attacks(world: World) -> Iterator[Row]:
    """Yield the name of each attack, its cost and its limit in milliseconds.

    The limit of an import depends on its size.
    """
    for name, path, body, limit in _costly_imports(world):
        took = seconds_of(partial(post, world.visitor, "post", f"{API}{path}", body))
        yield name, took * 1000, limit
    yield from _long_read(world)
    yield f"corriger la première de {LINES_MAX} lignes", _corrected(world) * 1000, LIMIT
    for name, path in (("description", "schema/"), ("contrat", "docs/")):
        world.visitor.get(f"{API}{path}")
        took = seconds_of(partial(world.visitor.get, f"{API}{path}"))
        yield f"{name}, relue", took * 1000, LIMIT


def _costly_imports(world: World) -> Iterator[tuple[str, str, bytes, float]]:
    importing = "matches/import/"
    whole = {**_IMPORT, "entries": filled({}, IMPORT)}
    yield "4 Mio de {} repris sans compte", importing, json_bytes(whole), LIMIT_OF_ANY
    for name, item in (("[]", []), ('""', ""), ("1", 1)):
        whole = {**_IMPORT, "entries": filled(item, IMPORT)}
        yield f"4 Mio de {name} repris sans compte", importing, json_bytes(whole), LIMIT_OF_ANY
    part = {**_IMPORT, "entries": filled({}, 195 * 1024)}
    yield "195 Kio de {} repris sans compte", importing, json_bytes(part), LIMIT
    yield "4 Mio de clés repris sans compte", importing, json_bytes(keys(IMPORT)), LIMIT_OF_ANY
    for game in games():
        fields = schema_of(game.entry.serializer)["properties"].items()
        for name, shape in fields:
            if resolved(shape).get("items"):
                body = {**_IMPORT, "game": game.slug, "preset": game.presets[0].slug}
                body["entries"] = _lines_of(name, resolved(shape))
                yield (
                    f"{game.slug} : {name} en masse, repris",
                    importing,
                    json_bytes(body),
                    LIMIT_OF_ANY,
                )
        most, line = _longest(game)
        body = {**_IMPORT, **line, "game": game.slug, "preset": game.presets[0].slug}
        name = f"{game.slug} : {most} lignes reprises sans compte"
        yield name, importing, json_bytes(body), LIMIT_OF_ANY
    yield "cinquante places, un import entier", importing, json_bytes(_stopped()), LIMIT_OF_ANY


def _stopped() -> dict[str, Any]:
    """Return the largest import of fifty seats: Bataille, with every seat in every line."""
    cards = [3, *[1] * 49]
    line = {"data": {"reason": "stopped", "cards": cards}, "recorded_at": "2026-01-01T00:00:00Z"}
    named = [{"name": f"P{seat}"} for seat in range(50)]
    return {
        **_IMPORT,
        "game": "bataille",
        "preset": "classique",
        "rules": {"wins_needed": 1000},
        "seats": named,
        "sides": named,
        "entries": [line] * (IMPORTED_FIGURES // 50),
    }


def _long_read(world: World) -> Iterator[Row]:
    """Yield the cost of reading the match of the import above, first with nothing cached."""
    match_id = sent(world.visitor, "matches/import/", _stopped()).json()["id"]
    for name, path, limit in (
        ("lire", f"{API}matches/{match_id}/", LIMIT),
        ("exporter", f"{API}matches/{match_id}/export/?format=json", LIMIT_OF_ANY),
        ("page", f"/parties/{match_id}/", LIMIT),
    ):
        world.visitor.get(path)
        memory.clear()
        # These reads run outside a transaction, as on a served site. Inside one, the first read
        # would not fill the cache.
        for again in ("", ", encore"):
            took = core_ms(partial(world.visitor.get, path))
            yield f"cinquante places : {name}{again}", took, limit


def _corrected(world: World) -> float:
    """Return the seconds that the preview of a correction takes, in a very long match.

    The correction is of the first line. It changes all lines after it.
    """
    game = games()[0]
    hand = {"bidder": 0, "bid": 50, "taken": 55}
    row = {"data": hand, "recorded_at": "2026-01-01T00:00:00Z"}
    body: dict[str, Any] = {**_IMPORT, "game": game.slug, "preset": game.presets[0].slug}
    body |= {"rules": {"target": 1_000_000}, "entries": [row] * LINES_MAX}
    body |= {"seats": [{"name": name} for name in "ABCD"], "sides": [{"name": "N"}, {"name": "S"}]}
    started = sent(world.visitor, "matches/import/", body).json()
    world.visitor.cookies["tables"] = f"{started['id']}:{started['edit_token']}"
    address = f"/parties/{started['id']}/lignes/1/"
    text = world.visitor.get(address).content.decode()
    form = text[text.index('id="correction-title"') :]
    sound = dict(re.findall(r'<input[^>]* name="([^"]+)"[^>]* value="([^"]*)"', form))
    posted = {**sound, **{name: str(value) for name, value in hand.items()}, "taken": "60"}
    page = world.visitor.post(address, posted).content.decode()
    if 'class="table table--figures differences"' not in page:
        raise SystemExit(f"{address}: no differences")
    return seconds_of(partial(world.visitor.post, address, posted))


def _lines_of(name: str, shape: Any) -> list[Any]:
    """Return the most expensive valid lines for an import: as many as fit into 4 MiB."""
    row = filled(example(shape["items"]), IMPORT)[: shape["maxItems"]]
    inner = resolved(shape["items"])
    if inner.get("items"):
        row = [filled(example(inner["items"]), IMPORT)[: inner["maxItems"]]] * shape["maxItems"]
    line = {"data": {name: row}, "recorded_at": "2026-01-01T00:00:00Z"}
    return filled(line, IMPORT)[:LINES_MAX]


def _longest(game: Game) -> tuple[int, dict[str, Any]]:
    """Return how many lines an import accepts, and an import with that many lines.

    Its rules hardly let the match end.
    """
    random, seats = Random(3), game.seats.most or 6
    rules = game.rules.model(**{**game.presets[0].values, **dict(game.demonstration.endless)})
    fold = game.fold(rules, seats)
    lines: list[dict[str, Any]] = []
    while len(lines) < LINES_MAX and fold.result is None:
        lines.append(game.demonstration.sample(rules, fold.sheet(), random))
        fold.add(SampleEntry(lines[-1]))
    entries = [
        {"data": line, "recorded_at": "2026-01-01T00:00:00Z", "client_id": str(uuid.uuid4())}
        for line in lines
    ]
    named = [{"name": f"P{seat}"} for seat in range(seats)]
    sides = [{"name": f"S{side}"} for side in range(game.seats.sides or seats)]
    return len(lines), {
        "seats": named,
        "sides": sides,
        "entries": entries,
        "rules": dict(game.demonstration.endless),
    }
