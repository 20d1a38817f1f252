"""The shapes of posted data about matches."""

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from core.shapes import BoundedDict, BoundedList, NameField
from games.entry.shapes import StrictBoolean, StrictInteger, StrictMoment, StrictUUID
from games.models import Status

OBJECT = {"type": "object", "additionalProperties": {}}
ID_MAX = 2**63 - 1
# The most fields of an object. No game has as many rules, and no line as many fields.
FIELDS_MAX = 200
# The limits of an import: several times the longest evening, but not more than the site reads in
# a second. A match with many seats may have fewer lines (`games.match.sizes`).
LINES_MAX = 2000
VALUES_MAX = 200_000


@extend_schema_field(OBJECT)
class ObjectField(BoundedDict):
    """A JSON object whose fields the game checks."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(max_length=FIELDS_MAX, **kwargs)


class WriteSerializer(serializers.Serializer[Any]):
    """Fields that every write on a match may have."""

    client_id = StrictUUID(
        required=False,
        allow_null=True,
        help_text="Exactly once: the same id with the same body answers what the first one did.",
    )
    after = StrictInteger(
        required=False,
        allow_null=True,
        help_text="The version it was made on; 409 `stale` if the match has moved on.",
    )


RULES_HELP = "The hash of the rules a phone scored by: the answer names the server's in `written`."


class LineSerializer(WriteSerializer):
    """Fields that every write on a line may have."""

    rules = serializers.CharField(
        required=False, allow_blank=True, max_length=64, help_text=RULES_HELP
    )


class SeatInput(serializers.Serializer[Any]):
    """A known player by number, a guest by name, or nobody yet (`named` false)."""

    player = StrictInteger(required=False, allow_null=True, min_value=1, max_value=ID_MAX)
    name = NameField(required=False)
    named = StrictBoolean(required=False, help_text="False: a place to be named later.")


class JoinSerializer(SeatInput, WriteSerializer):
    """Who joins a running match: a player, a guest by name, or nobody yet (`named` false)."""


class SideInput(serializers.Serializer[Any]):
    """A side's name, in the order of the sides."""

    name = NameField(required=False)


class StartSerializer(serializers.Serializer[Any]):
    """A match to start. Only `game` and `seats` are needed."""

    game = serializers.CharField(max_length=40)
    preset = serializers.CharField(max_length=40, required=False, allow_null=True)
    rules = ObjectField(required=False, help_text="Rules that differ from the preset's.")
    seats = BoundedList(child=SeatInput(), max_length=50, help_text="In clockwise (turn) order.")
    sides = BoundedList(child=SideInput(), required=False, max_length=50)
    club = serializers.CharField(max_length=60, required=False, allow_null=True)
    in_club_room = StrictBoolean(required=False, default=False)
    started_at = StrictMoment(
        required=False,
        allow_null=True,
        help_text="The moment of a start that is sent later; whether it counts is judged by it.",
    )
    client_id = StrictUUID(required=False, allow_null=True)
    rules_hash = serializers.CharField(
        required=False, allow_blank=True, max_length=64, help_text=RULES_HELP
    )
    follows = serializers.CharField(
        max_length=40,
        required=False,
        allow_null=True,
        help_text="The match that this table has just played: its series goes on if it can.",
    )


class SidePatch(serializers.Serializer[Any]):
    """A side and its new name."""

    side = StrictInteger(min_value=0, max_value=1000)
    name = NameField()


class SeatPatch(serializers.Serializer[Any]):
    """A seat and its person: the `player` that the guest is, or the guest's corrected `name`.

    While the match runs, a name on the seat of a known player makes that seat a guest's. `named`
    false removes a guest's name.
    """

    seat = StrictInteger(min_value=0, max_value=1000)
    player = StrictInteger(required=False, allow_null=True, min_value=1, max_value=ID_MAX)
    name = NameField(required=False)
    named = StrictBoolean(required=False)


class SitSerializer(WriteSerializer):
    """A seat to sit at: a name for it, if nobody has named it yet."""

    name = NameField(required=False)


class PatchSerializer(WriteSerializer):
    """Details of a match besides its score. Fields that are left out do not change."""

    sides = BoundedList(child=SidePatch(), required=False, max_length=50)
    seats = BoundedList(
        child=SeatPatch(),
        required=False,
        max_length=50,
        help_text="`player` or `name`, one of the two.",
    )
    in_club_room = StrictBoolean(required=False)
    advice = StrictBoolean(
        required=False, help_text="The lab's advice on the match's page; not in a tournament."
    )
    seats_record = StrictBoolean(
        required=False, help_text="Whether phones with the table's code (`take_seat`) record too."
    )
    status = serializers.ChoiceField(choices=(Status.ABANDONED, Status.IN_PROGRESS), required=False)


class PartSerializer(serializers.Serializer[Any]):
    """Which part of a long match is read."""

    before = serializers.IntegerField(
        required=False,
        min_value=1,
        max_value=ID_MAX,
        help_text="Lines before that number, instead of the newest: the first of `entries`.",
    )


class EntryImport(serializers.Serializer[Any]):
    """A line of an exported match."""

    data = ObjectField()  # type: ignore[assignment]
    client_id = StrictUUID(required=False, allow_null=True)
    recorded_at = StrictMoment()


class ImportSerializer(serializers.Serializer[Any]):
    """A match as `export/?format=json` returned it."""

    game = serializers.CharField(max_length=40)
    preset = serializers.CharField(max_length=40)
    rules = ObjectField()
    seats = BoundedList(child=SeatInput(), max_length=50)
    sides = BoundedList(child=SideInput(), max_length=50)
    status = serializers.ChoiceField(choices=Status.choices)
    club = serializers.CharField(max_length=60, allow_null=True, required=False)
    in_club_room = StrictBoolean(required=False, default=False)
    started_at = StrictMoment()
    finished_at = StrictMoment(allow_null=True, required=False)
    entries = BoundedList(child=EntryImport(), max_length=LINES_MAX)
    client_id = StrictUUID(required=False, allow_null=True)
