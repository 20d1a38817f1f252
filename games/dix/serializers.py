"""The shape of a ruleset and of a hand in the API. The rules themselves are checked by `engine`."""

from typing import Any

from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from core.shapes import BoundedList
from games.dix.models import DixHand, DixRules
from games.entry.serializers import EntrySerializer, RulesSerializer
from games.entry.shapes import LARGEST, StrictInteger


class DixRulesSerializer(RulesSerializer):
    """Every rule of a match of jeu du 10. A rule that is left out is the preset's."""

    class Meta(RulesSerializer.Meta):
        model = DixRules


CALL: dict[str, Any] = {
    "oneOf": [
        {"type": "integer", "minimum": 0, "maximum": LARGEST},
        {"type": "string", "enum": ["pass", "partie"]},
    ]
}


@extend_schema_field(CALL)
class CallField(serializers.Field[Any, Any, Any, Any]):
    """A call of the auction: a number, `"pass"` or `"partie"`."""

    json_schema = CALL
    default_error_messages = {"invalid_call": _("Un nombre, « pass » ou « partie ».")}

    def to_internal_value(self, data: Any) -> int | str:
        """Return the call. Raises `ValidationError` for anything else."""
        if isinstance(data, int) and not isinstance(data, bool) and abs(data) <= LARGEST:
            return data
        if data in ("pass", "partie"):
            return str(data)
        self.fail("invalid_call")

    def to_representation(self, value: Any) -> Any:
        """Return the call unchanged, because calls are stored as they are sent."""
        return value


class CallSerializer(serializers.Serializer[Any]):
    """A call with its seat."""

    seat = StrictInteger(min_value=0, max_value=3)
    call = CallField()


class HandSerializer(EntrySerializer):
    """A hand: `bidder`, `bid` (or `partie`) and `taken` are enough.

    With an `auction`, `bidder`, `bid`, `partie` and `defenders_bid` may be left out. With `tricks`,
    `taken` may.
    """

    auction = BoundedList(
        child=CallSerializer(),
        required=False,
        allow_null=True,
        max_length=60,
        help_text="Every call in order, from the dealer's left.",
    )
    tricks = BoundedList(
        child=BoundedList(
            child=serializers.CharField(max_length=8, allow_blank=True, trim_whitespace=False),
            max_length=8,
        ),
        required=False,
        allow_null=True,
        max_length=16,
        help_text="Every trick in order, four cards each in order of play: `10H`, `AS`.",
    )

    class Meta(EntrySerializer.Meta):
        model = DixHand
        extra_kwargs = {
            "bidder": {"help_text": "Who won the auction: a seat, from 0."},
            "bid": {"help_text": "The number bid; none with `partie`."},
            "partie": {"help_text": "« La partie » was bid instead of a number."},
            "taken": {"help_text": "Points captured by the bidder's side."},
            "defenders_bid": {
                "help_text": "The defence named a number; it matters from `defence_cap` on."
            },
        }
