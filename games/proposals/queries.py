"""Queries on proposals to clubs, and on the matches that count in a club."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Exists, OuterRef, Prefetch, Q, QuerySet
from django.utils import timezone

from clubs.callers import Caller
from clubs.links import queries as links
from clubs.links.kinds import TRUSTED_PHONE
from clubs.links.models import CapabilityLink
from clubs.links.subjects import CLUB
from clubs.models import Club
from games.match import permissions
from games.match.result_only import RESULT_ONLY
from games.models import Change, Match, Proposal
from games.proposals.models import PROPOSED_FOR
from games.queries import seats

# The most proposals of one phone that may wait for an answer at the same time.
MOST_OF_PHONE = 10


def counted() -> QuerySet[Match]:
    """Return the matches that count on their club's boards.

    A match has a club only if somebody who vouches started it, or if the club accepted it. A match
    at a tournament's table counts once its result is confirmed, which is stored as an accepted
    proposal.
    """
    accepted = Proposal.objects.filter(
        match=OuterRef("pk"), club=OuterRef("club"), line=None, accepted=True
    )
    elsewhere = Q(event_id="") | Q(ended_by=RESULT_ONLY)
    return Match.objects.filter(elsewhere | Exists(accepted), club__isnull=False)


def waiting() -> QuerySet[Proposal]:
    """Return the proposals that no club has answered yet and that have not expired."""
    return Proposal.objects.filter(accepted=None, made_at__gt=timezone.now() - PROPOSED_FOR)


def asked_club(match: Match) -> Club | None:
    """Return the club to which a match is proposed, and which has not answered yet; None if there
    is none.
    """
    proposal = waiting().filter(match=match, line=None).select_related("club").first()
    return proposal.club if proposal else None


def last_of(match: Match) -> Proposal | None:
    """Return the newest proposal of a match (not of a line), decided or not; None if there is
    none.
    """
    return match.proposals.filter(line=None).select_related("club").first()


def waiting_for(club: Club) -> QuerySet[Proposal]:
    """Return the proposals that the club has not answered, newest first, with their matches."""
    sitting = Prefetch("match__seats", seats())
    return (
        waiting()
        .filter(club=club, match__event_id="")
        .select_related("match", "club")
        .prefetch_related("match__sides", sitting)
        .order_by("-made_at", "-id")
    )


def known_phones(club: Club) -> set[str]:
    """Return the digests of the phones that a club knows, because it trusts them or has accepted a
    proposal of theirs.
    """
    accepted = Proposal.objects.filter(club=club, accepted=True).exclude(phone="")
    return trusted_phones(club) | set(accepted.values_list("phone", flat=True))


def trusted_phones(club: Club) -> set[str]:
    """Return the digests of the phones that the club trusts, which vouch there."""
    rows = links.live().filter(kind=TRUSTED_PHONE, subject_kind=CLUB, subject_id=str(club.pk))
    return set(rows.values_list("digest", flat=True))


def wishes(match_ids: Iterable[str]) -> dict[str, list[int | None]]:
    """Return the known players who were asked for when matches were started, by match and seat.

    They are guests in the match until the club accepts it and confirms who they are. One query.
    """
    starts = Change.objects.filter(match__in=list(match_ids), version=1)
    return {
        start.match_id: list((start.after or {}).get("wishes") or ())
        for start in starts.only("match", "after")
    }


@dataclass(frozen=True, slots=True)
class Vouching:
    """The reason why a start counts in a club. `link` is the phone's link, or None for another
    reason.
    """

    link: CapabilityLink | None = None


def vouching(club: Club, caller: Caller, at: datetime | None) -> Vouching | None:
    """Return why a match started by the caller counts in a club, or None if it does not count.

    `at` is the moment of a start that arrives later, because the phone was without network; None
    means now. The match counts if the caller's role gives the right, if any phone vouches in the
    club, or if the caller's link was valid at that moment. The moment may not be in the future.
    """
    by_role = permissions.vouches_by_role(club, caller)
    if by_role or permissions.any_phone_vouches(club, caller):
        return Vouching()
    moment = at or timezone.now()
    for link in caller.vouching_links(club):
        ends = min(filter(None, (link.expires_at, link.revoked_at)))
        if link.made_at <= moment < ends and moment <= timezone.now():
            return Vouching(link)
    return None
