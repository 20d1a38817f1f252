"""Boards of many matches: what rebuilding, reading a page and correcting cost.

`python -m bench --million` measures a million matches, which takes a quarter of an hour and 6 GB;
`make bench` measures fewer in the same way.
"""

import time
from functools import partial, partialmethod
from typing import Any

from django.db import connection
from django.test import Client

from bench.report import ms, report
from games.models import Match, Side
from games.registry import Game, games
from leaderboards import services
from leaderboards.columns import Reader, heads
from leaderboards.management.commands.million import fill
from leaderboards.models import EVER, Ladder
from leaderboards.packing import Place
from leaderboards.services import rebuilding
from leaderboards.services.replay import Replay

MATCHES, PLAYERS = 20_000, 400
TIMES = 15
# Matches a second and core: read, rated and ranked, before anything is written.
RATE = 50_000
BARE = """
    SELECT * FROM leaderboards_standing AS s JOIN clubs_player AS p ON p.id = s.player_id
    WHERE s.ladder_id = %s AND s.season = %s ORDER BY s.floor DESC, s.player_id, s.partner_id
    LIMIT 101
"""


def measure_boards(matches: int = MATCHES, players: int = PLAYERS) -> bool:
    """Print what boards of so many matches cost; say whether anything is over its limit."""
    game = next(one for one in games() if one.sides == 2)
    fill(game, matches, players)
    print(f"classements : {matches} matchs de {players} personnes, {game.slug}")
    rate = _rate(game)
    begun = time.process_time()
    services.rebuild(game=game.slug)
    whole = matches / (time.process_time() - begun)
    verdict = "tenu" if rate >= RATE else "au-delà"
    print(f"  lire, coter, ranger : {rate:.0f} matchs par seconde (≥ {RATE}) {verdict}")
    print(f"  tout refaire, écrit : {whole:.0f} matchs par seconde")
    rows = [*_pages(game), *_corrections(game)]
    return any([rate < RATE, *[report(f"classements : {name}", *row) for name, *row in rows]])


def _rate(game: Game) -> float:
    """Return how many matches a second are read, rated and made rows of boards."""
    best = 0.0
    for _ in range(3):  # the first time compiles
        begun = time.process_time()
        fold, reader = rebuilding.Fold(game, Place(0, "")), Reader(game)
        found = heads(game.slug, Place(0, ""))
        for start in range(0, len(found.names), rebuilding.BLOCK):
            fold.count(reader.read(found.part(start, start + rebuilding.BLOCK)))
        for _row in rebuilding.standing_rows(fold).rows:
            pass
        best = max(best, len(found.names) / (time.process_time() - begun))
    return best


def _pages(game: Game) -> list[tuple[str, float, float, float | None]]:
    """Compare what a page asks of the database with the bare query of its rows."""
    client = Client(headers={"host": "localhost"})
    club = Ladder.objects.filter(game=game.slug, family="", pairs=False, club__isnull=False)
    asked = {
        "tous les clubs": (
            "",
            Ladder.objects.get(game=game.slug, family="", pairs=False, club=None),
        ),
        "un club": (f"?club={club[0].club.slug}", club[0]),
    }
    rows: list[tuple[str, float, float, float | None]] = []
    for name, (query, ladder) in asked.items():
        path = f"/api/v1/leaderboards/{game.slug}/{query}"
        asked_of_base: list[tuple[str, Any]] = []
        with connection.execute_wrapper(partial(_noted, asked_of_base)):
            client.get(path)
        bare = ms([_database([(BARE, [ladder.pk, EVER])]) for _ in range(TIMES)])
        page = ms([_database(asked_of_base) for _ in range(TIMES)])
        rows.append((f"page, {name}, temps de base / requête nue", page, bare, 2.0))
    return rows


def _noted(asked: list[tuple[str, Any]], execute: Any, sql: str, params: Any, *rest: Any) -> Any:
    asked.append((sql, params))
    return execute(sql, params, *rest)


def _database(asked: list[tuple[str, Any]]) -> float:
    """Return the milliseconds that the database takes to answer queries, rows and all."""
    begun = time.perf_counter()
    with connection.cursor() as cursor:
        for sql, params in asked:
            cursor.execute(sql, params)
            cursor.fetchall()
    return 1000 * (time.perf_counter() - begun)


def _corrections(game: Game) -> list[tuple[str, float, float, float | None]]:
    """Compare what a state moved on costs in corrections near the end and far from it."""
    found = Match.objects.filter(game=game.slug).order_by("finished_at", "pk")
    count = found.count()
    costs = []
    for part in (0.98, 0.5):
        match = found[int(count * part)]
        side = Side.objects.get(match=match, number=0)
        side.score = (side.score or 0) + 1
        side.save()
        moved: list[Place] = []
        counting = Replay._count
        counted = partialmethod(_told, counting, moved)
        Replay._count = counted  # type: ignore[method-assign, assignment]
        begun = time.perf_counter()
        services.recount(matches=[match.pk])
        took = 1000 * (time.perf_counter() - begun)
        Replay._count = counting  # type: ignore[method-assign]
        costs.append(took / len(moved))
        print(
            f"  correction à {part:.0%} : {took:.0f} ms, {len(moved)} matchs × classements repris"
        )
    return [("corriger à 50 % / à 98 %, par match repris", costs[1], costs[0], 2.0)]


def _told(replay: Replay, counting: Any, moved: list[Place], place: Place) -> None:
    """Count a match on a ladder, and tell that it was."""
    moved.append(place)
    counting(replay, place)
