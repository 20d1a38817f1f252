"""The models of the transmission: links, sources, attestations, and the log of all writes."""

import secrets

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from clubs.models import OfClub, Player
from core.names import MAX_LENGTH

NOTE_LENGTH = 500


def new_stamp() -> str:
    """Return a new random stamp, which names a state of a graph. It is never used again."""
    return secrets.token_hex(8)


class Graph(models.Model):
    """The row of a game's graph. Every write locks it, so that writes never overlap.

    `version` counts the writes. `stamp` changes with each write. Data may be cached by stamp,
    because no stamp is used twice. A version can be used twice, if a write is rolled back.
    `names` changes when a person of the graph is renamed, hidden or shown again.
    """

    game = models.CharField(max_length=40, primary_key=True)
    version = models.PositiveIntegerField(default=0)
    stamp = models.CharField(max_length=16, default=new_stamp)
    names = models.CharField(max_length=16, default=new_stamp)

    def __str__(self) -> str:
        return f"{self.game} v{self.version}"


class StoredLayout(models.Model):
    """The layout and the pictures of a whole graph with the state `stamp`, for the readers of
    `view`.

    `reach` has the people with the most descendants, as pairs of person and number.
    `longest_line` has the first people of the longest line, from the top. No names are stored,
    so that renaming or hiding a person does not affect the row.
    """

    game = models.CharField(max_length=40)
    view = models.CharField(max_length=32, blank=True)
    stamp = models.CharField(max_length=16)
    people = models.PositiveIntegerField()
    places = models.BinaryField()
    small = models.BinaryField()
    medium = models.BinaryField()
    large = models.BinaryField()
    reach = models.JSONField(default=list)
    longest_line = models.JSONField(default=list)
    made_at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = (models.UniqueConstraint(fields=("game", "view"), name="plan_once"),)

    def __str__(self) -> str:
        return f"{self.game} {self.stamp}"


class GraphFile(models.Model):
    """The compressed file of a large graph, in one format (`kind`), for the readers of `view`.

    It is valid only for `state`. A newer file replaces it.
    """

    game = models.CharField(max_length=40)
    view = models.CharField(max_length=32, blank=True)
    kind = models.CharField(max_length=10)
    state = models.CharField(max_length=64)
    content = models.BinaryField()
    made_at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=("game", "view", "kind"), name="graph_file_once"),
        )

    def __str__(self) -> str:
        return f"{self.game} {self.kind} {self.state}"


class OfGraph(OfClub):
    """Abstract base class of the rows of a game's graph. A row stores the account that wrote it."""

    game = models.CharField(max_length=40)
    recorded_at = models.DateTimeField(default=timezone.now)
    recorded_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )

    class Meta:
        abstract = True


class Link(OfGraph):
    """A link: somebody taught somebody the game, on a day, in a year, or at an unknown time."""

    teacher = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="taught")
    learner = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="learned")
    year = models.PositiveSmallIntegerField(null=True, blank=True)
    day = models.DateField(null=True, blank=True)
    note = models.CharField(max_length=NOTE_LENGTH, blank=True)
    confirmed = models.BooleanField(default=False)

    class Meta:
        ordering = ("id",)
        indexes = (
            models.Index(fields=("game", "-recorded_at"), name="link_newest"),
            models.Index(fields=("game", "year"), name="link_year"),
        )
        constraints = (
            # The index of this constraint also serves queries for a learner's teachers.
            models.UniqueConstraint(fields=("game", "learner", "teacher"), name="link_once"),
            models.CheckConstraint(condition=~Q(teacher=F("learner")), name="link_of_two"),
            models.CheckConstraint(
                condition=Q(day__isnull=True) | Q(year__isnull=False), name="link_day_has_year"
            ),
        )

    def __str__(self) -> str:
        return f"{self.game} {self.teacher_id} → {self.learner_id}"

    @property
    def date(self) -> str | None:
        """The date as text, as far as it is known: a day or a year in ISO form, or None."""
        if self.day is not None:
            return self.day.isoformat()
        return f"{self.year:04}" if self.year is not None else None


class Source(OfGraph):
    """A person who learned a game from nobody in the graph."""

    class Kind(models.TextChoices):
        """The possible origins of a source's knowledge of the game."""

        FAMILY = "family", _("de sa famille")
        SELF_TAUGHT = "self_taught", _("appris de soi-même")
        OTHER_CLUB = "other_club", _("d'un autre club")
        UNKNOWN = "unknown", _("on ne sait d'où")

    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="+")
    kind = models.CharField(max_length=12, choices=Kind.choices, default=Kind.UNKNOWN)
    note = models.CharField(max_length=NOTE_LENGTH, blank=True)

    class Meta:
        ordering = ("id",)
        constraints = (
            models.UniqueConstraint(fields=("game", "player"), name="source_once"),
            models.CheckConstraint(
                condition=Q(kind__in=("family", "self_taught", "other_club", "unknown")),
                name="source_kind_known",
            ),
        )

    def __str__(self) -> str:
        return f"{self.game} {self.player_id} {self.kind}"


class Attestation(OfGraph):
    """An officer's statement that a person played a hand in the club room, with date and
    witness.
    """

    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="+")
    date = models.DateField()
    witness = models.CharField(max_length=MAX_LENGTH)

    class Meta:
        ordering = ("id",)
        constraints = (
            models.UniqueConstraint(fields=("game", "player", "date"), name="attested_once_a_day"),
        )

    def __str__(self) -> str:
        return f"{self.game} {self.player_id} {self.date}"


class Action(OfClub):
    """A line of the log of writes, which only grows. `version` is the graph's version after the
    write.
    """

    class Kind(models.TextChoices):
        """The kinds of writes in the log."""

        LINK = "link", _("lien")
        CONFIRM = "confirm", _("confirmation")
        DELETE = "delete", _("retrait")
        SOURCE = "source", _("source")
        ATTEST = "attest", _("attestation")
        IMPORT = "import", _("import")
        MERGE = "merge", _("réunion")

    game = models.CharField(max_length=40)
    version = models.PositiveIntegerField()
    kind = models.CharField(max_length=10, choices=Kind.choices)
    before = models.JSONField(null=True, blank=True)
    after = models.JSONField(null=True, blank=True)
    at = models.DateTimeField(default=timezone.now)
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    client_id = models.UUIDField(null=True, blank=True)
    fingerprint = models.CharField(max_length=64, blank=True)

    class Meta:
        ordering = ("id",)
        constraints = (
            models.UniqueConstraint(fields=("game", "version"), name="deed_version_once"),
            models.UniqueConstraint(fields=("game", "client_id"), name="deed_client_id_once"),
        )

    def __str__(self) -> str:
        return f"{self.game} v{self.version} {self.kind}"
