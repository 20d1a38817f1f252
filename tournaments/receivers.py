"""Receivers of signals about matches at tournaments' tables and about players."""

import logging
from collections.abc import Sequence
from typing import Any

from django.db import DatabaseError, transaction
from django.dispatch import receiver

from clubs.callers import Caller
from clubs.guests.names import GuestNames, Trace
from clubs.models import Club, Player, User
from clubs.signals import (
    account_exported,
    guest_parted,
    guests_known,
    guests_sought,
    links_deleted,
    merge_undone,
    player_forgotten,
    players_merged,
)
from games.models import Match
from games.signals import match_stored
from tournaments.models import Webhook
from tournaments.services import guest_lines
from tournaments.services.entrants import guests as entered_guests
from tournaments.services.entrants import people
from tournaments.services.playing import follow

logger = logging.getLogger(__name__)


@receiver(match_stored)
def match_told(
    sender: Any, match: Match, running: bool, same_result: bool = False, **kwargs: Any
) -> None:
    """Update the tournament's table after its match has ended or changed, in the same transaction.

    If this ran after the commit, the process could die in between, and the table would wait for
    ever. A match that was started elsewhere is covered too, if it became a table's result after
    its end.
    """
    if same_result or (not match.event_id and running):
        return
    try:
        with transaction.atomic():
            follow(match)
    except DatabaseError:
        raise
    except Exception:
        # An error in the tournament must not stop the match. An officer can still enter the
        # result by hand.
        logger.exception("tournament of match %s: its table was not told", match.pk)


@receiver(links_deleted)
def webhooks_end(sender: Any, links: Sequence[int], **kwargs: Any) -> None:
    """Delete the webhooks that worked by ended links, with their messages."""
    for hook in Webhook.objects.filter(link__in=links):
        hook.delete()


@receiver(players_merged)
def made_one(sender: Any, survivor: Player, absorbed: Player, **kwargs: Any) -> dict[str, Any]:
    """Replace an absorbed player by the survivor in all tournaments.

    Return a receipt with the changes, by which `made_two` undoes them.
    """
    return people.merge(survivor=survivor, absorbed=absorbed)


@receiver(merge_undone)
def made_two(
    sender: Any, survivor: Player, absorbed: Player, receipts: dict[str, Any], **kwargs: Any
) -> None:
    """Undo the changes of `made_one`, because the merge was undone."""
    people.unmerge(survivor=survivor, absorbed=absorbed, receipts=receipts)


@receiver(guests_sought)
def where_guests_are(sender: Any, club: Club, guests: GuestNames, **kwargs: Any) -> list[Trace]:
    """Return where guests stand in the club's tournaments and challenges."""
    return [*entered_guests.traces(club, guests), *guest_lines.traces(club, guests)]


@receiver(guests_known)
def guests_made_players(
    sender: Any, club: Club, guests: GuestNames, caller: Caller, **kwargs: Any
) -> dict[int, dict[str, Any]]:
    """Replace guests by players. Return the changes by guest, which `guest_made_again` undoes."""
    receipts: dict[int, dict[str, Any]] = {}
    for number, entries in entered_guests.know(club, guests, caller).items():
        receipts[number] = {entered_guests.ENTRANTS: entries}
    for number, lines in guest_lines.know(club, guests).items():
        receipts.setdefault(number, {}).update(lines)
    return receipts


@receiver(guest_parted)
def guest_made_again(
    sender: Any, player: Player, receipts: dict[str, Any], caller: Caller, **kwargs: Any
) -> None:
    """Undo the changes of `guests_made_players` for one guest."""
    entered_guests.part(player, receipts.get(entered_guests.ENTRANTS, ()), caller)
    guest_lines.part(player, receipts)


@receiver(player_forgotten)
def forgotten(
    sender: Any, player_id: int, names: Sequence[str], club_ids: Sequence[int], **kwargs: Any
) -> None:
    """Remove the names of a person who asked to be forgotten."""
    people.forget(player_id=player_id, names=names, club_ids=club_ids)


@receiver(account_exported)
def exported(sender: Any, user: User, **kwargs: Any) -> dict[str, Any]:
    """Return the tournaments' data about a person who asked for their data."""
    return people.held_of(user=user)
