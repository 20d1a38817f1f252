"""Who may do what to members and players: the role table, and what is one's own."""

from collections.abc import Iterable

from clubs.callers import Caller
from clubs.models import Club, Membership, Player, Role

# What an officer gives and takes; the rest is the owners'.
OFFICERS_ROLES: tuple[str, ...] = (Role.MEMBER, Role.SCORER)
SITE_ROLES: tuple[str, ...] = tuple(Role.values)


def roles_given_by(caller: Caller, club: Club) -> tuple[str, ...]:
    """The roles that the caller may give in a club, and change where somebody has them."""
    if caller.may("manage_officers", club):
        return SITE_ROLES
    return OFFICERS_ROLES if caller.may("manage_members", club) else ()


def is_own(membership: Membership, caller: Caller) -> bool:
    """Say whether the membership is the caller's."""
    return caller.account is not None and membership.user_id == caller.account.pk


def is_oneself(player: Player, caller: Caller) -> bool:
    """Say whether the player is the caller."""
    return caller.account is not None and player.user_id == caller.account.pk


def clubs_of(player: Player) -> list[Club]:
    """The clubs on whose list a player is. One query."""
    return list(Club.objects.filter(club_players__player=player))


def manages(player: Player, caller: Caller) -> bool:
    """Say whether the caller is an officer of one of the player's clubs."""
    return caller.is_site_owner or _manages_any(clubs_of(player), caller)


def may_edit(player: Player, caller: Caller) -> bool:
    """Say whether the caller may rename a player, or free them of their account."""
    return is_oneself(player, caller) or manages(player, caller)


def may_choose_shown(player: Player, caller: Caller) -> bool:
    """How a player is shown is theirs to say; an officer's for one without account."""
    if is_oneself(player, caller) or caller.is_site_owner:
        return True
    return player.user_id is None and manages(player, caller)


def may_merge(players: Iterable[Player], caller: Caller) -> bool:
    """Say whether the caller is an officer of all clubs of all those players."""
    clubs = [club for player in players for club in clubs_of(player)]
    if caller.is_site_owner:
        return True
    return bool(clubs) and all(caller.may("manage_players", club) for club in clubs)


def _manages_any(clubs: Iterable[Club], caller: Caller) -> bool:
    return any(caller.may("manage_players", club) for club in clubs)


def club_rights(club: Club, caller: Caller) -> dict[str, bool]:
    """Return what the links of a club's pages depend on."""
    return {
        "players": caller.may("manage_players", club),
        "members": caller.may("manage_members", club),
        "links": caller.may("manage_links", club),
        "proposals": caller.may("accept_matches", club),
        "settings": caller.may("manage_club", club),
        # The site's owner holds every role, and is a member of no club by that.
        "leave": caller.role_in(club) != "visitor" and not caller.is_site_owner,
    }
