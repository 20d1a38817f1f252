"""Moves a match of no club to a club: its table proposes the match, and people of the club
decide.
"""

from collections.abc import Iterable, Mapping

from django.db import transaction
from django.utils import timezone

from clubs.callers import Caller
from clubs.links import services as links
from clubs.links.models import CapabilityLink
from clubs.models import Club
from clubs.queries import visible_clubs
from games import queries
from games.errors import Denied, NotFound, Refused
from games.match import permissions
from games.match.match_cache import memory
from games.match.permissions import MATCH
from games.models import Change, Match, Proposal, Seat, Side, Status
from games.proposals import queries as proposals
from games.proposals.models import PROPOSED_FOR
from games.registry.installed import game_of
from games.services import offers
from games.services.lines import correct
from games.services.match_details import patch
from games.services.writing import Changed, Kind, Writing, note, store
from games.signals import match_stored


@transaction.atomic
def propose(*, match_id: str, club: str, caller: Caller) -> Proposal:
    """Offer a match of no club to a club, given by its slug. A repeated offer is stored only once.

    Raise `NotFound`, `Denied`, `Refused` (`club_unknown`, `club_already`, `already_proposed`,
    `too_late_to_propose`), or the errors of `offers.offer`.
    """
    match = _own(match_id, caller)
    if match.club is not None:
        raise Refused("club_already", "club")
    visible_club = visible_clubs(caller).filter(slug=club).first()
    if visible_club is None:
        raise Refused("club_unknown", "club")
    waiting = proposals.waiting().filter(match=match, line=None).first()
    if waiting is not None and waiting.club_id != visible_club.pk:
        raise Refused("already_proposed", "club")
    if waiting is not None:
        return waiting
    if timezone.now() - (match.finished_at or match.started_at) > PROPOSED_FOR:
        raise Refused("too_late_to_propose", "club")
    proposal = offers.offer(match, visible_club, caller)
    note(match, {"proposed": None}, {"proposed": visible_club.slug}, caller)
    return proposal


@transaction.atomic
def withdraw(*, match_id: str, caller: Caller) -> None:
    """Withdraw the offer of a match that nobody has answered. Raise `NotFound` or `Denied`."""
    match = _own(match_id, caller)
    proposal = match.proposals.filter(accepted=None, line=None).select_related("club").first()
    if proposal is None:
        raise NotFound
    proposal.delete()
    note(match, {"proposed": proposal.club.slug}, {"proposed": None}, caller)


def _own(match_id: str, caller: Caller) -> Match:
    match = queries.find(match_id, caller, lock=True)
    if not permissions.can_share(match, caller):
        raise Denied("edit_token_needed")
    return match


@transaction.atomic
def accept(
    *, club: Club, proposal_id: int, caller: Caller, players: Mapping[int, int] | None = None
) -> Proposal:
    """Accept an offer of a table: its match then counts in the club, or its line is corrected.

    The match counts from the moment when it was played, as if it had always counted. `players`
    replaces guests by players (seat → player). Raise `NotFound`, `Denied`, or `Refused`
    (`match_runs`, `line_has_changed`, and the errors of a correction). After an error, nothing has
    changed.
    """
    check_may_decide(club, caller)
    return _accept(club, proposal_id, caller, players or {})


def _accept(club: Club, proposal_id: int, caller: Caller, players: Mapping[int, int]) -> Proposal:
    proposal, newly = _decided(club, proposal_id, caller, accepted=True)
    if not newly:
        return proposal
    if proposal.line is not None:
        _correct(proposal, caller)
        return proposal
    if proposal.match.status == Status.IN_PROGRESS:
        raise Refused("match_runs", "accept")
    _move(proposal.match, club, caller)
    if players:
        patch(match_id=proposal.match_id, changes={"seats": players}, by=Writing(caller))
    return proposal


def _correct(proposal: Proposal, caller: Caller) -> None:
    """Correct the line as proposed. Raises `Refused` if it has changed since, or breaks a rule."""
    number, model = proposal.line or 0, game_of(proposal.match.game).entry.model
    entry = model._default_manager.filter(match=proposal.match, number=number).first()
    if entry is None or entry.data() != proposal.before:
        raise Refused("line_has_changed", "accept")
    correct(
        match_id=proposal.match_id, number=number, data=proposal.after or {}, by=Writing(caller)
    )


@transaction.atomic
def accept_here(*, match_id: str, club: str, caller: Caller) -> Proposal:
    """Accept a match that is proposed to a club, on the match's own page.

    Members may do this too, except for an imported match, which only an officer may accept. Raise
    the errors of `accept`.
    """
    match = queries.find(match_id, caller, lock=True)
    proposal = proposals.waiting().filter(match=match, line=None, club__slug=club).first()
    if proposal is None:
        raise NotFound
    if not permissions.can_accept(match, proposal.club, caller):
        raise Denied("proposals_not_allowed")
    return _accept(proposal.club, proposal.pk, caller, {})


@transaction.atomic
def refuse(*, club: Club, proposal_id: int, caller: Caller) -> Proposal:
    """Refuse an offer of a table. The match does not change. Raise the errors of `accept`."""
    check_may_decide(club, caller)
    proposal, newly = _decided(club, proposal_id, caller, accepted=False)
    if newly and proposal.line is None:
        note(proposal.match, {"proposed": club.slug}, {"proposed": None}, caller)
    return proposal


@transaction.atomic
def remove(*, match_id: str, caller: Caller) -> Match:
    """Remove a match from its club, as if it had never counted there. It then belongs only to its
    table.

    Its players become guests. Raise `NotFound`, `Denied`, or `Refused` (`match_of_event`), because
    a match of a tournament cannot be removed.
    """
    match = queries.find(match_id, caller, lock=True)
    if match.club is None:
        raise NotFound
    check_may_decide(match.club, caller)
    if match.event_id:
        raise Refused("match_of_event")
    offered = match.proposals.filter(accepted=True, line=None)
    if not offered.update(accepted=False, decided_at=timezone.now(), decided_by=caller.account):
        Proposal.objects.create(
            match=match,
            club=match.club,
            accepted=False,
            decided_at=timezone.now(),
            decided_by=caller.account,
        )
    _move(match, None, caller)
    return match


@transaction.atomic
def trust(*, club: Club, proposal_id: int, caller: Caller) -> Proposal:
    """Trust the phone that made an offer. Matches that it starts from now on count in the club.

    Raise `NotFound`, `Denied`, or `Refused` (`phone_unknown`) if a program made the offer.
    """
    proposal = Proposal.objects.filter(club=club, pk=proposal_id).first()
    if proposal is None:
        raise NotFound
    if not proposal.phone:
        raise Refused("phone_unknown", "trust")
    links.trust_phone(club=club, phone=proposal.phone, caller=caller)
    return proposal


@transaction.atomic
def confirm_event_matches(match_ids: Iterable[str], *, confirmed: bool) -> None:
    """Let matches at a tournament's table count if their result is confirmed, or no longer if it is
    not.

    The layer above calls this inside its transaction.
    """
    rows = Match.objects.select_for_update().filter(pk__in=list(match_ids), club__isnull=False)
    for match in rows.exclude(event_id=""):
        was = match.proposals.filter(accepted=True, line=None)
        if was.exists() == confirmed:
            continue
        if confirmed:
            now = timezone.now()
            Proposal.objects.create(match=match, club=match.club, accepted=True, decided_at=now)
        else:
            was.delete()
        note(match, {"counts": not confirmed}, {"counts": confirmed}, Caller())
        match_stored.send(sender=Match, match=match, running=False, same_result=True)


def _decided(
    club: Club, proposal_id: int, caller: Caller, *, accepted: bool
) -> tuple[Proposal, bool]:
    """Store the club's answer. Return the proposal, and False if the same answer was already
    stored.
    """
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
    """Raise `Denied` unless the caller may answer offers to the club."""
    if not caller.may("accept_matches", club):
        raise Denied("proposals_not_allowed")


def _move(match: Match, club: Club | None, caller: Caller) -> None:
    """Set the club on every row of the match, and log the change.

    If `club` is None, the players of the match also become guests.
    """
    before = match.club
    game = game_of(match.game)
    Match.objects.filter(pk=match.pk).update(club=club)
    for model in (Seat, Side, Change, game.entry.model, game.rules.model):
        model._default_manager.filter(match=match.pk).update(club=club)
    if club is None:
        for seat in queries.seats().filter(match=match.pk, player__isnull=False):
            guest = {"guest_name": seat.name, "player": None}
            Seat.objects.filter(pk=seat.pk, match=match.pk).update(**guest)
    memory.take(match.pk)  # the cached match has the old club
    loaded = queries.load(queries.matches().get(pk=match.pk))
    _move_links(match, club)
    done = Changed(
        Kind.PATCH,
        None,
        {"club": before.slug if before else None},
        {"club": club.slug if club else None},
    )
    store(loaded, loaded.take_fold(), done, Writing(caller), "")


def _move_links(match: Match, club: Club | None) -> None:
    """Set the club of the match's links. If the match leaves its club, links made by a right there
    end.
    """
    rows = CapabilityLink.objects.filter(subject_kind=MATCH, subject_id=match.pk)
    if club is None:
        rows.exclude(right="").filter(revoked_at=None).update(revoked_at=timezone.now())
        rows = rows.filter(right="")
    rows.update(club=club)
