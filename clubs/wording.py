"""Words about clubs and people: the name of an account, and the club's log in sentences."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import cached_property
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from clubs.callers import Caller
from clubs.club_names import called_in
from clubs.models import (
    Action,
    Club,
    ClubChange,
    ClubPlayer,
    Membership,
    Merge,
    Player,
    Role,
    User,
)
from clubs.queries import people_named, visible_players
from clubs.services.merged_lines import lines_before


def account_name(account: User | None) -> str:
    """Return the name of an account for a club's members; empty without an account.

    It is the name of the account's player or, without a player, the account's number.
    """
    if account is None:
        return ""
    player: Player | None = getattr(account, "player", None)
    return player.called if player else _account_number(account)


def account_names_told(
    accounts: Iterable[User | None], caller: Caller, club: Club | None = None
) -> dict[int | None, str]:
    """Return the names of these accounts as the caller may see them, by account id.

    An account has its player's public name if the caller may see it, else its number. On a
    club's pages the club's own name for the player is used. The accounts must be read with their
    players. No name is empty, except for None. Makes two queries at most.
    """
    accounts_by_id = {account.pk: account for account in accounts if account is not None}
    names: dict[int | None, str] = {None: ""}
    names |= {number: _account_number(account) for number, account in accounts_by_id.items()}
    people = [number for number, account in accounts_by_id.items() if hasattr(account, "player")]
    if not people:
        return names
    players = list(visible_players(caller).prefetch_related(None).filter(user__in=people))
    called_in(club, players)
    return names | {player.user_id: player.public_name for player in players}


def public_account_name(account: User | None, role: str = "") -> str:
    """Return the public name of an account; empty without an account.

    It is the public name of the account's player or, without a player, its role and its number.
    """
    if account is None:
        return ""
    player: Player | None = getattr(account, "player", None)
    return player.public_name if player else _account_number(account, role)


def roles_told(
    accounts: Iterable[User | None], club: Club, caller: Caller
) -> Mapping[int | None, str]:
    """Return the roles in a club of accounts without a player, which have no name, by account id.

    Only who may see the club's members is told. Makes one query if there is such an account.
    """
    ids = [
        account.pk for account in accounts if account is not None and not hasattr(account, "player")
    ]
    if not ids or not caller.may("manage_members", club):
        return {}
    rows = Membership.objects.filter(club=club, user__in=ids)
    return dict(rows.values_list("user", "role"))


def _account_number(account: User, role: str = "") -> str:
    if account.is_superuser:
        return _("propriétaire du site")
    # Its `username` is random and useless to an officer.
    number = _("compte n° %(number)s") % {"number": account.pk}
    return (
        _("%(role)s (%(account)s)") % {"role": role_name(role), "account": number}
        if role
        else number
    )


def role_name(role: str) -> str:
    """Return the name of a role."""
    return str(Role(role).label)


class LogNames:
    """The names of the people in lines of a club's log, as one reader may see them.

    Members of the club have the name that the club uses. So do people who are on its list, or
    were on it before a merger. Other people have the public name that the reader may see, or
    none. Makes at most five queries.
    """

    def __init__(self, changes: Sequence[ClubChange], club: Club, caller: Caller) -> None:
        self._authors = ([change.by for change in changes], club, caller)
        people = {player.pk: player for player in people_named(changes)}
        called_in(club, people.values())
        own = set(people) if caller.is_site_owner else _of_the_club(people, club)
        self._names = {number: people[number].called for number in own}
        others = visible_players(caller).prefetch_related(None)
        for player in others.filter(pk__in=people.keys() - own):
            self._names[player.pk] = player.public_name

    def account(self, account: User | None) -> str:
        """Return the name of an account; empty without an account.

        It is the name of the account's player or, if there is none to show, the account's
        number.
        """
        if account is None:
            return ""
        player: Player | None = getattr(account, "player", None)
        return self._names.get(player.pk if player else 0) or _account_number(account)

    @cached_property
    def _roles(self) -> Mapping[int | None, str]:
        return roles_told(*self._authors)

    def author(self, account: User | None) -> str:
        """Return the name of who made a change: as `account`, with the role of who has no name."""
        role = self._roles.get(account.pk) if account is not None else None
        return public_account_name(account, role) if role else self.account(account)

    def sentence(self, change: ClubChange) -> str:
        """Return the text of a log line: whom it concerns, and the values before and after."""
        return " · ".join(part for part in (self._whom(change), _how(change)) if part)

    def _whom(self, change: ClubChange) -> str:
        people = [player for player in (change.player, change.other) if player]
        names = [
            self.account(change.account),
            *(self._names.get(player.pk, "") for player in people),
        ]
        return ", ".join(dict.fromkeys(name for name in names if name))


def _of_the_club(people: Collection[int], club: Club) -> set[int]:
    """Return those of `people` who are members, on the club's list, or were on it before a
    merger.
    """
    listed = ClubPlayer.objects.filter(club=club, player__in=people)
    members = Membership.objects.filter(club=club, user__player__in=people)
    merged = Merge.objects.filter(absorbed__in=people)
    before = {(line.player_id, line.club_id) for merger in merged for line in lines_before(merger)}
    return {
        *listed.values_list("player_id", flat=True),
        *members.values_list("user__player", flat=True),
        *(number for number in people if (number, club.pk) in before),
    }


def _how(change: ClubChange) -> str:
    before, after = change.before or {}, change.after or {}
    if change.kind in (Action.INVITED, Action.JOINED):
        return _value("role", after.get("role"))
    if change.kind in (Action.REVOKED, Action.EXCLUDED, Action.LEFT):
        return _value("role", before.get("role"))
    if change.kind == Action.REMOVED:
        return str(before.get("name", ""))
    steps = [
        _("%(what)s : %(before)s → %(after)s")
        % {
            "what": _FIELDS.get(name, name),
            "before": _value(name, before.get(name)),
            "after": _value(name, after.get(name)),
        }
        for name in sorted(after, key=_place)
    ]
    return " · ".join(steps)


def _place(name: str) -> int:
    # The fields are sorted here, because PostgreSQL stores the fields of a JSON object in an
    # order of its own.
    return list(_FIELDS).index(name) if name in _FIELDS else len(_FIELDS)


_FIELDS: dict[str, str | Promise] = {
    "name": gettext_lazy("nom"),
    "city": gettext_lazy("ville"),
    "language": gettext_lazy("langue"),
    "public": gettext_lazy("pages ouvertes à tout le monde"),
    "open_recording": gettext_lazy("tout téléphone compte"),
    "logo_text": gettext_lazy("sigle"),
    "joining": gettext_lazy("pour venir"),
    "embeddable": gettext_lazy("montré sur d'autres sites"),
    "notice": gettext_lazy("annonce"),
    "title": gettext_lazy("soirée"),
    "date": gettext_lazy("date"),
    "start": gettext_lazy("début"),
    "end": gettext_lazy("fin"),
    "place": gettext_lazy("lieu"),
    "note": gettext_lazy("note"),
    "cancelled": gettext_lazy("annulée"),
    "default_presets": gettext_lazy("variantes proposées d'abord"),
    "role": gettext_lazy("rôle"),
    "shown": gettext_lazy("sur les pages"),
}


def _value(name: str, value: Any) -> str:
    if value is None or value in ("", {}):
        return "–"
    if isinstance(value, bool):
        return _("oui") if value else _("non")
    if isinstance(value, dict):
        return ", ".join(str(item) for item in value.values())
    if name == "role":
        return role_name(value)
    return str(Player.Shown(value).label) if name == "shown" else str(value)
