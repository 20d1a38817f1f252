"""The shape of a ruleset and of a turn in the API. `engine` checks the rules."""

from typing import Any

from rest_framework import serializers

from core.shapes import BoundedList
from games.dix_mille.last_round import OLDER
from games.dix_mille.models import MilleRules, MilleTurn
from games.entry.serializers import EntrySerializer, RulesSerializer
from games.entry.shapes import StrictChoice, StrictInteger

MOST_THROWS = 100


class LastRoundChoice(StrictChoice):
    """A reading of the last-round rule. Older programs send a boolean: whether there is a last
    round.
    """

    def to_internal_value(self, data: Any) -> Any:
        """Return the reading. The boolean `true` of an older program becomes `turn_each`."""
        return super().to_internal_value(OLDER[data] if isinstance(data, bool) else data)


class MilleRulesSerializer(RulesSerializer):
    """Every rule of a match of 10 000; a rule that is left out is the preset's."""

    last_round = LastRoundChoice(choices=MilleRules.LastRound.choices, required=False)

    class Meta(RulesSerializer.Meta):
        model = MilleRules


def _dice(**options: Any) -> BoundedList:
    return BoundedList(child=StrictInteger(), max_length=10, **options)


class ThrowSerializer(serializers.Serializer[Any]):
    """One throw: its dice, those kept and counted, those set aside as jokers."""

    dice = _dice(allow_empty=False)
    keep = _dice(required=False, allow_null=True)
    joker = _dice(required=False, allow_null=True)


class TurnSerializer(EntrySerializer):
    """A turn: its `points`, or `bust`, or its `throws`, or `instant_win`."""

    throws = BoundedList(
        child=ThrowSerializer(), required=False, allow_null=True, max_length=MOST_THROWS
    )

    class Meta(EntrySerializer.Meta):
        model = MilleTurn
        extra_kwargs = {"points": {"min_value": 0}}
