"""Matches of any game, and the abstract bases of each game's rules and entries.

The entries are the truth. The scores, ranks and ends stored in `Side` and `Match` are the outcome
of the last fold, for lists and leaderboards.
"""

import secrets
from functools import cache
from typing import Any
from uuid import UUID

from django.conf import settings
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models import Q
from django.utils import timezone, translation
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from clubs.models import CapabilityLink, ClubPlayer, OfClub, Player
from core.exactly_once import derived_id
from core.keyed import Keyed
from core.names import MAX_LENGTH
from core.removed import REMOVED, REMOVED_STORED
from games.match.result_only import RESULT_ONLY
from games.match.validation import check_entry, check_rules
from games.sheet import RuleError

# The letters I, L, O and U are left out, so that no id is misheard, misread, or spells a word.
ID_ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
ID_LENGTH = 8


def new_match_id() -> str:
    """Return a new match id: 40 random bits, in a form short enough to read aloud."""
    return "".join(secrets.choice(ID_ALPHABET) for _ in range(ID_LENGTH))


def started_id(rows: models.QuerySet[Any], client_id: UUID | None) -> str:
    """Return the id of a new match or tournament: by its `client_id`, or else a random one."""
    if client_id is None:
        return new_match_id()
    return derived_id(rows, client_id, ID_ALPHABET, ID_LENGTH)


def new_salt() -> str:
    """Return the secret from which a match's edit token is derived."""
    return secrets.token_hex(16)


# Replaces the name of a forgotten person in a stored text.
REMOVED_GUEST = REMOVED_STORED


def unnamed(seat: int) -> str:
    """Return the name that is displayed for a seat without a person."""
    return gettext("Joueur %(number)s") % {"number": seat + 1}


class Status(models.TextChoices):
    """The states of a match."""

    IN_PROGRESS = "in_progress", _("en cours")
    FINISHED = "finished", _("terminé")
    ABANDONED = "abandoned", _("abandonné")


# The values of `Match.counts`.
COUNTS, PROPOSED, COUNTS_NOWHERE = "yes", "proposed", "no"


class Series(models.Model):
    """Matches that the same people play one after another at a table.

    The row has no data of its own, because the winners are in the matches' sides. The start of a
    further match locks the row.
    """

    def __str__(self) -> str:
        return f"series {self.pk}"


class Match(OfClub):
    """A match of any game. Its rules, seats, sides and entries point here."""

    id = models.CharField(primary_key=True, max_length=ID_LENGTH, default=new_match_id)
    game = models.CharField(max_length=40)
    preset = models.CharField(max_length=40)
    status = models.CharField(max_length=12, choices=Status.choices, default=Status.IN_PROGRESS)
    version = models.PositiveIntegerField(default=1)
    in_club_room = models.BooleanField(default=False)
    started_at = models.DateTimeField(default=timezone.now)
    finished_at = models.DateTimeField(null=True, blank=True)
    ended_by = models.CharField(max_length=40, blank=True)
    starter = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    imported = models.BooleanField(default=False)
    vouching_link = models.ForeignKey(
        CapabilityLink,
        null=True,
        blank=True,
        on_delete=models.SET_NULL,
        related_name="+",
        help_text="The link of the phone that started it, by which it is the club's.",
    )
    event_id = models.CharField(
        max_length=40, blank=True, help_text="Opaque: what a tournament knows the match by."
    )
    advice = models.BooleanField(
        default=False, help_text="The table wants the lab's advice; never in a tournament."
    )
    seats_record = models.BooleanField(
        default=False,
        db_default=False,
        help_text="Phones with the table's code record too.",
    )
    client_id = models.UUIDField(null=True, blank=True, unique=True)
    salt = models.CharField(max_length=32, default=new_salt)
    # Null for a match that neither follows another one nor is followed by one.
    series = models.ForeignKey(
        Series, null=True, blank=True, on_delete=models.PROTECT, related_name="matches"
    )
    series_number = models.PositiveSmallIntegerField(
        null=True, blank=True, help_text="Its place in the series, from 1."
    )

    class Meta:
        indexes = (
            models.Index(fields=("-started_at", "-id"), name="match_newest"),
            models.Index(fields=("club", "status", "-started_at"), name="match_of_club"),
            models.Index(fields=("event_id",), name="match_event", condition=~Q(event_id="")),
        )
        constraints = (
            models.CheckConstraint(
                condition=Q(status__in=Status.values), name="match_status_known"
            ),
            models.CheckConstraint(
                condition=(Q(status="finished", finished_at__isnull=False) & ~Q(ended_by=""))
                | (~Q(status="finished") & Q(finished_at__isnull=True, ended_by="")),
                name="match_finished_has_end",
            ),
            models.CheckConstraint(condition=Q(version__gte=1), name="match_version_positive"),
            models.CheckConstraint(
                condition=Q(advice=False) | Q(event_id=""), name="match_no_advice_in_tournament"
            ),
            models.UniqueConstraint(
                fields=("series", "series_number"), name="match_series_number_once"
            ),
            models.CheckConstraint(
                # In SQL a comparison with null is accepted by a constraint, so null is excluded
                # separately.
                condition=Q(series=None, series_number=None)
                | (
                    Q(series__isnull=False, series_number__isnull=False)
                    & Q(series_number__gte=1, event_id="")
                ),
                name="match_series_has_number",
            ),
        )

    def __str__(self) -> str:
        return f"{self.game} {self.id}"

    @property
    def counts(self) -> str:
        """Whether the boards, records and lists of a club count the match: `yes`, `proposed` or
        `no`.

        A match of a club counts; at a tournament's table, only once its result is confirmed. A
        match of no club is `proposed` if it waits for a club's acceptance. The proposals are read
        from the database if the row was not read with the columns of `games.queries.matches`.
        """
        if self.club_id is not None and (not self.event_id or self.result_only):
            return COUNTS
        if "accepted" not in self.__dict__:
            rows = type(self)._default_manager.filter(pk=self.pk)
            columns = rows.annotate(**proposal_columns()).values(*proposal_columns())
            self.__dict__ |= columns.first() or {"accepted": False, "waiting": False}
        if self.club_id is not None:
            return COUNTS if self.__dict__["accepted"] else PROPOSED
        return PROPOSED if self.__dict__["waiting"] else COUNTS_NOWHERE

    @property
    def result_only(self) -> bool:
        """Whether only the result is known, without lines. Such a result can't be corrected by
        lines.
        """
        return self.ended_by == RESULT_ONLY


class OfMatch(OfClub, Keyed):
    """Abstract base class of rows that belong to a match."""

    KEY = "match"

    class Meta:
        abstract = True


class Side(OfMatch):
    """A side of a match: a pair, or one player. `score` and `rank` come from the last fold."""

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="sides")
    number = models.PositiveSmallIntegerField()
    name = models.CharField(max_length=MAX_LENGTH)
    score = models.DecimalField(max_digits=12, decimal_places=2, null=True, blank=True)
    rank = models.PositiveSmallIntegerField(null=True, blank=True)
    eliminated = models.BooleanField(default=False)

    class Meta:
        ordering = ("number",)
        constraints = (models.UniqueConstraint(fields=("match", "number"), name="side_once"),)

    def __str__(self) -> str:
        return f"{self.match_id} {self.name}"


class Seat(OfMatch):
    """A seat at the table, in turn order: a known player, a guest by name, or nobody named yet."""

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="seats")
    number = models.PositiveSmallIntegerField()
    side = models.PositiveSmallIntegerField()
    player = models.ForeignKey(
        Player, null=True, blank=True, on_delete=models.PROTECT, related_name="seats"
    )
    guest_name = models.CharField(max_length=MAX_LENGTH, blank=True)
    person = models.PositiveSmallIntegerField(
        null=True,
        blank=True,
        help_text="Whose seat of the series' first match this is; null: the same seat.",
    )

    class Meta:
        ordering = ("number",)
        constraints = (
            models.UniqueConstraint(fields=("match", "number"), name="seat_once"),
            models.UniqueConstraint(fields=("match", "person"), name="seat_person_once"),
            models.UniqueConstraint(fields=("match", "player"), name="player_sits_once"),
        )

    def __str__(self) -> str:
        return f"{self.match_id} {self.number} {self.name}"

    def _sits_as(self, line: ClubPlayer) -> None:
        if self.player:
            self.player.line = line

    # Queries set this to the row that a club has for the player, which they read together with the
    # seat.
    line = property(fset=_sits_as)

    @property
    def named(self) -> bool:
        """Whether the seat has a known player or a guest's name."""
        return self.player_id is not None or bool(self.guest_name)

    @property
    def stored_name(self) -> str:
        """The name for programs and the log, the same in every language."""
        if self.named:
            return self.name
        with translation.override(settings.LANGUAGE_CODE):
            return unnamed(self.number)

    @property
    def in_series(self) -> int:
        """The number by which the match's series knows the person at this seat."""
        return self.number if self.person is None else self.person

    @property
    def name(self) -> str:
        """The name to display: the player's public one, the guest's, or the number of the seat."""
        if self.player:
            return self.player.public_name
        if not self.guest_name:
            return unnamed(self.number)
        return str(REMOVED) if self.guest_name == REMOVED_GUEST else self.guest_name


class Change(OfMatch):
    """One write on a match. Writes are only added, so nothing that was entered is ever lost.

    `status` and `finished_at` are those of the match after the write. So the match at any version
    can be shown without folding every version before it.
    """

    class Kind(models.TextChoices):
        """The kinds of changes."""

        START = "start", _("début")
        RECORD = "record", _("inscription")
        CORRECT = "correct", _("correction")
        TAKE_BACK = "take_back", _("annulation")
        PATCH = "patch", _("réglage")
        ABANDON = "abandon", _("abandon")
        ASIDE = "aside", _("ligne laissée de côté")

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="changes")
    version = models.PositiveIntegerField()
    kind = models.CharField(max_length=10, choices=Kind.choices)
    number = models.PositiveSmallIntegerField(null=True, blank=True)
    before = models.JSONField(null=True, blank=True)
    after = models.JSONField(null=True, blank=True)
    at = models.DateTimeField(default=timezone.now)
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    client_id = models.UUIDField(null=True, blank=True)
    fingerprint = models.CharField(max_length=64, blank=True)
    status = models.CharField(max_length=12, choices=Status.choices)
    finished_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ("version",)
        constraints = (
            models.UniqueConstraint(fields=("match", "version"), name="change_version_once"),
            models.UniqueConstraint(fields=("match", "client_id"), name="change_client_id_once"),
        )

    def __str__(self) -> str:
        return f"{self.match_id} v{self.version} {self.kind}"


# The largest value of a rule. No real table needs a greater one, and every database column can hold
# it.
LARGEST_RULE = 1_000_000


def between(least: int, most: int = LARGEST_RULE) -> list[MinValueValidator | MaxValueValidator]:
    """Return the bounds of a rule as validators of its column."""
    return [MinValueValidator(least), MaxValueValidator(most)]


def bounds_of(column: models.IntegerField[Any, Any]) -> tuple[int, int]:
    """Return the least and the greatest number that a column accepts, by the strictest of its
    bounds.
    """
    least = (rule.limit_value for rule in column.validators if isinstance(rule, MinValueValidator))
    most = (rule.limit_value for rule in column.validators if isinstance(rule, MaxValueValidator))
    return max(least), min(most)


class RulesBase(OfMatch):
    """Abstract base class of a match's own copy of its ruleset, one typed column per rule.

    A rule's form field and serializer field are made from its column's type, choices and bounds.
    """

    match = models.OneToOneField(Match, primary_key=True, on_delete=models.CASCADE)

    class Meta:
        abstract = True

    @classmethod
    def rule_names(cls) -> list[str]:
        """Return the names of the rules: the model's editable columns, in its order."""
        columns = (field for field in cls._meta.concrete_fields if field.editable)
        return [column.name for column in columns if column.name not in ("club", "match")]

    def clean(self) -> None:
        """Raise `ValidationError` for a ruleset that the game refuses."""
        check_rules(self)

    def values(self) -> dict[str, Any]:
        """Return every rule with its value, as the API shows it."""
        return {name: getattr(self, name) for name in self.rule_names()}

    def out_of_bounds(self) -> list[RuleError]:
        """Return a fault for each number that its column does not accept."""
        faults = []
        for column in self._meta.concrete_fields:
            value = getattr(self, column.attname)
            if isinstance(column, models.IntegerField) and value is not None:
                least, most = bounds_of(column)
                if not least <= value <= most:
                    where = {"least": least, "most": most}
                    faults.append(RuleError("rule_out_of_bounds", column.name, **where))
        return faults


@cache
def _columns(model: "type[EntryBase]") -> list[str]:
    """Return the columns of the entered values. Cached, because every line of every answer needs
    them.
    """
    return [field.name for field in model._meta.concrete_fields if field.name not in model.OWN]


class EntryBase(OfMatch):
    """Abstract base of a recorded line. It has one typed column per entered value (null: left
    out).
    """

    OWN = ("id", "club", "match", "number", "client_id", "recorded_at", "recorded_by")

    id = models.BigAutoField(primary_key=True)
    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="+", db_index=False)
    number = models.PositiveSmallIntegerField()
    client_id = models.UUIDField(null=True, blank=True)
    recorded_at = models.DateTimeField(default=timezone.now)
    recorded_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )

    class Meta:
        abstract = True
        ordering = ("number",)
        constraints = (
            models.UniqueConstraint(
                fields=("match", "number"), name="%(app_label)s_%(class)s_number_once"
            ),
            models.CheckConstraint(
                condition=Q(number__gte=1), name="%(app_label)s_%(class)s_number_positive"
            ),
        )

    def clean(self) -> None:
        """Raise `ValidationError` for a line that the rules refuse; fill in derived values."""
        check_entry(self)

    @classmethod
    def column_names(cls) -> list[str]:
        """Return the columns of the entered values, in the order of the model."""
        return _columns(cls)

    @classmethod
    def data_names(cls) -> list[str]:
        """Return the names of the entered values, as the API has them: by default the columns.

        A game that groups several columns under one name overrides this method, and `fill`.
        """
        return cls.column_names()

    def data(self) -> dict[str, Any]:
        """Return the values of the entry by name, derived ones too, without nulls."""
        values = {name: getattr(self, name) for name in self.data_names()}
        return {name: value for name, value in values.items() if value is not None}

    @classmethod
    def columns_of(cls, data: dict[str, Any]) -> dict[str, Any]:
        """Return the values of `data` by the names of their columns, without nulls."""
        entry = cls()
        entry.fill(data)
        values = {name: getattr(entry, name) for name in cls.column_names()}
        return {name: value for name, value in values.items() if value is not None}

    def fill(self, data: dict[str, Any]) -> None:
        """Set the entry's values from `data`; a value that is missing there becomes null."""
        for name in self.data_names():
            setattr(self, name, data.get(name))


class KeptResult(models.Model):
    """A cached result of a long computation (`games.kept`), for the whole site.

    `name` is a digest of the result's kind and key, and of the code that computed it.
    """

    name = models.CharField(max_length=64, primary_key=True)
    kind = models.CharField(max_length=40)
    written = models.BinaryField()
    made_at = models.DateTimeField(default=timezone.now)

    class Meta:
        indexes = [models.Index(fields=["kind", "made_at"], name="kept_results")]

    def __str__(self) -> str:
        return f"{self.kind} {self.name}"


# The models of proposals belong to this app, and Django looks for an app's models only in this
# module.
from games.proposals.models import Proposal as Proposal  # noqa: E402
from games.proposals.models import proposal_columns  # noqa: E402
