"""A capability link as it is stored, without its secret."""

from typing import Any

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from clubs.links import kinds
from clubs.links.kinds import RIGHTS


class CapabilityLink(models.Model):
    """A capability link: what it allows (`kind`), on which subject, and until when.

    The subject is named by `subject_kind` and `subject_id`. `club` is the subject's club, on
    whose page the link is listed; it is null for a match without a club.
    """

    class Kind(models.TextChoices):
        """What the holder may do."""

        SEE = kinds.SEE, _("regarder")
        SCORE_MATCH = kinds.SCORE_MATCH, _("marquer ce match")
        TAKE_SEAT = kinds.TAKE_SEAT, _("s'asseoir à ce match")
        SCORE_TOURNAMENT = kinds.SCORE_TOURNAMENT, _("marquer ce tournoi")
        RUN_TOURNAMENT = kinds.RUN_TOURNAMENT, _("mener ce tournoi")
        OPEN_TABLE = kinds.OPEN_TABLE, _("ouvrir des tables du club")
        TRUSTED_PHONE = kinds.TRUSTED_PHONE, _("téléphone des nôtres")

    kind = models.CharField(max_length=20, choices=Kind.choices)
    subject_kind = models.CharField(max_length=20)
    subject_id = models.CharField(max_length=40)
    club: Any = models.ForeignKey(
        "clubs.Club", null=True, blank=True, on_delete=models.CASCADE, related_name="+"
    )
    digest = models.CharField(max_length=64)
    made_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    # The right in the club with which the link was made. It is empty if the link was made with
    # the table's token. The link ends when its maker loses the right.
    right = models.CharField(max_length=20, blank=True)
    made_at = models.DateTimeField(default=timezone.now)
    expires_at = models.DateTimeField()
    last_used_at = models.DateTimeField(null=True, blank=True)
    revoked_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ("-made_at", "-id")
        indexes = (
            models.Index(fields=("subject_kind", "subject_id"), name="link_subject"),
            models.Index(fields=("club", "-made_at"), name="link_of_club"),
        )
        constraints = (
            # The digest alone is not unique, because several clubs may trust the same phone.
            models.UniqueConstraint(
                fields=("digest", "subject_kind", "subject_id"), name="link_digest_once"
            ),
            models.CheckConstraint(condition=Q(kind__in=list(kinds.KINDS)), name="link_kind_known"),
            models.CheckConstraint(
                condition=Q(expires_at__gt=F("made_at")), name="link_ends_after_it_began"
            ),
            models.CheckConstraint(condition=Q(right__in=("", *RIGHTS)), name="link_right_known"),
            models.CheckConstraint(
                condition=Q(right="") | Q(club__isnull=False), name="link_right_in_a_club"
            ),
            models.CheckConstraint(
                condition=~Q(kind__in=kinds.VOUCHING) | Q(right="manage_links"),
                name="link_to_tables_by_an_officer",
            ),
        )

    def __str__(self) -> str:
        return f"{self.kind} · {self.subject_kind} {self.subject_id}"

    @property
    def state(self) -> str:
        """The state of the link: `live`, `expired` or `revoked`.

        A link is also `revoked` if its maker has lost the right. The column `stands` says so;
        the queries of this package add it to the row.
        """
        if self.revoked_at is not None or not getattr(self, "stands", True):
            return "revoked"
        return "live" if timezone.now() < self.expires_at else "expired"
