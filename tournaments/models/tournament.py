"""The model of a tournament, and the base class of all rows that belong to a tournament."""

import secrets

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from clubs.models import Club, OfClub
from core.keyed import Keyed
from core.names import MAX_LENGTH
from games.models import ID_LENGTH, new_match_id, new_salt
from tournaments.draws.field import EDITION

# Long enough for an entrant's name that consists of the names of two people.
NAME_LENGTH = 2 * MAX_LENGTH + 3

# The limits of the number of entrants and of the number of tables in a room.
ENTRANTS_MAX = 2000
ROOM_TABLES_MAX = 1000

# The longest text and contact that people are told.
ABOUT_LENGTH, CONTACT_LENGTH = 600, 120
# The longest link to a picture, and the most people and teams that a past tournament may have had.
PICTURE_LENGTH, HELD_MOST = 400, 100_000


def new_seed() -> str:
    """Return a new seed for draws. The seed is published first, so that anybody can check the
    draws.
    """
    return secrets.token_hex(8)


def new_deals_secret() -> str:
    """Return a new secret from which deals are computed. It is never shown to players."""
    return secrets.token_hex(16)


class Tournament(OfClub):
    """A tournament of a club.

    Its log is the truth. This row, and the rows that belong to it, store the state that results
    from replaying the log.
    """

    class State(models.TextChoices):
        """The states of a tournament."""

        DRAFT = "draft", _("en préparation")
        REGISTRATION = "registration", _("inscriptions ouvertes")
        RUNNING = "running", _("en cours")
        FINISHED = "finished", _("terminé")

    class Per(models.TextChoices):
        """For whom a price is: a person, or an entrant, who may be two people."""

        ENTRANT = "entrant", _("par inscrit")
        PERSON = "person", _("par personne")

    id = models.CharField(primary_key=True, max_length=ID_LENGTH, default=new_match_id)
    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="+", db_index=False)
    name = models.CharField(max_length=MAX_LENGTH)
    date = models.DateField(default=timezone.localdate)
    place = models.CharField(max_length=MAX_LENGTH, blank=True)
    public = models.BooleanField(default=True)
    organiser = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    game = models.CharField(max_length=40)
    preset = models.CharField(max_length=40)
    rules = models.JSONField(default=dict, blank=True)
    format = models.CharField(max_length=40)
    options = models.JSONField(default=dict, blank=True)
    tie_breaks = models.JSONField(default=list)
    seed = models.CharField(max_length=80, default=new_seed)
    order = models.JSONField(default=list, blank=True, help_text="The seeding, once drawn.")
    last_number = models.PositiveIntegerField(
        default=0, help_text="The last number given to an entrant; none is given twice."
    )
    state = models.CharField(max_length=12, choices=State.choices, default=State.REGISTRATION)
    version = models.PositiveIntegerField(default=1)
    salt = models.CharField(max_length=32, default=new_salt)
    client_id = models.UUIDField(null=True, blank=True, unique=True)
    created_at = models.DateTimeField(default=timezone.now, editable=False)
    timer_minutes = models.PositiveSmallIntegerField(default=0)
    timer_started_at = models.DateTimeField(null=True, blank=True)
    timer_left = models.PositiveIntegerField(default=0, help_text="Seconds left when it started.")
    edition = models.PositiveSmallIntegerField(
        default=EDITION, help_text="Which defaults and draws it is played by."
    )
    limit = models.PositiveSmallIntegerField(
        null=True, blank=True, help_text="How many may be in before those who sign up wait."
    )
    waiting_limit = models.PositiveSmallIntegerField(
        null=True, blank=True, help_text="How many may wait; null: as many as places, or ten."
    )
    generations = models.JSONField(
        null=True, blank=True, help_text="How many links have ended, by entrant's number."
    )
    signing_up = models.BooleanField(default=False, help_text="« Je viens » is open.")
    sign_up_until = models.DateTimeField(null=True, blank=True)
    fee = models.PositiveIntegerField(
        null=True, blank=True, help_text="What an entrant is to pay, in hundredths."
    )
    about = models.TextField(
        max_length=ABOUT_LENGTH,
        blank=True,
        default="",
        db_default="",
        help_text="What people are told before they come: a few lines.",
    )
    contact = models.CharField(
        max_length=CONTACT_LENGTH,
        blank=True,
        default="",
        db_default="",
        help_text="Whom they ask: a name, a phone, an address.",
    )
    price = models.PositiveIntegerField(
        null=True, blank=True, help_text="What people are told to pay, in hundredths."
    )
    price_per = models.CharField(
        max_length=7, choices=Per.choices, default=Per.ENTRANT, db_default=Per.ENTRANT
    )
    room_tables = models.PositiveSmallIntegerField(
        null=True, blank=True, help_text="How many tables the room has; null: enough."
    )
    start_at = models.TimeField(null=True, blank=True, help_text="When the evening starts.")
    end_by = models.TimeField(null=True, blank=True, help_text="When the evening should end.")
    screen = models.JSONField(
        default=dict, blank=True, help_text="The room's screen: its views with seconds, a message."
    )
    results_counted = models.BooleanField(
        default=True, help_text="Its typed results count; not yet those from before they did."
    )
    day = models.DateField(
        null=True, blank=True, help_text="The day up to which a ladder counts who does not play."
    )
    deals_secret = models.CharField(
        max_length=64,
        blank=True,
        default="",
        help_text="What the deals of a duplicate come from; never told while it is played.",
    )
    winner = models.PositiveIntegerField(
        null=True,
        blank=True,
        help_text="The number of who was declared the winner where nobody won the final.",
    )
    rests = models.JSONField(
        null=True,
        blank=True,
        help_text="Who is not drawn, by round, with the share of a win; null: waits for a partner.",
    )
    # What is known of a past tournament beside its places. `about` is then its note.
    held_by = models.CharField(
        max_length=MAX_LENGTH, blank=True, default="", db_default="", help_text="Its organiser."
    )
    people_count = models.PositiveIntegerField(null=True, blank=True)
    team_count = models.PositiveIntegerField(null=True, blank=True)
    picture = models.URLField(
        max_length=PICTURE_LENGTH, blank=True, default="", db_default="", help_text="A link."
    )
    past = models.BooleanField(default=False, help_text="Only its places are known (palmarès).")

    class Meta:
        ordering = ("-date", "-created_at")
        indexes = (models.Index(fields=("club", "-date"), name="tournament_of_club"),)
        constraints = (
            models.CheckConstraint(
                condition=Q(state__in=("draft", "registration", "running", "finished")),
                name="tournament_state_known",
            ),
            models.CheckConstraint(condition=Q(edition__gte=1), name="tournament_edition_known"),
            models.CheckConstraint(
                condition=Q(winner__isnull=True) | Q(winner__gte=1),
                name="tournament_winner_numbered",
            ),
            models.CheckConstraint(
                condition=Q(limit__isnull=True) | Q(limit__gte=1), name="tournament_limit_positive"
            ),
            models.CheckConstraint(
                condition=Q(price_per__in=("entrant", "person")),
                name="tournament_price_per_known",
            ),
            models.CheckConstraint(
                condition=Q(room_tables=None) | Q(room_tables__gte=1),
                name="tournament_room_has_a_table",
            ),
        )

    def __str__(self) -> str:
        return self.name

    @property
    def price_figure(self) -> int | float | None:
        """The price that people are told as a number: an int if it is whole."""
        if self.price is None or self.price % 100 == 0:
            return None if self.price is None else self.price // 100
        return self.price / 100

    def due(self, people: int) -> int | None:
        """Return what an entrant of so many people is to pay, in hundredths; None if nothing.

        It is the sum that organisers set, or else the price that people are told.
        """
        if self.fee is not None or self.price is None:
            return self.fee
        return self.price * (max(people, 1) if self.price_per == self.Per.PERSON else 1)


class OfTournament(OfClub, Keyed):
    """Abstract base class of rows that belong to a tournament."""

    KEY = "tournament"

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="%(class)ss")

    class Meta:
        abstract = True
