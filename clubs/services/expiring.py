"""Deletes expired rows that are not needed any more, so that the database stays small."""

from typing import Any

from axes.models import AccessAttempt
from django.conf import settings
from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone

from clubs.links.models import CapabilityLink
from clubs.links.queries import SHOWN_AFTER
from clubs.models import Invitation, OneTimeLink, Session
from clubs.signals import links_deleted

# How many rows are deleted at a time. They are few, because SQLite has only one write lock, and
# the recording of a line must not wait long for it.
AT_ONCE = 500


def delete_expired() -> None:
    """Delete sessions, links, invitations and counts of wrong passwords that have ended.

    Ended links and invitations are deleted only once the pages don't show them any more.
    """
    now = timezone.now()
    listed_since = now - SHOWN_AFTER
    for rows in (
        Session.objects.filter(expire_date__lt=now),
        OneTimeLink.objects.filter(expires_at__lt=now),
        CapabilityLink.objects.filter(
            Q(expires_at__lt=listed_since) | Q(revoked_at__lt=listed_since)
        ),
        Invitation.objects.filter(Q(expires_at__lt=listed_since) | Q(revoked_at__lt=listed_since)),
        AccessAttempt.objects.filter(attempt_time__lt=now - settings.AXES_COOLOFF_TIME),
    ):
        _delete(rows)


def _delete(rows: "QuerySet[Any]") -> None:
    while keys := list(rows.order_by("pk").values_list("pk", flat=True)[:AT_ONCE]):
        with transaction.atomic():
            if rows.model is CapabilityLink:
                links_deleted.send(sender=CapabilityLink, links=keys)
            rows.model._base_manager.filter(pk__in=keys).delete()
        if len(keys) < AT_ONCE:
            return
