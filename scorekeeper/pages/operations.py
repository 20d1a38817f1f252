"""The operations of the API for its documentation page, from the OpenAPI description."""

import json
from typing import Any

from games.api.jsonschema import schema_of
from games.registry.installed import games
from scorekeeper.api.api_document import Schema, document
from scorekeeper.api.api_schema import entry_examples


def operations() -> list[dict[str, Any]]:
    """Return the operations by tag, each with its parameters, body and answers."""
    schema = document()
    groups: dict[str, list[dict[str, Any]]] = {}
    for path, methods in schema["paths"].items():
        for method, operation in methods.items():
            item = _item(schema, path, method, operation)
            groups.setdefault(operation.get("tags", ["api"])[0], []).append(item)
    return [{"tag": tag, "items": items} for tag, items in groups.items()]


def _item(schema: Schema, path: str, method: str, operation: Schema) -> dict[str, Any]:
    summary, _, rest = operation.get("description", "").partition("\n\n")
    return {
        "method": method.upper(),
        "path": path,
        "summary": summary,
        "description": rest,
        "parameters": [
            _field(schema, parameter["name"], parameter.get("schema", {}))
            | {
                "in": parameter["in"],
                "required": parameter.get("required", False),
                "description": parameter.get("description", ""),
            }
            for parameter in operation.get("parameters", [])
        ],
        "body": _body(schema, operation),
        "responses": [
            {
                "status": status,
                "description": answer.get("description", ""),
                "shape": _answered(answer),
            }
            for status, answer in operation["responses"].items()
            if status.startswith("2") or status in ("400", "409")
        ],
    }


def _body(schema: Schema, operation: Schema) -> list[dict[str, Any]]:
    content = operation.get("requestBody", {}).get("content", {}).get("application/json", {})
    shape = _resolved(schema, content.get("schema", {}))
    return [field | {"in": "body"} for field in _fields(schema, shape)]


def _answered(answer: Schema) -> dict[str, Any] | None:
    """Return the name of an answer's shape (`name`), and whether it is a list of them (`list`).

    Return None for an answer without a named shape.
    """
    shape = answer.get("content", {}).get("application/json", {}).get("schema", {})
    reference = shape.get("$ref") or shape.get("items", {}).get("$ref")
    return {"name": _name(reference), "list": "items" in shape} if reference else None


def shapes() -> list[dict[str, Any]]:
    """Return the shapes of successful answers, each with its fields."""
    schema = document()
    named = {
        response["shape"]["name"]: None
        for group in operations()
        for item in group["items"]
        for response in item["responses"]
        if response["shape"] and response["status"].startswith("2")
    }
    return [{"name": name, "fields": _fields(schema, _component(schema, name))} for name in named]


def entries() -> list[dict[str, Any]]:
    """Return the fields of a line and an example, for each game."""
    examples = entry_examples()
    return [
        {
            "slug": game.slug,
            "name": game.name,
            "description": (shape := schema_of(game.entry.serializer)).get("description", ""),
            "fields": _fields({}, shape),
            "example": json.dumps(examples[game.slug]["value"], ensure_ascii=False),
        }
        for game in games()
    ]


def _fields(schema: Schema, shape: Schema, before: str = "", depth: int = 3) -> list[Schema]:
    """Return the fields of a shape; after each field, `depth` levels of its own fields."""
    fields = []
    for name, raw in shape.get("properties", {}).items():
        required = name in shape.get("required", [])
        fields.append(_field(schema, f"{before}{name}", raw) | {"required": required})
        if depth:
            inner = _resolved(schema, raw)
            many = "items" in inner
            held = _resolved(schema, inner["items"]) if many else inner
            fields += _fields(schema, held, f"{before}{name}{'[]' if many else ''}.", depth - 1)
    return fields


def _field(schema: Schema, name: str, shape: Schema) -> dict[str, Any]:
    resolved = _resolved(schema, shape)
    description = shape.get("description") or resolved.get("description", "")
    if description.startswith("* `"):
        # the generator lists the values in the description, but the type has them already
        description = ""
    return {"name": name, "type": _type(resolved), "description": description}


def _name(reference: str) -> str:
    return reference.rsplit("/", 1)[-1]


def _component(schema: Schema, name: str) -> Schema:
    component: Schema = schema["components"]["schemas"][name]
    return component


def _resolved(schema: Schema, shape: Schema) -> Schema:
    """Return the shape to which a reference leads; « or null » is ignored."""
    for key in ("allOf", "anyOf", "oneOf"):
        others = [option for option in shape.get(key, ()) if option.get("type") != "null"]
        if len(others) == 1:
            words = {"description": shape["description"]} if "description" in shape else {}
            return {**_resolved(schema, others[0]), **words}
    return _component(schema, _name(shape["$ref"])) if "$ref" in shape else shape


def _type(shape: Schema) -> str:
    if "enum" in shape:
        return " | ".join(str(value) for value in shape["enum"])
    return str(shape.get("format") or shape.get("type") or "object")
