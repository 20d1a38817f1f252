"""Clubs, accounts and their roles, players, invitations, mergers, the club's log, API tokens."""

from typing import Any

from django.contrib.auth.hashers import make_password
from django.contrib.auth.models import AbstractUser
from django.contrib.sessions.base_session import AbstractBaseSession
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext_lazy as _

from core.names import KEY_LENGTH, MAX_LENGTH, initials, search_key
from core.removed import REMOVED

# The most characters of the noticeboard's line, and of a club's text on how to join it.
NOTICE_LENGTH = 280
JOINING_LENGTH = 500
# All that a search reads of a row of a list, so that a long list is searched in the index alone.
_SEARCHED = ("club", "search_key", "player", "shown", "name_key")


def password_salt(email: str) -> str:
    """Return the salt of all passwords of an e-mail address. It differs from site to site."""
    return salted_hmac("password", email.strip().lower(), algorithm="sha256").hexdigest()[:32]


class User(AbstractUser):
    """An account. The owner of the site is a superuser; everyone else has roles in clubs."""

    def set_password(self, raw_password: str | None) -> None:
        """Hash a password with the salt of the account's address (`clubs.accounts.backend`)."""
        salted = raw_password is not None and self.email
        self.password = make_password(raw_password, password_salt(self.email) if salted else None)
        self._password = raw_password

    def __str__(self) -> str:
        return self.get_username()


class Club(models.Model):
    """A club, and whether its pages are public and its tables open to all.

    A club that an account founds waits until the site's owner has confirmed it (`make_club`). Until
    then its people can use it, but pages about the whole site leave it out.
    """

    name = models.CharField(max_length=MAX_LENGTH)
    slug = models.SlugField(max_length=60, unique=True)
    city = models.CharField(max_length=MAX_LENGTH, blank=True)
    language = models.CharField(max_length=5, default="fr")
    public = models.BooleanField(default=True)
    open_recording = models.BooleanField(
        default=False, help_text="What any phone starts counts, and may seat its players."
    )
    asks_open_recording = models.BooleanField(
        default=False,
        db_default=False,
        help_text="Its owner has not yet said whether any phone counts, as before an upgrade.",
    )
    logo_text = models.CharField(
        max_length=8, blank=True, help_text="A few letters shown as the club's mark."
    )
    joining = models.CharField(
        max_length=JOINING_LENGTH, blank=True, help_text="How to join, in the club's own words."
    )
    embeddable = models.BooleanField(
        default=False, help_text="Other sites may show its small pages in a frame."
    )
    notice = models.CharField(
        max_length=NOTICE_LENGTH, blank=True, help_text="The line of its noticeboard."
    )
    noticed_at = models.DateTimeField(null=True, blank=True)
    confirmed_at = models.DateTimeField(
        null=True,
        blank=True,
        default=timezone.now,
        help_text="Since when it has a place in what is of the whole site; null: it waits.",
    )
    confirmed_by = models.ForeignKey(
        User, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    created_at = models.DateTimeField(default=timezone.now, editable=False)
    saved_at = models.DateTimeField(null=True, blank=True)  # when its file was last made

    class Meta:
        ordering = ("id",)
        constraints = (
            models.CheckConstraint(
                condition=Q(notice="", noticed_at=None)
                | ~Q(notice="") & Q(noticed_at__isnull=False),
                name="club_notice_is_dated",
            ),
            models.CheckConstraint(
                condition=Q(confirmed_by=None) | Q(confirmed_at__isnull=False),
                name="club_confirmed_at_a_moment",
            ),
        )
        # An index for queries about all clubs, which leave out private or unconfirmed ones. These
        # are few.
        indexes = (
            models.Index(fields=("id",), condition=Q(public=False), name="club_private"),
            models.Index(fields=("id",), condition=Q(confirmed_at=None), name="club_unconfirmed"),
        )

    def __str__(self) -> str:
        return self.name


class ClubPreset(models.Model):
    """For each game, the preset that the club's start page offers first, both as plain texts."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="default_presets")
    game = models.CharField(max_length=40)
    preset = models.CharField(max_length=40)

    class Meta:
        ordering = ("game",)
        constraints = (
            models.UniqueConstraint(fields=("club", "game"), name="one_default_preset_per_game"),
        )

    def __str__(self) -> str:
        return f"{self.club} · {self.game} · {self.preset}"


class Role(models.TextChoices):
    """A member's role, which decides what they may do. The rights are in `clubs.role_table`."""

    MEMBER = "member", _("membre")
    SCORER = "scorer", _("marqueur")
    OFFICER = "officer", _("responsable")
    OWNER = "owner", _("propriétaire")


class Membership(models.Model):
    """An account's role in a club."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="memberships")
    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="memberships")
    role = models.CharField(max_length=10, choices=Role.choices, default=Role.MEMBER)
    joined_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        ordering = ("id",)
        constraints = (
            models.UniqueConstraint(fields=("club", "user"), name="membership_once"),
            models.CheckConstraint(condition=Q(role__in=Role.values), name="membership_role_known"),
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
        REMOVED = "removed", _("retiré")

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
                condition=Q(shown__in=("full", "initials", "hidden", "removed")),
                name="player_shown_known",
            ),
            models.CheckConstraint(
                condition=~Q(shown="removed") | Q(name="", user__isnull=True),
                name="player_removed_has_no_name",
            ),
        )

    # The player's row on the list of the club whose pages are shown, if it was read with the
    # player (`clubs.club_names`). Without this row the player has their own name and choice.
    line: "ClubPlayer | None" = None

    def __str__(self) -> str:
        return self.name

    @property
    def called(self) -> str:
        """The full name: the one used by the club whose pages are shown, or the person's own."""
        return (self.line and self.line.name) or self.name

    @property
    def shown_here(self) -> str:
        """How pages show the person: by their own choice, or by the club's if that hides more."""
        return most_careful(self.shown, self.line.shown) if self.line else self.shown

    @property
    def shown_label(self) -> str:
        """The label of `shown_here`, in the reader's language."""
        return str(self.Shown(self.shown_here).label)

    @property
    def public_name(self) -> str:
        """The name as anybody may read it on the pages shown."""
        return shown_as(self.called, self.shown_here)


def most_careful(first: str, second: str) -> str:
    """Return the more careful of two ways of showing a person, the later one in their list."""
    return max(first, second, key=Player.Shown.values.index)


def shown_as(name: str, visibility: str) -> str:
    """Return a player's name as anyone may read it, in the reader's language."""
    if visibility == Player.Shown.INITIALS:
        return initials(name)
    if visibility == Player.Shown.HIDDEN:
        return str(_("joueur anonyme"))
    if visibility == Player.Shown.REMOVED:
        return str(REMOVED)
    return name


class ClubPlayer(models.Model):
    """A player on a club's list, with the club's own name for them, if it has one.

    `name_key` is unique in a club, so that no two people on its list have the same name. `shown`
    only has an effect if it is more careful than the person's own choice.
    """

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="club_players")
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="club_players")
    name = models.CharField(max_length=MAX_LENGTH, blank=True)
    name_key = models.CharField(max_length=KEY_LENGTH)
    search_key = models.CharField(max_length=KEY_LENGTH, blank=True, default="", db_default="")
    shown = models.CharField(max_length=10, choices=Player.Shown.choices, default=Player.Shown.FULL)
    added_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        indexes = (models.Index(fields=_SEARCHED, name="club_player_search"),)
        constraints = (
            models.UniqueConstraint(fields=("club", "name_key"), name="one_name_per_club"),
            models.UniqueConstraint(fields=("club", "player"), name="player_once_per_club"),
            models.CheckConstraint(
                condition=Q(shown__in=("full", "initials", "hidden")),
                name="club_player_shown_known",
            ),
        )

    def __str__(self) -> str:
        return f"{self.player} · {self.club}"

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Store the row with the search key of its name."""
        self.search_key = search_key(self.name_key)
        super().save(*args, **kwargs)


class Merge(models.Model):
    """Two players that turned out to be one person. Undoing the merge deletes the row.

    `before` stores both players as they were, `receipts` the rows that each layer above has
    moved, so that it can be undone. Both are emptied when the person is forgotten.
    """

    kept = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="merges")
    absorbed = models.OneToOneField(Player, on_delete=models.PROTECT, related_name="merged")
    at = models.DateTimeField(default=timezone.now)
    by = models.ForeignKey(User, null=True, blank=True, on_delete=models.SET_NULL, related_name="+")
    before = models.JSONField(default=dict)
    receipts = models.JSONField(default=dict)

    class Meta:
        ordering = ("id",)
        constraints = (
            models.CheckConstraint(condition=~Q(kept=models.F("absorbed")), name="merge_of_two"),
        )

    def __str__(self) -> str:
        return f"{self.absorbed_id} → {self.kept_id}"


class Invitation(models.Model):
    """A link by which an account becomes a member of the club. Only the link's digest is stored.

    An invitation with a player is a « c'est moi »: the account that accepts it becomes that
    player's. It can be used only once, and so can an invitation to a role above member.
    """

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="invitations")
    digest = models.CharField(max_length=64, unique=True)
    role = models.CharField(max_length=10, choices=Role.choices, default=Role.MEMBER)
    player = models.ForeignKey(
        Player, null=True, blank=True, on_delete=models.CASCADE, related_name="invitations"
    )
    by = models.ForeignKey(User, null=True, blank=True, on_delete=models.SET_NULL, related_name="+")
    created_at = models.DateTimeField(default=timezone.now, editable=False)
    expires_at = models.DateTimeField()
    revoked_at = models.DateTimeField(null=True, blank=True)
    used_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ("-id",)
        constraints = (
            models.CheckConstraint(condition=Q(role__in=Role.values), name="invitation_role_known"),
            models.CheckConstraint(
                condition=Q(expires_at__gt=models.F("created_at")),
                name="invitation_lasts",
            ),
        )

    def __str__(self) -> str:
        return f"{self.club} · {self.role} · {self.expires_at:%Y-%m-%d}"

    @property
    def serves_once(self) -> bool:
        """Whether only one person can accept the invitation."""
        return self.player_id is not None or self.role != Role.MEMBER

    @property
    def open(self) -> bool:
        """Whether the link can still be used."""
        used = self.serves_once and self.used_at is not None
        return self.revoked_at is None and not used and timezone.now() < self.expires_at


class Action(models.TextChoices):
    """An action in a club, as its log names it."""

    MADE = "made", _("Club fondé")
    CONFIRMED = "confirmed", _("Club confirmé")
    SETTINGS = "settings", _("Réglages")
    NOTICE = "notice", _("Annonce")
    EVENING = "evening", _("Calendrier")
    INVITED = "invited", _("Invitation")
    REVOKED = "revoked", _("Invitation retirée")
    JOINED = "joined", _("Arrivée")
    ROLE = "role", _("Rôle")
    EXCLUDED = "excluded", _("Membre retiré")
    LEFT = "left", _("Départ")
    ADDED = "added", _("Personne ajoutée")
    RENAMED = "renamed", _("Nom")
    SHOWN = "shown", _("Nom sur les pages")
    REMOVED = "removed", _("Personne retirée de la liste")
    TIED = "tied", _("Compte lié")
    UNTIED = "untied", _("Compte délié")
    MERGED = "merged", _("Réunion de deux personnes")
    UNMERGED = "unmerged", _("Réunion défaite")
    GUEST = "guest", _("Invité reconnu")
    PARTED = "parted", _("Invité séparé")
    RESPELT = "respelt", _("Nom d'un invité")
    FORGOTTEN = "forgotten", _("Personne oubliée")


class ClubChange(models.Model):
    """A line of a club's log: who did what, and when. Rows are written once and never changed."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="changes")
    kind = models.CharField(max_length=10, choices=Action.choices)
    at = models.DateTimeField(default=timezone.now)
    by = models.ForeignKey(User, null=True, blank=True, on_delete=models.SET_NULL, related_name="+")
    account = models.ForeignKey(
        User, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    player = models.ForeignKey(
        Player, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    other = models.ForeignKey(
        Player, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    before = models.JSONField(null=True, blank=True)
    after = models.JSONField(null=True, blank=True)

    class Meta:
        ordering = ("-id",)
        indexes = (models.Index(fields=("club", "-id"), name="club_change_newest"),)
        constraints = (
            models.CheckConstraint(
                condition=Q(kind__in=Action.values), name="club_change_kind_known"
            ),
        )

    def __str__(self) -> str:
        return f"{self.club_id} {self.kind} {self.at:%Y-%m-%d}"

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Write the row. Writing a row a second time raises TypeError."""
        if not self._state.adding:
            raise TypeError("the club's log is append-only")
        super().save(*args, **kwargs)


class ApiToken(models.Model):
    """A program's key to an account. Only the key's digest is stored."""

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="api_tokens")
    name = models.CharField(max_length=MAX_LENGTH, blank=True)
    digest = models.CharField(max_length=64, unique=True)
    created_at = models.DateTimeField(default=timezone.now, editable=False)

    def __str__(self) -> str:
        return f"{self.user} · {self.created_at:%Y-%m-%d}"


class OneTimeLink(models.Model):
    """A link that lets its holder set a password once. Only the link's digest is stored."""

    class Purpose(models.TextChoices):
        """The purpose of the link."""

        OWNER = "owner", _("prendre le compte du propriétaire du site")
        RESET = "reset", _("poser un nouveau mot de passe")

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="one_time_links")
    purpose = models.CharField(max_length=10, choices=Purpose.choices)
    digest = models.CharField(max_length=64, unique=True)
    made_by = models.ForeignKey(
        User, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    created_at = models.DateTimeField(default=timezone.now, editable=False)
    expires_at = models.DateTimeField()

    class Meta:
        constraints = (
            models.CheckConstraint(
                condition=Q(purpose__in=("owner", "reset")), name="one_time_link_known"
            ),
        )

    def __str__(self) -> str:
        return f"{self.user} · {self.purpose}"


class Session(AbstractBaseSession):
    """A browser's session. It is stored with its account, which can so end all its sessions."""

    user = models.ForeignKey(
        User, null=True, blank=True, on_delete=models.CASCADE, related_name="sessions"
    )

    @classmethod
    def get_session_store_class(cls) -> type:
        """Return the session store that the settings name. Only the session framework calls it."""
        from clubs.accounts.sessions import SessionStore  # noqa: PLC0415 -- it reads this model

        return SessionStore


class FirstAnswer(models.Model):
    """The first answer of a write with a `client_id` that no log stores.

    `scope` is the write's sender and subject. `body` is the answer as JSON, without secrets and
    without the names of forgotten people. The row is deleted with the account that wrote.
    """

    scope = models.CharField(max_length=120)
    client_id = models.UUIDField()
    fingerprint = models.CharField(max_length=64)
    body = models.TextField(default="null")
    account = models.ForeignKey(
        User, null=True, blank=True, on_delete=models.CASCADE, related_name="+"
    )
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=("scope", "client_id"), name="first_answer_once"),
        )

    def __str__(self) -> str:
        return f"{self.scope} {self.client_id}"


class OfClub(models.Model):
    """Abstract base class of rows that store their club.

    A distributed database can shard by this column. It is null where a match has no club.
    """

    club: Any = models.ForeignKey(
        Club, null=True, blank=True, on_delete=models.PROTECT, related_name="+", db_index=False
    )

    class Meta:
        abstract = True


# Imported here, because Django looks for an app's models only in this module.
from clubs.guests.models import KnownGuest as KnownGuest  # noqa: E402
from clubs.links.models import CapabilityLink as CapabilityLink  # noqa: E402
