"""The stored proposals of tables to clubs."""

from datetime import timedelta
from typing import Any

from django.conf import settings
from django.db import models
from django.db.models import Exists, OuterRef, Q
from django.utils import timezone

from clubs.models import Club
from core.keyed import Keyed

# How long after its end a match may be proposed, and how long a proposal waits for an answer.
PROPOSED_FOR = timedelta(days=30)


class Proposal(Keyed):
    """A table's proposal to a club: a match, or a corrected line of a match that counts there.

    A match counts in the club once the proposal is accepted. For a correction, `line` is the line's
    number, `before` is its present entry and `after` the proposed one. `phone` is the digest of the
    phone's own token, or empty for a program.
    """

    KEY = "match"

    match: Any = models.ForeignKey(
        "games.Match", on_delete=models.CASCADE, related_name="proposals"
    )
    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="+")
    made_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    made_at = models.DateTimeField(default=timezone.now)
    decided_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    decided_at = models.DateTimeField(null=True, blank=True)
    accepted = models.BooleanField(null=True, blank=True, help_text="Null: not decided yet.")
    phone = models.CharField(max_length=64, blank=True, default="", db_default="")
    line = models.PositiveSmallIntegerField(null=True, blank=True)
    before = models.JSONField(null=True, blank=True)
    after = models.JSONField(null=True, blank=True)

    class Meta:
        ordering = ("-made_at", "-id")
        indexes = (
            models.Index(
                fields=("club", "-made_at"), condition=Q(accepted=None), name="proposal_waiting"
            ),
            models.Index(fields=("phone",), condition=~Q(phone=""), name="proposal_of_phone"),
        )
        constraints = (
            models.UniqueConstraint(
                fields=("match",),
                condition=Q(accepted=None, line=None),
                name="proposal_open_once",
            ),
            models.UniqueConstraint(
                fields=("match", "line"),
                condition=Q(accepted=None),
                name="proposal_of_line_open_once",
            ),
            models.CheckConstraint(
                condition=Q(line=None, before__isnull=True, after__isnull=True)
                | Q(line__isnull=False, before__isnull=False, after__isnull=False),
                name="proposal_of_line_is_whole",
            ),
            models.CheckConstraint(
                condition=Q(accepted=None, decided_at=None)
                | Q(accepted__isnull=False, decided_at__isnull=False),
                name="proposal_decided_at_a_time",
            ),
        )

    def __str__(self) -> str:
        return f"{self.match_id} → {self.club_id}"


def proposal_columns() -> dict[str, Exists]:
    """Return the columns that add the state of its proposals to each match of a query
    (`Match.counts`).

    `accepted`: the match's club accepted it. `waiting`: a club has not answered yet.
    """
    own = Proposal.objects.filter(match=OuterRef("pk"), line=None)
    since = timezone.now() - PROPOSED_FOR
    return {
        "accepted": Exists(own.filter(club=OuterRef("club"), accepted=True)),
        "waiting": Exists(own.filter(accepted=None, made_at__gt=since)),
    }
