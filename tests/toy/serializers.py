"""The shapes of the toy's rules and throws over HTTP."""

from core.shapes import BoundedList
from games.entry.serializers import EntrySerializer, RulesSerializer
from games.entry.shapes import StrictInteger
from tests.toy.models import ToyRules, ToyThrow


class ToyRulesSerializer(RulesSerializer):
    """Every rule of the toy."""

    class Meta(RulesSerializer.Meta):
        model = ToyRules


class ThrowSerializer(EntrySerializer):
    """One die each, in seat order."""

    values = BoundedList(child=StrictInteger(), max_length=10)

    class Meta(EntrySerializer.Meta):
        model = ToyThrow
