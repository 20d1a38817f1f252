"""Sentences about clubs and people: what to do about a refusal, and the club's log in words."""

from collections.abc import Iterable
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from clubs.called import called_in
from clubs.callers import Caller
from clubs.errors import Impossible, NameTaken, NotAllowed
from clubs.models import Action, Club, ClubChange, Player, Role, User
from clubs.names import NameFault
from clubs.queries import visible_players
from clubs.shapes import NAME_FAULTS

PEOPLE_ERRORS: dict[str, str | Promise] = {
    "client_id_reused": gettext_lazy("Cet envoi a déjà servi pour autre chose."),
    "account_needed": gettext_lazy("Il faut un compte pour cela : se connecter d'abord."),
    "officer_needed": gettext_lazy("C'est aux responsables du club de le faire."),
    "owner_needed": gettext_lazy("C'est aux propriétaires du club de le faire."),
    "players_not_allowed": gettext_lazy("Ce club garde lui-même sa liste de personnes."),
    "other_club_officer_needed": gettext_lazy(
        "Cette personne est d'un autre club : il faut y être responsable aussi, ou l'inviter."
    ),
    "person_of_several_clubs": gettext_lazy(
        "Cette personne est de plusieurs clubs : c'est à elle de le faire, ou à quelqu'un qui est"
        " responsable dans tous, ou au propriétaire du site."
    ),
    "invitation_of_several_clubs": gettext_lazy(
        "Cette personne est maintenant de plusieurs clubs : demander une nouvelle invitation à"
        " quelqu'un qui est responsable dans tous, ou au propriétaire du site."
    ),
    "own_choice": gettext_lazy("Cette personne a un compte : c'est à elle de choisir."),
    "too_many_jobs": gettext_lazy(
        "Deux travaux sont déjà en cours : attendre la fin de l'un, ou l'arrêter."
    ),
    "job_failed": gettext_lazy("Ce travail a échoué, et c'est une faute du site."),
    "job_interrupted": gettext_lazy(
        "Le site s'est arrêté pendant ce travail, dont rien n'est gardé : le demander à nouveau."
    ),
    "merge_not_allowed": gettext_lazy(
        "Pour réunir deux personnes, il faut être responsable de tous leurs clubs."
    ),
    "slug_taken": gettext_lazy("Cette adresse est déjà celle d'un club."),
    "last_owner": gettext_lazy(
        "Un club garde au moins un propriétaire : en nommer un autre d'abord."
    ),
    "account_has_player": gettext_lazy("Ce compte est déjà quelqu'un d'autre."),
    "date_to_come": gettext_lazy("Cette date est à venir : donner celle du jour, ou une passée."),
    "player_has_account": gettext_lazy("Cette personne a déjà un compte."),
    "player_unknown": gettext_lazy("Cette personne n'est pas dans la liste."),
    "merge_same_player": gettext_lazy("C'est une seule et même personne : en choisir une autre."),
    "merge_two_accounts": gettext_lazy(
        "Ces deux personnes ont chacune un compte : délier l'un des deux d'abord."
    ),
    "merge_same_table": gettext_lazy(
        "Ces deux personnes sont à la même table (match %(matches)s) : ce n'en est pas une seule."
    ),
    "merge_same_tournament": gettext_lazy(
        "Ces deux personnes ont joué le même tournoi (%(tournaments)s) : ce n'en est pas une seule."
    ),
    "merge_line": gettext_lazy(
        "L'une de ces deux personnes tient un jeu de l'autre : ce n'en est pas une seule."
    ),
    "merge_none": gettext_lazy("Cette personne n'a été réunie avec aucune autre."),
    "merge_too_old": gettext_lazy("Une réunion se défait pendant 30 jours, pas après."),
    "merge_not_last": gettext_lazy("Une réunion plus récente est à défaire d'abord."),
    "merge_elsewhere": gettext_lazy(
        "Cette personne est aussi d'un autre club : un responsable de tous ses clubs peut réunir."
    ),
}


def error_sentence(refusal: Exception) -> str:
    """Say what to do about a refusal of the people's services."""
    if isinstance(refusal, NameFault):
        return str(NAME_FAULTS[refusal.code])
    if isinstance(refusal, NameTaken):
        if refusal.told is None:
            return _("Ce nom est déjà pris dans le club : en donner un autre.")
        words = {"name": refusal.told.public_name}
        return _("Ce nom est déjà pris dans le club, par %(name)s.") % words
    if isinstance(refusal, Impossible):
        return str(PEOPLE_ERRORS[refusal.code]) % refusal.params
    if isinstance(refusal, NotAllowed):
        return str(PEOPLE_ERRORS.get(refusal.code, _("Cela n'est pas permis.")))
    raise TypeError(refusal)


def account_name(account: User | None) -> str:
    """What the members of a club call an account: by its player's name, or else its number."""
    if account is None:
        return ""
    player: Player | None = getattr(account, "player", None)
    return player.called if player else _account_number(account)


def account_names_told(
    accounts: Iterable[User | None], caller: Caller, club: Club | None = None
) -> dict[int | None, str]:
    """What the caller may call these accounts, by number: by their players' public names where
    they may see those (the club's own, in its things), else by the number. They come with their
    players. Two queries at most; nobody's name is empty."""
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
    """What anyone may call an account: by its player's public name, or else its number."""
    if account is None:
        return ""
    player: Player | None = getattr(account, "player", None)
    return player.public_name if player else _account_number(account)


def _account_number(account: User) -> str:
    # Its `username` is random, and tells an officer less than nothing.
    return _("compte n° %(number)s") % {"number": account.pk}


def role_name(role: str) -> str:
    """What a role is called."""
    return str(Role(role).label)


def change_sentence(change: ClubChange) -> str:
    """Say to whom or to what a line of the log was done, and how it was before."""
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
