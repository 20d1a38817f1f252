"""Receivers of the boards for matches and people.

Inside the transaction that changes a match, a receiver stores that the match is due. It is counted
after the commit (`leaderboards.incremental.process`).
"""

from typing import Any

from django.db import transaction
from django.db.models.signals import post_delete, pre_delete

from clubs.models import Player
from clubs.signals import club_confirmed, merge_undone, player_forgotten, players_merged
from games.models import Match, Status
from games.signals import match_stored
from jobs.due import schedule
from leaderboards import services


def connect() -> None:
    """Connect the signals. Called once, when the apps are ready."""
    match_stored.connect(_match_stored, dispatch_uid="leaderboards.stored")
    pre_delete.connect(_match_going, sender=Match, dispatch_uid="leaderboards.going")
    post_delete.connect(_match_deleted, sender=Match, dispatch_uid="leaderboards.deleted")
    players_merged.connect(_merged, dispatch_uid="leaderboards.merged")
    club_confirmed.connect(_confirmed, dispatch_uid="leaderboards.confirmed")
    player_forgotten.connect(_forgotten, dispatch_uid="leaderboards.forgotten")
    merge_undone.connect(_merged, dispatch_uid="leaderboards.unmerged")


def _confirmed(**_kwargs: Any) -> None:
    """Let the worker count the club's matches over all clubs too."""
    schedule(services.CONFIRMED)


def _match_stored(match: Match, running: bool, **_kwargs: Any) -> None:
    """Mark a match as due if it is finished, or was counted before.

    A running match, which most writes are about, costs no query here.
    """
    if not running and (match.status == Status.FINISHED or services.is_known(match.pk, match.game)):
        services.mark_due(game=match.game, matches=[match.pk])
        _soon()


def _soon() -> None:
    # An error of the boards must not make the write fail. It is logged, and the match stays due.
    transaction.on_commit(services.process_due, robust=True)


def _match_going(instance: Match, **_kwargs: Any) -> None:
    services.withdraw_facts(match_id=instance.pk)


def _match_deleted(instance: Match, **_kwargs: Any) -> None:
    services.mark_due(game=instance.game, matches=[instance.pk])
    _soon()


def _merged(survivor: Player, absorbed: Player, **_kwargs: Any) -> None:
    """Mark the matches of both people as due. They are counted after the commit.

    The app of players moves the seats of these matches before the commit.
    """
    services.mark_people_due(players=[survivor.pk, absorbed.pk])
    _soon()


def _forgotten(player_id: int, names: list[str], **_kwargs: Any) -> None:
    services.forget_names(player_id=player_id, names=names)
