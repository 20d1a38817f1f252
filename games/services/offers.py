"""Stores offers to a club, within limits: of a match, or of a corrected line of a match that
counts.
"""

from typing import Any

from clubs.callers import Caller
from clubs.models import Club
from games.errors import Refused
from games.models import Match, Proposal
from games.proposals.queries import MOST_OF_PHONE, waiting
from ratelimits import limits


def offer(match: Match, club: Club, caller: Caller, **line: Any) -> Proposal:
    """Store an offer of a match to a club. `line` has the columns of a corrected line, if it is
    about one.

    Raise `Refused` (`proposals_wait`) if ten offers of the phone are waiting, or if thirty came
    from one network in a night.
    """
    full = bool(caller.phone) and waiting().filter(phone=caller.phone).count() >= MOST_OF_PHONE
    if full or limits.take("propose", caller.network):
        raise Refused("proposals_wait", "club")
    # An offer for the same match or line that has expired is deleted, because nobody can answer it
    # any more.
    same_line = match.proposals.filter(accepted=None, line=line.get("line"))
    same_line.exclude(pk__in=waiting().filter(match=match)).delete()
    return Proposal.objects.create(
        match=match, club=club, made_by=caller.account, phone=caller.phone, **line
    )


def offer_line(
    match: Match, number: int, before: dict[str, Any], after: dict[str, Any], caller: Caller
) -> None:
    """Propose a corrected line to the club in which the match counts. It replaces an earlier
    proposal for that line.

    Raise the errors of `offer`.
    """
    match.proposals.filter(accepted=None, line=number).delete()
    assert match.club is not None  # noqa: S101 -- it counts
    offer(match, match.club, caller, line=number, before=before, after=after)


def offer_if_there_is_room(match: Match, club: Club, caller: Caller) -> None:
    """Store an offer of a match that is being started. If the limits do not allow it, no offer is
    stored.
    """
    try:
        offer(match, club, caller)
    except Refused:
        return
