"""The shapes of posted data about a graph."""

from typing import Any

from rest_framework import serializers

from core.names import MAX_LENGTH
from games.api.serializers import ID_MAX
from games.entry.shapes import StrictBoolean, StrictInteger, StrictUUID
from transmission.models import NOTE_LENGTH, Source
from transmission.parsing import FORMATS


class LineageWrite(serializers.Serializer[Any]):
    """The fields that every write may have."""

    client_id = StrictUUID(
        required=False,
        allow_null=True,
        help_text="Exactly once: the same id with the same body answers what the first one did.",
    )


class LineageLinkInput(LineageWrite):
    """A link between a teacher and a learner."""

    teacher = StrictInteger(min_value=1, max_value=ID_MAX)
    learner = StrictInteger(min_value=1, max_value=ID_MAX)
    date = serializers.CharField(
        required=False,
        allow_null=True,
        allow_blank=True,
        max_length=20,
        help_text="A day (2024-11-18), a year (2024), or nothing.",
    )
    note = serializers.CharField(required=False, allow_blank=True, max_length=NOTE_LENGTH)
    club = serializers.CharField(
        required=False, allow_null=True, max_length=60, help_text="A club of one of the two."
    )


class LineageSourceInput(LineageWrite):
    """A person who learned the game from nobody here."""

    player = StrictInteger(min_value=1, max_value=ID_MAX)
    kind = serializers.ChoiceField(choices=Source.Kind.choices)
    note = serializers.CharField(required=False, allow_blank=True, max_length=NOTE_LENGTH)


class LineageAttestationInput(LineageWrite):
    """A person who played a hand in the club room, with the date and the witness."""

    player = StrictInteger(min_value=1, max_value=ID_MAX)
    date = serializers.DateField()
    witness = serializers.CharField(max_length=MAX_LENGTH)


class LineageImportInput(LineageWrite):
    """A file's text, and what to do with it."""

    format = serializers.ChoiceField(choices=FORMATS)
    content = serializers.CharField(trim_whitespace=False)
    club = serializers.CharField(max_length=60)
    create_players = StrictBoolean(required=False, default=False)
    preview = StrictBoolean(required=False, default=True)
