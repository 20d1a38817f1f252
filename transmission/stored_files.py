"""Stores files of large graphs. A job makes each file once for all readers with the same view.

A file is valid only while `state_of` returns its `state`. The state depends on the graph, the
names and the clubs. Because files contain names, all of them are deleted when a person is
forgotten (`receivers`).
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
    """Return a key for everything on which the files of a graph depend, except the reader.

    It is computed from the graph's row, the clubs and the sizes of their lists, without reading
    links. It is empty before the first write.
    """
    graph = Graph.objects.filter(game=game.slug).first()
    if graph is None:
        return ""
    lists = ClubPlayer.objects.aggregate(Count("id"), Max("id"))
    clubs = Club.objects.order_by("pk").values_list("pk", "public")
    state = [graph.stamp, graph.names, lists["id__count"], lists["id__max"], *clubs]
    return hashlib.sha256(repr(state).encode()).hexdigest()


def read(kind: str, game: Game, caller: Caller) -> bytes | None:
    """Return the stored file for the graph's present state; None if there is none.

    Only one query is made if no file of this kind was ever stored.
    """
    rows = GraphFile.objects.filter(game=game.slug, kind=kind)
    if not rows.exists():
        return None
    rows = rows.filter(view=view_of(caller), state=state_of(game))
    content = rows.values_list("content", flat=True).first()
    return None if content is None else zlib.decompress(bytes(content))


def keep(kind: str, game: Game, caller: Caller, state: str, content: bytes) -> None:
    """Store a file. `state` must have been computed before the graph was read."""
    if state:
        values = {"state": state, "content": zlib.compress(content, 1)}
        GraphFile.objects.update_or_create(
            game=game.slug, view=view_of(caller), kind=kind, defaults=values
        )
