"""The shapes of posted data about matches, and of the answers (for the schema)."""

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from core.shapes import BoundedDict, BoundedList, NameField
from games.entry.shapes import StrictBoolean, StrictInteger, StrictMoment, StrictUUID
from games.models import Change, Status

OBJECT = {"type": "object", "additionalProperties": {}}
ID_MAX = 2**63 - 1
# More than any game has rules, or any line has fields.
FIELDS_MAX = 200
# For an import: several times the longest evening, and as much as the site reads in a second. Of
# many seats there are fewer lines (`games.match.sizes`).
LINES_MAX = 2000
VALUES_MAX = 200_000


@extend_schema_field(OBJECT)
class ObjectField(BoundedDict):
    """A JSON object whose fields the game checks."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(max_length=FIELDS_MAX, **kwargs)


class WriteSerializer(serializers.Serializer[Any]):
    """What every write on a match may carry."""

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
    """What every write on a line may carry."""

    rules = serializers.CharField(
        required=False, allow_blank=True, max_length=64, help_text=RULES_HELP
    )


class SeatInput(serializers.Serializer[Any]):
    """A known player by number, a guest by name, or nobody yet (`named` false)."""

    player = StrictInteger(required=False, allow_null=True, min_value=1, max_value=ID_MAX)
    name = NameField(required=False)
    named = StrictBoolean(required=False, help_text="False: a place to be named later.")


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
    """A seat and who sits there: the `player` that the guest is, or the guest's `name` put right.

    A name on a seat of a known player makes it a guest's, while the match runs. `named` false takes
    a guest's name away.
    """

    seat = StrictInteger(min_value=0, max_value=1000)
    player = StrictInteger(required=False, allow_null=True, min_value=1, max_value=ID_MAX)
    name = NameField(required=False)
    named = StrictBoolean(required=False)


class SitSerializer(WriteSerializer):
    """A free seat to take: under a name, or as the person behind the caller's account."""

    name = NameField(required=False)


class PatchSerializer(WriteSerializer):
    """What surrounds the score; leave out what stays."""

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
    """A match as `export/?format=json` gave it."""

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


# -- Answers: used by the schema only --------------------------------------------------------


class NoteAnswer(serializers.Serializer[Any]):
    """One explained part of a line: the points that a side gained, and why."""

    code = serializers.CharField()
    text = serializers.CharField()
    side = serializers.IntegerField(allow_null=True)
    points = serializers.FloatField(allow_null=True)


class LineAnswer(serializers.Serializer[Any]):
    """The outcome of a line, per side."""

    deltas = serializers.ListField(child=serializers.FloatField(allow_null=True))
    totals = serializers.ListField(child=serializers.FloatField(allow_null=True))
    notes = NoteAnswer(many=True)


class EntryAnswer(serializers.Serializer[Any]):
    """A recorded line: as sent, completed, and what it gave."""

    number = serializers.IntegerField()
    client_id = serializers.UUIDField(allow_null=True)
    recorded_at = serializers.DateTimeField()
    recorded_by = serializers.IntegerField(allow_null=True)
    data = ObjectField()  # type: ignore[assignment]
    line = LineAnswer()


class SeatAnswer(serializers.Serializer[Any]):
    """A place at the table."""

    seat = serializers.IntegerField()
    name = serializers.CharField(help_text="« Joueur 1 » where nobody has been named.")
    named = serializers.BooleanField(
        required=False, help_text="False, and there only then, where nobody has been named yet."
    )
    player = serializers.IntegerField(allow_null=True)
    side = serializers.IntegerField()


class SideAnswer(serializers.Serializer[Any]):
    """A side and its score."""

    side = serializers.IntegerField()
    name = serializers.CharField()
    score = serializers.FloatField(allow_null=True)
    rank = serializers.IntegerField(allow_null=True)


class StandingAnswer(serializers.Serializer[Any]):
    """A side's place at the end."""

    side = serializers.IntegerField()
    rank = serializers.IntegerField()
    score = serializers.FloatField(allow_null=True)
    eliminated = serializers.BooleanField()


class ResultAnswer(serializers.Serializer[Any]):
    """How a match ended."""

    winners = serializers.ListField(child=serializers.IntegerField())
    ended_by = serializers.CharField()
    ranking = StandingAnswer(many=True)


@extend_schema_field(OBJECT)
class NullableObject(serializers.DictField):
    """A JSON object of the game's own, or null."""


class WrittenAnswer(serializers.Serializer[Any]):
    """Which write this answers, for a phone that sent it by the rules of `rules`."""

    client_id = serializers.UUIDField(allow_null=True)
    rules = serializers.CharField(help_text="The hash of the server's rules.")


class SeriesPlace(serializers.Serializer[Any]):
    """A match's place in the series of its table."""

    id = serializers.IntegerField()
    number = serializers.IntegerField(help_text="From 1, in the order of the starts.")


class SeriesWinsAnswer(serializers.Serializer[Any]):
    """How many matches of a series some seats of the match asked for have won together."""

    seats = serializers.ListField(child=serializers.IntegerField())
    wins = serializers.IntegerField()


class SeriesAnswer(serializers.Serializer[Any]):
    """Who won how much in the series of a match. A match alone is a series of one."""

    matches = serializers.ListField(
        child=serializers.CharField(), help_text="Those that the caller may see, in their order."
    )
    wins = SeriesWinsAnswer(many=True, help_text="Each side, or each seat where partners changed.")
    drawn = serializers.IntegerField(help_text="Matches that several or none won.")


class ChancesModelAnswer(serializers.Serializer[Any]):
    """How hands are supposed to go."""

    code = serializers.CharField()
    text = serializers.CharField(help_text="Its name, and what it comes from.")


class ChancesMomentAnswer(serializers.Serializer[Any]):
    """The chances at one moment of the match."""

    after = serializers.IntegerField(help_text="The line; 0 is before the first.")
    sides = serializers.ListField(
        child=serializers.FloatField(), help_text="Each side's; they sum to 1."
    )


class TurningPointAnswer(serializers.Serializer[Any]):
    """The line that brought the winner most."""

    number = serializers.IntegerField()
    side = serializers.IntegerField()
    before = serializers.FloatField()
    after = serializers.FloatField()


class ChancesAnswer(serializers.Serializer[Any]):
    """The chances through a match that is over, under a model."""

    pending = serializers.BooleanField(help_text="Nothing yet: a job works them out (POST).")
    model = ChancesModelAnswer(allow_null=True)
    chances = ChancesMomentAnswer(many=True, allow_null=True)
    turning_point = TurningPointAnswer(allow_null=True)


class DecisionAnswer(serializers.Serializer[Any]):
    """A decision that cost something."""

    number = serializers.IntegerField(help_text="The line.")
    seat = serializers.IntegerField(help_text="Who decided.")
    cost = serializers.FloatField(help_text="Points below the best decision, on average.")
    code = serializers.CharField()
    params = ObjectField()
    text = serializers.CharField()


class DecisionsAnswer(serializers.Serializer[Any]):
    """The three decisions of a finished match that cost most."""

    turns = serializers.IntegerField(
        help_text="How many turns were recorded by their dice; 0 while nothing is told."
    )
    decisions = DecisionAnswer(
        many=True, allow_null=True, help_text="Null until a job has found them."
    )


class MatchAnswer(serializers.Serializer[Any]):
    """A match, as every match call answers it."""

    id = serializers.CharField()
    game = serializers.CharField()
    preset = serializers.CharField()
    rules = ObjectField()
    status = serializers.ChoiceField(choices=Status.choices)
    version = serializers.IntegerField()
    club = serializers.CharField(allow_null=True)
    in_club_room = serializers.BooleanField()
    started_at = serializers.DateTimeField()
    finished_at = serializers.DateTimeField(allow_null=True)
    seats = SeatAnswer(many=True)
    sides = SideAnswer(many=True)
    state = ObjectField()
    next = NullableObject(allow_null=True)
    entries = EntryAnswer(many=True, help_text="Of a long match the newest, in their order.")
    earlier = serializers.IntegerField(
        help_text="How many lines come before `entries`: `before` the number of its first."
    )
    result = ResultAnswer(allow_null=True)
    written = WrittenAnswer(required=False)
    series = SeriesPlace(allow_null=True)


class StartAnswer(MatchAnswer):
    """A match just started, with the token to write it."""

    edit_token = serializers.CharField()


class PreviewAnswer(serializers.Serializer[Any]):
    """A line, the sides and the result as they would be; nothing is stored."""

    line = LineAnswer()
    sides = SideAnswer(many=True)
    result = ResultAnswer(allow_null=True)


class ChangeAnswer(serializers.Serializer[Any]):
    """One write on a match."""

    version = serializers.IntegerField()
    kind = serializers.ChoiceField(choices=Change.Kind.choices)
    number = serializers.IntegerField(allow_null=True)
    before = NullableObject(allow_null=True)
    after = NullableObject(allow_null=True)
    at = serializers.DateTimeField()
    by = serializers.IntegerField(allow_null=True)


class PresetAnswer(serializers.Serializer[Any]):
    """A ruleset by name, every rule resolved."""

    slug = serializers.CharField()
    name = serializers.CharField()
    summary = serializers.CharField()
    rules = ObjectField()


class GameAnswer(serializers.Serializer[Any]):
    """A game, its rulesets, and the JSON Schemas of its rules and entries."""

    slug = serializers.CharField()
    name = serializers.CharField()
    min_players = serializers.IntegerField()
    max_players = serializers.IntegerField(allow_null=True)
    sides = serializers.IntegerField(allow_null=True)
    presets = PresetAnswer(many=True)
    rules_schema = ObjectField()
    entry_schema = ObjectField()
