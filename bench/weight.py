"""One request must not stop the site: the processor time of the most expensive requests.

Every operation of the API's description is called with expensive bodies: lists and objects as large
as the address accepts, refused ones and valid ones. So is every page's form, and every read with a
query as long as the server accepts.
"""

import json
import math
import re
import uuid
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from functools import partial
from random import Random
from typing import Any

from django.db import transaction
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver

from bench.report import core_ms, report_cost
from bench.weight_lab import measure_lab
from clubs.lists.reading import MOST as LIST_MOST
from clubs.models import ApiToken, Club, ClubPlayer, Player, User
from clubs.services import token_digest
from core.names import name_key
from games.api.jsonschema import schema_of
from games.api.serializers import LINES_MAX
from games.match.match_cache import memory
from games.match.sizes import IMPORTED_FIGURES
from games.registry.game import Game
from games.registry.installed import games
from games.views import fresh
from scorekeeper.api.api_document import document
from scorekeeper.management.commands._play import SampleEntry

API = "/api/v1/"
USUAL, IMPORT = 63 * 1024, 4 * 1024 * 1024 - 1024
# Seconds of a core: for a usual request, and for any without an account.
LIMIT, LIMIT_OF_ANY = 0.3, 1.0
DEPTH = 3


def measure_weight() -> bool:
    """Print the most expensive request of each kind; say whether one is over its limit."""
    world = _world()
    over = False
    for part in (_attacks, _lists, _phones, _walked, _read, _posted):
        for name, ms, limit in part(world):
            over |= report_cost(f"poids : {name}", ms, 1000 * limit)
    return measure_lab(world.visitor) or over


Row = tuple[str, float, float]


@dataclass
class World:
    """The callers, and the things in the addresses."""

    visitor: Client
    owner: Client
    places: dict[str, Any]
    tables: dict[str, tuple[str, str]]
    dearest: dict[str, tuple[float, str]] = field(default_factory=dict)

    def note(self, kind: str, name: str, seconds: float) -> None:
        """Keep the most expensive request of a kind."""
        self.dearest[kind] = max(self.dearest.get(kind, (0.0, "")), (seconds, name))

    def rows(self, *kinds: str) -> Iterator[Row]:
        """Return the most expensive request of each kind."""
        for kind in kinds:
            seconds, name = self.dearest[kind]
            yield f"{kind} ({name})", seconds * 1000, LIMIT


def _world() -> World:
    club = Club.objects.create(name="Poids", slug="poids", public=True, open_recording=True)
    account = User.objects.create(username="poids", is_superuser=True)
    ApiToken.objects.create(user=account, digest=token_digest("poids"))
    visitor = _client()
    owner = _client(authorization="Token poids")
    tables = {}
    for game in games():
        seats = [{"name": f"P{seat}"} for seat in range(max(game.seats.least, 4))]
        seats = seats[: game.seats.most]
        started = _sent(visitor, "matches/", {"game": game.slug, "seats": seats}).json()
        tables[game.slug] = (started["id"], started["edit_token"])
    made = {"name": "Poids", "game": games()[0].slug, "format": "swiss", "club": club.slug}
    tournament = _sent(owner, "tournaments/", made).json()["id"]
    _sent(owner, f"tournaments/{tournament}/entrants/", [{"name": f"E{at}"} for at in range(8)])
    places = {
        "slug": games()[0].slug,
        "game": games()[0].slug,
        "match_id": tables[games()[0].slug][0],
        "tournament_id": tournament,
        "player_id": 1,
        "number": 1,
        "table": 1,
    }
    return World(visitor, owner, places, tables)


def _client(**headers: str) -> Client:
    return Client(headers={"host": "localhost", **headers}, raise_request_exception=False)


def _sent(client: Client, path: str, body: Any) -> Any:
    response = client.post(f"{API}{path}", body, content_type="application/json")
    if response.status_code >= 300:
        raise SystemExit(f"{path}: {response.status_code} {response.content.decode()}")
    return response


def _post(
    client: Client, method: str, path: str, body: bytes, headers: dict[str, str] | None = None
) -> Any:
    return client.generic(method.upper(), path, body, "application/json", headers=headers)


def _seconds(call: Callable[[], Any]) -> float:
    """Return the processor's seconds of a call, whose writes are rolled back.

    For an expensive call, the lowest of three: otherwise the machine's own noise would win.
    """
    took = _once(call)
    return took if took < LIMIT / 2 else min(took, _once(call), _once(call))


def _once(call: Callable[[], Any]) -> float:
    with transaction.atomic():
        answers: list[Any] = []
        took = core_ms(lambda: answers.append(call())) / 1000
        response = answers[0]
        transaction.set_rollback(True)
    if response.status_code in (500, 501):
        print(f"poids : {response.request['PATH_INFO']} : {response.status_code}")
        return math.inf
    return took


# -- Attacks found before -------------------------------------------------------------------------


def _attacks(world: World) -> Iterator[Row]:
    """Yield each attack by name; the limit is that of its size."""
    for name, path, body, limit in _found(world):
        took = _seconds(partial(_post, world.visitor, "post", f"{API}{path}", body))
        yield name, took * 1000, limit
    yield from _long_read(world)
    yield f"corriger la première de {LINES_MAX} lignes", _corrected(world) * 1000, LIMIT
    for name, path in (("description", "schema/"), ("contrat", "docs/")):
        world.visitor.get(f"{API}{path}")
        took = _seconds(partial(world.visitor.get, f"{API}{path}"))
        yield f"{name}, relue", took * 1000, LIMIT


def _found(world: World) -> Iterator[tuple[str, str, bytes, float]]:
    importing = "matches/import/"
    whole = {**_IMPORT, "entries": _filled({}, IMPORT)}
    yield "4 Mio de {} repris sans compte", importing, _json(whole), LIMIT_OF_ANY
    for name, item in (("[]", []), ('""', ""), ("1", 1)):
        whole = {**_IMPORT, "entries": _filled(item, IMPORT)}
        yield f"4 Mio de {name} repris sans compte", importing, _json(whole), LIMIT_OF_ANY
    part = {**_IMPORT, "entries": _filled({}, 195 * 1024)}
    yield "195 Kio de {} repris sans compte", importing, _json(part), LIMIT
    yield "4 Mio de clés repris sans compte", importing, _json(_keys(IMPORT)), LIMIT_OF_ANY
    for game in games():
        fields = schema_of(game.entry.serializer)["properties"].items()
        for name, shape in fields:
            if _resolved(shape).get("items"):
                body = {**_IMPORT, "game": game.slug, "preset": game.presets[0].slug}
                body["entries"] = _lines_of(name, _resolved(shape))
                yield f"{game.slug} : {name} en masse, repris", importing, _json(body), LIMIT_OF_ANY
        most, line = _longest(game)
        body = {**_IMPORT, **line, "game": game.slug, "preset": game.presets[0].slug}
        name = f"{game.slug} : {most} lignes reprises sans compte"
        yield name, importing, _json(body), LIMIT_OF_ANY
    yield "cinquante places, un import entier", importing, _json(_stopped()), LIMIT_OF_ANY


def _stopped() -> dict[str, Any]:
    """Return the largest import of fifty seats: manches of Bataille that explain every seat."""
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
    """Read that import as if this process had read nothing of it, and then again."""
    match_id = _sent(world.visitor, "matches/import/", _stopped()).json()["id"]
    for name, path, limit in (
        ("lire", f"{API}matches/{match_id}/", LIMIT),
        ("exporter", f"{API}matches/{match_id}/export/?format=json", LIMIT_OF_ANY),
        ("page", f"/parties/{match_id}/", LIMIT),
    ):
        world.visitor.get(path)
        memory.clear()
        # Not in a transaction, as a served read: what it makes is kept for the next.
        for again in ("", ", encore"):
            took = core_ms(partial(world.visitor.get, path))
            yield f"cinquante places : {name}{again}", took, limit


def _corrected(world: World) -> float:
    """Ask what a correction of the first line of a very long match would change: all the others."""
    game = games()[0]
    hand = {"bidder": 0, "bid": 50, "taken": 55}
    row = {"data": hand, "recorded_at": "2026-01-01T00:00:00Z"}
    body: dict[str, Any] = {**_IMPORT, "game": game.slug, "preset": game.presets[0].slug}
    body |= {"rules": {"target": 1_000_000}, "entries": [row] * LINES_MAX}
    body |= {"seats": [{"name": name} for name in "ABCD"], "sides": [{"name": "N"}, {"name": "S"}]}
    started = _sent(world.visitor, "matches/import/", body).json()
    world.visitor.cookies["tables"] = f"{started['id']}:{started['edit_token']}"
    address = f"/parties/{started['id']}/lignes/1/"
    text = world.visitor.get(address).content.decode()
    form = text[text.index('id="correction-title"') :]
    sound = dict(re.findall(r'<input[^>]* name="([^"]+)"[^>]* value="([^"]*)"', form))
    posted = {**sound, **{name: str(value) for name, value in hand.items()}, "taken": "60"}
    shown = world.visitor.post(address, posted).content.decode()
    if 'class="differences"' not in shown:
        raise SystemExit(f"{address}: no differences")
    return _seconds(partial(world.visitor.post, address, posted))


def _lines_of(name: str, shape: Any) -> list[Any]:
    """Return as many lines as fit in 4 MiB and in an import, of the longest valid list."""
    row = _filled(_example(shape["items"]), IMPORT)[: shape["maxItems"]]
    inner = _resolved(shape["items"])
    if inner.get("items"):
        row = [_filled(_example(inner["items"]), IMPORT)[: inner["maxItems"]]] * shape["maxItems"]
    line = {"data": {name: row}, "recorded_at": "2026-01-01T00:00:00Z"}
    return _filled(line, IMPORT)[:LINES_MAX]


_IMPORT = {
    "game": "",
    "preset": "",
    "rules": {},
    "seats": [],
    "sides": [],
    "status": "in_progress",
    "started_at": "2026-01-01T00:00:00Z",
}


def _longest(game: Game) -> tuple[int, dict[str, Any]]:
    """Return a match of as many lines as an import accepts, by the game's own endless rules."""
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


# -- Pasted lists, and phones' data ---------------------------------------------------------------


KNOWN_PEOPLE = 4000
SYLLABLES = [first + last for first in "bmlrnt" for last in "aeio"]


def _lists(world: World) -> Iterator[Row]:
    """Read the worst lists of 64 KiB beside a club of 4000, as an API's call and on both pages."""
    random = Random(5)
    known = sorted({f"{_word(random, 3)} {_word(random, 4)}" for _ in range(KNOWN_PEOPLE)})
    club = Club.objects.get(slug="poids")
    people = Player.objects.bulk_create([Player(name=name) for name in known])
    ClubPlayer.objects.bulk_create(
        [ClubPlayer(club=club, player=one, name_key=name_key(one.name)) for one in people]
    )
    browser = _signed_in()
    tournament = world.places["tournament_id"]
    calls: dict[str, Callable[[str], Any]] = {
        "API": lambda text: _post(
            world.owner,
            "post",
            f"{API}tournaments/{tournament}/entrants/preview/",
            _json({"text": text}),
        ),
        "page": lambda text: browser.post(f"/tournois/{tournament}/inscrits/", {"entrants": text}),
        "club": lambda text: browser.post("/clubs/poids/joueurs/liste/", {"people": text}),
    }
    for where, call in calls.items():
        for name, lines in _worst_lists(known, random):
            took = _seconds(partial(call, "\n".join(lines)))
            world.note(f"liste collée, {where}", name, took)
        yield from world.rows(f"liste collée, {where}")


def _worst_lists(known: list[str], random: Random) -> Iterator[tuple[str, list[str]]]:
    def near() -> str:
        name = random.choice(known)
        at = random.randrange(1, len(name))
        return name[:at] + name[at + 1 :]

    new = [f"{_word(random, 3)} {_word(random, 4)}" for _ in range(2 * LIST_MOST)]
    yield "paires nouvelles", _fitting(map(" & ".join, zip(new[::2], new[1::2], strict=True)))
    yield "paires voisines", _fitting(f"{near()} & {near()}" for _ in range(LIST_MOST))
    yield "prénoms", _fitting(name.split()[0] for name in known)
    yield "connus", _fitting(known)
    yield "une lettre", ["abcdefghij"[at % 10] for at in range(LIST_MOST)]
    yield "toutes la même", _fitting(["Anne Roy & Bruno Roy"] * LIST_MOST)
    yield "une ligne", ["a & " * (USUAL // 5)]
    yield "cent personnes par ligne", _fitting(["ab&" * 160] * LIST_MOST)
    yield "ligatures", _fitting("\ufdfa" * 26 + str(at) for at in range(LIST_MOST))


def _fitting(lines: Iterable[str]) -> list[str]:
    """Return as many lines as a list, and a form's text of 64 KiB, may have."""
    found: list[str] = []
    left = USUAL - 1024
    for line in lines:
        left -= len(line.encode()) + 1
        if left < 0 or len(found) == LIST_MOST:
            break
        found.append(line)
    return found


def _word(random: Random, length: int) -> str:
    return "".join(random.choice(SYLLABLES) for _ in range(length)).capitalize()


def _phones(world: World) -> Iterator[Row]:
    """Ask for what a phone needs to begin a match, as the first one to ask in this process."""
    for game in games():

        def first(path: str = f"/jouer/{game.slug}/jeu.json") -> Any:
            fresh._presets.cache_clear()
            return world.visitor.get(path)

        world.note("jeu.json, le premier", game.slug, _seconds(first))
    yield from world.rows("jeu.json, le premier")


# -- Every operation ------------------------------------------------------------------------------


def _walked(world: World) -> Iterator[Row]:
    """Send every expensive body to every operation that reads one."""
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
    """Yield an operation's addresses: one for each game if it is about a line or a start."""
    if path.endswith(("/entries/", "/preview/", "/entries/{number}/")):
        for game in games():
            match_id, token = world.tables[game.slug]
            places = {**world.places, "match_id": match_id}
            headers = {"X-Match-Token": token}
            yield _address(path, places), headers, schema_of(game.entry.serializer)
    else:
        token = world.tables[world.places["slug"]][1]
        about_clubs = "/clubs/" in path
        places = {**world.places, **({"slug": "poids"} if about_clubs else {})}
        yield _address(path, places), {"X-Match-Token": token}, schema


def _address(path: str, places: dict[str, Any]) -> str:
    return re.sub(r"{(\w+)}", lambda found: str(places.get(found[1], 1)), path)


def _send_all(
    world: World, method: str, address: str, headers: dict[str, str], schema: Any
) -> None:
    for name, body in _costly(schema, USUAL):
        for kind, client in (
            ("corps sans compte", world.visitor),
            ("corps avec compte", world.owner),
        ):
            took = _seconds(partial(_post, client, method, address, body, headers))
            world.note(kind, f"{method} {address} {name}", took)


def _costly(schema: Any, size: int) -> Iterator[tuple[str, bytes]]:
    """Yield bodies of a size: large ones, and valid ones with one expensive field."""
    for name, value in _values(_resolved(schema), size):
        yield name, _json(value)
    base = _example(schema)
    if isinstance(base, dict):
        for place, below in _places(schema):
            for name, value in _values(below, size):
                yield f"{'.'.join(place)}={name}", _json(_put(base, place, value))


def _values(schema: Any, size: int) -> Iterator[tuple[str, Any]]:
    """Yield values for a field."""
    size -= 2048
    yield "{}…", _filled({}, size)
    yield "[[]]…", _filled([[]], size)
    yield "1…", _filled(1, size)
    yield "{clés}", _keys(size)
    yield "texte", "é" * (size // 2)
    yield "lignes", "\n" * (size // 2)
    yield "textes…", _filled("x" * 200, size)
    yield "nombre", int("9" * 4000)
    yield "profond", json.loads("[" * 400 + "]" * 400)
    items = schema.get("items")
    if items is not None:
        most = schema.get("maxItems", 10**9)
        item = _example(items)
        yield "justes…", _filled(item, size)[:most]
        inner = _resolved(items)
        if inner.get("items") is not None:
            row = _filled(_example(inner["items"]), size)[: inner.get("maxItems", 10**9)]
            yield "listes justes…", _filled(row, size)[:most]
        if isinstance(item, dict):
            wrong: Any = {key: {} for key in item}
            yield "faux…", _filled(wrong, size)[:most]
    if schema.get("additionalProperties"):
        value = _example(schema["additionalProperties"])
        yield (
            "{justes}",
            {f"{at}": value for at in range(min(schema.get("maxProperties", 3000), 3000))},
        )


def _places(schema: Any, above: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], Any]]:
    for name, raw in _resolved(schema).get("properties", {}).items():
        below = _resolved(raw)
        yield (*above, name), below
        if len(above) + 1 < DEPTH:
            yield from _places(below, (*above, name))


def _resolved(schema: Any) -> Any:
    """Follow references, and take the first of several shapes that is not null."""
    while True:
        if "$ref" in schema:
            schema = document()["components"]["schemas"][schema["$ref"].rpartition("/")[2]]
            continue
        several = [*schema.get("allOf", ()), *schema.get("anyOf", ()), *schema.get("oneOf", ())]
        several = [one for one in several if one.get("type") != "null"]
        if not several:
            return schema
        schema = several[0]


KNOWN: dict[str, Any] = {
    "club": "poids",
    "seats": [{"name": name} for name in "ABCD"],
    "format": "swiss",
    "date": "2026-01-01",
    "client_id": None,
    "rules": {},
}


def _example(schema: Any, name: str = "") -> Any:
    """Return a valid-looking value."""
    schema = _resolved(schema)
    if name == "game":
        return games()[0].slug
    if name in KNOWN:
        return KNOWN[name]
    if "enum" in schema:
        return schema["enum"][0]
    kind = schema.get("type")
    if kind == "array":
        return [_example(schema["items"])]
    if kind == "integer":
        return max(1, schema.get("minimum", 1))
    if kind == "object" or "properties" in schema:
        asked = schema.get("required", list(schema.get("properties", {})))
        return {key: _example(schema["properties"][key], key) for key in asked}
    return {"number": 1.5, "boolean": True}.get(kind, "a")


def _put(base: dict[str, Any], place: tuple[str, ...], value: Any) -> dict[str, Any]:
    name, *rest = place
    below = base.get(name) if isinstance(base.get(name), dict) else {}
    return {**base, name: _put(below, tuple(rest), value) if rest else value}  # type: ignore[arg-type]


def _filled(item: Any, size: int) -> list[Any]:
    return [item] * max(1, size // (len(_json(item)) + 1))


def _keys(size: int) -> dict[str, int]:
    return {f"k{at:06}": 1 for at in range(size // 12)}


def _json(value: Any) -> bytes:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()


# -- Reads with a long query, and the pages' forms ----------------------------------------------


def _read(world: World) -> Iterator[Row]:
    """Read everything that can be read, with queries as long as the server accepts."""
    for path, operations in document()["paths"].items():
        if "get" not in operations:
            continue
        about_clubs = "/clubs/" in path
        address = _address(path, {**world.places, **({"slug": "poids"} if about_clubs else {})})
        told = [one["name"] for one in operations["get"].get("parameters", ())]
        for name in (*told, "id"):
            for query in (f"{name}=1&" * 6000, f"{name}={'1,' * 30_000}", f"{name}={'9' * 60_000}"):
                for kind, client in (
                    ("lecture sans compte", world.visitor),
                    ("lecture avec compte", world.owner),
                ):
                    took = _seconds(partial(client.get, address, QUERY_STRING=query[:60_000]))
                    world.note(kind, f"{address} {name}", took)
    yield from world.rows("lecture sans compte", "lecture avec compte")


TEXTS = {
    "lignes vides": "\n" * 60_000,
    "lignes": "a\n" * 30_000,
    "lignes sans fin": "a" * 60_000,
    "paires": "a & b\n" * 10_000,
    "nombres": "9" * 60_000,
    "inscrits": "nom;club\n" + "x;y\n" * 15_000,
    "liens": "teacher,learner\n" + "\n" * 20_000,
    "liens vides": "teacher,learner\n" + ",\n" * 20_000,
    "json": "{" * 30_000,
    "trf": "001 " * 15_000,
}


def _posted(world: World) -> Iterator[Row]:
    """Send every form of every page long fields, and many fields."""
    browser = _signed_in()
    for path in _pages(get_resolver(), ""):
        address = _address(path, {**world.places, "slug": games()[0].slug})
        if "clubs/" in path:
            address = _address(path, {**world.places, "slug": "poids"})
        for kind, client in (
            ("formulaire sans compte", world.visitor),
            ("formulaire avec compte", browser),
        ):
            _post_all(world, kind, client, address)
    yield from world.rows("formulaire sans compte", "formulaire avec compte")


def _signed_in() -> Client:
    """Return a browser of the club's owner. A visitor's would try no form of theirs."""
    browser = _client()
    browser.force_login(User.objects.get(username="poids"))
    if browser.get("/compte/").status_code != 200:
        raise SystemExit("/compte/: not signed in")
    return browser


def _pages(resolver: URLResolver, before: str) -> Iterator[str]:
    for one in resolver.url_patterns:
        path = f"{before}{one.pattern}"
        if isinstance(one, URLResolver):
            if not path.startswith(("api/", "compte/")):
                yield from _pages(one, path)
        elif isinstance(one, URLPattern):
            yield "/" + re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", path)


def _post_all(world: World, kind: str, client: Client, address: str) -> None:
    shown = client.get(address)
    if shown.status_code >= 500:
        raise SystemExit(f"{address}: {shown.status_code}")
    text = shown.content.decode(errors="replace") if not shown.streaming else ""
    inputs = re.findall(r'<(?:input|select|textarea|button)[^>]* name="([^"]+)"[^>]*>', text)
    sound = dict(re.findall(r'<input[^>]* name="([^"]+)"[^>]* value="([^"]*)"', text))
    for name in dict.fromkeys([*inputs, "x"]):
        for told, value in TEXTS.items():
            posted = {**sound, name: value}
            took = _seconds(partial(client.post, address, posted))
            world.note(kind, f"{address} {name}={told}", took)
        many = {**sound, name: ["1"] * 900}
        took = _seconds(partial(client.post, address, many))
        world.note(kind, f"{address} {name}×900", took)
