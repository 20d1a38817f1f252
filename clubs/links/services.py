"""All writes about capability links. The subject's layer decides who may make one."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from django.db import transaction
from django.utils import timezone

from clubs.double_taps import Tap, made_by
from clubs.first_answers import WriteKey
from clubs.links import kinds, queries
from clubs.links.models import CapabilityLink
from clubs.links.subjects import CLUB
from clubs.links.tokens import digest, new_token
from core.errors import Denied, NotFound, Refused

if TYPE_CHECKING:  # `clubs.callers` imports this package too
    from clubs.callers import Caller
    from clubs.models import Club

MOST_LIVE = 50
# A link's use is stored at most once in this time, not for every page.
USE_NOTED = timedelta(minutes=10)


@dataclass(frozen=True, slots=True)
class NewLinkAsked:
    """A link to make. `lasts` is one of the durations of its kind; None stands for the usual one.

    `key` is the key of a write that may be sent again. The repeated write then gets the same
    token.
    """

    kind: str
    subject_kind: str
    subject_id: str
    club: "Club | None"
    lasts: str | None = None
    # The right in `club` by which the caller makes the link; empty if they use a table's token.
    right: str = ""
    key: WriteKey | None = None


@dataclass(frozen=True, slots=True)
class Made:
    """A link that was just made, with its token. Only the token's digest is stored."""

    link: CapabilityLink
    token: str


@transaction.atomic
def make_link(*, new_link: NewLinkAsked, caller: "Caller") -> Made:
    """Create a link. The calling code checks the caller's right to the subject.

    Raise `Refused` for a wrong kind or duration, or if 50 links of the subject are live already.
    """
    now = timezone.now()
    expires_at = _expiry(new_link, now)
    alive = queries.live().filter(
        subject_kind=new_link.subject_kind, subject_id=new_link.subject_id
    )
    if alive.count() >= MOST_LIVE:
        raise Refused("too_many_links")
    token = new_token(new_link.key)
    link = CapabilityLink.objects.create(
        kind=new_link.kind,
        subject_kind=new_link.subject_kind,
        subject_id=new_link.subject_id,
        club=new_link.club,
        digest=digest(token),
        made_by=caller.account,
        right=new_link.right,
        made_at=now,
        expires_at=expires_at,
    )
    return Made(link, token)


def _expiry(new_link: NewLinkAsked, now: datetime) -> datetime:
    kind = kinds.KINDS.get(new_link.kind)
    if kind is None:
        raise Refused("link_kind", "kind")
    lasts = new_link.lasts or kind.lasts[0]
    if lasts not in kind.lasts:
        raise Refused("link_lasts", "lasts")
    return kinds.expiry(lasts, now, timezone.get_current_timezone())


def made_once(tap: Tap | None, make: Callable[[WriteKey | None], Made]) -> Made:
    """Return a new link and its token.

    If the form is sent again, return the link of the first time.
    """

    def again(number: int, key: WriteKey) -> Made:
        return Made(CapabilityLink.objects.get(pk=number), new_token(key))

    return made_by(tap, make, lambda made: made.link.pk, again)


def make_table_link(
    *, club: "Club", lasts: str | None, caller: "Caller", key: WriteKey | None = None
) -> Made:
    """Create a club's table link, whose holder may start the club's matches and seat its players.

    Raise `Denied` without the right, and `Refused` as `make_link` does.
    """
    check_may_manage(club, caller)
    new_link = NewLinkAsked(kinds.OPEN_TABLE, CLUB, str(club.pk), club, lasts, "manage_links", key)
    return make_link(new_link=new_link, caller=caller)


@transaction.atomic
def trust_phone(*, club: "Club", phone: str, caller: "Caller") -> CapabilityLink:
    """Let a phone vouch for what it starts in a club, for a year after each use.

    `phone` is the digest of the phone's own token. For a phone that is trusted already, the year
    begins again. Raise `Denied` without the right.
    """
    check_may_manage(club, caller)
    link, _made = CapabilityLink.objects.update_or_create(
        digest=phone,
        subject_kind=CLUB,
        subject_id=str(club.pk),
        defaults={
            "kind": kinds.TRUSTED_PHONE,
            "club": club,
            "made_by": caller.account,
            "right": "manage_links",
            "expires_at": kinds.expiry("year", timezone.now(), timezone.get_current_timezone()),
            "revoked_at": None,
        },
    )
    return link


def check_may_manage(club: "Club", caller: "Caller") -> None:
    """Raise `Denied` unless the caller may list and revoke the club's links."""
    if not caller.may("manage_links", club):
        raise Denied("links_not_allowed")


def revoke(*, link: CapabilityLink) -> None:
    """Revoke a link for good. A link that is revoked already does not change."""
    CapabilityLink.objects.filter(pk=link.pk, revoked_at=None).update(revoked_at=timezone.now())


def revoke_of(*, subject_kind: str, subject_id: object, link_id: int) -> None:
    """Revoke one of a subject's links. The calling code checks the caller's right to the subject.

    Raise `NotFound` if the link belongs to another subject.
    """
    link = queries.of_subject(subject_kind, subject_id).filter(pk=link_id).first()
    if link is None:
        raise NotFound
    revoke(link=link)


def revoke_all(*, subject_kind: str, subject_id: object) -> int:
    """Revoke all links of a subject; return how many were live."""
    alive = queries.live().filter(subject_kind=subject_kind, subject_id=str(subject_id))
    return alive.update(revoked_at=timezone.now())


def note_use(link: CapabilityLink) -> None:
    """Store when the link was last used, at most once in ten minutes.

    Prolong a link of a renewed kind.
    """
    now = timezone.now()
    if link.last_used_at is not None and now - link.last_used_at < USE_NOTED:
        return
    link.last_used_at = now
    kind = kinds.KINDS[link.kind]
    if kind.renewed:
        link.expires_at = kinds.expiry(kind.lasts[0], now, timezone.get_current_timezone())
    CapabilityLink.objects.filter(pk=link.pk).update(last_used_at=now, expires_at=link.expires_at)
