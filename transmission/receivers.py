"""Receivers of signals about people, which change the graphs accordingly."""

from collections.abc import Sequence
from typing import Any

from django.db.models.signals import post_save

from clubs import signals
from clubs.models import ClubPlayer, Player
from transmission.services.forgetting import remove_names
from transmission.services.merge import merge_links, unmerge_links
from transmission.services.stamps import end_names, games_of

OWN = "transmission"


def connect() -> None:
    """Connect the receivers of signals about people."""
    signals.players_merged.connect(merge)
    signals.merge_undone.connect(unmerge)
    signals.player_forgotten.connect(forget)
    post_save.connect(note_name, sender=Player)
    post_save.connect(note_care, sender=ClubPlayer)


def note_name(
    sender: type[Player], instance: Player, created: bool, update_fields: Any = None, **_: Any
) -> None:
    """Invalidate all stored files that may contain a person's old name."""
    if not created and (update_fields is None or {"name", "shown"} & set(update_fields)):
        end_names(games_of(instance))


def note_care(sender: type[ClubPlayer], instance: ClubPlayer, created: bool, **_: Any) -> None:
    """Invalidate all stored files that may show a person, when a club hides or shows the person."""
    if not created:
        end_names(games_of(instance.player))


def merge(sender: type[Player], survivor: Player, absorbed: Player, **_: Any) -> dict[str, Any]:
    """Move the links of `absorbed` to `survivor`. Return the receipt with which this can be
    undone.
    """
    return {OWN: merge_links(survivor=survivor, absorbed=absorbed)}


def unmerge(
    sender: type[Player], survivor: Player, absorbed: Player, receipts: dict[str, Any], **_: Any
) -> None:
    """Undo `merge` with its receipt."""
    if receipt := receipts.get(OWN):
        unmerge_links(survivor=survivor, absorbed=absorbed, receipt=receipt)


def forget(sender: type[Player], names: Sequence[str], club_ids: Sequence[int], **_: Any) -> None:
    """Remove a forgotten person's names from the notes and log entries of their clubs."""
    remove_names(names=names, club_ids=club_ids)
