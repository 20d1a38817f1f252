"""Receivers of signals about matches at tournaments' tables, and about people who play."""

from collections.abc import Sequence
from typing import Any

from django.dispatch import receiver

from clubs.models import Player, User
from clubs.signals import account_exported, merge_undone, player_forgotten, players_merged
from games.signals import match_changed, match_finished
from tournaments.services import people
from tournaments.services.playing import follow


@receiver(match_finished)
@receiver(match_changed)
def match_told(
    sender: Any,
    match_id: str,
    event_id: str | None = None,
    running: bool = False,
    **kwargs: Any,
) -> None:
    """A match has ended or changed: update its table, if it has one.

    A match that was started elsewhere may have been named as a table's result once it was over.
    """
    if event_id != "" or not running:
        follow(match_id)


@receiver(players_merged)
def made_one(sender: Any, kept: Player, absorbed: Player, **kwargs: Any) -> dict[str, Any]:
    """Two players were merged into one: enter them once, under one number."""
    return people.merge(kept=kept, absorbed=absorbed)


@receiver(merge_undone)
def made_two(
    sender: Any, kept: Player, absorbed: Player, receipts: dict[str, Any], **kwargs: Any
) -> None:
    """The merge was undone."""
    people.unmerge(kept=kept, absorbed=absorbed, receipts=receipts)


@receiver(player_forgotten)
def forgotten(
    sender: Any, player_id: int, names: Sequence[str], club_ids: Sequence[int], **kwargs: Any
) -> None:
    """A person asks to be forgotten."""
    people.forget(player_id=player_id, names=names, club_ids=club_ids)


@receiver(account_exported)
def exported(sender: Any, user: User, **kwargs: Any) -> dict[str, Any]:
    """A person asks for their data."""
    return people.held_of(user=user)
