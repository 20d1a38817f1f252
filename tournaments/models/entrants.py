"""The entrants of a tournament, their people, and their places at the end."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from clubs.lists.reading import NOTED
from clubs.models import Player
from core.keyed import Within
from core.names import KEY_LENGTH, MAX_LENGTH
from tournaments.models.tournament import NAME_LENGTH, OfTournament


class Entrant(OfTournament):
    """One entry in the tournament: a pair, or one person. Draws identify it by its `number`."""

    class State(models.TextChoices):
        """The states of an entrant."""

        REGISTERED = "registered", _("inscrit")
        CHECKED_IN = "checked_in", _("présent")
        WAITING = "waiting", _("sur la liste d'attente")
        WITHDRAWN = "withdrawn", _("parti")
        DISQUALIFIED = "disqualified", _("exclu")

    number = models.PositiveSmallIntegerField()
    name = models.CharField(max_length=NAME_LENGTH)
    name_key = models.CharField(max_length=2 * KEY_LENGTH + 3)
    named = models.BooleanField(
        default=False, help_text="The name was given; else it is its people's, as they are shown."
    )
    seed = models.PositiveSmallIntegerField(null=True, blank=True)
    from_club = models.CharField(max_length=MAX_LENGTH, blank=True)
    rating = models.FloatField(null=True, blank=True)
    state = models.CharField(max_length=12, choices=State.choices, default=State.REGISTERED)
    drawn = models.BooleanField(default=False, help_text="A published round has had them.")
    waits = models.PositiveSmallIntegerField(
        null=True, blank=True, help_text="The order of the waiting list."
    )
    paid = models.PositiveIntegerField(null=True, blank=True, help_text="In hundredths.")
    # What an officer's list has beside the names, for organisers only. It is not in the log, so
    # that nothing of it is left once it is deleted.
    phone = models.CharField(max_length=NOTED, blank=True, default="", db_default="")
    licence = models.CharField(max_length=NOTED, blank=True, default="", db_default="")
    wish = models.BooleanField(
        default=False,
        db_default=False,
        help_text="They signed up themselves; nobody who runs it has confirmed them.",
    )
    alone = models.BooleanField(
        default=False, db_default=False, help_text="One person of a pair who plays all the same."
    )
    # The account that signed the entrant up. It may see and withdraw the entrant, like the phone
    # that has the entrant's link. It becomes null when that link ends.
    signed_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )

    class Meta:
        ordering = ("number",)
        constraints = (
            models.UniqueConstraint(fields=("tournament", "number"), name="entrant_number_once"),
            models.UniqueConstraint(fields=("tournament", "name_key"), name="entrant_name_once"),
            models.CheckConstraint(
                condition=Q(
                    state__in=("registered", "checked_in", "waiting", "withdrawn", "disqualified")
                ),
                name="entrant_state_known",
            ),
            models.CheckConstraint(
                condition=Q(state="waiting", waits__isnull=False)
                | (~Q(state="waiting") & Q(waits__isnull=True)),
                name="entrant_waits_in_order",
            ),
        )

    def __str__(self) -> str:
        return self.name


class Member(OfTournament):
    """A person of an entrant: a known player, or a guest with only a name."""

    entrant = Within(Entrant, related_name="members")
    place = models.PositiveSmallIntegerField()
    player = models.ForeignKey(
        Player, null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )
    guest_name = models.CharField(max_length=MAX_LENGTH, blank=True)

    class Meta:
        ordering = ("place",)
        constraints = (
            models.UniqueConstraint(
                fields=("tournament", "entrant", "place"), name="member_place_once"
            ),
            models.UniqueConstraint(fields=("tournament", "player"), name="member_in_one_entrant"),
            models.CheckConstraint(
                condition=Q(player__isnull=False) | ~Q(guest_name=""), name="member_has_someone"
            ),
        )

    def __str__(self) -> str:
        return self.name

    @property
    def name(self) -> str:
        """The name to show: the player's public name, or the guest's name."""
        return self.player.public_name if self.player else self.guest_name


class Place(OfTournament):
    """A place on the podium of a past tournament, entered without the tournament itself (« palmarès
    »).
    """

    rank = models.PositiveSmallIntegerField()
    name = models.CharField(max_length=NAME_LENGTH)
    players = models.JSONField(default=list, blank=True)

    class Meta:
        ordering = ("rank", "id")

    def __str__(self) -> str:
        return f"{self.rank}. {self.name}"


class PlacePerson(OfTournament):
    """A person of a place of a palmarès: `guest_name` as it was typed, and the player it is."""

    place = Within(Place, related_name="people")
    position = models.PositiveSmallIntegerField()
    player = models.ForeignKey(
        Player, null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )
    guest_name = models.CharField(max_length=NAME_LENGTH)

    class Meta:
        ordering = ("position",)
        constraints = (
            models.UniqueConstraint(
                fields=("tournament", "place", "position"), name="place_person_once"
            ),
            models.UniqueConstraint(
                fields=("tournament", "player"), name="player_in_one_place_of_a_palmares"
            ),
        )

    def __str__(self) -> str:
        return f"{self.place_id} {self.guest_name}"


class FinalPlace(OfTournament):
    """An entrant's place in a finished tournament, with their points in it.

    Like the other rows it is computed from the log. It is stored because lists show places of
    many tournaments at the same time.
    """

    entrant = Within(Entrant, related_name="+")
    rank = models.PositiveSmallIntegerField()
    points = models.CharField(max_length=40, help_text="A fraction: 7/2.")
    won = models.PositiveSmallIntegerField(help_text="Tables won by playing.")

    class Meta:
        ordering = ("rank", "id")
        constraints = (
            models.UniqueConstraint(fields=("tournament", "entrant"), name="final_place_once"),
            models.CheckConstraint(condition=Q(rank__gte=1), name="final_place_rank_positive"),
        )

    def __str__(self) -> str:
        return f"{self.tournament_id} {self.rank}. {self.entrant_id}"
