"""Serializer fields with strict JSON types: `true` is not a number, and `"70"` is not 70."""

from typing import Any

from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from core.shapes import StrictUUID as StrictUUID

# The largest integer that every JSON reader holds exactly. No figure of a game comes near it.
LARGEST = 2**53 - 1


class StrictInteger(serializers.IntegerField):
    """A JSON integer, in the range that every reader holds exactly."""

    def __init__(self, **kwargs: Any) -> None:
        kwargs.setdefault("min_value", -LARGEST)
        kwargs.setdefault("max_value", LARGEST)
        super().__init__(**kwargs)

    def to_internal_value(self, data: Any) -> int:
        """Return the integer. Strings, fractions and booleans are refused."""
        if isinstance(data, bool) or not isinstance(data, int):
            self.fail("invalid")
        return data


class StrictBoolean(serializers.BooleanField):
    """A JSON boolean."""

    def to_internal_value(self, data: Any) -> bool:
        """Return the boolean. `"true"` and 1 are refused."""
        if not isinstance(data, bool):
            self.fail("invalid", input=data)
        return data


class StrictChoice(serializers.ChoiceField):
    """A choice, which must be sent with the JSON type of the choice."""

    default_error_messages = {"invalid_choice": _("« {input} » n'est pas un choix permis.")}

    def to_internal_value(self, data: Any) -> Any:
        """Return the choice itself. `"40"` is not 40, and `true` is not 1."""
        for choice in self.choices:
            if type(data) is type(choice) and data == choice:
                return choice
        self.fail("invalid_choice", input=data)


class StrictMoment(serializers.DateTimeField):
    """A date and time that can also be expressed in UTC, within the range of Python's calendar."""

    def enforce_timezone(self, value: Any) -> Any:
        """Return the moment with its time zone. Refuse a moment outside the range of the
        calendar.
        """
        try:
            return super().enforce_timezone(value)
        except OverflowError:
            self.fail("overflow", timezone=self.timezone)
