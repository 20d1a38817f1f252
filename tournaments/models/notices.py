"""The receivers of a tournament's messages: webhooks and phones."""

from typing import Any

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone

from clubs.links.models import CapabilityLink
from core.keyed import Within
from tournaments.models.entrants import Entrant
from tournaments.models.tournament import OfTournament, Tournament


class Webhook(OfTournament):
    """An address to which messages of a tournament are sent.

    The secret is stored in readable form, because it is needed to sign the messages. The webhook
    works only as long as the right with which it was added lasts: the role of `made_by` in the
    club, or the `link`.
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
    # When a message was last given up, because every try was refused. An accepted one clears it.
    refused_at = models.DateTimeField(null=True, blank=True)

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
    """The Web Push address of a phone that is told its entrant's table.

    `round` and `due_at` belong to the message that is still to be sent. All subscriptions are
    deleted when the tournament ends.
    """

    entrant = Within(Entrant, related_name="+")
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
            models.UniqueConstraint(
                fields=("tournament", "entrant", "url"), name="push_subscription_once"
            ),
            models.CheckConstraint(
                condition=Q(due_at=None) | Q(round__isnull=False), name="push_due_of_a_round"
            ),
        )

    def __str__(self) -> str:
        return f"{self.tournament_id} {self.entrant_id}"


class Delivery(OfTournament):
    """A message for a webhook. It is stored until the receiver accepts it or the last retry
    fails.
    """

    # Null only in a row of an older program that serves beside this one during an upgrade.
    tournament: Any = models.ForeignKey(
        Tournament, null=True, on_delete=models.CASCADE, related_name="%(class)ss"
    )
    webhook = Within(Webhook, related_name="deliveries")
    event = models.CharField(max_length=40)
    body = models.TextField()
    tries = models.PositiveSmallIntegerField(default=0)
    due_at = models.DateTimeField(default=timezone.now, db_index=True)

    class Meta:
        ordering = ("id",)

    def __str__(self) -> str:
        return f"{self.event} {self.webhook_id}"
