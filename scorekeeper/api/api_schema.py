"""Adds the shapes of answers to the OpenAPI description, and the errors that any call may have."""

import re
from collections.abc import Mapping
from inspect import cleandoc
from random import Random
from types import NoneType, UnionType
from typing import (
    Annotated,
    Any,
    NotRequired,
    Union,
    get_args,
    get_origin,
    get_type_hints,
    is_typeddict,
)

from django.utils.translation import gettext as _
from drf_spectacular.extensions import OpenApiSerializerExtension
from drf_spectacular.openapi import AutoSchema
from drf_spectacular.plumbing import build_basic_type, build_choice_field, build_object_type
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import Direction, PolymorphicProxySerializer
from rest_framework import serializers

from core.answers import OneOf, Shape, TypedDicts
from core.refusals import SENTENCES as PEOPLE_ERRORS
from games.refusals import SENTENCES as TABLE_ERRORS
from games.registry.game import Game, Text
from games.registry.installed import games
from tournaments.refusals import SENTENCES as TOURNAMENT_ERRORS
from transmission.refusals import SENTENCES as TRANSMISSION_ERRORS

_ERROR: dict[str, Any] = {
    "type": "object",
    "required": ["type", "errors"],
    "properties": {
        "type": {"type": "string", "enum": ["validation_error", "client_error", "server_error"]},
        "errors": {
            "type": "array",
            "items": {
                "type": "object",
                "required": ["code", "detail", "attr"],
                "properties": {
                    "code": {"type": "string", "description": "Stable."},
                    "detail": {"type": "string", "description": "In the caller's language."},
                    "attr": {"type": "string", "nullable": True},
                },
            },
        },
        "match": {"description": "With `stale`: the match as it stands.", "type": "object"},
        "version": {"description": "With `stale`: the tournament's now.", "type": "integer"},
        "later": {
            "description": "With `later_entry_illegal`: the line in the way, and its code.",
            "type": "object",
        },
        "player": {"description": "With `name_taken`: who has the name.", "type": "object"},
    },
}

_ERRORS = {
    "400": "A refused value: `errors` says which, why, and what to do.",
    "401": "The token is not known.",
    "403": (
        "Seen, but not the caller's to change: `X-Match-Token` (a match's `edit_token`, or the "
        "token of a capability link) is missing, wrong, expired or revoked."
    ),
    "404": "There is no such thing, or the caller may not see it.",
    "405": "Not that method.",
    "406": "Only JSON is answered.",
    "408": "The body did not arrive in time.",
    "409": "`stale` or `client_id_reused`: look before going on.",
    "413": "More than 64 KiB (imports of matches and tournaments: 4 MiB, of graphs: 32 MiB).",
    "415": "Only JSON is read.",
    "429": "Too many at once: wait for `Retry-After` seconds.",
    "503": "`busy`: too much to do, or too many large bodies are arriving; `database_away`: the "
    "database can't be asked now. Wait for `Retry-After` seconds.",
}


def _describe_codes() -> None:
    """List all codes, common ones and those of the games, in the description of `code`."""
    known = sorted({code for group in codes() for code in group["codes"]})
    _ERROR["properties"]["errors"]["items"]["properties"]["code"]["description"] = (
        "Stable. Beside those of REST framework (`required`, `invalid`, `null`, …): "
        + ", ".join(f"`{code}`" for code in known)
    )


def _add_start_options(start: dict[str, Any]) -> None:
    """Describe the options that some games offer with the choice of seats."""
    for game in games():
        for option in game.seats.options:
            start.get("properties", {})[option] = {
                "type": "integer",
                "minimum": 0,
                "nullable": True,
                "description": f"A seat. Of the game `{game.slug}`.",
            }


def entry_examples() -> dict[str, Any]:
    """Return an example entry of each game: the first line of a random match."""
    return {game.slug: {"summary": str(game.name), "value": _first_entry(game)} for game in games()}


def _first_entry(game: Game) -> dict[str, Any]:
    seats = game.seats.most or max(game.seats.least, 4)
    rules = game.rules.model(**game.presets[0].values)
    sheet = game.replay(rules, seats, [])
    return dict(game.demonstration.sample(rules, sheet, Random(SEED)))  # noqa: S311


# With this seed, the example of the jeu du 10 is a hand whose bid was made: the easiest to read.
SEED = 1


def _add_entry_examples(operation: dict[str, Any]) -> None:
    """Add an example body of each game to an operation that receives a line."""
    content = operation.get("requestBody", {}).get("content", {}).get("application/json", {})
    if "entry_schema" in content.get("schema", {}).get("description", ""):
        content["examples"] = entry_examples()


def codes() -> list[dict[str, Any]]:
    """Return the documented codes with their sentences: the common ones, then each game's."""
    groups: list[tuple[str, Mapping[str, Text]]] = [
        ("", {**PEOPLE_ERRORS, **TABLE_ERRORS}),
        (str(_("Tournois")), TOURNAMENT_ERRORS),
        (str(_("Transmission")), TRANSMISSION_ERRORS),
    ]
    groups += [(str(game.name), game.words.errors) for game in games()]
    return [
        {
            "name": name,
            "codes": {code: _PLACE.sub("…", str(text)) for code, text in sorted(errors.items())},
        }
        for name, errors in groups
    ]


# The placeholders of a sentence.
_PLACE = re.compile(r"%\(\w+\)s")


class Described(AutoSchema):
    """Describes an operation; marks the calls that accept a `client_id` or answer an `ETag`."""

    def get_operation(self, *args: Any, **kwargs: Any) -> Any:
        """Return the description, with marks for `add_errors`, which removes them again."""
        operation = super().get_operation(*args, **kwargs)
        if operation is not None and self.method != "GET":
            handler = getattr(self.view, getattr(self.view, "action", self.method.lower()), None)
            if getattr(handler, "takes_client_id", False):
                operation[_ONCE] = True
            if "requestBody" in operation:
                operation[_MOST] = _most_items(self.get_request_serializer())
        if operation is not None and self.method == "GET":
            operation[_TAGGED] = getattr(self.view, "answers_not_modified", False)
        return operation


class AnswerShape(OpenApiSerializerExtension):
    """Describes an answer from the type hints of its TypedDict."""

    target_class = TypedDicts
    match_subclasses = True

    @property
    def _shape(self) -> Any:
        return self.target.shape if isinstance(self.target, Shape) else self.target

    def get_name(self, auto_schema: AutoSchema, direction: Direction) -> str:
        """Return the name of the component."""
        return str(self._shape.__name__)

    def get_identity(self, auto_schema: AutoSchema, direction: Direction) -> Any:
        """Return the TypedDict itself: by it, drf-spectacular tells equally named shapes apart."""
        return self._shape

    def map_serializer(self, auto_schema: AutoSchema, direction: Direction) -> dict[str, Any]:
        """Return the schema of the TypedDict."""
        shape = self._shape
        hints = get_type_hints(shape, include_extras=True)
        return build_object_type(
            {name: self._schema(auto_schema, direction, hint) for name, hint in hints.items()},
            required=shape.__required_keys__,
            description=cleandoc(shape.__doc__ or ""),
        )

    def _schema(self, auto_schema: AutoSchema, direction: Direction, hint: Any) -> dict[str, Any]:
        origin, args = get_origin(hint), get_args(hint)
        if origin is NotRequired:
            return self._schema(auto_schema, direction, args[0])
        if origin is Annotated:
            return _annotated(self._schema(auto_schema, direction, args[0]), args[1:])
        if origin in (Union, UnionType):
            (kind,) = (arg for arg in args if arg is not NoneType)
            return _referring(self._schema(auto_schema, direction, kind)) | {"nullable": True}
        if origin is list:
            return {"type": "array", "items": self._schema(auto_schema, direction, args[0])}
        if origin is dict:
            values = self._schema(auto_schema, direction, args[1])
            return {"type": "object", "additionalProperties": values}
        if hint is Any:
            return {}
        if is_typeddict(hint):
            return dict(auto_schema.resolve_serializer(hint, direction).ref)
        return dict(build_basic_type(OpenApiTypes.OBJECT if origin is Mapping else hint) or {})


def _referring(schema: dict[str, Any]) -> dict[str, Any]:
    """Return a schema to which keys can be added, unlike a bare reference."""
    return {"allOf": [schema]} if "$ref" in schema else schema


def _annotated(schema: dict[str, Any], notes: tuple[Any, ...]) -> dict[str, Any]:
    """Return a schema with the description and bounds in the hint's `Annotated`."""
    nullable = schema.get("nullable", False)
    for note in notes:
        if isinstance(note, OneOf):
            field = serializers.ChoiceField(choices=note.choices, allow_null=nullable)
            schema = schema | build_choice_field(field)
        elif isinstance(note, str):
            text = "\n\n".join(filter(None, (note, schema.get("description"))))
            schema = _referring(schema) | {"description": text}
        elif isinstance(note, dict):
            schema = schema | note
        else:
            schema = dict(build_basic_type(note) or {})
    return schema


def _most_items(body: Any) -> int | None:
    """Return the maximum length of a body that may be a list; None for any other body."""
    shapes = body.serializers if isinstance(body, PolymorphicProxySerializer) else [body]
    lists = (shape for shape in shapes if isinstance(shape, serializers.ListSerializer))
    return next((getattr(shape, "max_length", None) for shape in lists), None)


def _bound_list(operation: dict[str, Any], shapes: dict[str, Any], most: int) -> None:
    """Set the maximum length of a body that is a list: the generator sets it for fields only."""
    for content in operation["requestBody"]["content"].values():
        schema = content["schema"]
        schema = shapes[schema["$ref"].rpartition("/")[2]] if "$ref" in schema else schema
        for shape in schema.get("oneOf", [schema]):
            if shape.get("type") == "array":
                shape["maxItems"] = most


_ONCE, _TAGGED, _MOST = "x-exactly-once", "x-tagged", "x-most-items"
_CLIENT_ID: dict[str, Any] = {
    "type": "string",
    "format": "uuid",
    "nullable": True,
    "description": "Exactly once: the same id with the same body answers what the first one did.",
}


_KNOWN: dict[str, Any] = {
    "in": "header",
    "name": "If-None-Match",
    "schema": {"type": "string"},
    "description": "The `ETag` of an answer that the caller has.",
}


def _add_client_id(operation: dict[str, Any], shapes: dict[str, Any]) -> None:
    """Describe the `client_id` of a call: in its body, or in the query of a call without a body."""
    content = operation.get("requestBody", {}).get("content", {}).get("application/json", {})
    name = content.get("schema", {}).get("$ref", "").rpartition("/")[2]
    if name:
        shapes[name].setdefault("properties", {})["client_id"] = _CLIENT_ID
    else:
        schema = {"type": "string", "format": "uuid"}
        parameter = {"in": "query", "name": "client_id", "schema": schema}
        operation.setdefault("parameters", []).append(
            {
                **parameter,
                "description": f"{_CLIENT_ID['description']} In the query or a JSON body.",
            }
        )
    answers = operation["responses"]
    if "201" in answers:
        answers.setdefault(
            "200", {**answers["201"], "description": "Sent again: what it answered."}
        )


def add_errors(result: dict[str, Any], **kwargs: Any) -> dict[str, Any]:
    """Describe the errors of every operation; a hook of the schema generator."""
    result.setdefault("components", {}).setdefault("schemas", {})["Error"] = _ERROR
    body = {"application/json": {"schema": {"$ref": "#/components/schemas/Error"}}}
    _describe_codes()
    _add_start_options(result["components"]["schemas"].get("StartRequest", {}))
    shapes = result["components"]["schemas"]
    for operations in result["paths"].values():
        for operation in operations.values():
            _add_entry_examples(operation)
            if operation.pop(_ONCE, False):
                _add_client_id(operation, shapes)
            most = operation.pop(_MOST, None)
            if most is not None:
                _bound_list(operation, shapes, most)
            if operation.pop(_TAGGED, False):
                operation.setdefault("parameters", []).append(_KNOWN)
                operation["responses"]["304"] = {"description": "It is as the `ETag` known says."}
            for code, description in _ERRORS.items():
                operation["responses"].setdefault(
                    code, {"description": description, "content": body}
                )
    return result
