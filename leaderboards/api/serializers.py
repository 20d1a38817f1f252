"""The shapes of boards and records over HTTP."""

from typing import Any

from rest_framework import serializers

from clubs.queries import ID_MAX
from core.shapes import BoundedList, NameField, OptionalNameField


class BoardPersonAnswer(serializers.Serializer[Any]):
    """A player, under the name that the public may read."""

    id = serializers.IntegerField()
    name = serializers.CharField()


class BoardRowAnswer(serializers.Serializer[Any]):
    """A row of a board, in displayed points. Of a pair `player` is null, `players` are both."""

    rank = serializers.IntegerField()
    player = BoardPersonAnswer(allow_null=True)
    players = BoardPersonAnswer(many=True)
    rating = serializers.FloatField()
    sigma = serializers.FloatField()
    provisional = serializers.BooleanField()
    category = serializers.CharField(allow_null=True)
    played = serializers.IntegerField()
    won = serializers.IntegerField()
    drawn = serializers.IntegerField()
    lost = serializers.IntegerField()
    streak = serializers.IntegerField(help_text="3 won, −2 lost; a draw sets 0.")
    win_percent = serializers.IntegerField()
    average = serializers.FloatField()
    best = serializers.FloatField(allow_null=True)
    form = serializers.CharField(help_text="The last five, oldest first: W, D, L.")


class ConstantsAnswer(serializers.Serializer[Any]):
    """What the rating works with, in displayed points."""

    beta = serializers.FloatField()
    spread = serializers.FloatField()
    growth_per_day = serializers.FloatField()
    prior_sigma = serializers.FloatField()


class BoardAnswer(serializers.Serializer[Any]):
    """A board, a hundred rows a page."""

    rows = BoardRowAnswer(many=True)
    constants = ConstantsAnswer()
    next_page = serializers.IntegerField(allow_null=True)


class PointAnswer(serializers.Serializer[Any]):
    """A rating after a match; `match` is null where the caller may not see it."""

    match = serializers.CharField(allow_null=True)
    at = serializers.DateTimeField()
    rating = serializers.FloatField()
    sigma = serializers.FloatField()
    provisional = serializers.BooleanField()


class CurveAnswer(serializers.Serializer[Any]):
    """A player's rating after each match, oldest first."""

    player = BoardPersonAnswer()
    game = serializers.CharField()
    points = PointAnswer(many=True)


class DuelAnswer(serializers.Serializer[Any]):
    """How `a` fared against `b`, and on one side with them."""

    a = BoardPersonAnswer()
    b = BoardPersonAnswer()
    game = serializers.CharField()
    played = serializers.IntegerField()
    won = serializers.IntegerField()
    lost = serializers.IntegerField()
    drawn = serializers.IntegerField()
    together = serializers.IntegerField()
    together_won = serializers.IntegerField()


class HeldAnswer(serializers.Serializer[Any]):
    """A fact as it is told: a record as it was held, or an event of a history."""

    title = serializers.CharField(help_text="What it is the record of: « Match le plus court ».")
    text = serializers.CharField()
    value = serializers.FloatField(
        help_text="The figure as the sentence tells it, never negative. "
        "Greater beats less, but less beats greater where the title says so (the fewest hands)."
    )
    since = serializers.DateTimeField(help_text="When the match ended.")
    match = serializers.CharField()
    preset = serializers.CharField(help_text="The match's variant, by its name.")
    holders = serializers.ListField(child=serializers.CharField())
    family = serializers.CharField(help_text="The rules for which it holds: one of `families`.")
    family_name = serializers.CharField()


class RecordAnswer(HeldAnswer):
    """A record, and who held it before, newest first."""

    code = serializers.CharField()
    former = HeldAnswer(many=True)


class EventAnswer(HeldAnswer):
    """An event of a history, which nothing beats. `witness` is empty where nobody is named."""

    witness = serializers.CharField(allow_blank=True)


class HistoryAnswer(serializers.Serializer[Any]):
    """Events of one code, newest first, the last fifty; `more`: older ones are in the CSV file."""

    code = serializers.CharField()
    title = serializers.CharField(help_text="« Historique des parties misées et gagnées ».")
    events = EventAnswer(many=True)
    more = serializers.BooleanField()


class FeatAnswer(serializers.Serializer[Any]):
    """A record written by hand."""

    id = serializers.IntegerField()
    text = serializers.CharField()
    date = serializers.DateField()
    players = BoardPersonAnswer(many=True)
    witness = serializers.CharField(allow_blank=True)
    club = serializers.CharField()


class FamilyAnswer(serializers.Serializer[Any]):
    """A family of rules by which facts were found: a preset, and the rules changed, if any."""

    family = serializers.CharField()
    family_name = serializers.CharField()


class RecordsAnswer(serializers.Serializer[Any]):
    """Records of a game: found in matches, and written by hand.

    `histories`: events of which each is listed, as none beats another.
    """

    records = RecordAnswer(many=True)
    histories = HistoryAnswer(many=True)
    written = FeatAnswer(many=True)
    families = FamilyAnswer(many=True)


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
    """Who saw an event of a match; empty: nobody is named."""

    witness = OptionalNameField()


class WitnessAnswer(serializers.Serializer[Any]):
    """Who saw an event of a match."""

    match = serializers.CharField()
    code = serializers.CharField()
    witness = serializers.CharField(allow_blank=True)
