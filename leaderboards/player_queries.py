"""Queries about one person: their ratings, opponents and partners, and records."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import islice
from typing import NamedTuple

from django.db.models import Count, Exists, OuterRef, Q, QuerySet

from clubs.callers import Caller
from clubs.models import Player
from clubs.queries import clubs_showing, people_seen
from games.registry.game import Game
from games.registry.installed import games
from leaderboards.curves import Rating, drawn_of, rating_curve
from leaderboards.models import EntryChunk, Feat, Found, Ladder, Meeting, RatedMatch, Standing
from leaderboards.queries import (
    BoardRow,
    Duel,
    Point,
    duel_of,
    over_all,
    points_of,
    row_of,
    shown_to,
)
from leaderboards.rating.formulas import START, displayed_rating
from leaderboards.rating.matches import MEETINGS, MatchMoment
from leaderboards.rating.packing import moment, unpack_entries
from leaderboards.rating.tallies import PlayedMatch
from leaderboards.records import queries as records
from leaderboards.records.queries import HeldRecord


@dataclass(frozen=True, slots=True)
class OwnRating:
    """A player's rating in a game over all clubs, its curve if it has at least two points, and when
    the rated matches ended.
    """

    game: Game
    row: BoardRow
    stored: Standing
    curve: Rating | None
    played: tuple[datetime, ...] = ()


def ratings(player: Player, clubs: Collection[int] = ()) -> list[OwnRating]:
    """Return a player's ratings in the order of the games. The points of their curves lead to
    their matches in `clubs`.

    Makes three queries.
    """
    rows_by_game = {}
    for row in over_all().filter(player=player).select_related("ladder"):
        row.player, row.partner = player, None
        rows_by_game[row.ladder.game] = row
    places = _places(player) if rows_by_game else {}
    points = _points(
        player, {game: row.ladder for game, row in rows_by_game.items()}, places, clubs
    )
    return [
        OwnRating(
            game,
            row_of(rows_by_game[game.slug]),
            rows_by_game[game.slug],
            rating_curve(game.slug, points[game.slug]),
            tuple(moment(place.at) for place in places[game.slug]),
        )
        for game in games()
        if game.slug in rows_by_game
    ]


def ranks(own: Sequence[OwnRating], caller: Caller) -> dict[str, int]:
    """Return a player's rank on the main board of each game, as the caller sees it.

    Makes one query.
    """
    if not own:
        return {}
    higher = Q(pk__in=())
    for rating in own:
        higher |= Q(ladder__game=rating.game.slug, floor__gt=rating.stored.floor)
    rows = over_all().filter(higher, shown_to(caller, None, ["player"])).order_by()
    above = dict(rows.values_list("ladder__game").annotate(above=Count("pk")))
    return {rating.game.slug: above.get(rating.game.slug, 0) + 1 for rating in own}


def _places(player: Player) -> dict[str, list[MatchMoment]]:
    """Return when a player's matches ended, by game, oldest first. Makes one query."""
    places: dict[str, list[MatchMoment]] = defaultdict(list)
    chunks = EntryChunk.objects.filter(player=player, club__confirmed_at__isnull=False)
    for game, data in chunks.values_list("ladder__game", "data"):
        places[game] += (entry.place for entry in unpack_entries(data))
    for own in places.values():
        own.sort()
    return places


def _points(
    player: Player,
    on: Mapping[str, Ladder],
    places: Mapping[str, Sequence[MatchMoment]],
    clubs: Collection[int],
) -> dict[str, list[Point]]:
    """Return a player's rating after the matches that a drawing needs, by game, oldest first.

    Makes one query, however many matches there are.
    """
    names = {game: [place.match for place in drawn_of(places[game])] for game in on}
    rated = RatedMatch.objects.in_bulk({name for own in names.values() for name in own})
    return {
        game: points_of(
            ladder, player.pk, [rated[name] for name in names[game] if name in rated], clubs
        )
        for game, ladder in on.items()
    }


class RatingMove(NamedTuple):
    """What a match did to a player's rating: the rating after it, and how far it moved."""

    point: Point
    gain: float


def moves_of(points: Iterable[Point], before: float = START) -> Iterator[RatingMove]:
    """Yield what each of a player's consecutive matches did; `before` is the rating before them."""
    for point in points:
        yield RatingMove(point, point.rating - before)
        before = point.rating


def moves(
    on: Ladder, player: Player, entries: Sequence[PlayedMatch], start: int, caller: Caller
) -> list[RatingMove]:
    """Return what a player's matches on a ladder did, for those of `entries` from `start` on.

    `entries` are consecutive. A move has its match's name only if the caller may see the match.
    """
    rated = RatedMatch.objects.in_bulk([entry.match for entry in entries])
    clubs = set(clubs_showing(player, caller).values_list("pk", flat=True))
    rows = [rated[entry.match] for entry in entries if entry.match in rated]
    return list(moves_of(points_of(on, player.pk, rows, clubs)))[start:]


def ratings_of(game: str, players: Collection[int]) -> dict[int, float]:
    """Return the displayed ratings in a game over all clubs, of those players who have one."""
    rows = over_all().filter(ladder__game=game, player__in=players)
    return {player: displayed_rating(mu) for player, mu in rows.values_list("player", "mu")}


def mean_rating(ratings: Mapping[int, float], players: Sequence[int]) -> float | None:
    """Return the mean of players' ratings; unrated ones count as beginners.

    Returns None if none of the players is rated.
    """
    if not any(player in ratings for player in players):
        return None
    return sum(ratings.get(player, START) for player in players) / len(players)


@dataclass(frozen=True, slots=True)
class Opponent:
    """A person whom a player met in a game, with the results from the player's side."""

    game: Game
    person: Player
    duel: Duel

    @property
    def total(self) -> int:
        """The number of matches in which both people played."""
        return self.duel.against + self.duel.together


@dataclass(frozen=True, slots=True)
class Company:
    """A person whom a player met, in all games together. `game` is the one they played most."""

    person: Player
    game: Game
    duel: Duel


def outcome_bar(won: int, drawn: int, lost: int, most: int) -> tuple[int, int, int]:
    """Return how wide won, drawn and lost matches are, in percent of `most` matches."""
    first, second, third = (
        round(100 * end / most) if most else 0 for end in (won, won + drawn, won + drawn + lost)
    )
    return first, second - first, third - second


def duel_bar(duel: Duel, most: int) -> tuple[int, int, int]:
    """Return the bar of a player's matches against somebody, in percent of `most` matches."""
    return outcome_bar(duel.won, duel.drawn, duel.lost, most)


def by_person(opponents: Iterable[Opponent]) -> list[Company]:
    """Return people whom a player met, each once, most met first."""
    rows: dict[int, list[Opponent]] = defaultdict(list)
    for opponent in opponents:
        rows[opponent.person.pk].append(opponent)
    company = []
    for met in rows.values():
        sums = {name: sum(getattr(row.duel, name) for row in met) for name in MEETINGS}
        company.append(Company(met[0].person, met[0].game, Duel(**sums)))
    return sorted(
        company,
        key=lambda row: (-row.duel.against - row.duel.together, row.person.public_name),
    )


def often_met(player: Player, caller: Caller, clubs: Collection[int]) -> list[Opponent]:
    """Return partners and opponents in these clubs whom the caller may see, most met first.

    Makes two queries.
    """
    met = meetings_of(player, clubs)
    seen = people_seen({other for _game, other in met}, caller)
    return opponents_of(player, met, seen)


# A player's stored meetings, by game and by the other person's number.
Meetings = Mapping[tuple[str, int], Sequence[Meeting]]


def meetings_of(player: Player, clubs: Collection[int]) -> Meetings:
    """Return a player's meetings in these clubs. Makes one query.

    They are stored counters, one for each club, game and pair of people.
    """
    met: dict[tuple[str, int], list[Meeting]] = defaultdict(list)
    for row in Meeting.objects.filter(Q(one=player) | Q(other=player)):
        if row.club_id in clubs:
            other = row.other_id if row.one_id == player.pk else row.one_id
            met[row.game, other].append(row)
    return met


def opponents_of(player: Player, met: Meetings, people: Mapping[int, Player]) -> list[Opponent]:
    """Return those of the people met who are in `people`, most met first."""
    known = {game.slug: game for game in games()}
    opponents = [
        Opponent(known[game], people[other], duel_of(player.pk, rows))
        for (game, other), rows in met.items()
        if other in people and game in known
    ]
    return sorted(
        opponents,
        key=lambda opponent: (-opponent.total, opponent.person.public_name, opponent.game.slug),
    )


@dataclass(frozen=True, slots=True)
class OwnRecord:
    """A record of a player: its game, its fact, and whether the player still holds it."""

    game: Game
    held: HeldRecord
    still: bool


def held_by(player: Player, clubs: Collection[int], most: int) -> list[OwnRecord]:
    """Return a player's `most` latest records in these clubs, newest first.

    Records that were beaten since are included. So are the player's events of a history, which
    cannot be beaten.
    """
    known = {game.slug: game for game in games()}
    sat = Found.objects.filter(club__in=clubs, match__seats__player=player, game__in=known)
    better = Found.objects.filter(
        record=True,
        **{name: OuterRef(name) for name in ("club", "game", "code", "family")},
        value__gt=OuterRef("value"),
    )
    own = Found.objects.filter(pk__in=_theirs(sat, most)).annotate(beaten=Exists(better))
    records_held = []
    for row in records.with_tables(own).order_by("-ended_at", "match", "number"):
        game = known[row.game]
        still = records.tells_event(row.game, row.code) or not row.beaten
        records_held.append(OwnRecord(game, records.held(game, row), still))
    return records_held


def _theirs(rows: QuerySet[Found], most: int) -> list[int]:
    """Return the keys of the `most` latest facts in `rows` that name the player.

    `rows` has the facts of one player's matches, joined to that player's seats. The names are
    checked before whole rows are read, because there may be very many events.
    """
    facts = rows.filter(Q(record=True) | records.is_event()).order_by(
        "-ended_at", "match", "number"
    )
    seat = ("match__seats__number", "match__seats__side")
    theirs = (
        pk
        for pk, params, *at in facts.values_list("pk", "params", *seat).iterator()
        if records.names(params, *at)
    )
    return list(islice(theirs, most))


def feats_of(player: Player, clubs: Collection[int]) -> list[Feat]:
    """Return the records written by hand about a player in these clubs, newest first."""
    rows = Feat.objects.filter(players=player, club__in=clubs)
    return list(rows.order_by("-date", "-pk")[: records.MANY])
