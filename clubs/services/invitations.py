"""Creates, revokes and accepts invitations."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta

from django.db import transaction
from django.utils import timezone

from clubs.callers import Caller
from clubs.double_taps import Tap, made_by
from clubs.errors import NameTaken
from clubs.first_answers import WriteKey
from clubs.models import (
    Action,
    Club,
    ClubChange,
    ClubPlayer,
    Invitation,
    Membership,
    Player,
    Role,
    User,
)
from clubs.permissions import check_may, clubs_of, may_do, roles_given_by
from clubs.role_table import RANKS
from clubs.services.journal import log
from clubs.services.merge import join
from clubs.services.players import enter_list, taking_name, tie
from clubs.tokens import new_token, token_digest
from core.errors import Denied, NotFound, Refused
from core.names import clean_name, name_key

DEFAULT_DAYS = 7
MOST_DAYS = 30


@dataclass(frozen=True, slots=True)
class NewInvitation:
    """A new invitation with its secret, which is shown only once."""

    invitation: Invitation
    token: str


@dataclass(frozen=True, slots=True)
class Accepted:
    """The result of accepting an invitation: the membership, and the account's player.

    `left` says what is left to do: it is `name_taken` if an officer has to add the player to the
    list, else empty.
    """

    membership: Membership
    player: Player | None
    left: str = ""


def token_of(key: WriteKey) -> str:
    """Return the secret of the invitation that a write creates.

    It is the same if the write is sent again.
    """
    return key.secret("invitation", 24)


@transaction.atomic
def invite(
    *,
    club: Club,
    caller: Caller,
    role: str = Role.MEMBER,
    player: Player | None = None,
    days: int = DEFAULT_DAYS,
    token: str | None = None,
) -> NewInvitation:
    """Create a link that offers a role, and which may name the person's `player`.

    `token` is the secret from `token_of` if the write may be sent again. Raise `Denied` without
    the right, and `Refused` with `player_unknown` (not on the club's list) or
    `player_has_account`.
    """
    given = roles_given_by(caller, club)
    if not given:
        raise Denied("officer_needed")
    if role not in given:
        raise Denied("owner_needed")
    if player is not None:
        if not club.club_players.filter(player=player).exists():
            raise Refused("player_unknown", "player")
        if player.user_id is not None:
            raise Refused("player_has_account", "player")
        check_may("tie_account", player, caller)
    token, now = token or new_token(), timezone.now()
    invitation = Invitation.objects.create(
        club=club,
        digest=token_digest(token),
        role=role,
        player=player,
        by=caller.account,
        created_at=now,
        expires_at=now + timedelta(days=days),
    )
    log(club, Action.INVITED, caller, player=player, after={"role": role})
    return NewInvitation(invitation, token)


def invited_once(tap: Tap | None, make: Callable[[str | None], NewInvitation]) -> NewInvitation:
    """Create an invitation. If the form is sent again, return the invitation of the first time."""

    def again(number: int, key: WriteKey) -> NewInvitation:
        return NewInvitation(Invitation.objects.get(pk=number), token_of(key))

    def new(key: WriteKey | None) -> NewInvitation:
        return make(token_of(key) if key else None)

    return made_by(tap, new, lambda handed: handed.invitation.pk, again)


@transaction.atomic
def revoke(*, club: Club, invitation_id: int, caller: Caller) -> None:
    """Revoke an invitation: its link ends.

    Raise `Denied` without the right, or `NotFound` if the club has no such invitation.
    """
    given = roles_given_by(caller, club)
    if not given:
        raise Denied("officer_needed")
    rows = Invitation.objects.select_for_update()
    invitation = rows.filter(club=club, pk=invitation_id).first()
    if invitation is None:
        raise NotFound
    if invitation.role not in given:
        raise Denied("owner_needed")
    if invitation.revoked_at is None:
        invitation.revoked_at = timezone.now()
        invitation.save(update_fields=["revoked_at"])
        player = invitation.player
        log(club, Action.REVOKED, caller, player=player, before={"role": invitation.role})


def open_invitation(token: str) -> Invitation:
    """Return the invitation of a link. Raise `NotFound` if it can no longer be used."""
    rows = Invitation.objects.select_related("club", "player")
    invitation = rows.filter(digest=token_digest(token)).first()
    if invitation is None or not invitation.open:
        raise NotFound
    return invitation


@transaction.atomic
def accept(*, token: str, caller: Caller, merge: bool = False, name: str = "") -> Accepted:
    """Accept an invitation: become a member of its club, and the player that it names.

    A caller who is a player already stays that player; with `merge`, the named player is merged
    into them. A caller without a player is added to the club's list as `name` if the invitation
    names no player. No role is lowered. Raise `NotFound` if the invitation has ended, `Denied`
    without an account, `NameTaken` for a name on the list, or `Refused`.
    """
    account = caller.account
    if account is None:
        raise Denied("account_needed")
    unlocked = open_invitation(token)
    invitation = Invitation.objects.select_for_update(of=("self",)).get(pk=unlocked.pk)
    if not invitation.open or _put_out_since(invitation, account):
        raise NotFound
    membership = _member(invitation, caller)
    player, left = _player(invitation, caller, merge, name)
    invitation.used_at = timezone.now()
    invitation.save(update_fields=["used_at"])
    return Accepted(membership, player, left)


def _put_out_since(invitation: Invitation, account: User) -> bool:
    """Return whether the club has removed the account or lowered its role since the invitation.

    Such a person may still have the link, but needs a newer one to come back. A lowered role
    only counts if it is below the role that the invitation offers.
    """
    kinds = (Action.EXCLUDED, Action.ROLE)
    since = ClubChange.objects.filter(
        club=invitation.club_id, account=account, kind__in=kinds, at__gte=invitation.created_at
    )
    last = since.order_by("-id").values_list("kind", "before", "after").first()
    if last is None:
        return False
    kind, before, after = last
    if kind == Action.EXCLUDED:
        return True
    left = RANKS.get((after or {}).get("role", ""), 0)
    return left < RANKS.get((before or {}).get("role", ""), 0) and left < RANKS[invitation.role]


def _member(invitation: Invitation, caller: Caller) -> Membership:
    club, role = invitation.club, invitation.role
    membership, new = Membership.objects.get_or_create(
        club=club, user=caller.account, defaults={"role": role}
    )
    if new:
        log(club, Action.JOINED, caller, account=caller.account, after={"role": role})
    elif RANKS[role] > RANKS[membership.role]:
        before, membership.role = membership.role, role
        membership.save(update_fields=["role"])
        log(
            club,
            Action.ROLE,
            caller,
            account=caller.account,
            before={"role": before},
            after={"role": role},
        )
    return membership


def _player(
    invitation: Invitation, caller: Caller, merge: bool, name: str
) -> tuple[Player | None, str]:
    """Connect the account with its player, or its player with the club.

    Return the player (or None), and the code of what an officer still has to do (empty for
    nothing).
    """
    own = Player.objects.filter(user=caller.account).first()
    named = invitation.player
    if named is None and own is None and name:
        return _introduce(invitation.club, name, caller), ""
    if named is None:
        return own, _enter(invitation.club, own, caller)
    if own is not None and own.pk == named.pk:
        return own, ""
    if own is None:
        _check_maker(invitation, named)
        return tie(named, caller), ""
    if named.user_id is not None:
        # The player of the link got an account meanwhile, so the caller must be somebody else.
        raise Refused("player_has_account", "player")
    if not merge:
        return own, _enter(invitation.club, own, caller)
    # An invitation gives rights in its own club only, so it can't merge a player of another club.
    if any(club.pk != invitation.club_id for club in clubs_of(named)):
        raise Refused("merge_elsewhere", "merge")
    _check_maker(invitation, named)
    return join(own, named, caller).kept, ""


def _check_maker(invitation: Invitation, named: Player) -> None:
    """Check that the maker of the invitation may still connect an account with that player.

    The maker has lost this right if another club has put the player on its list since. Raise
    `Refused` then.
    """
    if invitation.by is None or not may_do("tie_account", named, Caller(user=invitation.by)):
        raise Refused("invitation_of_several_clubs")


def _introduce(club: Club, name: str, caller: Caller) -> Player:
    """Add the caller as a new person to the club's list, under the name that they typed."""
    player = Player(name=clean_name(name), user=caller.account)
    with taking_name([club], player.name, [], caller):
        player.save()
        ClubPlayer.objects.create(club=club, player=player, name_key=name_key(player.name))
    log(club, Action.ADDED, caller, player=player)
    log(club, Action.TIED, caller, account=caller.account, player=player)
    return player


def _enter(club: Club, player: Player | None, caller: Caller) -> str:
    if player is None:
        return ""
    try:
        enter_list(club, player, caller)
    except NameTaken as taken:
        return taken.code
    return ""
