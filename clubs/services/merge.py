"""Merging two players who are one person, and undoing it."""

from datetime import timedelta
from typing import Any

from django.db import transaction
from django.utils import timezone

from clubs import signals
from clubs.callers import Caller
from clubs.errors import NameTaken
from clubs.models import Action, Merge, Player, most_careful
from clubs.permissions import clubs_of, is_oneself, may_do, may_merge
from clubs.services.journal import log
from clubs.services.merged_lines import lines_now
from clubs.services.players import check_name_free, locked
from clubs.services.unmerge import unmerge
from core.errors import Denied, Refused
from core.names import list_keys

# The time during which a merge may be undone.
UNDO_WINDOW = timedelta(days=30)


@transaction.atomic
def merge(*, survivor: Player, absorbed: Player, caller: Caller) -> Merge:
    """Merge two players: `survivor` stays, and gets everything that belonged to `absorbed`.

    For each of the two players, the caller must be an officer of all their clubs, or the player.
    Raise `Denied`, `NameTaken`, `NotFound`, or `Refused` with `merge_same_player`,
    `merge_two_accounts` or a code of the layers above.
    """
    survivor, absorbed = _locked(survivor, absorbed)
    if not may_merge([survivor, absorbed], caller):
        raise Denied("merge_not_allowed")
    return join(survivor, absorbed, caller)


def join(survivor: Player, absorbed: Player, caller: Caller) -> Merge:
    """Merge two players without checking the caller's rights. Must run inside a transaction."""
    survivor, absorbed = _locked(survivor, absorbed)
    if survivor.user_id and absorbed.user_id:
        raise Refused("merge_two_accounts", "other")
    clubs = {club.pk: club for club in [*clubs_of(survivor), *clubs_of(absorbed)]}
    before = _snapshot(survivor, absorbed)
    name = _name_of_both(survivor, absorbed, caller)
    _move_lines(survivor, absorbed)
    survivor.club_players.filter(name="").update(**list_keys(name))
    _become_one(survivor, absorbed, name)
    before["merged"] = _person(survivor)
    merged = Merge.objects.create(
        kept=survivor, absorbed=absorbed, by=caller.account, before=before
    )
    answers = signals.players_merged.send(sender=Player, survivor=survivor, absorbed=absorbed)
    for _receiver, receipt in answers:
        merged.receipts |= receipt or {}
    merged.save(update_fields=["receipts"])
    for club in clubs.values():
        log(club, Action.MERGED, caller, player=survivor, other=absorbed)
    return merged


def _locked(survivor: Player, absorbed: Player) -> tuple[Player, Player]:
    """Lock both players in the order of their ids; return them as they are now.

    Two merges of the same pair wait for each other because of this order.
    """
    if survivor.pk == absorbed.pk:
        raise Refused("merge_same_player", "other")
    rows = {
        player.pk: locked(player) for player in sorted((survivor, absorbed), key=lambda p: p.pk)
    }
    return rows[survivor.pk], rows[absorbed.pk]


def _snapshot(survivor: Player, absorbed: Player) -> dict[str, Any]:
    return {
        "kept": _person(survivor),
        "absorbed": _person(absorbed),
        "lines": lines_now(survivor, absorbed),
        "invitations": list(absorbed.invitations.values_list("pk", flat=True)),
        "guests": list(absorbed.known_guests.values_list("pk", flat=True)),
    }


def _person(player: Player) -> dict[str, Any]:
    return {"name": player.name, "shown": player.shown, "user": player.user_id}


def _name_of_both(survivor: Player, absorbed: Player, caller: Caller) -> str:
    """Return the kept player's name, or the absorbed player's if a third person has that name.

    Only clubs that use the person's own name are checked. Raise `NameTaken` if both names are
    taken.
    """
    lines = [
        *absorbed.club_players.select_related("club"),
        *survivor.club_players.select_related("club"),
    ]
    clubs = [club for club, own in {line.club: line.name for line in lines}.items() if not own]
    try:
        check_name_free(clubs, survivor.name, [survivor, absorbed], caller)
    except NameTaken as taken:
        try:
            check_name_free(clubs, absorbed.name, [survivor, absorbed], caller)
        except NameTaken:
            raise taken from None
        return absorbed.name
    return survivor.name


def _move_lines(survivor: Player, absorbed: Player) -> None:
    """Move the absorbed player's rows on lists to the survivor, one row for each club.

    If both players are on a club's list, the absorbed player's row is deleted. Of their two
    choices of how to be shown there, the more careful one stays.
    """
    for line in survivor.club_players.all():
        for other in absorbed.club_players.filter(club=line.club_id):
            line.shown = most_careful(line.shown, other.shown)
            line.save(update_fields=["shown"])
            other.delete()
    absorbed.club_players.update(player=survivor)
    absorbed.invitations.update(player=survivor)
    absorbed.known_guests.update(player=survivor)


def _become_one(survivor: Player, absorbed: Player, name: str) -> None:
    account = survivor.user_id or absorbed.user_id
    visibility = most_careful(survivor.shown, absorbed.shown)
    if absorbed.user_id:
        absorbed.user = None
        absorbed.save(update_fields=["user"])
    survivor.name, survivor.shown, survivor.user_id = name, visibility, account
    survivor.save(update_fields=["name", "shown", "user"])


def last_merger(player: Player) -> Merge | None:
    """Return the merge to undo, or None.

    If the player was merged into another one, it is that merge. Otherwise it is the last merge
    of another player into this one.
    """
    into = Merge.objects.filter(absorbed=player).first()
    return into or Merge.objects.filter(kept=player).order_by("-id").first()


def can_be_undone(merged: Merge) -> bool:
    """Return whether a merge is recent enough to be undone, and what it changed is still stored."""
    return bool(merged.before) and timezone.now() - merged.at < UNDO_WINDOW


@transaction.atomic
def undo_merge(*, player: Player, caller: Caller) -> Merge:
    """Undo `player`'s last merge, if it is at most 30 days old: one player becomes two again.

    Every row that was moved is moved back. Rows written since then stay with the kept player.
    Officers of all the person's clubs may do it, and a person who merged themselves. Raise
    `Denied`, `NameTaken`, or `Refused` with `merge_none`, `merge_too_old` or `merge_not_last`.
    """
    last = last_merger(player)
    merged = Merge.objects.select_for_update().filter(pk=last.pk).first() if last else None
    if merged is None:
        raise Refused("merge_none")
    if not (_merged_themselves(merged, caller) or may_do("unmerge", merged.kept, caller)):
        raise Denied("merge_not_allowed")
    _check_undoable(merged)
    survivor, absorbed = merged.kept, merged.absorbed
    clubs = clubs_of(survivor)
    signals.merge_undone.send(
        sender=Player, survivor=survivor, absorbed=absorbed, receipts=merged.receipts
    )
    unmerge(merged, caller)
    merged.delete()
    for club in clubs:
        log(club, Action.UNMERGED, caller, player=survivor, other=absorbed)
    return merged


def _merged_themselves(merged: Merge, caller: Caller) -> bool:
    """Return whether the caller is the merged person, and made the merge by an invitation."""
    return is_oneself(merged.kept, caller) and merged.by_id == merged.kept.user_id


def _check_undoable(merged: Merge) -> None:
    if not can_be_undone(merged):
        raise Refused("merge_too_old")
    # Merges are undone from the last to the first, because undoing a merge needs the rows that
    # it left.
    into_another = Merge.objects.filter(absorbed=merged.kept)
    later = Merge.objects.filter(kept=merged.kept, pk__gt=merged.pk)
    if into_another.exists() or later.exists():
        raise Refused("merge_not_last")
