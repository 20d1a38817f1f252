"""Changes the stamps of graphs. Data and files computed for an older stamp are not valid any
more.
"""

from collections.abc import Collection

from django.db.models import Q

from clubs.models import Player
from transmission.models import Attestation, Graph, Link, Source, new_stamp


def lock_graphs(games: Collection[str]) -> None:
    """Lock these graphs until the transaction ends, and give them new stamps.

    The new stamps invalidate all computed data. The locks are always taken in the same order.
    """
    for graph in Graph.objects.select_for_update().filter(game__in=games).order_by("game"):
        graph.stamp = new_stamp()
        graph.save(update_fields=["stamp"])


def end_names(games: Collection[str]) -> None:
    """Invalidate all stored files of these graphs, because they contain names."""
    Graph.objects.filter(game__in=games).update(names=new_stamp())


def games_of(*players: Player) -> set[str]:
    """Return the games in whose graph any of these players is, as a set of slugs."""
    games = set(Source.objects.filter(player__in=players).values_list("game", flat=True))
    of_links = Link.objects.filter(Q(teacher__in=players) | Q(learner__in=players))
    of_attestations = Attestation.objects.filter(player__in=players)
    games |= set(of_links.values_list("game", flat=True))
    return games | set(of_attestations.values_list("game", flat=True))
