"""The shapes of the toy's rules and throws over HTTP."""

from rest_framework import serializers

from clubs.shapes import BoundedList
from games.shapes import StrictInteger


class ToyRulesSerializer(serializers.Serializer):
    """Every rule of the toy."""

    target = StrictInteger(min_value=1, max_value=100, required=False)
    faces = StrictInteger(min_value=2, max_value=100, required=False)


class ThrowSerializer(serializers.Serializer):
    """One die each, in seat order."""

    values = BoundedList(child=StrictInteger(), max_length=10)
