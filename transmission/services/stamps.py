"""The stamps of the graphs. Computed data and files of an older stamp are no longer valid."""

from collections.abc import Collection

from django.db.models import Q

from clubs.models import Player
from transmission.models import Attestation, Graph, Link, Source, new_stamp


def lock_graphs(games: Collection[str]) -> None:
    """Lock the graphs, always in the same order, and make all computed data invalid."""
    for graph in Graph.objects.select_for_update().filter(game__in=games).order_by("game"):
        graph.stamp = new_stamp()
        graph.save(update_fields=["stamp"])


def end_names(games: Collection[str]) -> None:
    """Make all files of these graphs that contain names invalid."""
    Graph.objects.filter(game__in=games).update(names=new_stamp())


def games_of(*players: Player) -> set[str]:
    """Return the games in whose graphs one of these players is."""
    games = set(Source.objects.filter(player__in=players).values_list("game", flat=True))
    of_links = Link.objects.filter(Q(teacher__in=players) | Q(learner__in=players))
    of_attestations = Attestation.objects.filter(player__in=players)
    games |= set(of_links.values_list("game", flat=True))
    return games | set(of_attestations.values_list("game", flat=True))
