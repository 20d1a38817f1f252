"""The API's operations for its documentation page, read off the OpenAPI description."""

from functools import lru_cache
from typing import Any

from drf_spectacular.generators import SchemaGenerator

Schema = dict[str, Any]


@lru_cache(maxsize=1)
def operations() -> list[dict[str, Any]]:
    """Return the operations by tag, each with its parameters, body and answers."""
    schema = SchemaGenerator().get_schema(request=None, public=True)
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
            {
                "name": parameter["name"],
                "in": parameter["in"],
                "required": parameter.get("required", False),
                "type": _type(parameter.get("schema", {})),
                "description": parameter.get("description", ""),
            }
            for parameter in operation.get("parameters", [])
        ],
        "body": _body(schema, operation),
        "responses": [
            {"status": status, "description": answer.get("description", "")}
            for status, answer in operation["responses"].items()
            if status.startswith("2") or status in ("400", "409")
        ],
    }


def _body(schema: Schema, operation: Schema) -> list[dict[str, Any]]:
    content = operation.get("requestBody", {}).get("content", {}).get("application/json", {})
    shape = _resolved(schema, content.get("schema", {}))
    required = shape.get("required", [])
    return [
        {
            "name": name,
            "in": "body",
            "required": name in required,
            "type": _type(_resolved(schema, field)),
            "description": field.get("description", ""),
        }
        for name, field in shape.get("properties", {}).items()
    ]


def _resolved(schema: Schema, shape: Schema) -> Schema:
    reference = shape.get("$ref", "")
    if not reference:
        return shape
    resolved: Schema = schema["components"]["schemas"][reference.rsplit("/", 1)[-1]]
    return resolved


def _type(shape: Schema) -> str:
    if "enum" in shape:
        return " | ".join(str(value) for value in shape["enum"])
    return str(shape.get("format") or shape.get("type") or "object")
