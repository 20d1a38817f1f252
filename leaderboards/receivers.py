"""What the boards hear of matches and people, and what they do then."""

from functools import partial
from typing import Any

from django.db import transaction
from django.db.models import Exists, OuterRef, Q
from django.db.models.signals import post_delete, pre_delete

from clubs.models import Player
from clubs.signals import merge_undone, player_forgotten, players_merged
from games.models import Match, Status
from games.signals import match_changed, match_finished
from leaderboards import services
from leaderboards.models import Counted, Found
from leaderboards.services.recounting import matches_of


def connect() -> None:
    """Listen. Called once, when the apps are ready."""
    match_finished.connect(_match_written, dispatch_uid="leaderboards.finished")
    match_changed.connect(_match_written, dispatch_uid="leaderboards.changed")
    pre_delete.connect(_match_going, sender=Match, dispatch_uid="leaderboards.going")
    post_delete.connect(_match_deleted, sender=Match, dispatch_uid="leaderboards.deleted")
    players_merged.connect(_merged, dispatch_uid="leaderboards.merged")
    player_forgotten.connect(_forgotten, dispatch_uid="leaderboards.forgotten")
    merge_undone.connect(_merged, dispatch_uid="leaderboards.unmerged")


def _match_written(match_id: str, running: bool = False, **_kwargs: Any) -> None:
    """Most writes are lines of a running match: those cost nothing."""
    if running:
        return
    ended = Q(status=Status.FINISHED)
    was = Exists(Counted.objects.filter(match=OuterRef("pk")))
    told = Exists(Found.objects.filter(match=OuterRef("pk")))
    if Match.objects.filter(ended | was | told, pk=match_id).exists():
        services.recount(matches=[match_id])
        services.find_facts(match_id=match_id)


def _match_going(instance: Match, **_kwargs: Any) -> None:
    services.withdraw_facts(match_id=instance.pk)


def _match_deleted(instance: Match, **_kwargs: Any) -> None:
    transaction.on_commit(partial(services.recount, matches=[instance.pk]))


def _merged(kept: Player, absorbed: Player, **_kwargs: Any) -> None:
    """The floor below has moved the seats, or will before the commit."""
    people = [kept.pk, absorbed.pk]
    transaction.on_commit(lambda: services.recount(matches=matches_of(people)))


def _forgotten(player_id: int, names: list[str], **_kwargs: Any) -> None:
    services.forget_names(player_id=player_id, names=names)
