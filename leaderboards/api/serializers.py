"""The shapes of posted data about records."""

from typing import Any

from rest_framework import serializers

from clubs.queries import ID_MAX
from core.shapes import BoundedList, NameField, OptionalNameField


class FeatInput(serializers.Serializer[Any]):
    """A record to write by hand."""

    text = serializers.CharField(max_length=500)
    date = serializers.DateField()
    players = BoundedList(
        child=serializers.IntegerField(min_value=1, max_value=ID_MAX),
        required=False,
        default=list,
        max_length=50,
    )
    witness = NameField(required=False, default="")
    club = serializers.CharField(max_length=60)


class WitnessInput(serializers.Serializer[Any]):
    """The witness of an event of a match; empty for no witness."""

    witness = OptionalNameField()
