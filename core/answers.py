"""An answer of the API is a TypedDict: the function that makes it returns it, and it describes it.

A field's type may be `Annotated` with what the type does not say: a sentence for the reader of the
description, an `OpenApiTypes` for a text's format, `OneOf` for the only values there are, or keys
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
    """The only values of a field, as a `ChoiceField` takes them."""

    choices: Sequence[Any]


class Shape(serializers.Serializer[Any]):
    """Stands for a TypedDict where drf-spectacular takes only a serializer: in a list of them."""

    def __init__(self, shape: type) -> None:
        super().__init__()
        self.shape = shape


class TypedDicts(ABC):  # noqa: B024, its hook is all there is to it
    """Every TypedDict counts as its subclass, so that `extend_schema` takes it as it is."""

    @classmethod
    def __subclasshook__(cls, kind: type) -> bool:
        return is_typeddict(kind) or kind is Shape


def answer_from(shape: type[T], source: object, **others: Any) -> T:
    """Return an answer that has its fields from an object's attributes, but for the `others`."""
    return cast(
        "T",
        {
            name: others[name] if name in others else getattr(source, name)
            for name in shape.__annotations__
        },
    )


def list_of(shape: type) -> Any:
    """Return what describes a list of a TypedDict."""
    return serializers.ListSerializer(child=Shape(shape))
