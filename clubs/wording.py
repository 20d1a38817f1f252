"""Words about clubs and people: the name of an account, and the club's log in sentences."""

from collections.abc import Iterable
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from clubs.called import called_in
from clubs.callers import Caller
from clubs.models import Action, Club, ClubChange, Player, Role, User
from clubs.queries import visible_players


def account_name(account: User | None) -> str:
    """Return the name of an account for a club's members: its player's name, or else its number."""
    if account is None:
        return ""
    player: Player | None = getattr(account, "player", None)
    return player.called if player else _account_number(account)


def account_names_told(
    accounts: Iterable[User | None], caller: Caller, club: Club | None = None
) -> dict[int | None, str]:
    """Return the names of these accounts as the caller may see them, by number.

    An account has its player's public name (the club's own, on its pages) if the caller may see it,
    else its number. Accounts come with their players. At most two queries; no name is empty.
    """
    asked = {account.pk: account for account in accounts if account is not None}
    names: dict[int | None, str] = {None: ""}
    names |= {number: _account_number(account) for number, account in asked.items()}
    people = [number for number, account in asked.items() if hasattr(account, "player")]
    if not people:
        return names
    players = list(visible_players(caller).prefetch_related(None).filter(user__in=people))
    called_in(club, players)
    return names | {player.user_id: player.public_name for player in players}


def public_account_name(account: User | None) -> str:
    """Return the public name of an account: its player's public name, or else its number."""
    if account is None:
        return ""
    player: Player | None = getattr(account, "player", None)
    return player.public_name if player else _account_number(account)


def _account_number(account: User) -> str:
    # Its `username` is random and useless to an officer.
    return _("compte n° %(number)s") % {"number": account.pk}


def role_name(role: str) -> str:
    """Return the name of a role."""
    return str(Role(role).label)


def change_sentence(change: ClubChange) -> str:
    """Return the subject of a log line, and its former state."""
    return " · ".join(part for part in (_whom(change), _how(change)) if part)


def _whom(change: ClubChange) -> str:
    names = [account_name(change.account)]
    names += [player.called for player in (change.player, change.other) if player]
    return ", ".join(dict.fromkeys(name for name in names if name))


def _how(change: ClubChange) -> str:
    before, after = change.before or {}, change.after or {}
    if change.kind in (Action.INVITED, Action.JOINED):
        return _value("role", after.get("role"))
    if change.kind in (Action.REVOKED, Action.EXCLUDED, Action.LEFT):
        return _value("role", before.get("role"))
    steps = [
        _("%(what)s : %(before)s → %(after)s")
        % {
            "what": _FIELDS.get(name, name),
            "before": _value(name, before.get(name)),
            "after": _value(name, after.get(name)),
        }
        for name in after
    ]
    return " · ".join(steps)


_FIELDS: dict[str, str | Promise] = {
    "name": gettext_lazy("nom"),
    "city": gettext_lazy("ville"),
    "language": gettext_lazy("langue"),
    "public": gettext_lazy("pages ouvertes à tout le monde"),
    "open_recording": gettext_lazy("tables ouvertes à tout le monde"),
    "logo_text": gettext_lazy("sigle"),
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
