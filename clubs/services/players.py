"""Writes about players: the club's list, names, privacy, and a player's account."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

from django.db import IntegrityError, transaction
from django.db.models import Q

from clubs import signals
from clubs.callers import Caller
from clubs.club_names import called_in, players_called
from clubs.errors import NameTaken
from clubs.models import Action, Club, ClubChange, ClubPlayer, Merge, Player
from clubs.permissions import (
    any_phone_vouches,
    check_may,
    clubs_of,
    may_do,
    may_open_settings,
    shown_action,
)
from clubs.queries import is_named_to
from clubs.role_table import PersonAction
from clubs.services.journal import log
from core.errors import Denied, NotFound, Refused
from core.names import clean_name, list_keys, name_key, search_key

# The choices of how pages show a person. A player becomes `removed` only by being forgotten.
CHOICES_SHOWN: tuple[str, ...] = (
    Player.Shown.FULL,
    Player.Shown.INITIALS,
    Player.Shown.HIDDEN,
)


def add_player(*, club: Club, name: str, caller: Caller) -> Player:
    """Put a new player on a club's list; return the player.

    Raise `Denied` without the right, `Refused` for a name that can't be accepted, and
    `NameTaken` with the player who has the name already.
    """
    _check_adder(club, caller)
    name = clean_name(name)
    known = player_named(club=club, name=name)
    if known is not None:
        raise name_taken(known, club, caller)
    try:
        with transaction.atomic():
            player = Player.objects.create(name=name)
            ClubPlayer.objects.create(club=club, player=player, name_key=name_key(name))
            log(club, Action.ADDED, caller, player=player)
    except IntegrityError:
        # Another request may have stored the same name after the check above.
        taken = player_named(club=club, name=name)
        if taken is None:
            raise
        raise name_taken(taken, club, caller) from None
    return player


def add_players(*, club: Club, names: Sequence[str], caller: Caller) -> int:
    """Put the people of these names on a club's list; return how many were not on it before.

    Either all of them are added, or nobody is. Raise `Denied` or `Refused` as `add_player` does.
    """
    _check_adder(club, caller)
    wanted: dict[str, str] = {}
    for name in map(clean_name, names):
        wanted.setdefault(name_key(name), name)
    try:
        return _add_missing(club, wanted, caller)
    except IntegrityError:
        # Another request has stored one of the names. On the second try that name is already on
        # the list.
        return _add_missing(club, wanted, caller)


@transaction.atomic
def _add_missing(club: Club, wanted: Mapping[str, str], caller: Caller) -> int:
    known = set(ClubPlayer.objects.filter(club=club).values_list("name_key", flat=True))
    keys = [key for key in wanted if key not in known]
    people = Player.objects.bulk_create(Player(name=wanted[key]) for key in keys)
    ClubPlayer.objects.bulk_create(
        ClubPlayer(club=club, player=player, name_key=key, search_key=search_key(key))
        for player, key in zip(people, keys, strict=True)
    )
    ClubChange.objects.bulk_create(
        ClubChange(club=club, kind=Action.ADDED, by=caller.account, player=player)
        for player in people
    )
    return len(keys)


def _check_adder(club: Club, caller: Caller) -> None:
    if not (any_phone_vouches(club, caller) or caller.may("manage_players", club)):
        raise Denied("players_not_allowed")


def player_named(*, club: Club, name: str) -> Player | None:
    """Return the club's player of that name, or None.

    Different spellings of the same name are found (NFKC, case folded).
    """
    lines = ClubPlayer.objects.filter(club=club, name_key=name_key(name))
    return players_called(club).filter(club_players__in=lines).first()


@transaction.atomic
def take_back_addition(*, club: Club, player: Player, caller: Caller) -> bool:
    """Remove a player who was added by mistake; return whether they were removed.

    Anybody who may add players may do it, but only if nothing refers to the player: no account,
    invitation, merge or other club, and no row of any layer, apart from the row on the list and
    the log of its addition. The player's own row stays, because logs store people by their id.
    """
    player = locked(player)
    try:
        _check_adder(club, caller)
    except Denied:
        return False
    if player.user_id is not None or player.shown != Player.Shown.FULL:
        return False
    if _points_at(player, club):
        return False
    deleted, _rows = ClubPlayer.objects.filter(club=club, player=player).delete()
    if not deleted:
        return False
    log(club, Action.REMOVED, caller, player=player)
    signals.player_removed.send(sender=Player, player=player, club=club)
    return True


def _points_at(player: Player, club: Club) -> bool:
    """Return whether a row of any layer refers to a player, apart from their addition to `club`."""
    own = {ClubPlayer: Q(club=club), ClubChange: Q(club=club, kind=Action.ADDED)}
    for field in Player._meta.get_fields(include_hidden=True):
        if not (field.auto_created and (field.one_to_many or field.one_to_one)):
            continue
        model: Any = field.related_model
        rows = model._default_manager.filter(**{field.field.name: player})  # type: ignore[union-attr]
        if rows.exclude(own[model] if model in own else Q(pk__in=[])).exists():
            return True
    return False


def player_for(*, club: Club, name: str, caller: Caller) -> Player:
    """Return the club's player of that name. If there is none, add a player of that name."""
    try:
        return add_player(club=club, name=name, caller=caller)
    except NameTaken as taken:
        return taken.player


@transaction.atomic
def add_known_player(*, club: Club, player: Player, caller: Caller) -> None:
    """Put a player of another club on this club's list. The player stays one person.

    The caller must be an officer of this club. They must also be the player, or an officer of
    all the player's other clubs, so that no club gets a person without consent. Raise `Denied`
    otherwise, and `NameTaken` if the name is taken here.
    """
    if not caller.may("manage_players", club):
        raise Denied("players_not_allowed")
    check_may("enter_list", player, caller, code="other_club_officer_needed")
    enter_list(club, player, caller)


def enter_list(club: Club, player: Player, caller: Caller) -> None:
    """Write a player on a club's list, unless they are on it. Raise `NameTaken`."""
    if club.club_players.filter(player=player).exists():
        return
    with taking_name([club], player.name, [player], caller):
        ClubPlayer.objects.create(club=club, player=player, name_key=name_key(player.name))
    log(club, Action.ADDED, caller, player=player)


@contextmanager
def taking_name(
    clubs: Iterable[Club], name: str, bearers: Iterable[Player], caller: Caller
) -> Iterator[None]:
    """Guard a block of code that stores a name on clubs' lists.

    Raise `NameTaken` if somebody other than the `bearers` has the name before the block, or gets
    it by another request during the block.
    """
    clubs, bearers = list(clubs), list(bearers)
    check_name_free(clubs, name, bearers, caller)
    try:
        with transaction.atomic():
            yield
    except IntegrityError:
        check_name_free(clubs, name, bearers, caller)
        raise


def check_name_free(
    clubs: Iterable[Club], name: str, bearers: Iterable[Player], caller: Caller
) -> None:
    """Raise `NameTaken` if one of the clubs has a player of this name who is not in `bearers`."""
    others = ClubPlayer.objects.filter(club__in=list(clubs), name_key=name_key(name))
    taken = others.exclude(player__in=list(bearers)).select_related("player", "club").first()
    if taken is not None:
        raise name_taken(taken.player, taken.club, caller)


def name_taken(player: Player, club: Club, caller: Caller) -> NameTaken:
    """Return the refusal of a name in use.

    It names the person who has the name only to callers who may see that person by it.
    """
    called_in(club, [player])
    return NameTaken(player, player if is_named_to(caller, player, club) else None)


@transaction.atomic
def change_player(
    *,
    player: Player,
    caller: Caller,
    name: str | None = None,
    visibility: str | None = None,
    club: Club | None = None,
) -> Player:
    """Change a player's name, how public pages show them, or both.

    With `club`, the changes are for this club only. Raise the same errors as `rename`,
    `choose_shown`, `rename_here` and `choose_shown_here`.
    """
    if not may_open_settings(player, caller):
        raise Denied("players_not_allowed")
    if club is not None:
        if name is not None:
            rename_here(club=club, player=player, name=name, caller=caller)
        if visibility is not None:
            choose_shown_here(club=club, player=player, visibility=visibility, caller=caller)
        return player
    if name is not None:
        player = rename(player=player, name=name, caller=caller)
    if visibility is not None:
        player = choose_shown(player=player, visibility=visibility, caller=caller)
    return player


@transaction.atomic
def rename(*, player: Player, name: str, caller: Caller) -> Player:
    """Give a player another name, in all clubs that have no name of their own for them.

    Raise `Denied` without the right, `NameTaken`, and `Refused` for a name that can't be
    accepted.
    """
    player = locked(player)
    check_may("rename", player, caller)
    if name == player.name:
        return player
    name = clean_name(name)
    if name == player.name:
        return player
    clubs = clubs_of(player)
    before, player.name = player.name, name
    lines = player.club_players.filter(name="")
    with taking_name([line.club for line in lines.select_related("club")], name, [player], caller):
        player.save(update_fields=["name"])
        lines.update(**list_keys(name))
    for club in clubs:
        _log_change(club, Action.RENAMED, caller, player, name=(before, name))
    return player


@transaction.atomic
def choose_shown(*, player: Player, visibility: str, caller: Caller) -> Player:
    """Choose how public pages name a player: in full, by initials, or not at all.

    Raise `Denied` without the right.
    """
    player = locked(player)
    action = shown_action(player)
    if action == "choose_shown":
        check_may(action, player, caller, code="own_choice")
    elif not may_do(action, player, caller):
        raise Denied("own_choice")
    if visibility == player.shown:
        return player
    before, player.shown = player.shown, visibility
    player.save(update_fields=["shown"])
    for club in clubs_of(player):
        _log_change(club, Action.SHOWN, caller, player, shown=(before, visibility))
    return player


@transaction.atomic
def rename_here(*, club: Club, player: Player, name: str, caller: Caller) -> ClubPlayer:
    """Set a club's own name for a player, or remove it with an empty name.

    Raise `Denied`, `NotFound` if the player is not on the club's list, `NameTaken`, and
    `Refused` for a name that can't be accepted.
    """
    player, line = _on_list("rename_here", club, player, caller)
    if name == line.name:
        return line
    name = clean_name(name) if name and name != player.name else ""
    if name == player.name:
        name = ""
    if name == line.name:
        return line
    before, line.name = line.name, name
    goes_by = name or player.name
    line.name_key = name_key(goes_by)
    with taking_name([club], goes_by, [player], caller):
        line.save(update_fields=["name", "name_key", "search_key"])
    _log_change(club, Action.RENAMED, caller, player, name=(before or player.name, goes_by))
    return line


@transaction.atomic
def choose_shown_here(*, club: Club, player: Player, visibility: str, caller: Caller) -> ClubPlayer:
    """Choose how a club's own pages name a player.

    The choice only has an effect if it is more careful than the player's own.
    """
    player, line = _on_list("choose_shown_here", club, player, caller)
    if visibility == line.shown:
        return line
    before, line.shown = line.shown, visibility
    line.save(update_fields=["shown"])
    _log_change(club, Action.SHOWN, caller, player, shown=(before, visibility))
    return line


def _log_change(
    club: Club, action: Action, caller: Caller, player: Player, **values: tuple[str, str]
) -> None:
    """Log a change of a player. `values` has the values before and after, by name."""
    before = {name: old for name, (old, _new) in values.items()}
    after = {name: new for name, (_old, new) in values.items()}
    log(club, action, caller, player=player, before=before, after=after)


def _on_list(
    action: PersonAction, club: Club, player: Player, caller: Caller
) -> tuple[Player, ClubPlayer]:
    """Lock a player, and return them with their row on a club's list.

    Raise `Denied` without the right, or `NotFound` without such a row.
    """
    player = locked(player)
    if not may_do(action, player, caller, club):
        raise Denied("players_not_allowed")
    line = ClubPlayer.objects.filter(club=club, player=player).first()
    if line is None:
        raise NotFound
    return player, line


@transaction.atomic
def remove_from_list(*, club: Club, player: Player, caller: Caller) -> None:
    """Take a player off a club's list. Their matches and results stay as they are.

    Raise `Denied` without the right, or `NotFound` if the player is not on the list.
    """
    player = locked(player)
    if not may_do("leave_list", player, caller, club):
        raise Denied("players_not_allowed")
    line = ClubPlayer.objects.filter(club=club, player=player).first()
    if line is None:
        raise NotFound
    line.delete()
    player.invitations.filter(club=club).delete()
    # The log stores the present name, because the club must not learn a later one.
    log(club, Action.REMOVED, caller, player=player, before={"name": line.name or player.name})
    signals.player_removed.send(sender=Player, player=player, club=club)


@transaction.atomic
def claim(*, player: Player, caller: Caller) -> Player:
    """Connect an officer's account with a player of their clubs, without an invitation.

    Raise `Denied` without the right, and `Refused` with `player_has_account` or
    `account_has_player`.
    """
    if caller.account is None:
        raise Denied("players_not_allowed")
    check_may("tie_account", player, caller)
    if Player.objects.filter(user=caller.account).exists():
        raise Refused("account_has_player")
    return tie(player, caller)


def tie(player: Player, caller: Caller) -> Player:
    """Connect the caller's account with the player, and return the player.

    Raise `Refused` `player_has_account` if the player already has an account.
    """
    player = locked(player)
    if player.user_id is not None:
        raise Refused("player_has_account")
    player.user = caller.account
    player.save(update_fields=["user"])
    for club in clubs_of(player):
        log(club, Action.TIED, caller, account=caller.account, player=player)
    return player


@transaction.atomic
def untie(*, player: Player, caller: Caller) -> Player:
    """Separate a player from their account. Raise `Denied` without the right."""
    player = locked(player)
    check_may("untie_account", player, caller)
    if player.user is None:
        return player
    account, player.user = player.user, None
    player.save(update_fields=["user"])
    for club in clubs_of(player):
        log(club, Action.UNTIED, caller, player=player, account=account)
    return player


def locked(player: Player) -> Player:
    """Lock the row of a player and return the player.

    Raise `NotFound` if the player has been merged or deleted.
    """
    locked_player = Player.objects.select_for_update().filter(pk=player.pk).first()
    # This is checked while the row is locked. A merge that was in progress has been stored by
    # then.
    if locked_player is None or Merge.objects.filter(absorbed=locked_player).exists():
        raise NotFound
    return locked_player
