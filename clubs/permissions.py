"""Who may do what to members and players, by the role table and by being the person."""

from collections.abc import Iterable

from django.conf import settings

from clubs.callers import Caller
from clubs.models import Club, Membership, Player, Role
from clubs.role_table import STANDING_NEEDED, PersonAction, Standing
from core.errors import Denied

# The roles that officers may give and take away. Only owners may give and take away the other
# roles.
OFFICERS_ROLES: tuple[str, ...] = (Role.MEMBER, Role.SCORER)
SITE_ROLES: tuple[str, ...] = tuple(Role.values)


def roles_given_by(caller: Caller, club: Club) -> tuple[str, ...]:
    """Return the roles that the caller may give in a club, and may take away from members."""
    if caller.may("manage_officers", club):
        return SITE_ROLES
    return OFFICERS_ROLES if caller.may("manage_members", club) else ()


def is_own(membership: Membership, caller: Caller) -> bool:
    """Return whether a membership is the caller's own."""
    return caller.account is not None and membership.user_id == caller.account.pk


def is_oneself(player: Player, caller: Caller) -> bool:
    """Return whether the player is the caller's own person."""
    return caller.account is not None and player.user_id == caller.account.pk


def clubs_of(player: Player) -> list[Club]:
    """Return the clubs whose lists have a player. Makes one query."""
    return list(Club.objects.filter(club_players__player=player))


def standings(player: Player, caller: Caller, club: Club | None = None) -> set[Standing]:
    """Return the caller's relations to a player, by which actions are allowed.

    `club` is the club that the action concerns, if there is one.
    """
    relations: set[Standing] = set()
    if caller.is_site_owner:
        relations.add("site_owner")
    if is_oneself(player, caller):
        relations.add("oneself")
    if club is not None and caller.may("manage_players", club):
        relations.add("officer_here")
    clubs = clubs_of(player)
    if clubs and all(caller.may("manage_players", player_club) for player_club in clubs):
        relations.add("officer_of_all")
    return relations


def may_do(action: PersonAction, player: Player, caller: Caller, club: Club | None = None) -> bool:
    """Return whether the caller may do an action to a player, according to `clubs.role_table`."""
    return bool(STANDING_NEEDED[action] & standings(player, caller, club))


def check_may(
    action: PersonAction,
    player: Player,
    caller: Caller,
    *,
    club: Club | None = None,
    code: str = "players_not_allowed",
) -> None:
    """Raise `Denied` with the code `code` unless `may_do` returns True.

    An officer of only some of the person's clubs gets the code `person_of_several_clubs`
    instead. Its sentence says who has the right.
    """
    if may_do(action, player, caller, club):
        return
    raise Denied("person_of_several_clubs" if manages(player, caller) else code)


def manages(player: Player, caller: Caller) -> bool:
    """Return whether the caller is an officer of at least one of the player's clubs."""
    if caller.account is None or caller.is_site_owner:
        return caller.is_site_owner  # only a role gives this right, never a link
    return any(caller.may("manage_players", club) for club in clubs_of(player))


def may_open_settings(player: Player, caller: Caller) -> bool:
    """Return whether the caller may change anything about a player."""
    return is_oneself(player, caller) or manages(player, caller)


def shown_action(player: Player) -> PersonAction:
    """Return the action that stands for choosing how public pages show this player."""
    return "choose_shown" if player.user_id is None else "choose_shown_with_account"


def may_merge(players: Iterable[Player], caller: Caller) -> bool:
    """Return whether the caller may merge all these players."""
    return all(may_do("merge", player, caller) for player in players)


def open_tables(caller: Caller) -> bool:
    """Return whether the caller may start a table without any role."""
    return settings.OPEN_TABLES or caller.account is not None


def any_phone_vouches(club: Club, caller: Caller) -> bool:
    """Return whether what any phone starts counts in a club, without a role or a link.

    Either the club's owner has chosen so, or the site has no public address and no owner yet.
    """
    return open_tables(caller) and (club.open_recording or caller.in_unowned_house)


def club_rights(club: Club, caller: Caller) -> dict[str, bool]:
    """Return the rights, by name, that decide which links a club's pages show the caller."""
    return {
        "players": caller.may("manage_players", club),
        "members": caller.may("manage_members", club),
        "links": caller.may("manage_links", club),
        "proposals": caller.may("accept_matches", club),
        "notice": caller.may("write_notice", club),
        "calendar": caller.may("run_tournaments", club),
        "settings": caller.may("manage_club", club),
        # The site's owner has every right in every club, but need not be a member, and so can't
        # leave.
        "leave": caller.role_in(club) != "visitor" and not caller.is_site_owner,
    }
