"""The front of the boards: of each game its first three, and the newest record of a club.

The number of queries is fixed: at most two for each game, and some for all of them together.
"""

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from clubs.callers import Caller
from clubs.models import Player
from games.registry.game import Game
from games.registry.installed import games
from leaderboards.curves import Rating, rating_curve
from leaderboards.models import EntryChunk, Found, Ladder, RatedMatch, Standing
from leaderboards.queries import points_of, shown_to
from leaderboards.rating.formulas import displayed_rating
from leaderboards.rating.packing import unpack_entries
from leaderboards.rating.tallies import PlayedMatch
from leaderboards.records import queries as records
from leaderboards.records.queries import HeldRecord

FIRST = 3
# The most matches that a small line of a rating goes back.
MATCHES = 30


@dataclass(frozen=True, slots=True)
class FrontRow:
    """One of the first of a board. `safe_rating` is the figure by which it is ordered.

    `curve` is the rating in the last matches, None if they were all on one day.
    """

    rank: int
    person: Player
    safe_rating: float
    curve: Rating | None


@dataclass(frozen=True, slots=True)
class FrontCard:
    """A game on the front of the boards. `record` is the newest record of a club, if any."""

    game: Game
    rows: tuple[FrontRow, ...]
    record: HeldRecord | None


def front(caller: Caller) -> list[FrontCard]:
    """Return the cards of all games, in the order of the games."""
    ladders = {
        ladder.game: ladder
        for ladder in Ladder.objects.filter(club__isnull=True, family="", pairs=False)
    }
    seen = shown_to(caller, None, ["player"])
    firsts: dict[str, list[Standing]] = {}
    for game in games():
        if game.slug in ladders:
            rows = Standing.objects.filter(seen, ladder=ladders[game.slug])
            ordered = rows.select_related("player").order_by("-floor", "player_id", "partner_id")
            firsts[game.slug] = list(ordered[:FIRST])
    curves = _curves(ladders, firsts)
    newest = _newest_records(records.clubs_of(None, caller))
    return [
        FrontCard(game, _rows(game.slug, firsts.get(game.slug, ()), curves), newest.get(game.slug))
        for game in games()
    ]


def _rows(
    slug: str, standings: Sequence[Standing], curves: Mapping[tuple[str, int], Rating | None]
) -> tuple[FrontRow, ...]:
    """Return the first of a board with their ranks: equal figures share a rank."""
    floors = [standing.floor for standing in standings]
    return tuple(
        FrontRow(
            floors.index(standing.floor) + 1,
            standing.player,
            displayed_rating(standing.mu) - standing.sigma,
            curves.get((slug, standing.player_id)),
        )
        for standing in standings
    )


def _curves(
    ladders: Mapping[str, Ladder], firsts: Mapping[str, Collection[Standing]]
) -> dict[tuple[str, int], Rating | None]:
    """Return the rating of each of the first in the last matches, by game and player."""
    wanted = {(slug, row.player_id) for slug, rows in firsts.items() for row in rows}
    chunks = EntryChunk.objects.filter(
        player__in={player for _slug, player in wanted}, club__confirmed_at__isnull=False
    )
    entries: dict[tuple[str, int], list[PlayedMatch]] = defaultdict(list)
    for slug, player, data in chunks.values_list("ladder__game", "player", "data"):
        if (slug, player) in wanted:
            entries[slug, player] += unpack_entries(data)
    places = {
        key: sorted(entry.place for entry in rows)[-MATCHES:] for key, rows in entries.items()
    }
    rated = RatedMatch.objects.in_bulk({place.match for rows in places.values() for place in rows})
    return {
        (slug, player): rating_curve(
            slug,
            points_of(
                ladders[slug],
                player,
                [rated[place.match] for place in rows if place.match in rated],
                (),
            ),
        )
        for (slug, player), rows in places.items()
    }


def _newest_records(clubs: Sequence[int]) -> dict[str, HeldRecord]:
    """Return the newest record that one of these clubs has, by game."""
    newest: list[int] = []
    for game in games():
        codes = [code for code in game.words.facts if code not in game.words.histories]
        rows = Found.objects.filter(record=True, game=game.slug, code__in=codes, club__in=clubs)
        newest += rows.order_by("-ended_at", "match", "number").values_list("pk", flat=True)[:1]
    known = {game.slug: game for game in games()}
    facts = records.with_tables(Found.objects.filter(pk__in=newest))
    return {row.game: records.held(known[row.game], row) for row in facts}
