"""The shapes of data posted about tournaments."""

from datetime import time
from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from clubs.lists.reading import NOTED
from core.shapes import BoundedDict, BoundedList, NameField
from games.api.serializers import ObjectField, SeatInput, WriteSerializer
from games.entry.shapes import StrictBoolean, StrictInteger, StrictMoment, StrictUUID
from tournaments.api.inputs.descriptions import FigureField as FigureField
from tournaments.api.inputs.descriptions import HeldInput, InvitingInput
from tournaments.api.inputs.descriptions import SumField as SumField
from tournaments.draws.ranking.matchpoints import METHODS
from tournaments.draws.ranking.standings import KNOWN
from tournaments.formats.installed import FORMATS
from tournaments.formats.rotation.draw import KINDS
from tournaments.models import (
    ABOUT_LENGTH,
    ENTRANTS_MAX,
    NAME_LENGTH,
    ROOM_TABLES_MAX,
    Entrant,
    Tournament,
)

NUMBER_MAX = 32767
SEED_LENGTH = 80
LATER = ("keep", "replay", "freeze")


class SeedField(serializers.CharField):
    """The seed of a draw: any short text."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(max_length=SEED_LENGTH, **kwargs)

    def to_internal_value(self, data: Any) -> str:
        """Return the text. Numbers are refused, so that a seed is written in one way only."""
        if not isinstance(data, str):
            self.fail("invalid")
        return super().to_internal_value(data)


class PointsInput(serializers.Serializer[Any]):
    """The points of each outcome of a table in the standings."""

    win = FigureField(required=False)
    draw = FigureField(required=False)
    loss = FigureField(required=False)
    bye = FigureField(required=False)


@extend_schema_field(
    {
        "oneOf": [
            {"type": "array", "items": {"type": "number"}, "maxItems": 50},
            {"type": "string"},
            {},
        ]
    }
)
class PlacePointsField(serializers.Field[Any, Any, Any, Any]):
    """The points of each place at a table, or `match` for the match's own score."""

    places = BoundedList(child=FigureField(), max_length=50)

    def to_internal_value(self, data: Any) -> Any:
        """Return the list, or `match`."""
        if data == "match":
            return data
        return self.places.run_validation(data)

    def to_representation(self, value: Any) -> Any:
        """Return the value unchanged."""
        return value


@extend_schema_field(
    {
        "oneOf": [
            {"type": "number"},
            {"type": "array", "items": {"type": "number"}, "minItems": 2, "maxItems": 2},
        ]
    }
)
class RestScoreField(FigureField):
    """The score of a rest, or a list of the scores that it gives and concedes."""

    both = BoundedList(child=FigureField(), min_length=2, max_length=2)

    def to_internal_value(self, data: Any) -> Any:
        """Return the number, or the list of two numbers."""
        if isinstance(data, list):
            return self.both.run_validation(data)
        return super().to_internal_value(data)


class OptionsInput(serializers.Serializer[Any]):
    """The options of the format. Each format reads only its own options."""

    rounds = StrictInteger(required=False, min_value=1, max_value=500)
    cycles = StrictInteger(required=False, min_value=1, max_value=2)
    groups = StrictInteger(required=False, min_value=1, max_value=200)
    qualifiers = StrictInteger(required=False, min_value=1, max_value=100)
    pool_style = serializers.ChoiceField(choices=("round_robin", "barrage"), required=False)
    third_place = StrictBoolean(required=False)
    cadrage = StrictBoolean(required=False)
    b_final = StrictBoolean(
        required=False, help_text="Who loses first, or is not qualified, plays a second knockout."
    )
    depth = StrictInteger(
        required=False, min_value=2, max_value=3, help_text="Rounds in which a cascade parts."
    )
    split = serializers.ChoiceField(
        choices=("rank", "wins"), required=False, help_text="How a maastricht makes its fields."
    )
    movement = serializers.ChoiceField(
        choices=tuple(KINDS), required=False, help_text="What a rotation moves."
    )
    skip = StrictBoolean(
        required=False, help_text="A Mitchell of an even number of tables skips, without a relay."
    )
    bonus = StrictInteger(
        required=False,
        min_value=0,
        max_value=10_000,
        help_text="What a win brings beside the scores in a formule_x.",
    )
    deals = StrictInteger(
        required=False,
        min_value=1,
        max_value=200,
        help_text="Deals of a round of a cumulative, or of a duplicate.",
    )
    duplicate = serializers.ChoiceField(
        choices=METHODS,
        required=False,
        help_text="A rotation where all play the same deals, and how they are scored.",
    )
    deals_by = serializers.ChoiceField(
        choices=("site", "table"),
        required=False,
        help_text="Who deals a duplicate: the site, or the first table that plays a board.",
    )
    draw_by = serializers.ChoiceField(
        choices=("lot", "standing", "rotation"),
        required=False,
        help_text="How a cumulative is drawn.",
    )
    places_up = StrictInteger(
        required=False, min_value=1, max_value=99, help_text="How far up a ladder one challenges."
    )
    idle_days = StrictInteger(
        required=False,
        min_value=0,
        max_value=366,
        help_text="After so many days without playing one drops on a ladder; 0: never.",
    )
    idle_places = StrictInteger(
        required=False, min_value=0, max_value=99, help_text="How far one then drops."
    )
    target = StrictInteger(
        required=False,
        min_value=1,
        max_value=10**6,
        help_text="A rest of a formule_x is won by it: what the rules of the game play to.",
    )
    reset_final = StrictBoolean(required=False)
    table_size = StrictInteger(required=False, min_value=3, max_value=5)
    matches_per_table = StrictInteger(required=False, min_value=1, max_value=50)
    forbid_rematch = StrictBoolean(required=False)
    forbidden_pairs = BoundedList(
        child=BoundedList(
            child=StrictInteger(min_value=1, max_value=NUMBER_MAX), min_length=2, max_length=2
        ),
        required=False,
        max_length=5000,
    )
    same_club = StrictBoolean(required=False, help_text="Keep people of one club apart.")
    check_in = StrictBoolean(required=False, help_text="Draw only those who are checked in.")
    match_mode = serializers.ChoiceField(choices=("best_of", "sum"), required=False)
    difference_cap = FigureField(required=False, allow_null=True)
    place_points = PlacePointsField(required=False, allow_null=True)
    bye_score = RestScoreField(required=False)
    first_round = serializers.ChoiceField(choices=("draw", "serpentine"), required=False)
    later_rounds = serializers.ChoiceField(choices=("standing", "spread"), required=False)
    leaver = serializers.ChoiceField(
        choices=("auto", "annul", "forfeit"),
        required=False,
        help_text="A round robin's or a group's games of who leaves: for nobody, or forfeited.",
    )
    open_rounds = StrictBoolean(required=False, help_text="Publish all rounds at once.")
    points = PointsInput(required=False)


class HourField(serializers.TimeField):
    """An hour of the day, to the second, because a clock in a room shows no more."""

    def to_internal_value(self, value: Any) -> time:
        """Return the hour without parts of a second."""
        return super().to_internal_value(value).replace(microsecond=0)


class RoomInput(serializers.Serializer[Any]):
    """The number of tables in the room, and the hours of the evening."""

    room_tables = StrictInteger(
        required=False, allow_null=True, min_value=1, max_value=ROOM_TABLES_MAX
    )
    start_at = HourField(required=False, allow_null=True)
    end_by = HourField(required=False, allow_null=True)


class TournamentPatch(RoomInput, InvitingInput, HeldInput, WriteSerializer):
    """The fields to change; leave out all others.

    How the tournament is played can only change before the first draw, except `options.rounds` and
    `tie_breaks`.
    """

    name = NameField(required=False)
    date = serializers.DateField(required=False)
    place = serializers.CharField(required=False, max_length=80, allow_blank=True)
    public = StrictBoolean(required=False)
    game = serializers.CharField(required=False, max_length=40)
    preset = serializers.CharField(required=False, max_length=40)
    rules = ObjectField(required=False)
    format = serializers.ChoiceField(choices=tuple(FORMATS), required=False)
    options = OptionsInput(required=False)
    tie_breaks = BoundedList(
        child=serializers.ChoiceField(choices=KNOWN), required=False, min_length=1, max_length=20
    )
    seed = SeedField(required=False)
    state = serializers.ChoiceField(choices=Tournament.State.choices, required=False)
    winner = StrictInteger(
        required=False,
        allow_null=True,
        min_value=1,
        max_value=NUMBER_MAX,
        help_text="The entrant declared the winner, where nobody won the final.",
    )


class TournamentInput(RoomInput, InvitingInput, HeldInput):
    """A tournament to create."""

    name = NameField()
    club = serializers.CharField(max_length=60, required=False, allow_null=True)
    game = serializers.CharField(max_length=40)
    preset = serializers.CharField(max_length=40, required=False, allow_null=True)
    rules = ObjectField(required=False)
    date = serializers.DateField(required=False, allow_null=True)
    place = serializers.CharField(required=False, max_length=80, allow_blank=True)
    public = StrictBoolean(required=False, default=True)
    format = serializers.ChoiceField(choices=tuple(FORMATS))
    options = OptionsInput(required=False)
    tie_breaks = BoundedList(
        child=serializers.ChoiceField(choices=KNOWN), required=False, min_length=1, max_length=20
    )
    seed = SeedField(required=False)
    state = serializers.ChoiceField(choices=("draft", "registration"), required=False)
    client_id = StrictUUID(required=False, allow_null=True)


class NoteField(serializers.CharField):
    """A short text on one line that officers note of an entrant."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(max_length=NOTED, allow_blank=True, **kwargs)

    def to_internal_value(self, data: Any) -> str:
        """Return the text with single spaces, without control characters."""
        text = super().to_internal_value(data)
        return " ".join("".join(filter(str.isprintable, text)).split())


class EntrantInput(serializers.Serializer[Any]):
    """Who enters: a name, people (known players or guests), or both."""

    name = NameField(required=False)
    players = BoundedList(child=SeatInput(), required=False, max_length=50)
    seed = StrictInteger(required=False, allow_null=True, min_value=1, max_value=NUMBER_MAX)
    club = serializers.CharField(required=False, max_length=80, allow_blank=True)
    phone = NoteField(required=False)
    licence = NoteField(required=False)
    paid = SumField(required=False, allow_null=True, help_text="What was paid; null: nothing yet.")


class EnlistInput(serializers.Serializer[Any]):
    """The query of a call that enters people."""

    enlist = serializers.BooleanField(
        default=False,
        help_text="Enter names as people of the club's list, and add new names to it. Otherwise a "
        "name is a guest's.",
    )


class OneEntrant(EntrantInput, WriteSerializer):
    """One entrant, alone in the body."""


class EntrantPatch(WriteSerializer):
    """An entrant's state, seed, payment and place, or its name and people; leave out all others.

    An empty name is replaced by the people's names.
    """

    name = serializers.CharField(required=False, max_length=NAME_LENGTH, allow_blank=True)
    players = BoundedList(child=SeatInput(), required=False, max_length=50)
    same_people = StrictBoolean(
        required=False,
        help_text="With name or players: the people are the same, spelt otherwise; the link stays.",
    )
    state = serializers.ChoiceField(choices=Entrant.State.choices, required=False)
    seed = StrictInteger(required=False, allow_null=True, min_value=1, max_value=NUMBER_MAX)
    paid = SumField(required=False, allow_null=True, help_text="What was paid; null: nothing yet.")
    phone = NoteField(required=False)
    licence = NoteField(required=False)
    waiting = StrictInteger(
        required=False, min_value=1, max_value=ENTRANTS_MAX, help_text="A waiting list's place."
    )


class EntrantsNamed(WriteSerializer):
    """Several entrants, by their numbers."""

    entrants = BoundedList(
        child=StrictInteger(min_value=1, max_value=NUMBER_MAX),
        min_length=1,
        max_length=ENTRANTS_MAX,
    )


class SignUpInput(WriteSerializer):
    """Who signs up: a name, and a partner's name where two play together.

    Without a partner's name the entrant looks for a partner.
    """

    name = NameField()
    partner = serializers.CharField(required=False, allow_blank=True, max_length=NAME_LENGTH)


class SignUpPut(WriteSerializer):
    """The settings of « Je viens ». Without `limit` the places are not limited.

    Without `until` there is no end. Without `waiting_limit` as many entrants may wait as there are
    places, at least ten.
    """

    open = StrictBoolean()
    limit = StrictInteger(required=False, allow_null=True, min_value=1, max_value=ENTRANTS_MAX)
    waiting_limit = StrictInteger(
        required=False, allow_null=True, min_value=0, max_value=ENTRANTS_MAX
    )
    until = StrictMoment(required=False, allow_null=True)
    fee = SumField(required=False, allow_null=True, help_text="What an entrant is to pay.")


class ArrangeInput(WriteSerializer):
    """Two entrants to exchange, or the tables to lock; exactly one of the two fields."""

    swap = BoundedList(
        child=StrictInteger(min_value=1, max_value=NUMBER_MAX),
        min_length=2,
        max_length=2,
        required=False,
    )
    lock = BoundedList(
        child=StrictInteger(min_value=1, max_value=NUMBER_MAX), max_length=1000, required=False
    )


class ResultInput(WriteSerializer):
    """A table's result: a score for each side, who forfeits, or the match that has the result."""

    scores = BoundedList(child=FigureField(), required=False, max_length=50)
    forfeit = BoundedList(
        child=StrictInteger(min_value=1, max_value=NUMBER_MAX), required=False, max_length=50
    )
    match = serializers.CharField(required=False, allow_null=True, max_length=40)


class PlayedInput(WriteSerializer):
    """A table's result of a board, in the game's shape; null if it was not played at the table."""

    entry = BoundedDict(allow_null=True, max_length=20)


class DealInput(WriteSerializer):
    """The four hands of a board, by seat."""

    hands = BoundedList(
        child=BoundedList(child=serializers.CharField(max_length=4), max_length=60), max_length=8
    )


class OverInput(serializers.Serializer[Any]):
    """The result that was recorded when another one was typed."""

    scores = BoundedList(child=FigureField(), required=False, max_length=50)
    forfeit = BoundedList(
        child=StrictInteger(min_value=1, max_value=NUMBER_MAX), required=False, max_length=50
    )


class DeskLineInput(OverInput):
    """A table's result. `over`: the result that was recorded when it was typed; null for none.

    `sure`: the score is meant, even if the ruleset makes it unlikely.
    """

    table = StrictInteger(min_value=1, max_value=NUMBER_MAX)
    over = OverInput(required=False, allow_null=True)
    sure = StrictBoolean(required=False)


class DeskInput(WriteSerializer):
    """Several results of a round; by default of the last published round."""

    round = StrictInteger(required=False, min_value=1, max_value=NUMBER_MAX)
    lines = BoundedList(child=DeskLineInput(), min_length=1, max_length=ENTRANTS_MAX)


class CorrectionInput(ResultInput):
    """A result that replaces another; `later` decides about the rounds drawn since."""

    later = serializers.ChoiceField(choices=LATER, required=False, allow_null=True)


class TakeBackInput(WriteSerializer):
    """The decision about the rounds drawn since the result."""

    later = serializers.ChoiceField(choices=LATER, required=False, allow_null=True)


class PlaceInput(serializers.Serializer[Any]):
    """A place of a past tournament."""

    rank = StrictInteger(min_value=1, max_value=NUMBER_MAX)
    name = NameField()
    players = BoundedList(child=NameField(), required=False, max_length=20)


class PastInput(HeldInput):
    """A tournament that was played elsewhere or before, with its places, the best first."""

    name = NameField()
    club = serializers.CharField(max_length=60, required=False, allow_null=True)
    game = serializers.CharField(max_length=40)
    date = serializers.DateField()
    place = serializers.CharField(required=False, max_length=80, allow_blank=True)
    public = StrictBoolean(required=False, default=True)
    about = serializers.CharField(required=False, max_length=ABOUT_LENGTH, allow_blank=True)
    palmares = BoundedList(child=PlaceInput(), min_length=1, max_length=ENTRANTS_MAX)
    client_id = StrictUUID(required=False, allow_null=True)


class TimerInput(WriteSerializer):
    """What to do with the round's timer."""

    action = serializers.ChoiceField(choices=("start", "pause", "reset"))
    minutes = StrictInteger(required=False, allow_null=True, min_value=1, max_value=1440)


class WebhookInput(serializers.Serializer[Any]):
    """A public address, and the secret that signs the messages sent to it."""

    url = serializers.CharField(max_length=500)
    secret = serializers.CharField(max_length=200)
    client_id = StrictUUID(required=False, allow_null=True)


class WebhookRemoval(serializers.Serializer[Any]):
    """The webhook to remove."""

    url = serializers.CharField(max_length=500)


class ImportInput(serializers.Serializer[Any]):
    """Our JSON as it was exported; or our CSV or a TRF16 file in `content`."""

    format = serializers.CharField(max_length=40)
    content = serializers.CharField(
        required=False, max_length=4 * 1024 * 1024, trim_whitespace=False
    )
    tie_breaks = BoundedList(
        child=serializers.ChoiceField(choices=KNOWN), required=False, min_length=1, max_length=20
    )
    name = NameField(required=False)
    club = serializers.CharField(max_length=60, required=False, allow_null=True)
    game = serializers.CharField(max_length=40, required=False)
    preset = serializers.CharField(max_length=40, required=False)
    client_id = StrictUUID(required=False, allow_null=True)
