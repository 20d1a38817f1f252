"""A job as it is stored: the request, its owner, its progress, its result."""

import secrets

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

# The alphabet has no characters that are easily confused when read aloud. The same holds for a
# match's address.
ID_ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
ID_LENGTH = 24


def new_job_id() -> str:
    """Return a job's id of 120 random bits, which nobody can guess."""
    return "".join(secrets.choice(ID_ALPHABET) for _ in range(ID_LENGTH))


class State(models.TextChoices):
    """The states of a job."""

    WAITING = "waiting", _("en attente")
    RUNNING = "running", _("en cours")
    DONE = "done", _("fait")
    FAILED = "failed", _("manqué")
    CANCELLED = "cancelled", _("arrêté")


UNFINISHED = (State.WAITING, State.RUNNING)


class Job(models.Model):
    """One piece of work.

    It belongs to an account, or to a visitor: `visitor` is the digest of their key. `origin` is a
    keyed digest of a visitor's address, used only to count the jobs of one address. `total` is 0
    while the amount of work is unknown.
    """

    id = models.CharField(max_length=ID_LENGTH, primary_key=True, default=new_job_id)
    kind = models.CharField(max_length=60)
    arguments = models.JSONField(default=dict)
    payload = models.BinaryField(null=True, blank=True)
    state = models.CharField(max_length=9, choices=State.choices, default=State.WAITING)
    done = models.PositiveBigIntegerField(default=0)
    total = models.PositiveBigIntegerField(default=0)
    result = models.JSONField(null=True, blank=True)
    error = models.CharField(max_length=60, blank=True)
    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.CASCADE, related_name="+"
    )
    visitor = models.CharField(max_length=64, blank=True)
    origin = models.CharField(max_length=32, blank=True)
    club = models.ForeignKey(
        "clubs.Club", null=True, blank=True, on_delete=models.CASCADE, related_name="+"
    )
    language = models.CharField(max_length=10, default="fr")
    worker = models.CharField(max_length=64, blank=True)
    created_at = models.DateTimeField(default=timezone.now)
    started_at = models.DateTimeField(null=True, blank=True)
    seen_at = models.DateTimeField(null=True, blank=True)
    finished_at = models.DateTimeField(null=True, blank=True)
    cancel_asked = models.BooleanField(default=False)
    # Whether the job waits or runs for the second time, because its first worker was lost.
    again = models.BooleanField(default=False, db_default=False)

    class Meta:
        ordering = ("-created_at", "id")
        indexes = (
            models.Index(fields=("owner", "state"), name="job_of_owner"),
            models.Index(fields=("visitor", "state"), name="job_of_visitor"),
            models.Index(fields=("state", "finished_at"), name="job_state"),
        )
        constraints = (
            models.CheckConstraint(condition=Q(state__in=State.values), name="job_state_known"),
            models.CheckConstraint(
                condition=Q(owner__isnull=False) ^ ~Q(visitor=""), name="job_is_somebodys"
            ),
            models.CheckConstraint(
                condition=Q(total=0) | Q(done__lte=models.F("total")), name="job_done_within_total"
            ),
            # A done job has a result. A failed job may have one: the details of its failure.
            # Other jobs have no result.
            models.CheckConstraint(
                condition=Q(state=State.DONE, result__isnull=False)
                | Q(state=State.FAILED)
                | ~Q(state__in=(State.DONE, State.FAILED)) & Q(result__isnull=True),
                name="job_result_when_done",
            ),
            models.CheckConstraint(
                condition=Q(state=State.FAILED) & ~Q(error="")
                | ~Q(state=State.FAILED) & Q(error=""),
                name="job_error_when_failed",
            ),
            models.CheckConstraint(
                condition=Q(state__in=UNFINISHED, finished_at__isnull=True)
                | ~Q(state__in=UNFINISHED) & Q(finished_at__isnull=False),
                name="job_end_when_finished",
            ),
        )

    def __str__(self) -> str:
        return f"{self.id} {self.kind} {self.state}"

    @property
    def unfinished(self) -> bool:
        """Whether the job waits or runs."""
        return self.state in UNFINISHED


class Upkeep(models.Model):
    """A recurrent task of the whole site, such as its backup: when it was last tried and done.

    `tried_at` is also the claim of the worker that does the task now, so that one worker of several
    machines does it. `report` says how the last try went.
    """

    name = models.CharField(max_length=40, primary_key=True)
    tried_at = models.DateTimeField(null=True, blank=True)
    done_at = models.DateTimeField(null=True, blank=True)
    report = models.JSONField(default=dict)

    class Meta:
        ordering = ("name",)

    def __str__(self) -> str:
        return self.name


class DueTime(models.Model):
    """A time at which a due work has something to do (`jobs.due`).

    The rows are few. The worker asks for them instead of looking through the tables of the works.
    """

    work = models.CharField(max_length=60)
    at = models.DateTimeField(default=timezone.now, db_index=True)

    def __str__(self) -> str:
        return f"{self.work} {self.at}"
