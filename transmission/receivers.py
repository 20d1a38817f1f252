"""Receivers of the signals about people of the layer below, which change the graphs."""

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
    """Connect the signals about people."""
    signals.players_merged.connect(merge)
    signals.merge_undone.connect(unmerge)
    signals.player_forgotten.connect(forget)
    post_save.connect(note_name, sender=Player)
    post_save.connect(note_care, sender=ClubPlayer)


def note_name(
    sender: type[Player], instance: Player, created: bool, update_fields: Any = None, **_: Any
) -> None:
    """Make all files with a person's old name invalid."""
    if not created and (update_fields is None or {"name", "shown"} & set(update_fields)):
        end_names(games_of(instance))


def note_care(sender: type[ClubPlayer], instance: ClubPlayer, created: bool, **_: Any) -> None:
    """Make all files with a person invalid if a club hides the person, or no longer does."""
    if not created:
        end_names(games_of(instance.player))


def merge(sender: type[Player], survivor: Player, absorbed: Player, **_: Any) -> dict[str, Any]:
    """Move the links of `absorbed` to `survivor`; return the receipt by which this is undone."""
    return {OWN: merge_links(survivor=survivor, absorbed=absorbed)}


def unmerge(
    sender: type[Player], survivor: Player, absorbed: Player, receipts: dict[str, Any], **_: Any
) -> None:
    """Undo `merge`, by its receipt."""
    if receipt := receipts.get(OWN):
        unmerge_links(survivor=survivor, absorbed=absorbed, receipt=receipt)


def forget(sender: type[Player], names: Sequence[str], club_ids: Sequence[int], **_: Any) -> None:
    """Remove the names of a forgotten person from their clubs' notes and log."""
    remove_names(names=names, club_ids=club_ids)
