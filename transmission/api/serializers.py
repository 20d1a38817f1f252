"""The shapes of what is posted about a graph, and of what is answered (for the schema)."""

from typing import Any

from rest_framework import serializers

from core.names import MAX_LENGTH
from games.api.serializers import ID_MAX
from games.entry.shapes import StrictBoolean, StrictInteger, StrictUUID
from transmission.models import NOTE_LENGTH, Source
from transmission.parsing import FORMATS


class LineageWrite(serializers.Serializer[Any]):
    """What every write may carry."""

    client_id = StrictUUID(
        required=False,
        allow_null=True,
        help_text="Exactly once: the same id with the same body answers what the first one did.",
    )


class LineageLinkInput(LineageWrite):
    """Who taught whom."""

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
    """Who has the game from nobody here."""

    player = StrictInteger(min_value=1, max_value=ID_MAX)
    kind = serializers.ChoiceField(choices=Source.Kind.choices)
    note = serializers.CharField(required=False, allow_blank=True, max_length=NOTE_LENGTH)


class LineageAttestationInput(LineageWrite):
    """Who played a hand in the club room, when, and who saw it."""

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


class LineageNodeAnswer(serializers.Serializer[Any]):
    """A person of the graph."""

    id = serializers.IntegerField()
    name = serializers.CharField()
    generation = serializers.IntegerField()
    source = serializers.ChoiceField(  # type: ignore[assignment]
        choices=Source.Kind.choices, allow_null=True
    )
    clubs = serializers.ListField(child=serializers.CharField())
    taught = serializers.IntegerField(help_text="How many people they taught themselves.")


class LineageLinkAnswer(serializers.Serializer[Any]):
    """A link."""

    id = serializers.IntegerField()
    teacher = serializers.IntegerField()
    learner = serializers.IntegerField()
    date = serializers.CharField(allow_null=True)
    note = serializers.CharField(allow_blank=True)
    club = serializers.CharField(allow_null=True)
    confirmed = serializers.BooleanField()


class LineageGraphAnswer(serializers.Serializer[Any]):
    """A graph of confirmed links, or a part of one."""

    game = serializers.CharField()
    nodes = LineageNodeAnswer(many=True)
    links = LineageLinkAnswer(many=True)
    generations = serializers.ListField(
        child=serializers.ListField(child=serializers.IntegerField()),
        help_text="The numbers of the people of each generation.",
    )
    proposed = LineageLinkAnswer(many=True, help_text="What waits in the caller's clubs.")


class LineageLaterAnswer(serializers.Serializer[Any]):
    """A large graph that is being made: ask again after `Retry-After` seconds."""

    game = serializers.CharField()
    people = serializers.IntegerField()


class LineagePathAnswer(serializers.Serializer[Any]):
    """The shortest way between two people; empty without one."""

    path = LineageNodeAnswer(many=True)
    links = LineageLinkAnswer(many=True)


class LineagePersonAnswer(LineageNodeAnswer):
    """A person with their lines; `generation` is null for who is not in the graph."""

    generation = serializers.IntegerField(allow_null=True)
    teachers = LineageNodeAnswer(many=True)
    pupils = LineageNodeAnswer(many=True)
    ancestors = LineageNodeAnswer(many=True)
    descendants = LineageNodeAnswer(many=True)
    line = LineageNodeAnswer(many=True, help_text="The shortest line up to a source.")


class LineageSourceAnswer(serializers.Serializer[Any]):
    """A source."""

    id = serializers.IntegerField()
    player = serializers.IntegerField()
    kind = serializers.ChoiceField(choices=Source.Kind.choices)
    note = serializers.CharField(allow_blank=True)


class LineageAttestationAnswer(serializers.Serializer[Any]):
    """An attestation."""

    id = serializers.IntegerField()
    player = serializers.IntegerField()
    date = serializers.DateField()
    witness = serializers.CharField()


class LineageImportAnswer(serializers.Serializer[Any]):
    """What was written, or would be."""

    preview = serializers.BooleanField()
    links = serializers.IntegerField()
    new_players = serializers.ListField(
        child=serializers.CharField(), help_text="The first thousand."
    )
    new_player_count = serializers.IntegerField()
