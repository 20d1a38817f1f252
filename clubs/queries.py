"""Queries about clubs and players."""

from collections.abc import Collection, Iterable, Sequence
from itertools import chain
from typing import Any

from django.db.models import Prefetch, Q, QuerySet
from django.utils import timezone

from clubs.callers import Caller
from clubs.club_names import players_called
from clubs.links.kinds import VOUCHING
from clubs.links.subjects import CLUB
from clubs.lists.judging import Choices, Group, Judged, ListedPerson, judge
from clubs.lists.near import Directory, Known
from clubs.lists.reading import read
from clubs.models import (
    Club,
    ClubChange,
    ClubPlayer,
    ClubPreset,
    Invitation,
    Membership,
    Merge,
    Player,
    Role,
)
from clubs.role_table import RANKS, Capability, allows
from core.errors import NotFound
from core.names import name_key, search_words, sort_key

# The greatest id that a row can have. A query for a greater id raises an error.
ID_MAX = 2**63 - 1


def visible_clubs(caller: Caller) -> QuerySet[Club]:
    """Return the clubs that the caller may see: public ones, their own, their table links'."""
    if caller.is_site_owner:
        return Club.objects.all()
    return Club.objects.filter(Q(public=True) | _open_though_private(caller))


def _open_though_private(caller: Caller) -> Q:
    """Return the condition for clubs that the caller may see even if they are not public.

    It is empty for a caller who may see no such club, and joins no row, because it is part of
    nearly every query of a page.
    """
    seen, linked = Q(), [int(pk) for pk in caller.subjects(VOUCHING, CLUB)]
    if linked:
        seen |= Q(pk__in=linked)
    if caller.account is not None:
        seen |= Q(pk__in=Membership.objects.filter(user=caller.account).values("club"))
    return seen


def listed_clubs(caller: Caller) -> QuerySet[Club]:
    """Return the `visible_clubs` that lists show.

    These are the confirmed public clubs, the caller's own clubs and those of their table links.
    A public club that is not confirmed can be visited at its address, but is not listed to other
    people.
    """
    if caller.is_site_owner:
        return Club.objects.all()
    condition = Q(public=True, confirmed_at__isnull=False) | _open_though_private(caller)
    return Club.objects.filter(condition)


def clubs_listed(caller: Caller) -> list[Club]:
    """Return the `listed_clubs`, sorted by name."""
    return list(listed_clubs(caller).order_by("name", "id"))


def confirmed_clubs(caller: Caller) -> QuerySet[Club]:
    """Return the confirmed clubs among the `visible_clubs`.

    Pages about the whole site include only these.
    """
    return visible_clubs(caller).filter(confirmed_at__isnull=False)


def clubs_to_confirm(caller: Caller) -> QuerySet[Club]:
    """Return the unconfirmed clubs, oldest first, for the site's owner. Other callers get none."""
    waiting = (
        Club.objects.filter(confirmed_at=None) if caller.is_site_owner else Club.objects.none()
    )
    return waiting.order_by("id")


def unseen_clubs(caller: Caller) -> list[int]:
    """Return the ids of the clubs that the caller may not see."""
    if caller.is_site_owner:
        return []
    private = Club.objects.filter(public=False).order_by()
    return list(private.exclude(_open_though_private(caller)).values_list("pk", flat=True))


def home_club() -> Club | None:
    """Return the club of the home page, which is the first one created."""
    return Club.objects.order_by("id").first()


def home_club_of(caller: Caller, own: Sequence[Club]) -> Club | None:
    """Return the club that the caller's home page shows: one of their `own_clubs`, if any.

    It is the site's first club if the caller is a member of it, owns the site, or is in no club.
    Otherwise it is the club that the caller joined first.
    """
    first = home_club()
    return first if not own or first in own or caller.is_site_owner else own[0]


def own_clubs(caller: Caller) -> list[Club]:
    """Return the clubs that the caller is a member of, in the order in which they joined.

    Makes one query, after which the caller knows their role in each.
    """
    if caller.account is None:
        return []
    mine = Membership.objects.filter(user=caller.account).select_related("club").order_by("id")
    for membership in mine:
        caller.know(role=(membership.club_id, membership.role))
    return [membership.club for membership in mine]


def find_club(slug: str, caller: Caller) -> Club:
    """Return the club of a slug. Raise `NotFound` if the caller may not see it."""
    club = Club.objects.filter(slug=slug).first()
    if club is None or not is_visible(club, caller):
        raise NotFound
    return club


def is_visible(club: Club, caller: Caller) -> bool:
    """Return whether a club is among the `visible_clubs`."""
    if club.public or caller.role_in(club) != "visitor":
        return True
    return str(club.pk) in caller.subjects(VOUCHING, CLUB)


def default_preset(club: Club | None, game: str) -> str:
    """Return the preset that the club uses for a game, or an empty string."""
    if club is None:
        return ""
    chosen = ClubPreset.objects.filter(club=club, game=game)
    return chosen.values_list("preset", flat=True).first() or ""


def members_of(club: Club) -> QuerySet[Membership]:
    """Return a club's members with their accounts and players, the oldest members first."""
    return Membership.objects.filter(club=club).select_related("user__player").order_by("id")


def open_invitations(club: Club) -> QuerySet[Invitation]:
    """Return a club's invitations that can still be used, newest first."""
    spent = Q(used_at__isnull=False) & (Q(player__isnull=False) | ~Q(role=Role.MEMBER))
    rows = Invitation.objects.filter(club=club, revoked_at=None, expires_at__gt=timezone.now())
    return rows.exclude(spent).select_related("by__player", "player")


def people_named(*lists: Iterable[Any]) -> list[Player]:
    """Return the people who appear in members, invitations or lines of the log."""
    people = []
    for row in chain.from_iterable(lists):
        people += [getattr(row, name, None) for name in ("player", "other")]
        accounts = [getattr(row, name, None) for name in ("user", "account", "by")]
        people += [getattr(account, "player", None) for account in accounts]
    return [player for player in people if player is not None]


def changes_of(club: Club) -> QuerySet[ClubChange]:
    """Return a club's log, newest first."""
    people = ("by__player", "account__player", "player", "other")
    return ClubChange.objects.filter(club=club).select_related(*people)


def called(text: str) -> Q:
    """Return the condition for rows of lists whose name contains each typed word.

    Accents, case, apostrophes, hyphens and the order of the words do not matter: « Jobin Maud »
    finds « Maud Jobin », « helene » finds « Hélène ».
    """
    condition = Q()
    for word in search_words(text) or [name_key(text)]:
        # The row of a program of before has no search key. Its name is read last, as the index of
        # the search keys doesn't have it.
        of_before = Q(search_key="") & Q(name_key__contains=word)
        condition &= Q(search_key__contains=word) | of_before
    return condition


def visible_players(
    caller: Caller, club: str | None = None, name: str | None = None
) -> QuerySet[Player]:
    """Return the players on the lists of clubs that the caller may see, each with those clubs.

    Only members of such a club see its hidden players. `club` (a slug) and `name` (a part of a
    name) filter the players. A player whose name is not shown in full is not found by it, so
    that nobody can guess names.
    """
    lines = visible_lines(caller)
    narrowed, shown_to = lines, Q()
    if club:
        narrowed = narrowed.filter(club__slug=club)
    if name:
        narrowed = narrowed.filter(called(name))
    if not caller.is_site_owner:
        shown_to = _shown_to(caller)
        if name:
            narrowed = narrowed.filter(shown=Player.Shown.FULL)
            shown_to &= Q(shown=Player.Shown.FULL)
    players = Player.objects.filter(shown_to, pk__in=narrowed.values("player"))
    return players.prefetch_related(Prefetch("club_players", lines))


def people_seen(numbers: Collection[int], caller: Caller) -> dict[int, Player]:
    """Return those of some players whom the caller may see, by number. One query, or none."""
    return visible_players(caller).prefetch_related(None).in_bulk(numbers) if numbers else {}


def visible_lines(caller: Caller) -> QuerySet[ClubPlayer]:
    """Return the rows of the `visible_clubs`' lists, except those hidden by their club.

    A club's own members also see the rows that it hides.
    """
    lines = ClubPlayer.objects.filter(club__in=visible_clubs(caller)).select_related("club")
    return lines.exclude(hidden_lines(caller))


def hidden_lines(caller: Caller) -> Q:
    """Return the condition for rows of lists that their clubs hide from the caller."""
    if caller.is_site_owner:
        return Q(pk__in=())
    hidden = Q(shown=Player.Shown.HIDDEN)
    if caller.account is not None:
        own = Membership.objects.filter(user=caller.account)
        hidden &= ~Q(club__in=own.values("club"))
    return hidden


def clubs_showing(player: Player, caller: Caller) -> QuerySet[Club]:
    """Return the `visible_clubs` whose matches may be shown on this player's page.

    Clubs that hide the player are left out, because their matches would reveal who the unnamed
    player is.
    """
    hiding = ClubPlayer.objects.filter(hidden_lines(caller), player=player)
    return visible_clubs(caller).exclude(pk__in=hiding.values("club"))


def _shown_to(caller: Caller) -> Q:
    seen = ~Q(shown=Player.Shown.HIDDEN)
    if caller.account is not None:
        fellows = ClubPlayer.objects.filter(club__memberships__user=caller.account)
        seen |= Q(pk__in=fellows.values("player"))
    return seen


def list_of(club: Club, caller: Caller, name: str = "") -> QuerySet[Player]:
    """Return the players on a club's list that the caller may see.

    `name` is a part of their name. A caller who may manage the list finds everyone on it by
    their full name.
    """
    if caller.may("manage_players", club):
        lines = ClubPlayer.objects.filter(club=club)
        if name:
            lines = lines.filter(called(name))
        seen = Player.objects.filter(pk__in=lines.values("player"))
    else:
        seen = visible_players(caller, club.slug, name).prefetch_related(None)
    return players_called(club).filter(pk__in=seen.values("pk"))


def directory_of(club: Club, caller: Caller) -> Directory:
    """Return the directory of a club's list, with the names that the caller may see."""
    people = list_of(club, caller)
    if not caller.may("manage_players", club):
        return Directory.of(Known(player.pk, player.public_name) for player in people)
    rows: Iterable[Any] = people.values_list("pk", "name", "line__name")  # type: ignore[misc]
    return Directory.of(Known(pk, own or name) for pk, name, own in rows)


def look_alikes(club: Club, name: str, caller: Caller) -> list[Known]:
    """Return the people on a club's list who have another name that looks like `name`.

    Only the names that the caller may see are compared. A list of more than 5000 people is not
    searched.
    """
    if ClubPlayer.objects.filter(club=club).count() > LOOKED_THROUGH:
        return []
    return directory_of(club, caller).alike(name)


# The longest list that is searched for one name, in people.
LOOKED_THROUGH = 5000


def people_to_add(text: str, club: Club, caller: Caller, choices: Choices) -> list[Judged]:
    """Return the rows of a list of people, compared with the people on the club's list.

    Raise `ListFault` if the text is too long to be a list.
    """
    directory = directory_of(club, caller)
    there = [
        Group(person.name, (ListedPerson(person.name, person.player),))
        for person in directory.spelt.values()
    ]
    return judge(read(text), directory, there, choices)


def is_named_to(caller: Caller, player: Player, club: Club) -> bool:
    """Return whether the caller may see the whole name of a player on a club's list."""
    if caller.may("manage_players", club):
        return True
    if caller.account is not None and player.user_id == caller.account.pk:
        return True
    listed = visible_players(caller).prefetch_related(None).filter(pk=player.pk)
    lines = ClubPlayer.objects.filter(club=club, player=player, shown=Player.Shown.FULL)
    return player.shown == Player.Shown.FULL and lines.exists() and listed.exists()


def sorted_by_name(players: QuerySet[Player]) -> list[int]:
    """Return the ids of a club's players, sorted by the club's names for them.

    Python sorts them, because each database sorts differently.
    """
    rows: Iterable[Any] = players.values_list("pk", "name", "line__name")  # type: ignore[misc]
    return [
        pk for pk, name, own in sorted(rows, key=lambda row: (sort_key(row[2] or row[1]), row[0]))
    ]


def players_in(numbers: Iterable[int], club: Club) -> list[Player]:
    """Return the players whose ids are in `numbers`, in that order, under the club's names."""
    player_ids = list(numbers)
    players_by_id = players_called(club).in_bulk(player_ids)
    return [players_by_id[number] for number in player_ids if number in players_by_id]


def find_player(player_id: int, caller: Caller) -> Player:
    """Return a player whom the caller may see, with the clubs that the caller may see.

    For the id of a merged player, return the player who absorbed them. Raise `NotFound` if there
    is no such player.
    """
    for _step in range(_LONGEST_CHAIN):
        # A player who was merged into another one is on no list, so this query doesn't find
        # them.
        player = visible_players(caller).filter(pk=min(player_id, ID_MAX)).first()
        if player is not None:
            return player
        into = Merge.objects.filter(absorbed=min(player_id, ID_MAX)).first()
        if into is None:
            break
        player_id = into.kept_id
    return _unlisted(min(player_id, ID_MAX), caller)


# The longest chain of mergers that is followed. It is longer than any real chain.
_LONGEST_CHAIN = 50


def _unlisted(player_id: int, caller: Caller) -> Player:
    """Return a player who is on no list that the caller may see, if the player is the caller.

    The site's owner gets any such player. Raise `NotFound` for everybody else.
    """
    player = None
    if caller.account is not None:
        lines = ClubPlayer.objects.filter(club__in=visible_clubs(caller)).select_related("club")
        unlisted = Player.objects.filter(pk=player_id).exclude(shown=Player.Shown.REMOVED)
        if not caller.is_site_owner:
            unlisted = unlisted.filter(user=caller.account)
        player = unlisted.prefetch_related(Prefetch("club_players", lines)).first()
    if player is None:
        raise NotFound
    return player


def clubs_where(caller: Caller, capability: Capability) -> QuerySet[Club]:
    """Return the clubs in which the caller's role gives a capability, the oldest first."""
    if caller.is_site_owner:
        return Club.objects.order_by("id")
    if caller.account is None:
        return Club.objects.none()
    roles = [role for role in RANKS if allows(role, capability)]
    mine = Membership.objects.filter(user=caller.account, role__in=roles)
    return Club.objects.filter(pk__in=mine.values("club")).order_by("id")


def managed_clubs(caller: Caller) -> QuerySet[Club]:
    """Return the clubs whose players the caller may manage."""
    return clubs_where(caller, "manage_players")


def others_to_merge(player: Player, caller: Caller, name: str) -> QuerySet[Player]:
    """Return the players who may be the same person as `player`.

    They are on a list that the caller manages, and their names there contain `name`.
    """
    lines = ClubPlayer.objects.filter(called(name), club__in=managed_clubs(caller))
    players = Player.objects.filter(pk__in=lines.values("player")).exclude(pk=player.pk)
    # Each player gets those of their clubs that the caller may see.
    seen = ClubPlayer.objects.filter(club__in=visible_clubs(caller)).select_related("club")
    return players.prefetch_related(Prefetch("club_players", seen)).order_by("name", "id")


def players_of(club: Club) -> QuerySet[Player]:
    """Return the players on a club's list, under the club's names."""
    return players_called(club).filter(club_players__club=club)


def survivors(ids: Iterable[int]) -> dict[int, Player]:
    """Return the players by their ids. For a merged player, return the one who absorbed them."""
    player_ids = set(ids)
    into = dict(Merge.objects.values_list("absorbed_id", "kept_id").filter(absorbed__in=player_ids))
    while onward := set(into.values()) - set(into):
        further = dict(
            Merge.objects.values_list("absorbed_id", "kept_id").filter(absorbed__in=onward)
        )
        if not further:
            break
        into |= further

    def last(player: int) -> int:
        return last(into[player]) if player in into else player

    players_by_id = Player.objects.in_bulk({last(player) for player in player_ids})
    return {
        player: players_by_id[last(player)]
        for player in player_ids
        if last(player) in players_by_id
    }
