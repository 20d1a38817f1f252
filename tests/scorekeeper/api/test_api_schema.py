"""The schema of an answer is the TypedDict that the function making the answer returns."""

from typing import Annotated, Any, NotRequired, TypedDict

from django.urls import path
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.utils import extend_schema
from rest_framework.views import APIView

from core.answers import Day, Json, Moment, OneOf, list_of


class Part(TypedDict):
    """A part."""

    at: Moment


class Whole(Part):
    """A whole."""

    name: Annotated[str, "How it is called."]
    kind: Annotated[str | None, OneOf((("a", "first"), ("b", "second"))), "Which it is."]
    scores: Annotated[list[float], {"maxItems": 3}]
    rules: Json
    day: Day | None
    part: Part | None
    parts: Annotated[list[Part], "All of them."]
    by_side: dict[str, Part]
    anything: Any
    left: NotRequired[int]


class WholeView(APIView):
    @extend_schema(operation_id="whole", responses={200: Whole, 201: list_of(Whole)})
    def post(self, request):
        """Answer."""


PART = {"$ref": "#/components/schemas/Part"}


def test_a_typed_dict_is_described_field_by_field():
    view = path("api/v1/whole/", WholeView.as_view())
    document = SchemaGenerator(patterns=[view]).get_schema(request=None, public=True)
    answers = document["paths"]["/api/v1/whole/"]["post"]["responses"]
    reference = {"$ref": "#/components/schemas/Whole"}
    assert answers["200"]["content"]["application/json"]["schema"] == reference
    many = answers["201"]["content"]["application/json"]["schema"]
    assert many == {"type": "array", "items": reference}
    moment = {"at": {"type": "string", "format": "date-time"}}
    shapes = document["components"]["schemas"]
    assert shapes["Part"] == {
        "type": "object",
        "description": "A part.",
        "properties": moment,
        "required": ["at"],
    }
    whole = shapes["Whole"]
    kind = whole["properties"].pop("kind")
    assert (kind["type"], kind["enum"], kind["nullable"]) == ("string", ["a", "b", None], True)
    assert kind["description"] == "Which it is.\n\n* `a` - first\n* `b` - second"
    assert whole["properties"] == {
        **moment,
        "name": {"type": "string", "description": "How it is called."},
        "scores": {
            "type": "array",
            "items": {"type": "number", "format": "double"},
            "maxItems": 3,
        },
        "rules": {"type": "object", "additionalProperties": {}},
        "day": {"type": "string", "format": "date", "nullable": True},
        "part": {"allOf": [PART], "nullable": True},
        "parts": {"type": "array", "items": PART, "description": "All of them."},
        "by_side": {"type": "object", "additionalProperties": PART},
        "anything": {},
        "left": {"type": "integer"},
    }
    assert set(whole["properties"]) - set(whole["required"]) == {"left"}
