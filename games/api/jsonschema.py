"""JSON Schemas of a game's rules and entries, made from its serializers."""

import inspect
from typing import Any

from rest_framework import serializers


def schema_of(serializer: type[serializers.Serializer[Any]]) -> dict[str, Any]:
    """Return the JSON Schema of a serializer's input."""
    return _object(serializer())


def _object(serializer: serializers.Serializer[Any]) -> dict[str, Any]:
    properties = {name: _field(field) for name, field in serializer.fields.items()}
    required = [name for name, field in serializer.fields.items() if field.required]
    schema: dict[str, Any] = {"type": "object", "properties": properties}
    words = inspect.getdoc(type(serializer))
    if words:
        schema["description"] = " ".join(words.split())
    if required:
        schema["required"] = required
    return schema


def _field(field: Any) -> dict[str, Any]:
    schema = _shape(field)
    if field.allow_null:
        schema = {"anyOf": [schema, {"type": "null"}]}
    if field.help_text:
        schema["description"] = str(field.help_text)
    return schema


def _shape(field: Any) -> dict[str, Any]:
    own = getattr(field, "json_schema", None)
    if own is not None:
        return dict(own)
    if isinstance(field, serializers.ListSerializer | serializers.ListField):
        return _array(field)
    if isinstance(field, serializers.Serializer):
        return _object(field)
    if isinstance(field, serializers.DictField) and field.child is not None:
        schema = {"type": "object", "additionalProperties": _field(field.child)}
        most = getattr(field, "max_length", None)
        return schema if most is None else {**schema, "maxProperties": most}
    if isinstance(field, serializers.ChoiceField):
        return {"enum": list(field.choices)}
    if isinstance(field, serializers.IntegerField):
        return _bounded("integer", field)
    if isinstance(field, serializers.BooleanField):
        return {"type": "boolean"}
    if isinstance(field, serializers.CharField):
        return {"type": "string", **({"maxLength": field.max_length} if field.max_length else {})}
    return {}


def _array(field: Any) -> dict[str, Any]:
    schema = {"type": "array", "items": _field(field.child)}
    if field.max_length is not None:
        schema["maxItems"] = field.max_length
    return schema


def _bounded(kind: str, field: Any) -> dict[str, Any]:
    schema: dict[str, Any] = {"type": kind}
    if field.min_value is not None:
        schema["minimum"] = field.min_value
    if field.max_value is not None:
        schema["maximum"] = field.max_value
    return schema
