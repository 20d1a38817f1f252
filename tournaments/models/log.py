"""The log of a tournament, from which its state is computed."""

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from clubs.links.kinds import RUN_TOURNAMENT, SCORE_TOURNAMENT
from tournaments.models.tournament import OfTournament


class LogEntry(OfTournament):
    """One event of the tournament, which is a line of its log.

    Events are only added: replaying all of them gives the whole tournament again. `by_link` is
    the kind of link used by someone without an account. It is empty for a match's own report.
    """

    class Link(models.TextChoices):
        """The kinds of link that allow writing without an account."""

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
