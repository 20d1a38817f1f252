"""A club is deleted with all that it has."""

from django.apps import apps
from django.db import transaction

from clubs.models import Club, Merge, Player
from core.errors import Refused
from games.models import Match, Series
from leaderboards.rebuild.run import rebuild
from leaderboards.records.facts import find_all_facts
from scorekeeper.club_files.contents import tables
from scorekeeper.club_files.saving import Step
from tournaments.models import Tournament
from transmission.models import Graph
from transmission.services.stamps import lock_graphs

# How many matches or tournaments one statement deletes, with all their rows.
AT_ONCE = 100


def delete_all(*, club: Club, step: Step) -> None:
    """Delete a club: its matches, tournaments and pages, and its people whom nothing else knows.

    People of other clubs and people with an account stay. Boards are made again. `step` is called
    with the steps that are done and their number. Raises `Refused` `last_club` for the site's only
    club.
    """
    with transaction.atomic():
        locked = {known.pk for known in Club.objects.select_for_update().order_by("pk")}
        if locked == {club.pk}:
            raise Refused("last_club")
        games = set(Match.objects.filter(club=club).values_list("game", flat=True))
        people = list(club.club_players.values_list("player", flat=True))
        series = list(Series.objects.filter(matches__club=club).values_list("pk", flat=True))
        for model in (Match, Tournament):
            keys = list(model._base_manager.filter(club=club).values_list("pk", flat=True))
            for start in range(0, len(keys), AT_ONCE):
                step(start, len(keys))
                model._base_manager.filter(pk__in=keys[start : start + AT_ONCE]).delete()
        _delete_beside(club)
        Series.objects.filter(pk__in=series, matches=None).delete()
        club.delete()
        _delete_people(people)
        lock_graphs(list(Graph.objects.values_list("game", flat=True)))
    for game in sorted(games):
        rebuild(game=game)
        find_all_facts(game=game)


def _delete_beside(club: Club) -> None:
    """Delete the club's rows that belong to no match and no tournament."""
    copied = list(reversed(tables()))
    others = [model for model in apps.get_models() if model not in copied]
    for model in (*others, *copied):
        fields = {each.name: each for each in model._meta.concrete_fields}
        if "club" in fields and fields["club"].related_model is Club:
            model._base_manager.filter(club=club).delete()


def _delete_people(people: list[int]) -> None:
    """Delete the people who have no account and to whom nothing refers any more, with those who
    were merged into them.
    """
    for player in Player.objects.filter(pk__in=people, user=None):
        if _is_referred_to(player):
            continue
        merges = Merge.objects.filter(kept=player)
        absorbed = list(merges.values_list("absorbed", flat=True))
        merges.delete()
        player.delete()
        _delete_people(absorbed)


def _is_referred_to(player: Player) -> bool:
    rows = (
        relation.related_model._base_manager.filter(**{relation.field.name: player})
        for relation in Player._meta.related_objects
        if relation.related_model is not Merge
    )
    return any(each.exists() for each in rows)
