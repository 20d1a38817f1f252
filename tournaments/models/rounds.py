"""Rounds and tables of a tournament, and the matches played at the tables."""

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from core.keyed import Within
from games.models import ID_LENGTH
from tournaments.fields import ResultField, ResultsField
from tournaments.models.tournament import OfTournament


class Round(OfTournament):
    """A round of a tournament, with its seed and its state."""

    class State(models.TextChoices):
        """The states of a round."""

        DRAFT = "draft", _("brouillon")
        PUBLISHED = "published", _("publiée")
        CLOSED = "closed", _("close")

    number = models.PositiveSmallIntegerField()
    seed = models.CharField(max_length=80)
    state = models.CharField(max_length=10, choices=State.choices, default=State.DRAFT)
    warnings = models.JSONField(default=list, blank=True)
    stamp = models.CharField(
        max_length=16,
        blank=True,
        default="",
        help_text="Another one each time it or a table is written.",
    )

    class Meta:
        ordering = ("number",)
        constraints = (
            models.UniqueConstraint(fields=("tournament", "number"), name="round_once"),
            models.CheckConstraint(
                condition=Q(state__in=("draft", "published", "closed")), name="round_state_known"
            ),
        )

    def __str__(self) -> str:
        return f"{self.tournament_id} {self.number}"


class Table(OfTournament):
    """A table of a round.

    `sides` holds the numbers of the entrants of each side. `reports` holds what each side
    reported.
    """

    class State(models.TextChoices):
        """The states of a table."""

        WAITING = "waiting", _("attendue")
        PLAYING = "playing", _("en jeu")
        REPORTED = "reported", _("à confirmer")
        CONFIRMED = "confirmed", _("confirmée")
        DISPUTED = "disputed", _("contestée")

    round = Within(Round, related_name="tables")
    number = models.PositiveSmallIntegerField()
    sides = models.JSONField()
    slot = models.CharField(max_length=20, blank=True)
    why = models.JSONField(default=dict, blank=True)
    state = models.CharField(max_length=10, choices=State.choices, default=State.WAITING)
    reported = ResultField(null=True, blank=True)
    reports = ResultsField(default=dict, blank=True)
    locked = models.BooleanField(default=False)
    match_id = models.CharField(max_length=ID_LENGTH, blank=True)
    asked = ResultField(null=True, blank=True)
    boards = models.JSONField(
        default=dict, blank=True, help_text="The hands of a duplicate as entered, by number."
    )

    class Meta:
        ordering = ("number",)
        constraints = (
            models.UniqueConstraint(fields=("tournament", "round", "number"), name="table_once"),
            models.CheckConstraint(
                condition=Q(state__in=("waiting", "playing", "reported", "confirmed", "disputed")),
                name="table_state_known",
            ),
        )

    def __str__(self) -> str:
        return f"{self.round_id} {self.number}"


class TableMatch(OfTournament):
    """A match that was started at a table.

    `sides` holds the entrants whom the match seated. They may differ from the table's present
    entrants after a redraw.
    """

    round = models.PositiveSmallIntegerField()
    table = models.PositiveSmallIntegerField()
    sides = models.JSONField()
    match_id = models.CharField(max_length=ID_LENGTH, unique=True)
    # The side whose phone started the match, and which reports its result. Null if an organiser
    # started it.
    side = models.PositiveSmallIntegerField(null=True, blank=True)
    # Whether the table's result was taken back. A later correction of this match then no longer
    # changes the table.
    dropped = models.BooleanField(default=False)

    class Meta:
        verbose_name_plural = "table matches"
        ordering = ("id",)
        indexes = (models.Index(fields=("tournament", "round", "table"), name="match_of_table"),)

    def __str__(self) -> str:
        return f"{self.tournament_id} {self.round}.{self.table} {self.match_id}"


class TypedResult(OfTournament):
    """The match created for a result that was typed at a table, so that it counts on the
    leaderboards.

    The match has a result but no lines. Like the other rows it is computed from the log. If the
    result is corrected, the match changes; if it is taken back, the match is removed.
    """

    round = models.PositiveSmallIntegerField()
    table = models.PositiveSmallIntegerField()
    match_id = models.CharField(max_length=ID_LENGTH, unique=True)

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=("tournament", "round", "table"), name="typed_result_once"
            ),
        )

    def __str__(self) -> str:
        return f"{self.tournament_id} {self.round}.{self.table} {self.match_id}"
