"""Kept files of large graphs: made once, by a job, for all readers who see the same graph.

A file is valid as long as its `state` is: the graph's, the names', the clubs'. It holds names, so
forgetting somebody deletes all files (`receivers`).
"""

import hashlib
import zlib

from django.db.models import Count, Max

from clubs.callers import Caller
from clubs.models import Club, ClubPlayer
from games.registry.game import Game
from transmission.models import Graph, GraphFile
from transmission.stored_layout import view_of


def state_of(game: Game) -> str:
    """Return a key for everything on which a graph's file depends, except its reader.

    Empty before a first write. The graph is not read: one row of it, and counts.
    """
    graph = Graph.objects.filter(game=game.slug).first()
    if graph is None:
        return ""
    lists = ClubPlayer.objects.aggregate(Count("id"), Max("id"))
    clubs = Club.objects.order_by("pk").values_list("pk", "public")
    state = [graph.stamp, graph.names, lists["id__count"], lists["id__max"], *clubs]
    return hashlib.sha256(repr(state).encode()).hexdigest()


def read(kind: str, game: Game, caller: Caller) -> bytes | None:
    """Return a graph's file for its present state, if it is kept.

    One query if none was ever made.
    """
    rows = GraphFile.objects.filter(game=game.slug, kind=kind)
    if not rows.exists():
        return None
    rows = rows.filter(view=view_of(caller), state=state_of(game))
    content = rows.values_list("content", flat=True).first()
    return None if content is None else zlib.decompress(bytes(content))


def keep(kind: str, game: Game, caller: Caller, state: str, content: bytes) -> None:
    """Keep a file made for a state; the caller read `state` before it began."""
    if state:
        values = {"state": state, "content": zlib.compress(content, 1)}
        GraphFile.objects.update_or_create(
            game=game.slug, view=view_of(caller), kind=kind, defaults=values
        )
