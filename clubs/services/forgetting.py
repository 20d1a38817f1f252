"""Forgets a person: their name is removed from everything. Their results stay without a name."""

from typing import Any

from django.db import transaction
from django.db.models import Q

from clubs import signals
from clubs.callers import Caller
from clubs.forgotten_names import FullNames
from clubs.guests.models import KnownGuest
from clubs.models import Action, Club, ClubChange, ClubPlayer, Invitation, Merge, Player
from clubs.permissions import check_may, clubs_of
from clubs.services.journal import log
from clubs.services.merged_lines import lines_before
from clubs.services.players import locked
from core.errors import NotFound


@transaction.atomic
def forget(*, player: Player, caller: Caller) -> None:
    """Forget a person, for good. If they have an account, it stays without a player.

    The person themselves, officers of all clubs that list them, and the site's owner may do it.
    Raise `Denied` for others, and `NotFound` if the person is forgotten already.
    """
    player = locked(player)
    if player.shown == Player.Shown.REMOVED:
        raise NotFound
    check_may("forget", player, caller)
    erase(player=player, caller=caller)


@transaction.atomic
def erase(*, player: Player, caller: Caller) -> None:
    """Remove a person's name from everything, and log this in their clubs.

    The caller's rights are not checked here.
    """
    clubs = clubs_of(player)
    names = forget_traces(player=player)
    signals.player_forgotten.send(
        sender=Player,
        player_id=player.pk,
        names=names,
        club_ids=[club.pk for club in clubs],
    )
    _forget_in_texts(names, clubs)
    withdraw(player=player)
    for club in clubs:
        log(club, Action.FORGOTTEN, caller, player=player)


@transaction.atomic
def forget_traces(*, player: Player) -> list[str]:
    """Remove a person's names from mergers and clubs' logs; return all names that they had.

    The player's own row, their rows on lists and the rows of the layers above are not changed
    here. A merge whose names were removed can't be undone any more.
    """
    mergers = Merge.objects.filter(kept=player)
    whole = [player.pk, *mergers.values_list("absorbed", flat=True)]
    about = ClubChange.objects.filter(Q(player__in=whole) | Q(other__in=whole))
    names = {player.name, *Player.objects.filter(pk__in=whole).values_list("name", flat=True)}
    names |= set(ClubPlayer.objects.filter(player__in=whole).values_list("name", flat=True))
    names |= {line.name for merged in mergers for line in lines_before(merged)}
    known = KnownGuest.objects.filter(player__in=whole)
    names |= set(known.values_list("name", flat=True))
    known.delete()
    naming = (Action.RENAMED, Action.REMOVED, Action.GUEST, Action.PARTED)
    for before, after in about.filter(kind__in=naming).values_list("before", "after"):
        names |= {(values or {}).get("name", "") for values in (before, after)}
    about.update(before=None, after=None)
    mergers.update(before={}, receipts={})
    Player.objects.filter(pk__in=whole).exclude(pk=player.pk).update(name="")
    Invitation.objects.filter(player__in=whole).delete()
    return sorted(names - {""})


def _forget_in_texts(names: list[str], clubs: list[Club]) -> None:
    """Remove a person's full names from the texts on their clubs' pages and in the clubs' logs."""
    full = FullNames(names)
    for club in clubs:
        club.notice, club.joining = full.out_of(club.notice), full.out_of(club.joining)
        club.save(update_fields=["notice", "joining"])
    written = (Action.NOTICE, Action.EVENING, Action.SETTINGS, Action.RESPELT)
    for change in ClubChange.objects.filter(club__in=clubs, kind__in=written):
        before, after = _values_without(full, change.before), _values_without(full, change.after)
        if (before, after) != (change.before, change.after):
            ClubChange.objects.filter(pk=change.pk).update(before=before, after=after)


def _values_without(full: FullNames, values: dict[str, Any] | None) -> dict[str, Any] | None:
    if values is None:
        return None
    return {
        name: full.out_of(value) if isinstance(value, str) else value
        for name, value in values.items()
    }


@transaction.atomic
def withdraw(*, player: Player) -> None:
    """Make a player a « joueur retiré », who has no name and is on no list. Results stay.

    `forget_traces`, which removes the names elsewhere, must be called first.
    """
    merged = Merge.objects.filter(kept=player).values_list("absorbed", flat=True)
    whole = [player.pk, *merged]
    for club in clubs_of(player):
        signals.player_removed.send(sender=Player, player=player, club=club)
    ClubPlayer.objects.filter(player__in=whole).delete()
    Player.objects.filter(pk__in=whole).update(name="", shown=Player.Shown.REMOVED, user=None)
