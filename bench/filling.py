"""Fills an empty database with results of matches, from which leaderboards can be computed."""

from collections.abc import Iterator
from datetime import datetime, timedelta
from itertools import islice
from random import Random
from typing import Any, NamedTuple

from django.db import connection, transaction
from django.db.models import Model
from django.utils import timezone

from clubs.models import Club, ClubPlayer, Player
from core.bulk import Rows, insert
from core.names import list_keys
from games.models import ID_ALPHABET, Match, Seat, Side
from games.registry.game import Game

PIECE = 10_000
IN_CLUB = 40
DAYS = 365 * 5
# The members of a pair are at most this many places apart in the club's list of people.
PARTNERS = 3
# An odd factor: multiplying by it gives each match a different name, in no visible order.
FACTOR, NAMES = 0x9E3779B97F, 32**8


class Table(NamedTuple):
    """A match to write: its number, its club, when it ended, and its players in seat order."""

    number: int
    club: int
    at: datetime
    players: list[int]

    @property
    def name(self) -> str:
        """The name of the match. It is the match's id."""
        rest, letters = self.number * FACTOR % NAMES, []
        for _ in range(8):
            rest, letter = divmod(rest, 32)
            letters.append(ID_ALPHABET[letter])
        return "".join(letters)


def fill(game: Game, matches: int, players: int, days: int = DAYS) -> None:
    """Write random matches of a game, in clubs of `IN_CLUB` people, over the last `days` days."""
    random = Random(1_000_000)
    people, first = _people(max(1, players // IN_CLUB)), Match.objects.count()
    tables = _tables(game, people, range(first, first + matches), days, random)
    rules = _rules(game)
    while piece := list(islice(tables, PIECE)):
        _write(game, piece, rules, random)


@transaction.atomic
def _people(clubs: int) -> list[tuple[int, list[int]]]:
    """Return `clubs` clubs, each as its id and the ids of its `IN_CLUB` players.

    Clubs and players that don't exist yet are created.
    """
    made = []
    for n in range(clubs):
        club = Club.objects.get_or_create(slug=f"grand-{n}", defaults={"name": f"Grand {n}"})[0]
        known = list(ClubPlayer.objects.filter(club=club).values_list("player", flat=True))
        fresh = Player.objects.bulk_create(
            Player(name=f"J{n}-{k}") for k in range(len(known), IN_CLUB)
        )
        ClubPlayer.objects.bulk_create(
            ClubPlayer(club=club, player=player, **list_keys(player.name)) for player in fresh
        )
        made.append((club.pk, [*known, *(player.pk for player in fresh)]))
    return made


def _tables(
    game: Game, people: list[tuple[int, list[int]]], numbers: range, days: int, random: Random
) -> Iterator[Table]:
    begun, lasting = timezone.now() - timedelta(days=days), timedelta(days=days)
    seats = min(game.seats.most or 4, 4)
    for place, number in enumerate(numbers):
        club, players = random.choice(people)
        at = begun + lasting * (place / len(numbers))
        seated = _pairs(players, random) if game.seats.sides == 2 else random.sample(players, seats)
        yield Table(number, club, at, seated)


def _pairs(players: list[int], random: Random) -> list[int]:
    """Return the four players of a match between two pairs, in the order of the seats.

    The members of a pair are close in the club's list, so that the same pairs play often.
    """
    first, apart = random.randrange(IN_CLUB), random.randint(1, PARTNERS)
    while True:
        other, away = random.randrange(IN_CLUB), random.randint(1, PARTNERS)
        numbers = [first, other, (first + apart) % IN_CLUB, (other + away) % IN_CLUB]
        if len(set(numbers)) == 4:
            return [players[number] for number in numbers]


def _plain(row: Model) -> dict[str, Any]:
    """Return the values of a row by column, in the form in which the database stores them."""
    return {
        str(column.column): column.get_db_prep_save(getattr(row, column.attname), connection)
        for column in row._meta.concrete_fields
    }


def _rules(game: Game) -> dict[str, Any]:
    values = _plain(game.rules.model(match_id="", **game.presets[0].values))
    return {name: value for name, value in values.items() if name not in ("match_id", "club_id")}


@transaction.atomic
def _write(game: Game, piece: list[Table], rules: dict[str, Any], random: Random) -> None:
    """Write matches with their rules, seats and sides."""
    whole = _plain(Match(id="", game=game.slug, preset=game.presets[0].slug, salt="0" * 32))
    whole |= {"status": "finished", "ended_by": "target"}
    spread = float(game.rules.unit(game.rules.model(**game.presets[0].values)))
    end = Match._meta.get_field("finished_at")
    rows, seats, sides = [], [], []
    for table in piece:
        at = end.get_db_prep_save(table.at, connection)
        own = {"id": table.name, "club_id": table.club, "started_at": at, "finished_at": at}
        rows.append(tuple((whole | own).values()))
        seats += [
            (table.name, table.club, number, game.seats.side_of(number), player, "")
            for number, player in enumerate(table.players)
        ]
        sides += _sides(game, table, spread, random)
    insert(Rows.of(Match, list(whole), rows))
    own_rules = [(table.name, table.club, *rules.values()) for table in piece]
    insert(Rows.of(game.rules.model, ["match_id", "club_id", *rules], own_rules))
    names = ["match_id", "club_id", "number"]
    insert(Rows.of(Seat, [*names, "side", "player_id", "guest_name"], seats))
    insert(Rows.of(Side, [*names, "name", "score", "rank", "eliminated"], sides))


def _sides(game: Game, table: Table, spread: float, random: Random) -> list[tuple[Any, ...]]:
    """Return the rows of the sides of a match, with random scores."""
    count = game.side_count(len(table.players))
    scores = [round(random.gauss(spread, spread / 2)) for _ in range(count)]
    return [
        (
            *(table.name, table.club, number, "x", score),
            *(1 + sum(other > score for other in scores), False),
        )
        for number, score in enumerate(scores)
    ]
