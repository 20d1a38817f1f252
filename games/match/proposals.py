"""Reads about matches offered to a club, and about those that count in one."""

from django.db.models import Exists, OuterRef, Prefetch, Q, QuerySet

from clubs.models import Club
from games.models import Match, Proposal
from games.queries import seats


def counted() -> QuerySet[Match]:
    """Return matches that count on their club's boards.

    Matches started in the club always count. Those that came from elsewhere (offered to the club,
    imported) count once an officer has accepted them.
    """
    accepted = Proposal.objects.filter(match=OuterRef("pk"), club=OuterRef("club"), accepted=True)
    return Match.objects.filter(Q(imported=False) | Exists(accepted), club__isnull=False)


def last_of(match: Match) -> Proposal | None:
    """Return the match's newest proposal, answered or not."""
    return match.proposals.select_related("club").first()


def waiting_for(club: Club) -> QuerySet[Proposal]:
    """Return the proposals that the club has not answered, newest first, with their matches."""
    sitting = Prefetch("match__seats", seats())
    return (
        Proposal.objects.filter(club=club, accepted=None)
        .select_related("match", "club")
        .prefetch_related("match__sides", sitting)
    )
