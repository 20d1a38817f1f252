"""The challenge: a season of tournaments with one common table."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from clubs.models import Club, OfClub
from core.names import MAX_LENGTH
from games.models import ID_LENGTH, new_match_id
from tournaments.models.tournament import Tournament, new_seed


class Challenge(OfClub):
    """A season of tournaments of one or several clubs, with one common table (« challenge »).

    The table is computed whenever it is read, from the places in the tournaments and the tables
    entered by hand. Once the challenge is frozen, the table is computed from `frozen` instead.
    """

    class Scale(models.TextChoices):
        """The ways to compute points from a place."""

        LIST = "list", _("une liste de points, du premier au dernier")
        RANKS = "ranks", _("le nombre d'inscrits moins le rang")
        SHARE = "share", _("la part des inscrits battus")
        OWN = "own", _("les points du tournoi lui-même")

    id = models.CharField(primary_key=True, max_length=ID_LENGTH, default=new_match_id)
    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="+")
    clubs = models.ManyToManyField(Club, related_name="+", blank=True)
    name = models.CharField(max_length=MAX_LENGTH)
    first = models.DateField()
    last = models.DateField()
    game = models.CharField(max_length=40, blank=True, help_text="Empty: any game.")
    chosen = models.BooleanField(
        default=False, help_text="Only its `tournaments` count; else all that match."
    )
    tournaments = models.ManyToManyField(Tournament, related_name="+", blank=True)
    scale = models.CharField(max_length=10, choices=Scale.choices, default=Scale.RANKS)
    places = models.JSONField(default=list, blank=True)
    worth = models.PositiveIntegerField(default=100)
    coming = models.PositiveIntegerField(default=0)
    best = models.PositiveSmallIntegerField(null=True, blank=True)
    worst = models.PositiveSmallIntegerField(null=True, blank=True)
    pairs = models.BooleanField(default=False)
    nights = models.BooleanField(default=False, help_text="Evenings of ordinary matches count too.")
    lots = models.BooleanField(
        default=False, db_default=True, help_text="Equals are parted by lots; else they share."
    )
    seed = models.CharField(max_length=80, default=new_seed)
    made_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    created_at = models.DateTimeField(default=timezone.now, editable=False)
    frozen_at = models.DateTimeField(null=True, blank=True)
    frozen = models.JSONField(null=True, blank=True)

    class Meta:
        ordering = ("-last", "-created_at")
        constraints = (
            models.CheckConstraint(
                condition=Q(last__gte=models.F("first")), name="challenge_dates_in_order"
            ),
            models.CheckConstraint(
                condition=Q(scale__in=("list", "ranks", "share", "own")),
                name="challenge_scale_known",
            ),
            models.CheckConstraint(
                condition=Q(best=None) | Q(best__gte=1), name="challenge_best_positive"
            ),
            models.CheckConstraint(
                condition=Q(frozen_at=None, frozen=None)
                | Q(frozen_at__isnull=False, frozen__isnull=False),
                name="challenge_frozen_at_a_time",
            ),
        )

    def __str__(self) -> str:
        return self.name


class EnteredTable(models.Model):
    """The table of an evening that was not played here, entered by hand for a challenge.

    Each item of `rows` has people (a known player's number, or None and a guest's name), a rank,
    and points if the table has any.
    """

    challenge = models.ForeignKey(Challenge, on_delete=models.CASCADE, related_name="tables")
    name = models.CharField(max_length=MAX_LENGTH)
    date = models.DateField()
    rows = models.JSONField()

    class Meta:
        ordering = ("date", "id")

    def __str__(self) -> str:
        return f"{self.challenge_id} {self.name}"
