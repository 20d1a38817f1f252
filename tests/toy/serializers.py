"""The shapes of the toy's rules and throws over HTTP."""

from core.shapes import BoundedList
from games.entry.serializers import EntrySerializer, RulesSerializer
from games.entry.shapes import StrictInteger
from tests.toy.models import ToyRules, ToyThrow


class ToyRulesSerializer(RulesSerializer):
    """The fields of the toy's ruleset."""

    class Meta(RulesSerializer.Meta):
        model = ToyRules


class ThrowSerializer(EntrySerializer):
    """A throw: one die for each seat, in seat order."""

    values = BoundedList(child=StrictInteger(), max_length=10)

    class Meta(EntrySerializer.Meta):
        model = ToyThrow
