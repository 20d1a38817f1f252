"""A graph for the demonstration: the people who brought a game, and invented club members."""

from collections.abc import Sequence
from datetime import timedelta
from random import Random

from django.utils import timezone

from clubs.callers import Caller
from clubs.models import Club, Player, User
from clubs.services import player_for
from games.registry.game import Game
from transmission import queries, services
from transmission.models import Link
from transmission.services import LinkAsked, Writing

# One person in `TWICE` learned the game from two people.
TWICE = 4
WITNESS = "Paule Paquette"


def fill(game: Game, club: Club, people: Sequence[Player], random: Random) -> None:
    """Write a game's sources, and links between the club's people below the first source."""
    by = Writing(Caller(user=User.objects.filter(is_superuser=True).first() or User()))
    sources = [
        player_for(club=club, name=name, caller=by.caller)
        for name, _k, _n in game.demonstration.origins
    ]
    for player in [*sources, *people]:
        _attest(game, player, by)
    for source, (_name, kind, note) in zip(sources, game.demonstration.origins, strict=True):
        services.declare_source(game=game, player_id=source.pk, kind=kind, note=str(note), by=by)
    known = [*sources[:1], *people][: 1 + len(people) * 3 // 4]
    first = timezone.localdate().year - len(known) // 3
    for number, learner in enumerate(known[1:], start=1):
        teachers = random.sample(known[:number], 2 if number > 2 and not number % TWICE else 1)
        for teacher in teachers:
            link_asked = LinkAsked(teacher.pk, learner.pk, str(first + number // 3), club=club.slug)
            services.add_link(game=game, link_asked=link_asked, by=by)
    last = Link.objects.filter(game=game.slug).last()
    if last is not None:
        Link.objects.filter(pk=last.pk).update(confirmed=False)


def _attest(game: Game, player: Player, by: Writing) -> None:
    if not queries.has_played(game, player.pk):
        day = timezone.localdate() - timedelta(days=400)
        services.attest(game=game, player_id=player.pk, day=day, witness=WITNESS, by=by)
