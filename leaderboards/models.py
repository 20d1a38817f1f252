"""The tables of boards and records. All but `Feat` and `Witness` are derived from matches."""

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.db.models.functions import Coalesce
from django.utils import timezone

from clubs.models import OfClub, Player
from games.models import OfMatch


class RebuildState(models.Model):
    """The lock of a game's boards. `running` names the rebuild in progress, or is empty.

    The rebuild in progress has counted `done` of `total` matches. `seasons_ready` is false while
    the rows of seasons are missing, because an older program counted the matches.
    """

    game = models.CharField(max_length=40, primary_key=True)
    running = models.CharField(max_length=32, blank=True)
    done = models.PositiveIntegerField(default=0, db_default=0)
    total = models.PositiveIntegerField(default=0, db_default=0)
    seasons_ready = models.BooleanField(default=False, db_default=False)

    def __str__(self) -> str:
        return self.game


class DueMatch(models.Model):
    """A match that the boards must still count. An empty `match` stands for the whole game.

    The row is stored in the transaction that changes the match. The transaction that counts the
    match deletes it, so that no change is lost in between. Each write stores a new row. Counting
    deletes only the rows that it has read, so that a match written meanwhile stays due.
    """

    game = models.CharField(max_length=40)
    match = models.CharField(max_length=8, blank=True)

    class Meta:
        indexes = (models.Index(fields=("game",), name="due_match_of_game"),)

    def __str__(self) -> str:
        return f"{self.game} {self.match}"


class RatedMatch(OfClub):
    """A finished match as the boards count it, and the skills after it.

    `parts` contains the players' seats and outcomes. `skills` contains the skills of all players
    after the match, on each ladder on which it counts. `leaderboards.rating.packing` describes the
    bytes of both, and those of `EntryChunk`. `over_all`: the match counts on the ladders over all
    clubs too, because its club is confirmed.
    """

    match = models.CharField(max_length=8, primary_key=True)
    game = models.CharField(max_length=40)
    family = models.CharField(max_length=40)
    at = models.BigIntegerField(help_text="When it ended, in microseconds since 1970.")
    day = models.IntegerField(help_text="The ordinal of the calendar day it ended on.")
    year = models.PositiveSmallIntegerField()
    parts = models.BinaryField()
    skills = models.BinaryField(default=b"")
    over_all = models.BooleanField(default=True, db_default=True)

    class Meta:
        # This partial index has only the matches of clubs that are not confirmed yet. They are
        # few.
        indexes = (
            models.Index(fields=("club",), condition=Q(over_all=False), name="rated_match_apart"),
        )

    def __str__(self) -> str:
        return self.match


class Ladder(OfClub):
    """A board of a game. `club` is null for all clubs, `family` empty for all families of rules.

    `seasons` maps each civil year, in four digits, to the number of players (or pairs) on the board
    who played in it.
    """

    game = models.CharField(max_length=40)
    family = models.CharField(max_length=40, blank=True)
    pairs = models.BooleanField(default=False)
    seasons = models.JSONField(default=dict, blank=True)

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=("club", "game", "family", "pairs"),
                condition=Q(club__isnull=False),
                name="ladder_once_in_club",
            ),
            models.UniqueConstraint(
                fields=("game", "family", "pairs"),
                condition=Q(club__isnull=True),
                name="ladder_once_over_all",
            ),
        )

    def __str__(self) -> str:
        return f"{self.game} {self.club_id} {self.family} {'pairs' if self.pairs else 'players'}"


class EntryChunk(OfClub):
    """Consecutive matches of a player in a club and family, stored as one row.

    `ladder` is the ladder of players of this club and family.
    """

    ladder = models.ForeignKey(Ladder, on_delete=models.CASCADE, related_name="+", db_index=False)
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="+", db_index=False)
    first = models.BigIntegerField(help_text="When its first match ended, as `RatedMatch.at`.")
    last = models.BigIntegerField()
    data = models.BinaryField()

    class Meta:
        indexes = (models.Index(fields=("player", "last"), name="entry_chunk_in_order"),)
        constraints = (
            models.CheckConstraint(condition=Q(last__gte=F("first")), name="entry_chunk_in_time"),
        )

    def __str__(self) -> str:
        return f"{self.ladder_id} {self.player_id} {self.first}"


class Standing(OfClub):
    """A player on a ladder, or with `partner` a pair. The lower number of a pair is `player`.

    `seasons` contains the packed counts of each civil year, so that the board of all time need not
    add up the rows of seasons. `years` is there for the release before, which reads it.
    """

    ladder = models.ForeignKey(Ladder, on_delete=models.CASCADE, related_name="+", db_index=False)
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="+", db_index=False)
    partner = models.ForeignKey(
        Player, null=True, blank=True, on_delete=models.CASCADE, related_name="+", db_index=False
    )
    mu = models.FloatField()
    sigma = models.FloatField()
    floor = models.FloatField(help_text="Rating less uncertainty: the order of the board.")
    at = models.BigIntegerField(help_text="Their last match, as `RatedMatch.at`.")
    day = models.IntegerField(help_text="Its day, as `RatedMatch.day`.")
    years = models.BigIntegerField(default=0, db_default=0)
    seasons = models.BinaryField()

    class Meta:
        indexes = (
            models.Index(fields=("ladder", "-floor", "player", "partner"), name="standing_order"),
            models.Index(
                fields=("partner",), condition=Q(partner__isnull=False), name="standing_of_partner"
            ),
        )
        constraints = (
            # The index of this constraint is also used to select the rows of a player.
            models.UniqueConstraint(
                F("player"), F("ladder"), Coalesce("partner", 0), name="standing_once"
            ),
            models.CheckConstraint(
                condition=Q(partner__isnull=True) | Q(partner__gt=F("player")),
                name="standing_pair_in_order",
            ),
        )

    def __str__(self) -> str:
        return f"{self.ladder_id} {self.player_id}"


class SeasonStanding(OfClub):
    """A player (or with `partner` a pair) in a civil year of a ladder, as the year ended for them.

    `mu` and `sigma` are those after the last match of the year, `mu_before` that before the first
    one. `counts` has the packed counts of the year's matches alone.
    """

    ladder = models.ForeignKey(Ladder, on_delete=models.CASCADE, related_name="+", db_index=False)
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="+", db_index=False)
    partner = models.ForeignKey(
        Player, null=True, blank=True, on_delete=models.CASCADE, related_name="+", db_index=False
    )
    year = models.PositiveSmallIntegerField()
    mu_before = models.FloatField()
    mu = models.FloatField()
    sigma = models.FloatField()
    floor = models.FloatField(help_text="As `Standing.floor`: the order of the season's board.")
    counts = models.BinaryField()

    class Meta:
        indexes = (
            models.Index(
                fields=("ladder", "year", "-floor", "player", "partner"), name="season_order"
            ),
            models.Index(
                fields=("partner",), condition=Q(partner__isnull=False), name="season_of_partner"
            ),
        )
        constraints = (
            # The index of this constraint is also used to select the rows of a player.
            models.UniqueConstraint(
                F("player"), F("ladder"), F("year"), Coalesce("partner", 0), name="season_once"
            ),
            models.CheckConstraint(
                condition=Q(partner__isnull=True) | Q(partner__gt=F("player")),
                name="season_pair_in_order",
            ),
        )

    def __str__(self) -> str:
        return f"{self.ladder_id} {self.player_id} {self.year}"


class Meeting(OfClub):
    """The results of two people who met at tables of a club, as opponents or on one side.

    `one` has the lower number.
    """

    game = models.CharField(max_length=40)
    one = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="+", db_index=False)
    other = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="+")
    won = models.PositiveIntegerField(default=0, help_text="One ranked before the other.")
    lost = models.PositiveIntegerField(default=0)
    drawn = models.PositiveIntegerField(default=0)
    together = models.PositiveIntegerField(default=0)
    together_won = models.PositiveIntegerField(default=0)

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=("one", "other", "game", "club"), name="meeting_once"),
            models.CheckConstraint(condition=Q(one__lt=F("other")), name="meeting_in_order"),
        )

    def __str__(self) -> str:
        return f"{self.game} {self.one_id} {self.other_id}"


class Found(OfMatch):
    """A fact of a finished match.

    `record` says whether its value was above those of all earlier facts of its code, club and
    family.
    """

    match = models.ForeignKey("games.Match", on_delete=models.CASCADE, related_name="+")
    game = models.CharField(max_length=40)
    code = models.CharField(max_length=40)
    family = models.CharField(
        max_length=200,
        blank=True,
        default="",
        db_default="",
        help_text="The rules for which it holds.",
    )
    value = models.DecimalField(max_digits=14, decimal_places=2)
    params = models.JSONField()
    number = models.PositiveSmallIntegerField(help_text="Its place among those of the match.")
    ended_at = models.DateTimeField()
    record = models.BooleanField(default=False)

    class Meta:
        indexes = (
            models.Index(
                fields=("club", "game", "code", "ended_at", "match", "number"),
                name="found_in_order",
            ),
            models.Index(
                fields=("club", "game", "code", "family", "ended_at", "match", "number"),
                name="found_of_family",
            ),
            models.Index(
                fields=("game", "club", "code"), name="found_records", condition=Q(record=True)
            ),
        )
        constraints = (models.UniqueConstraint(fields=("match", "number"), name="found_once"),)

    def __str__(self) -> str:
        return f"{self.match_id} {self.code} {self.value}"


class Feat(OfClub):
    """A record that an officer wrote by hand: something that the sheet can't show."""

    game = models.CharField(max_length=40)
    text = models.CharField(max_length=500)
    date = models.DateField()
    players = models.ManyToManyField(Player, related_name="+", blank=True)
    witness = models.CharField(max_length=80, blank=True)
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    created_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        indexes = (models.Index(fields=("game", "club", "-date"), name="feat_newest"),)
        constraints = (models.CheckConstraint(condition=~Q(text=""), name="feat_says_something"),)

    def __str__(self) -> str:
        return self.text


class Witness(OfMatch):
    """The person who saw a fact of a match happen, as an officer wrote it.

    It is stored by match and code, not in the row of the fact. That row is replaced whenever the
    match is corrected or counted again, and the witness must stay.
    """

    match = models.ForeignKey(
        "games.Match", on_delete=models.CASCADE, related_name="+", db_index=False
    )
    code = models.CharField(max_length=40)
    name = models.CharField(max_length=80)
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    written_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        constraints = (
            # The index of this constraint is also used to select the witness of a fact.
            models.UniqueConstraint(fields=("match", "code"), name="witness_once"),
            models.CheckConstraint(condition=~Q(name=""), name="witness_named"),
        )

    def __str__(self) -> str:
        return f"{self.match_id} {self.code} {self.name}"
