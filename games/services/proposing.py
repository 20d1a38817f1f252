"""Giving a match of no club to a club: its table proposes, an officer decides."""

from collections.abc import Mapping

from django.db import transaction
from django.utils import timezone

from clubs.callers import Caller
from clubs.links.models import CapabilityLink
from clubs.models import Club
from clubs.queries import visible_clubs
from games import queries
from games.errors import Denied, NotFound, Refused
from games.match import permissions
from games.match.match_cache import memory
from games.match.permissions import MATCH
from games.models import Change, Match, Proposal, Seat, Side
from games.queries import Loaded
from games.registry.installed import game_of
from games.services.match_details import patch
from games.services.writing import Changed, Kind, Writing, store


@transaction.atomic
def propose(*, match_id: str, club: str, caller: Caller) -> Proposal:
    """Offer a match of no club to a club (by its slug). An offer sent again is stored once.

    Raises `NotFound`, `Denied`, or `Refused` (`club_unknown`, `club_already`, `already_proposed`).
    """
    match = _own(match_id, caller)
    if match.club is not None:
        raise Refused("club_already", "club")
    visible_club = visible_clubs(caller).filter(slug=club).first()
    if visible_club is None:
        raise Refused("club_unknown", "club")
    waiting = match.proposals.filter(accepted=None).first()
    if waiting is None:
        return Proposal.objects.create(match=match, club=visible_club, made_by=caller.account)
    if waiting.club_id != visible_club.pk:
        raise Refused("already_proposed", "club")
    return waiting


@transaction.atomic
def withdraw(*, match_id: str, caller: Caller) -> None:
    """Withdraw the offer that no one has answered. Raises `NotFound` or `Denied`."""
    match = _own(match_id, caller)
    if not match.proposals.filter(accepted=None).delete()[0]:
        raise NotFound


def _own(match_id: str, caller: Caller) -> Match:
    match = queries.find(match_id, caller, lock=True)
    if not permissions.can_share(match, caller):
        raise Denied("edit_token_needed")
    return match


@transaction.atomic
def accept(
    *, club: Club, proposal_id: int, caller: Caller, players: Mapping[int, int] | None = None
) -> Proposal:
    """Accept an offered match into the club; `players` ties guests to players (seat → player).

    Raises `NotFound`, `Denied`, or `Refused`; then nothing has changed.
    """
    proposal, newly = _decided(club, proposal_id, caller, accepted=True)
    if newly:
        _bring_in(proposal.match, club, caller)
        if players:
            patch(match_id=proposal.match_id, changes={"seats": players}, by=Writing(caller))
    return proposal


@transaction.atomic
def refuse(*, club: Club, proposal_id: int, caller: Caller) -> Proposal:
    """Refuse an offered match: it stays where it is. Raises as `accept` does."""
    return _decided(club, proposal_id, caller, accepted=False)[0]


def _decided(
    club: Club, proposal_id: int, caller: Caller, *, accepted: bool
) -> tuple[Proposal, bool]:
    """Store the answer. Return the proposal, and whether this is its first answer."""
    check_may_decide(club, caller)
    proposal = Proposal.objects.filter(club=club, pk=proposal_id).select_related("match").first()
    if proposal is None:
        raise NotFound
    Match.objects.select_for_update().get(pk=proposal.match_id)
    proposal.refresh_from_db()
    if proposal.accepted not in (None, accepted):
        raise Refused("proposal_decided", "accept")
    if proposal.accepted is not None:
        return proposal, False
    proposal.accepted, proposal.decided_at = accepted, timezone.now()
    proposal.decided_by = caller.account
    proposal.save()
    return proposal, True


def check_may_decide(club: Club, caller: Caller) -> None:
    """Check that the caller may answer offers to the club; `Denied` otherwise."""
    if not caller.may("accept_matches", club):
        raise Denied("proposals_not_allowed")


def _bring_in(match: Match, club: Club, caller: Caller) -> None:
    """Set the club on every row of the match, and log the change."""
    before = match.club.slug if match.club else None
    match.club = club
    match.save(update_fields=["club"])
    game = game_of(match.game)
    for model in (Seat, Side, Change, game.entry.model, game.rules.model):
        model._default_manager.filter(match=match.pk).update(club=club)
    memory.take(match.pk)  # the cached rows still say: no club
    loaded = queries.load(queries.matches().get(pk=match.pk))
    CapabilityLink.objects.filter(subject_kind=MATCH, subject_id=match.pk).update(club=club)
    _log(loaded, before, club.slug, caller)


def _log(loaded: Loaded, before: str | None, after: str, caller: Caller) -> None:
    done = Changed(Kind.PATCH, None, {"club": before}, {"club": after})
    store(loaded, loaded.take_fold(), done, Writing(caller), "")
