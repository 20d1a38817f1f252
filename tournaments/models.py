"""Tournaments as they are stored: entrants, rounds and tables, and the log they fold from."""

import secrets

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from clubs.links.kinds import RUN_TOURNAMENT, SCORE_TOURNAMENT
from clubs.links.models import CapabilityLink
from clubs.models import NOTICE_LENGTH, Club, OfClub, Player
from core.names import KEY_LENGTH, MAX_LENGTH
from games.models import ID_LENGTH, new_match_id, new_salt
from tournaments.draws.field import EDITION
from tournaments.fields import ResultField, ResultsField

# Long enough for a name made of its people's names.
NAME_LENGTH = 2 * MAX_LENGTH + 3

# How many may enter, and how many tables a room has at most.
ENTRANTS_MAX = 2000
ROOM_TABLES_MAX = 1000


def new_seed() -> str:
    """Return a seed for the draw. It is published before the draw, so that anybody can check it."""
    return secrets.token_hex(8)


def new_deals_secret() -> str:
    """Return a secret from which deals are made. It is told to nobody who plays."""
    return secrets.token_hex(16)


class Tournament(OfClub):
    """A tournament of a club.

    Its log is the truth; the rows below store the state that it gives.
    """

    class State(models.TextChoices):
        """The states of a tournament."""

        DRAFT = "draft", _("en préparation")
        REGISTRATION = "registration", _("inscriptions ouvertes")
        RUNNING = "running", _("en cours")
        FINISHED = "finished", _("terminé")

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
        help_text="Who asked not to be drawn, by round, with the share of a win.",
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
                condition=Q(room_tables=None) | Q(room_tables__gte=1),
                name="tournament_room_has_a_table",
            ),
        )

    def __str__(self) -> str:
        return self.name


class OfTournament(OfClub):
    """Abstract: a row that belongs to a tournament."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="%(class)ss")

    class Meta:
        abstract = True


class Entrant(OfTournament):
    """One entry in the tournament: a pair, or one person. Draws know it by its `number`."""

    class State(models.TextChoices):
        """Whether they are there."""

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
    wish = models.BooleanField(
        default=False,
        db_default=False,
        help_text="They signed up themselves; nobody who runs it has confirmed them.",
    )
    # The account that signed them up. It may see and withdraw them, as their own phone may, and
    # ends with the link that it was given.
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
    """A person of an entrant: a known player, or a guest by name."""

    entrant = models.ForeignKey(Entrant, on_delete=models.CASCADE, related_name="members")
    place = models.PositiveSmallIntegerField()
    player = models.ForeignKey(
        Player, null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )
    guest_name = models.CharField(max_length=MAX_LENGTH, blank=True)

    class Meta:
        ordering = ("place",)
        constraints = (
            models.UniqueConstraint(fields=("entrant", "place"), name="member_place_once"),
            models.UniqueConstraint(fields=("tournament", "player"), name="member_in_one_entrant"),
            models.CheckConstraint(
                condition=Q(player__isnull=False) | ~Q(guest_name=""), name="member_has_someone"
            ),
        )

    def __str__(self) -> str:
        return self.name

    @property
    def name(self) -> str:
        """The name to show: the player's public one, or the guest's."""
        return self.player.public_name if self.player else self.guest_name


class Round(OfTournament):
    """A round as it was drawn."""

    class State(models.TextChoices):
        """The states of a round, from the draft to the close."""

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

    JSON lists hold the sides (entrants' numbers) and what each side reported.
    """

    class State(models.TextChoices):
        """The states of a table, from the draw to the confirmed result."""

        WAITING = "waiting", _("attendue")
        PLAYING = "playing", _("en jeu")
        REPORTED = "reported", _("à confirmer")
        CONFIRMED = "confirmed", _("confirmée")
        DISPUTED = "disputed", _("contestée")

    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="tables")
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
            models.UniqueConstraint(fields=("round", "number"), name="table_once"),
            models.CheckConstraint(
                condition=Q(state__in=("waiting", "playing", "reported", "confirmed", "disputed")),
                name="table_state_known",
            ),
        )

    def __str__(self) -> str:
        return f"{self.round_id} {self.number}"


class DealtBoard(OfTournament):
    """A dealt hand of a duplicate, as far as it can't be made again from the secret.

    `hands`: the cards by seat, of a deal that was entered at a table or came from a file; null
    where the site deals. `entered_at`: the round and table that entered it, or null. `draft`: hands
    that a table has entered one by one so far, by table, then by seat. `solved`: what perfect play
    makes of it, by the game; null: not known yet. `due_at`: when it is to be solved. `par` counts
    where the standings are against it.
    """

    number = models.PositiveIntegerField()
    hands = models.JSONField(null=True, blank=True)
    entered_at = models.JSONField(null=True, blank=True)
    draft = models.JSONField(default=dict, blank=True)
    solved = models.JSONField(null=True, blank=True)
    due_at = models.DateTimeField(null=True, blank=True, db_index=True)
    par = models.IntegerField(null=True, blank=True)

    class Meta:
        ordering = ("number",)
        constraints = (
            models.UniqueConstraint(fields=("tournament", "number"), name="board_once"),
            models.CheckConstraint(condition=Q(number__gte=1), name="board_from_one"),
        )

    def __str__(self) -> str:
        return f"{self.tournament_id} {self.number}"


class ResultsElsewhere(OfTournament):
    """What another site's tables made of the same deals, as its file told.

    `signer` is the public key of that site, `source` the tournament there. `pairs` are the names,
    `results` the board, both pairs by their place in the list, and the first one's points.
    """

    signer = models.CharField(max_length=64)
    source = models.CharField(max_length=ID_LENGTH)
    name = models.CharField(max_length=MAX_LENGTH)
    pairs = models.JSONField()
    results = models.JSONField()

    class Meta:
        ordering = ("id",)
        constraints = (
            models.UniqueConstraint(
                fields=("tournament", "signer", "source"), name="results_elsewhere_once"
            ),
        )

    def __str__(self) -> str:
        return f"{self.tournament_id} {self.name}"


class LogEntry(OfTournament):
    """One event of the tournament.

    Append-only: all of them together give the whole tournament again. `by_link`: the kind of link
    used when no account was signed in; empty for a match's own report.
    """

    class Link(models.TextChoices):
        """The kinds of link by which somebody without an account may write."""

        RUN = RUN_TOURNAMENT, _("lien pour mener")
        SCORE = SCORE_TOURNAMENT, _("lien pour marquer")
        TABLE = "table", _("lien d'une table")
        ENTRANT = "entrant", _("lien d'un inscrit")
        SIGN_UP = "sign_up", _("lien « je viens »")

    version = models.PositiveIntegerField()
    kind = models.CharField(max_length=20)
    data = models.JSONField()
    at = models.DateTimeField(default=timezone.now, editable=False)
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    by_link = models.CharField(max_length=20, blank=True, default="", choices=Link.choices)
    client_id = models.UUIDField(null=True, blank=True)
    fingerprint = models.CharField(max_length=64, blank=True)

    class Meta:
        ordering = ("version",)
        constraints = (
            models.UniqueConstraint(fields=("tournament", "version"), name="log_version_once"),
            models.UniqueConstraint(fields=("tournament", "client_id"), name="log_client_once"),
        )

    def __str__(self) -> str:
        return f"{self.tournament_id} {self.version} {self.kind}"


class Place(OfTournament):
    """A place of a past tournament of which only the podium is known (« palmarès »)."""

    rank = models.PositiveSmallIntegerField()
    name = models.CharField(max_length=NAME_LENGTH)
    players = models.JSONField(default=list, blank=True)

    class Meta:
        ordering = ("rank", "id")

    def __str__(self) -> str:
        return f"{self.rank}. {self.name}"


class FinalPlace(OfTournament):
    """An entrant's place in a finished tournament, with the tournament's points.

    Derived from the log like the other rows, once it is over: lists show places of many tournaments
    at once.
    """

    entrant = models.OneToOneField(Entrant, on_delete=models.CASCADE, related_name="place")
    rank = models.PositiveSmallIntegerField()
    points = models.CharField(max_length=40, help_text="A fraction: 7/2.")
    won = models.PositiveSmallIntegerField(help_text="Tables won by playing.")

    class Meta:
        ordering = ("rank", "id")
        constraints = (
            models.CheckConstraint(condition=Q(rank__gte=1), name="final_place_rank_positive"),
        )

    def __str__(self) -> str:
        return f"{self.tournament_id} {self.rank}. {self.entrant_id}"


class Challenge(OfClub):
    """A season of tournaments of one club or several, with one table (« challenge »).

    Its table is worked out when it is read, from the places of its tournaments and the tables
    entered by hand. `frozen` is what it is worked out from once it is over.
    """

    class Scale(models.TextChoices):
        """How a place becomes points."""

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


class ClubEvening(OfClub):
    """An evening of a club's calendar beside its tournaments: « soirée du club, 20 h 30 ».

    `sequence` counts its changes, so that a calendar that has read it knows the newer one.
    """

    id = models.CharField(primary_key=True, max_length=ID_LENGTH, default=new_match_id)
    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="+", db_index=False)
    title = models.CharField(max_length=MAX_LENGTH)
    date = models.DateField()
    start = models.TimeField(null=True, blank=True)
    end = models.TimeField(
        null=True, blank=True, help_text="Not after the start: of the day after."
    )
    place = models.CharField(max_length=MAX_LENGTH, blank=True)
    note = models.CharField(max_length=NOTICE_LENGTH, blank=True)
    cancelled = models.BooleanField(default=False)
    sequence = models.PositiveIntegerField(default=0)
    created_at = models.DateTimeField(default=timezone.now, editable=False)
    changed_at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ("date", "start", "id")
        indexes = (models.Index(fields=("club", "date"), name="evening_of_club"),)
        constraints = (
            models.CheckConstraint(
                condition=Q(end=None) | Q(start__isnull=False), name="evening_end_has_a_start"
            ),
        )

    def __str__(self) -> str:
        return f"{self.club_id} {self.date} {self.title}"


class EnteredTable(models.Model):
    """An evening of a challenge that was not played here: its table, entered by hand.

    A row of `rows` has its people (a known player's number or None, and a guest's name), its rank,
    and its points if the table has any.
    """

    challenge = models.ForeignKey(Challenge, on_delete=models.CASCADE, related_name="tables")
    name = models.CharField(max_length=MAX_LENGTH)
    date = models.DateField()
    rows = models.JSONField()

    class Meta:
        ordering = ("date", "id")

    def __str__(self) -> str:
        return f"{self.challenge_id} {self.name}"


class TableMatch(OfTournament):
    """A match started at a table.

    `sides` are the entrants it seated: after a redraw they differ.
    """

    round = models.PositiveSmallIntegerField()
    table = models.PositiveSmallIntegerField()
    sides = models.JSONField()
    match_id = models.CharField(max_length=ID_LENGTH, unique=True)
    # The side whose phone started it; the result is that side's report. Null: an organiser's.
    side = models.PositiveSmallIntegerField(null=True, blank=True)
    # The table's result was taken back: a correction of this match no longer changes the table.
    dropped = models.BooleanField(default=False)

    class Meta:
        verbose_name_plural = "table matches"
        ordering = ("id",)
        indexes = (models.Index(fields=("tournament", "round", "table"), name="match_of_table"),)

    def __str__(self) -> str:
        return f"{self.tournament_id} {self.round}.{self.table} {self.match_id}"


class TypedResult(OfTournament):
    """A table's typed result that counts on the boards, as a match of which only that is known.

    Made from the log, like the other rows: a correction changes the match, a result taken back
    removes it.
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


class Webhook(OfTournament):
    """Who wants to hear of a tournament. The secret signs what is sent, so it is kept readable.

    It ends with the right to add it: that of `made_by` in the club, or the `link` that allowed it.
    """

    url = models.CharField(max_length=500)
    secret = models.CharField(max_length=200)
    made_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    right = models.CharField(max_length=20, blank=True)
    link = models.ForeignKey(
        CapabilityLink, null=True, blank=True, on_delete=models.CASCADE, related_name="+"
    )

    class Meta:
        ordering = ("id",)
        constraints = (
            models.UniqueConstraint(fields=("tournament", "url"), name="webhook_url_once"),
            models.CheckConstraint(
                condition=Q(right__in=("", "run_tournaments")), name="webhook_right_known"
            ),
        )

    def __str__(self) -> str:
        return self.url


class PushSubscription(OfTournament):
    """Where an entrant's phone is told of its table (Web Push), since its owner asked for it.

    `round` and `due_at`: what it is still to be told. All go once the tournament ends.
    """

    entrant = models.ForeignKey(Entrant, on_delete=models.CASCADE, related_name="+")
    url = models.CharField(max_length=500)
    p256dh = models.CharField(max_length=120)
    auth = models.CharField(max_length=40)
    language = models.CharField(max_length=10)
    round = models.PositiveSmallIntegerField(null=True, blank=True)
    due_at = models.DateTimeField(null=True, blank=True, db_index=True)
    tries = models.PositiveSmallIntegerField(default=0)

    class Meta:
        ordering = ("id",)
        constraints = (
            models.UniqueConstraint(fields=("entrant", "url"), name="push_subscription_once"),
            models.CheckConstraint(
                condition=Q(due_at=None) | Q(round__isnull=False), name="push_due_of_a_round"
            ),
        )

    def __str__(self) -> str:
        return f"{self.tournament_id} {self.entrant_id}"


class Delivery(models.Model):
    """A message for a webhook, kept until it was accepted or given up."""

    webhook = models.ForeignKey(Webhook, on_delete=models.CASCADE, related_name="deliveries")
    event = models.CharField(max_length=40)
    body = models.TextField()
    tries = models.PositiveSmallIntegerField(default=0)
    due_at = models.DateTimeField(default=timezone.now, db_index=True)

    class Meta:
        ordering = ("id",)

    def __str__(self) -> str:
        return f"{self.event} {self.webhook_id}"
