"""Clubs, accounts and their roles, players, and the tokens that programs sign in with."""

from typing import Any

from django.contrib.auth.models import AbstractUser
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from clubs.names import KEY_LENGTH, MAX_LENGTH, initials


class User(AbstractUser):
    """An account. The owner of the site is a superuser; everyone else has roles in clubs."""

    def __str__(self) -> str:
        return self.get_username()


class Club(models.Model):
    """A club, and whether its pages are public and its tables open to all."""

    name = models.CharField(max_length=MAX_LENGTH)
    slug = models.SlugField(max_length=60, unique=True)
    city = models.CharField(max_length=MAX_LENGTH, blank=True)
    language = models.CharField(max_length=5, default="fr")
    public = models.BooleanField(default=True)
    open_recording = models.BooleanField(
        default=False, help_text="Anyone may start its matches and seat its players."
    )
    created_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        ordering = ("id",)

    def __str__(self) -> str:
        return self.name


class Role(models.TextChoices):
    """What a member may do; the table is in `clubs.roles`."""

    MEMBER = "member", _("membre")
    SCORER = "scorer", _("marqueur")
    OFFICER = "officer", _("responsable")
    OWNER = "owner", _("propriétaire")


class Membership(models.Model):
    """An account's role in a club."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="memberships")
    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="memberships")
    role = models.CharField(max_length=10, choices=Role.choices, default=Role.MEMBER)

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=("club", "user"), name="membership_once"),
            models.CheckConstraint(
                condition=models.Q(role__in=Role.values), name="membership_role_known"
            ),
        )

    def __str__(self) -> str:
        return f"{self.user} · {self.club} · {self.role}"


class Player(models.Model):
    """A person who plays; most have no account. One person is one player, in several clubs."""

    class Shown(models.TextChoices):
        """How the public pages name the player."""

        FULL = "full", _("nom entier")
        INITIALS = "initials", _("initiales")
        HIDDEN = "hidden", _("caché")

    name = models.CharField(max_length=MAX_LENGTH)
    shown = models.CharField(max_length=10, choices=Shown.choices, default=Shown.FULL)
    user = models.OneToOneField(
        User, null=True, blank=True, on_delete=models.SET_NULL, related_name="player"
    )
    created_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        ordering = ("id",)
        constraints = (
            models.CheckConstraint(
                condition=models.Q(shown__in=("full", "initials", "hidden")),
                name="player_shown_known",
            ),
        )

    def __str__(self) -> str:
        return self.name

    @property
    def public_name(self) -> str:
        """The name as anyone may read it."""
        if self.shown == self.Shown.INITIALS:
            return initials(self.name)
        if self.shown == self.Shown.HIDDEN:
            return str(_("joueur anonyme"))
        return self.name


class ClubPlayer(models.Model):
    """A player on a club's list. `name_key` keeps two of one name out of a club."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="club_players")
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="club_players")
    name_key = models.CharField(max_length=KEY_LENGTH)
    added_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=("club", "name_key"), name="one_name_per_club"),
            models.UniqueConstraint(fields=("club", "player"), name="player_once_per_club"),
        )

    def __str__(self) -> str:
        return f"{self.player} · {self.club}"


class ApiToken(models.Model):
    """A program's key to an account; only its digest is kept."""

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="api_tokens")
    digest = models.CharField(max_length=64, unique=True)
    created_at = models.DateTimeField(default=timezone.now, editable=False)

    def __str__(self) -> str:
        return f"{self.user} · {self.created_at:%Y-%m-%d}"


class OfClub(models.Model):
    """Abstract: a row that carries its club, the key a distributed database can shard by.

    Null for the rows of a match that belongs to no club.
    """

    club: Any = models.ForeignKey(
        Club, null=True, blank=True, on_delete=models.PROTECT, related_name="+", db_index=False
    )

    class Meta:
        abstract = True
