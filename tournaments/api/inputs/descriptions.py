"""Shapes of sums and figures, and of what is told of a tournament, to come or past."""

from decimal import Decimal
from math import isfinite
from typing import Any

from django.core.validators import URLValidator
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from games.entry.shapes import StrictInteger
from tournaments.models import (
    ABOUT_LENGTH,
    CONTACT_LENGTH,
    HELD_MOST,
    PICTURE_LENGTH,
    Tournament,
)
from tournaments.state.entrants import MOST_PAID

# Far above the scores of all games. Every database and JSON reader can store it.
HIGHEST = 10**9


@extend_schema_field(OpenApiTypes.NUMBER)
class FigureField(serializers.Field[Any, Any, Any, Any]):
    """A JSON number with at most two decimals, as scores have."""

    default_error_messages = {"invalid": serializers.FloatField.default_error_messages["invalid"]}

    def to_internal_value(self, data: Any) -> int | float:
        """Return the number unchanged. Strings and booleans are refused."""
        if isinstance(data, bool) or not isinstance(data, int | float):
            self.fail("invalid")
        # The order of these tests matters: a float cannot hold an integer of four hundred digits.
        if (
            abs(data) > HIGHEST
            or not isfinite(data)
            or Decimal(str(data)) != round(Decimal(str(data)), 2)
        ):
            self.fail("invalid")
        return data

    def to_representation(self, value: Any) -> Any:
        """Return the number unchanged."""
        return value


@extend_schema_field({"type": "number", "minimum": 0, "maximum": MOST_PAID // 100})
class SumField(FigureField):
    """A sum of money, in the club's currency; stored in hundredths."""

    def to_internal_value(self, data: Any) -> int:
        """Return the sum in hundredths."""
        value = round(Decimal(str(super().to_internal_value(data))) * 100)
        if not 0 <= value <= MOST_PAID:
            self.fail("invalid")
        return value


class PictureField(serializers.CharField):
    """The address of a picture on another site, or an empty text."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(max_length=PICTURE_LENGTH, allow_blank=True, **kwargs)

    def to_internal_value(self, data: Any) -> str:
        """Return the address. Anything but http and https is refused."""
        address = super().to_internal_value(data)
        if address:
            URLValidator(schemes=("http", "https"))(address)
        return address


class InvitingInput(serializers.Serializer[Any]):
    """What people are told before they come."""

    about = serializers.CharField(
        required=False, max_length=ABOUT_LENGTH, allow_blank=True, help_text="A few lines."
    )
    contact = serializers.CharField(required=False, max_length=CONTACT_LENGTH, allow_blank=True)
    price = SumField(required=False, allow_null=True, help_text="What people are told to pay.")
    price_per = serializers.ChoiceField(choices=Tournament.Per.choices, required=False)


class HeldInput(serializers.Serializer[Any]):
    """What is known of a past tournament beside its places; `about` is its note."""

    held_by = serializers.CharField(
        required=False, max_length=80, allow_blank=True, help_text="The organiser, by name."
    )
    people_count = StrictInteger(required=False, allow_null=True, min_value=1, max_value=HELD_MOST)
    team_count = StrictInteger(required=False, allow_null=True, min_value=1, max_value=HELD_MOST)
    picture = PictureField(required=False)
