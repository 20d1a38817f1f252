"""Request bodies that are expensive to read, made from the schemas of the API."""

import json
from collections.abc import Iterator
from typing import Any

from games.registry.installed import games
from scorekeeper.api.api_document import document

DEPTH = 3
KNOWN: dict[str, Any] = {
    "club": "poids",
    "seats": [{"name": name} for name in "ABCD"],
    "format": "swiss",
    "date": "2026-01-01",
    "client_id": None,
    "rules": {},
}


def costly(schema: Any, size: int) -> Iterator[tuple[str, bytes]]:
    """Yield bodies of about `size` bytes, each with a name.

    First come large values, then valid bodies with one expensive field.
    """
    for name, value in _values(resolved(schema), size):
        yield name, json_bytes(value)
    base = example(schema)
    if isinstance(base, dict):
        for place, below in _places(schema):
            for name, value in _values(below, size):
                yield f"{'.'.join(place)}={name}", json_bytes(_put(base, place, value))


def _values(schema: Any, size: int) -> Iterator[tuple[str, Any]]:
    """Yield values for a field that are expensive to read, each with a name."""
    size -= 2048
    yield "{}…", filled({}, size)
    yield "[[]]…", filled([[]], size)
    yield "1…", filled(1, size)
    yield "{clés}", keys(size)
    yield "texte", "é" * (size // 2)
    yield "lignes", "\n" * (size // 2)
    yield "textes…", filled("x" * 200, size)
    yield "nombre", int("9" * 4000)
    yield "profond", json.loads("[" * 400 + "]" * 400)
    items = schema.get("items")
    if items is not None:
        most = schema.get("maxItems", 10**9)
        item = example(items)
        yield "justes…", filled(item, size)[:most]
        inner = resolved(items)
        if inner.get("items") is not None:
            row = filled(example(inner["items"]), size)[: inner.get("maxItems", 10**9)]
            yield "listes justes…", filled(row, size)[:most]
        if isinstance(item, dict):
            wrong: Any = {key: {} for key in item}
            yield "faux…", filled(wrong, size)[:most]
    if schema.get("additionalProperties"):
        value = example(schema["additionalProperties"])
        yield (
            "{justes}",
            {f"{at}": value for at in range(min(schema.get("maxProperties", 3000), 3000))},
        )


def _places(schema: Any, above: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], Any]]:
    for name, raw in resolved(schema).get("properties", {}).items():
        below = resolved(raw)
        yield (*above, name), below
        if len(above) + 1 < DEPTH:
            yield from _places(below, (*above, name))


def resolved(schema: Any) -> Any:
    """Return a schema without references; of alternatives, return the first that is not null."""
    while True:
        if "$ref" in schema:
            schema = document()["components"]["schemas"][schema["$ref"].rpartition("/")[2]]
            continue
        several = [*schema.get("allOf", ()), *schema.get("anyOf", ()), *schema.get("oneOf", ())]
        several = [shape for shape in several if shape.get("type") != "null"]
        if not several:
            return schema
        schema = several[0]


def example(schema: Any, name: str = "") -> Any:
    """Return a value that fits the schema. `name` is the field that the value is for."""
    schema = resolved(schema)
    if name == "game":
        return games()[0].slug
    if name in KNOWN:
        return KNOWN[name]
    if "enum" in schema:
        return schema["enum"][0]
    kind = schema.get("type")
    if kind == "array":
        return [example(schema["items"])]
    if kind == "integer":
        return max(1, schema.get("minimum", 1))
    if kind == "object" or "properties" in schema:
        required = schema.get("required", list(schema.get("properties", {})))
        return {key: example(schema["properties"][key], key) for key in required}
    return {"number": 1.5, "boolean": True}.get(kind, "a")


def _put(base: dict[str, Any], place: tuple[str, ...], value: Any) -> dict[str, Any]:
    name, *rest = place
    below = base.get(name) if isinstance(base.get(name), dict) else {}
    return {**base, name: _put(below, tuple(rest), value) if rest else value}  # type: ignore[arg-type]


def filled(item: Any, size: int) -> list[Any]:
    """Return a list of about `size` bytes that repeats one item."""
    return [item] * max(1, size // (len(json_bytes(item)) + 1))


def keys(size: int) -> dict[str, int]:
    """Return an object of about `size` bytes in which all keys are different."""
    return {f"k{at:06}": 1 for at in range(size // 12)}


def json_bytes(value: Any) -> bytes:
    """Return a value encoded as JSON."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()
