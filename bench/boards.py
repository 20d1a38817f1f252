"""Boards of many matches: the cost of rebuilding, reading a page and correcting.

`python -m bench --million` measures a million matches, which takes ten minutes and 3 GB. `make
bench` measures fewer in the same way.
"""

import time
from collections import defaultdict
from collections.abc import Iterator
from functools import partial, partialmethod
from typing import Any

from django.db import connection
from django.test import Client
from django.utils import timezone

from bench.filling import fill
from bench.report import ms, report
from games.models import Match, Side
from games.registry import Game, games
from leaderboards import services
from leaderboards.live.replay import Replay
from leaderboards.models import EntryChunk, Ladder, Meeting, RatedMatch, Standing
from leaderboards.rating.matches import (
    MatchMoment,
    PlayerPart,
    Skill,
    competitors,
    has_pairs,
    rated,
    rested_skill,
)
from leaderboards.rating.packing import micros
from leaderboards.rating.tallies import Season, counted, entries_of
from leaderboards.rebuild.read_matches import read
from leaderboards.seasons import LATELY as LATEST
from leaderboards.seasons import AnyOf, bit_of, in_slot, slot_of
from leaderboards.storage import LoadedMatch, keys_of

MATCHES, PLAYERS = 100_000, 2_000
TIMES = 15
# How many of the matches the plain loop is timed on.
LOOPED = 5_000
# A rebuild, from the matches' rows to the last row of the boards, may take this share of the loop's
# time.
REBUILD = 0.1
BARE = """
    SELECT s.*, p.*, q.*, s.player_id
    FROM leaderboards_standing AS s JOIN clubs_player AS p ON p.id = s.player_id
    LEFT JOIN clubs_player AS q ON q.id = s.partner_id
    WHERE s.ladder_id = %s {year} ORDER BY s.floor DESC, s.player_id, s.partner_id
    LIMIT 101
"""
LATELY = (
    "SELECT player_id, data FROM leaderboards_entrychunk WHERE player_id IN ({}) AND last >= %s"
)


def measure_boards(matches: int = MATCHES, players: int = PLAYERS) -> bool:
    """Print the cost of boards of so many matches; say whether anything is over its limit."""
    game = next(one for one in games() if one.sides == 2)
    fill(game, matches, players)
    print(f"classements : {matches} matchs de {players} personnes, {game.slug}")
    # Everything that is compiled once is compiled before the clock starts.
    services.rebuild(game=game.slug)
    for model in (Standing, EntryChunk, RatedMatch, Meeting):
        rows = model._default_manager.all()
        rows._raw_delete(rows.db)
    made, again = _rebuilt(game), _rebuilt(game)
    loop = _plain_loop(game) * matches
    found: list[tuple[str, float, float, float | None]] = [
        ("tout faire, écrit / boucle simple en mémoire", made, loop, REBUILD),
        ("tout refaire, écrit / boucle simple en mémoire", again, loop, REBUILD),
        *_pages(game),
        *_corrections(game),
    ]
    over = False
    for name, ours, base, limit in found:
        over |= report(f"classements : {name}", ours, base, limit)
    return over


def _rebuilt(game: Game) -> float:
    """Return the milliseconds of one processor for a rebuild."""
    begun = time.process_time()
    services.rebuild(game=game.slug)
    return 1000 * (time.process_time() - begun)


def _plain_loop(game: Game) -> float:
    """Return the milliseconds for a match in a plain loop: rate and tally, in memory."""
    columns = read(game)
    skills: dict[Any, Skill] = {}
    seasons: dict[Any, list[Season]] = defaultdict(list)
    starts, days = columns.starts[: LOOPED + 1].tolist(), columns.day[:LOOPED].tolist()
    seats = columns.parts[: starts[-1]].tolist()
    names = columns.names[:LOOPED].astype("U8").tolist()
    ends, years = columns.at[:LOOPED].tolist(), columns.year[:LOOPED].tolist()
    heads = list(zip(names, ends, days, years, strict=True))
    groups = [columns.groups[one] for one in columns.group[:LOOPED].tolist()]
    begun = time.process_time()
    for number, (name, at, day, year) in enumerate(heads):
        parts = [PlayerPart(*seat) for seat in seats[starts[number] : starts[number + 1]]]
        entries = entries_of(MatchMoment(at, name), year, parts)
        for ladder in keys_of(*groups[number], pairs=has_pairs(parts)):
            who = [(ladder, one) for one, _side in competitors(parts, pairs=ladder[2])]
            before = [rested_skill(skills.get(one), day, game.rating) for one in who]
            after = rated(parts, before, game.rating, pairs=ladder[2])
            skills.update(zip(who, after, strict=True))
            for one in who:
                last = seasons[one][-1:]
                seasons[one][-1:] = counted(last, [entries[one[1][0]]])
    return 1000 * (time.process_time() - begun) / len(heads)


def _pages(game: Game) -> Iterator[tuple[str, float, float, float | None]]:
    """Compare a page's queries with the bare query of its rows."""
    client = Client(headers={"host": "localhost"})
    for pairs in (False, True):
        ladders = Ladder.objects.filter(game=game.slug, family="", pairs=pairs)
        club = ladders.exclude(club=None).select_related("club")[0]
        for on, where in ((ladders.get(club=None), "tous les clubs"), (club, "un club")):
            for season in ("all", min(on.seasons), max(on.seasons), "90d"):
                asked = {"season": season, "kind": "pairs" if pairs else "players"}
                if on.club is not None:
                    asked["club"] = on.club.slug
                page, bare = _page(client, f"/api/v1/leaderboards/{game.slug}/", asked, on)
                name = f"page, {where}, {asked['kind']}, {season}"
                yield f"{name}, temps de base / requête nue", page, bare, 2.0


def _page(client: Client, path: str, asked: dict[str, str], on: Ladder) -> tuple[float, float]:
    """Return the milliseconds of a page's queries, and of the bare query of the same rows."""
    noted: list[tuple[str, Any]] = []
    with connection.execute_wrapper(partial(_noted, noted)):
        answer = client.get(path, asked)
    if answer.status_code != 200:
        raise SystemExit(f"{path} {asked}: {answer.status_code}")
    bare: list[tuple[str, Any]] = [(BARE.format(year=_year(asked["season"])), [on.pk])]
    if asked["season"] == "90d":
        # Its counts are of the matches since then, which are in rows of their own.
        with connection.cursor() as cursor:
            cursor.execute(*bare[0])
            who = {row[-1] for row in cursor.fetchall()}
        bare.append((LATELY.format(", ".join(map(str, who))), [_cutoff()]))
    times = [(_database(noted), _database(bare)) for _ in range(TIMES)]
    return ms([one for one, _other in times]), ms([other for _one, other in times])


def _year(season: str) -> str:
    """Return the bare query's condition of a season."""
    if season == "all":
        return ""
    if season == "90d":
        return f"AND s.at >= {_cutoff()}"
    year = int(season)
    conditions = (in_slot(slot_of(year)), AnyOf("years", bit_of(year)))
    return " ".join(f"AND {one.extra['template']}" for one in conditions) % {
        "expressions": "s.years"
    }


def _cutoff() -> int:
    return micros(timezone.now() - LATEST)


def _noted(asked: list[tuple[str, Any]], execute: Any, sql: str, params: Any, *rest: Any) -> Any:
    asked.append((sql, params))
    return execute(sql, params, *rest)


def _database(asked: list[tuple[str, Any]]) -> float:
    """Return the database's milliseconds for queries, with all their rows."""
    begun = time.perf_counter()
    with connection.cursor() as cursor:
        for sql, params in asked:
            cursor.execute(sql, params)
            cursor.fetchall()
    return 1000 * (time.perf_counter() - begun)


def _corrections(game: Game) -> list[tuple[str, float, float, float | None]]:
    """Compare corrections near the end of the matches with corrections far from it."""
    found = Match.objects.filter(game=game.slug).order_by("finished_at", "pk")
    count = found.count()
    costs = []
    for part in (0.98, 0.5):
        match = found[int(count * part)]
        side = Side.objects.get(match=match, number=0)
        side.score = (side.score or 0) + 1
        side.save()
        moved: list[LoadedMatch] = []
        counting = Replay._count
        noting = partialmethod(_noted_count, counting, moved)
        Replay._count = noting  # type: ignore[method-assign, assignment]
        services.mark_due(game=game.slug, matches=[match.pk])
        begun = time.perf_counter()
        services.process_due()
        took = 1000 * (time.perf_counter() - begun)
        Replay._count = counting  # type: ignore[method-assign]
        costs.append(took / len(moved))
        print(
            f"  correction à {part:.0%} : {took:.0f} ms, {len(moved)} matchs × classements repris"
        )
    return [("corriger à 50 % / à 98 %, par match repris", costs[1], costs[0], 2.0)]


def _noted_count(
    replay: Replay, counting: Any, moved: list[LoadedMatch], match: LoadedMatch
) -> None:
    """Count a match on a ladder, and note that it was."""
    moved.append(match)
    counting(replay, match)
