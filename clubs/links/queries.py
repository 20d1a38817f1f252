"""All reads about capability links."""

from collections.abc import Iterable
from datetime import timedelta

from django.db.models import BooleanField, Exists, ExpressionWrapper, OuterRef, Q, QuerySet
from django.utils import timezone

from clubs.links.kinds import RIGHTS
from clubs.links.models import CapabilityLink
from clubs.links.tokens import digest, is_signed
from clubs.models import Membership
from clubs.role_table import RANKS, allows

# How long a link stays in the list after it has ended.
SHOWN_AFTER = timedelta(days=30)


def live() -> QuerySet[CapabilityLink]:
    """Return the live links: not revoked, not expired, and with a maker who still has the right."""
    rows = CapabilityLink.objects.filter(revoked_at=None, expires_at__gt=timezone.now())
    return rows.filter(stands())


def stands() -> Q:
    """Return a query condition: the maker of a row still has the right to make it.

    The right depends on the maker's present role. The rows are links, or others that have a
    `made_by`, a `right` and a `club`. A row made with a table's own token has no `right`. It
    always meets the condition, and ends when the token's salt is changed.
    """
    condition = Q(right="") | Q(made_by__is_superuser=True)
    for right in RIGHTS:
        roles = [role for role in RANKS if allows(role, right)]
        held = Membership.objects.filter(
            user=OuterRef("made_by"), club=OuterRef("club"), role__in=roles
        )
        condition |= Q(Exists(held), right=right)
    return condition


def carried(tokens: Iterable[str]) -> list[CapabilityLink]:
    """Return the live links of these tokens.

    Makes one query, and none if this site made none of the tokens.
    """
    return list(of_tokens(tokens))


def of_tokens(tokens: Iterable[str], *, live_only: bool = True) -> QuerySet[CapabilityLink]:
    """Return the links of these tokens, if their maker may still make them.

    With `live_only`, links that are revoked or expired are left out.
    """
    digests = [digest(token) for token in tokens if is_signed(token)]
    if not digests:
        return CapabilityLink.objects.none()
    rows = live() if live_only else CapabilityLink.objects.filter(stands())
    return rows.filter(digest__in=digests)


def by_token(token: str) -> CapabilityLink | None:
    """Return the link of a token, live or ended, or None if there is none."""
    if not is_signed(token):
        return None
    return _with_standing().filter(digest=digest(token)).first()


def _with_standing() -> QuerySet[CapabilityLink]:
    """Return all links, with the additional column `stands` that `CapabilityLink.state` reads."""
    return CapabilityLink.objects.annotate(stands=ExpressionWrapper(stands(), BooleanField()))


def of_subject(kind: str, identifier: object) -> QuerySet[CapabilityLink]:
    """Return the links of one subject, newest first."""
    return _listed().filter(subject_kind=kind, subject_id=str(identifier))


def of_club(club_id: int) -> QuerySet[CapabilityLink]:
    """Return the links of a club and of its matches and tournaments, newest first."""
    return _listed().filter(club=club_id)


def _listed() -> QuerySet[CapabilityLink]:
    since = timezone.now() - SHOWN_AFTER
    recent = Q(expires_at__gt=since) & (Q(revoked_at=None) | Q(revoked_at__gt=since))
    return _with_standing().filter(recent).select_related("made_by__player")
