"""`manage.py million`: many finished matches of many players, to measure boards on."""

from argparse import ArgumentParser
from collections.abc import Iterator
from datetime import timedelta
from decimal import Decimal
from itertools import islice
from random import Random
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import transaction
from django.utils import timezone

from clubs.models import Club, ClubPlayer, Player
from clubs.names import name_key
from games.models import ID_ALPHABET, ID_LENGTH, Match, Seat, Side
from games.registry import Game, game_of
from leaderboards.management.commands.boards import Bar

PIECE = 2000
CLUBS = 50
DAYS = 365 * 5


class Command(BaseCommand):
    """Writes matches without lines, with their stored outcome: what boards are made from."""

    help = "Add many random finished matches (for measuring; never to a real notebook)."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Take how many, of which game, among how many players."""
        parser.add_argument("game", help="A slug.")
        parser.add_argument("--matches", type=int, default=1_000_000)
        parser.add_argument("--players", type=int, default=20_000)

    def handle(self, *args: Any, **options: Any) -> None:
        """Make the clubs and players, then the matches, a piece at a time."""
        if (
            Match.objects.filter(club__isnull=False)
            .exclude(club__slug__startswith="grand-")
            .exists()
        ):
            raise CommandError("Ce carnet est celui d'un club : en prendre un vide.")
        random, game = Random(1_000_000), game_of(options["game"])  # noqa: S311
        people = self._people(max(options["players"], 8 * CLUBS))
        bar = Bar(f"{game.slug} : matchs", options["matches"])
        found = self._matches(game, people, options["matches"], random)
        while piece := list(islice(found, PIECE)):
            write(game, piece, random)
            bar.move(len(piece))
        bar.end()

    @transaction.atomic
    def _people(self, count: int) -> list[tuple[Club, list[int]]]:
        clubs = [
            Club.objects.get_or_create(slug=f"grand-{n}", defaults={"name": f"Grand {n}"})[0]
            for n in range(CLUBS)
        ]
        made = []
        for n, club in enumerate(clubs):
            known = list(ClubPlayer.objects.filter(club=club).values_list("player", flat=True))
            missing = range(len(known), count // CLUBS)
            fresh = Player.objects.bulk_create(Player(name=f"J{n}-{k}") for k in missing)
            ClubPlayer.objects.bulk_create(
                ClubPlayer(club=club, player=one, name_key=name_key(one.name)) for one in fresh
            )
            made.append((club, [*known, *(one.pk for one in fresh)]))
        return made

    def _matches(
        self, game: Game, people: list[tuple[Club, list[int]]], count: int, random: Random
    ) -> Iterator[tuple[Match, list[int]]]:
        begun, preset = timezone.now() - timedelta(days=DAYS), game.presets[0].slug
        seats = min(game.max_players or 4, 4)
        for number in range(count):
            club, players = random.choice(people)
            at = begun + timedelta(days=DAYS) * (number / count)
            match = Match(
                id="".join(random.choices(ID_ALPHABET, k=ID_LENGTH)),
                game=game.slug,
                preset=preset,
                club=club,
                status="finished",
                started_at=at,
                finished_at=at,
                ended_by="target",
            )
            yield match, random.sample(players, seats)


@transaction.atomic
def write(game: Game, piece: list[tuple[Match, list[int]]], random: Random) -> None:
    """Write matches with their rules, seats and sides."""
    Match.objects.bulk_create([match for match, _players in piece])
    values = game.presets[0].values
    game.rules_model._default_manager.bulk_create(
        [game.rules_model(match=match, club_id=match.club_id, **values) for match, _ in piece]
    )
    Seat.objects.bulk_create(
        Seat(
            match=match,
            club_id=match.club_id,
            number=number,
            side=game.side_of_seat(number),
            player_id=player,
        )
        for match, players in piece
        for number, player in enumerate(players)
    )
    Side.objects.bulk_create(
        side for match, players in piece for side in sides(game, match, len(players), random)
    )


def sides(game: Game, match: Match, seats: int, random: Random) -> list[Side]:
    """Return the sides of a match with random scores."""
    spread = float(game.spread(game.rules_model(**game.presets[0].values)))
    scores = [
        Decimal(round(random.gauss(spread, spread / 2))) for _ in range(game.side_count(seats))
    ]
    return [
        Side(
            match=match,
            club_id=match.club_id,
            number=number,
            name="x",
            score=score,
            rank=1 + sum(other > score for other in scores),
        )
        for number, score in enumerate(scores)
    ]
