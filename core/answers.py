"""Types for the API's answers: an answer is a TypedDict, from which the schema is made too.

A field's type may be `Annotated` with what a type can't say: a sentence for the reader of the
description, an `OpenApiTypes` for a text's format, `OneOf` for the only allowed values, or keys
of the schema.
"""

from abc import ABC
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, TypeVar, cast, is_typeddict

from drf_spectacular.types import OpenApiTypes
from rest_framework import serializers

T = TypeVar("T")
Json = Mapping[str, Any]
Moment = Annotated[str, OpenApiTypes.DATETIME]
Day = Annotated[str, OpenApiTypes.DATE]
Hour = Annotated[str, OpenApiTypes.TIME]
Uuid = Annotated[str, OpenApiTypes.UUID]


@dataclass(frozen=True)
class OneOf:
    """The only allowed values of a field, in the form of a `ChoiceField`'s choices."""

    choices: Sequence[Any]


class Shape(serializers.Serializer[Any]):
    """Wraps a TypedDict as a serializer, which drf-spectacular needs for the items of a list."""

    def __init__(self, shape: type) -> None:
        super().__init__()
        self.shape = shape


class TypedDicts(ABC):  # noqa: B024, its hook is all there is to it
    """The virtual base class of TypedDicts and of `Shape`, so that `extend_schema` accepts them."""

    @classmethod
    def __subclasshook__(cls, kind: type) -> bool:
        return is_typeddict(kind) or kind is Shape


def answer_from(shape: type[T], source: object, **others: Any) -> T:
    """Return an answer of that shape.

    Each field's value comes from `others` or, if it is not there, from the source's attribute of
    the same name.
    """
    return cast(
        "T",
        {
            name: others[name] if name in others else getattr(source, name)
            for name in shape.__annotations__
        },
    )


def list_of(shape: type) -> Any:
    """Return a serializer that describes a list of a TypedDict."""
    return serializers.ListSerializer(child=Shape(shape))
