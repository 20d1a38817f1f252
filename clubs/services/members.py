"""Writes about a club's members and their roles."""

from django.db import transaction
from django.utils import timezone

from clubs.callers import Caller
from clubs.models import Action, Club, Invitation, Membership, Role
from clubs.permissions import is_own, roles_given_by
from clubs.role_table import RANKS
from clubs.services.journal import log
from core.errors import Denied, NotFound, Refused


@transaction.atomic
def set_role(*, club: Club, membership_id: int, role: str, caller: Caller) -> Membership:
    """Give a member another role; return the membership.

    Raise `NotFound`, `Denied` if the caller may not give both the old and the new role, or
    `Refused` `last_owner`.
    """
    membership = _locked(club, membership_id)
    given = roles_given_by(caller, club)
    if not given:
        raise Denied("officer_needed")
    if membership.role == role:
        return membership
    if membership.role not in given or role not in given:
        raise Denied("owner_needed")
    _keep_an_owner(club, membership, role)
    before, membership.role = membership.role, role
    membership.save(update_fields=["role"])
    if RANKS[role] < RANKS[before]:
        revoke_invitations_of(membership)
    log(
        club,
        Action.ROLE,
        caller,
        account=membership.user,
        before={"role": before},
        after={"role": role},
    )
    return membership


@transaction.atomic
def remove_member(*, club: Club, membership_id: int, caller: Caller) -> None:
    """Remove a member from the club. Every member may remove themselves.

    The member's player stays on the club's list. Raise the same errors as `set_role`.
    """
    membership = _locked(club, membership_id)
    own = is_own(membership, caller)
    given = roles_given_by(caller, club)
    if not own and not given:
        raise Denied("officer_needed")
    if not own and membership.role not in given:
        raise Denied("owner_needed")
    _keep_an_owner(club, membership, None)
    revoke_invitations_of(membership)
    kind = Action.LEFT if own else Action.EXCLUDED
    log(club, kind, caller, account=membership.user, before={"role": membership.role})
    membership.delete()


def leave(*, club: Club, caller: Caller) -> None:
    """Leave a club. Raise `NotFound` if the caller is not a member, and `Refused` `last_owner`."""
    membership = Membership.objects.filter(club=club, user=caller.account).first()
    if caller.account is None or membership is None:
        raise NotFound
    remove_member(club=club, membership_id=membership.pk, caller=caller)


def _locked(club: Club, membership_id: int) -> Membership:
    """Lock the club, then return the member. Raise `NotFound` if there is none.

    Without the lock, two owners could remove each other at the same time.
    """
    Club.objects.select_for_update().get(pk=club.pk)
    membership = (
        Membership.objects.filter(club=club, pk=membership_id).select_related("user").first()
    )
    if membership is None:
        raise NotFound
    return membership


def _keep_an_owner(club: Club, membership: Membership, role: str | None) -> None:
    if membership.role != Role.OWNER or role == Role.OWNER:
        return
    if not club.memberships.filter(role=Role.OWNER).exclude(pk=membership.pk).exists():
        raise Refused("last_owner", "role")


def revoke_invitations_of(membership: Membership) -> None:
    """Revoke the invitations that a member made, because the member may no longer invite."""
    Invitation.objects.filter(
        club=membership.club_id, by=membership.user_id, revoked_at=None
    ).update(revoked_at=timezone.now())
