"""All queries of boards. They read stored rows by index; no query adds up all matches."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, NamedTuple

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from clubs.callers import Caller
from clubs.club_names import called_in
from clubs.models import Club, ClubPlayer, Player
from clubs.queries import (
    clubs_showing,
    hidden_lines,
    unseen_clubs,
    visible_clubs,
    visible_players,
)
from games.registry.installed import game_of
from games.registry.rating import RatingConstants
from leaderboards.models import (
    EntryChunk,
    Ladder,
    Meeting,
    RatedMatch,
    RebuildState,
    SeasonStanding,
    Standing,
)
from leaderboards.rating.formulas import category, displayed_rating, provisional
from leaderboards.rating.matches import MEETINGS, NO_SCORE
from leaderboards.rating.packing import micros, moment, unpack_entries, unpack_seasons
from leaderboards.rating.tallies import PlayedMatch, Season, counted, form_letters, of_all_time
from leaderboards.seasons import ALL, LATELY, RECENT, civil_year
from leaderboards.storage import LoadedMatch, chunks_of, competitor_of, entries_on, own

PAGE = 50


@dataclass(frozen=True, slots=True)
class BoardQuery:
    """A request for a board. A `club` of None means all clubs; an empty `family`, all families."""

    game: str
    club: Club | None = None
    season: str = ALL
    family: str = ""
    pairs: bool = False


@dataclass(frozen=True, slots=True)
class BoardRow:
    """A row of a board.

    `rating`, `sigma` and `gain` are in displayed points, `average` and `best` in the game's.
    On the board of a civil year all figures are the year's, and `gain` is how far the year moved
    the rating. It is None on other boards.
    """

    rank: int
    people: tuple[Player, ...]
    rating: float
    sigma: float
    provisional: bool
    category: str | None
    played: int
    won: int
    drawn: int
    lost: int
    percent: int
    average: float
    best: float | None
    streak: int
    form: str
    gain: float | None

    @property
    def safe_rating(self) -> float:
        """The rating minus its uncertainty, by which the board is ordered."""
        return self.rating - self.sigma


@dataclass(frozen=True, slots=True)
class SeasonProgress:
    """How many of a game's matches have been counted to work out its seasons."""

    done: int
    total: int


@dataclass(frozen=True, slots=True)
class Board:
    """A page of a board. `more`: further rows follow.

    `final`: the board is of a civil year that is over. `progress`: the seasons of the game are
    still being worked out, and the board has no rows until then.
    """

    rows: tuple[BoardRow, ...]
    more: bool
    constants: RatingConstants
    final: bool = False
    progress: SeasonProgress | None = None


def ladder(query: BoardQuery) -> Ladder | None:
    """Return the ladder of a board; None if no match was ever counted on it."""
    return Ladder.objects.filter(
        game=query.game, club=query.club, family=query.family, pairs=query.pairs
    ).first()


def shown_to(caller: Caller, club: Club | None, names: Sequence[str]) -> Q:
    """Return the condition for rows that the caller may see.

    `names` are the rows' fields that contain players. Hidden people are left out, unless the
    caller is a fellow member. On a club's board, people whom the club hides are left out too.
    On the board over all clubs, people are shown only if a club that the caller may see has them
    on its list. A site owner sees all rows.
    """
    if caller.is_site_owner:
        return Q()
    unseen = [] if club else unseen_clubs(caller)
    whole = Q()
    for name in names:
        whole &= _player_shown_to(caller, club, unseen, name)
    return whole


def _player_shown_to(caller: Caller, club: Club | None, unseen: list[int], name: str) -> Q:
    seen = Q(**{f"{name}__shown__in": (Player.Shown.FULL, Player.Shown.INITIALS)})
    if caller.account is not None:
        fellows = ClubPlayer.objects.filter(
            player=OuterRef(f"{name}_id"), club__memberships__user=caller.account
        )
        seen |= Q(Exists(fellows))
    own = ClubPlayer.objects.filter(player=OuterRef(f"{name}_id"))
    if club is not None:
        seen &= ~Q(Exists(own.filter(hidden_lines(caller), club=club)))
    else:
        # Exclude the clubs that the caller may not see, instead of selecting the others, because
        # they are few. Each row then needs only its player's lines.
        listed = own.exclude(hidden_lines(caller))
        seen &= Q(Exists(listed.exclude(club__in=unseen)))
    return seen


# A row of a board as it is stored: of all time, or of a civil year.
AnyStanding = Standing | SeasonStanding


def standings(query: BoardQuery, on: Ladder, caller: Caller, since: int = 0) -> QuerySet[Any]:
    """Return the stored rows of a board in their order, with their people.

    If `since` is not 0, only rows whose last match ended at or after this moment are returned.
    It is in microseconds since 1970.
    """
    people = ["player", "partner"] if query.pairs else ["player"]
    seen, year = shown_to(caller, query.club, people), civil_year(query.season)
    if year is not None:
        rows: QuerySet[Any] = SeasonStanding.objects.filter(seen, ladder=on, year=year)
    else:
        rows = Standing.objects.filter(seen, ladder=on)
    if since:
        rows = rows.filter(at__gte=since)
    return rows.select_related(*people).order_by("-floor", "player_id", "partner_id")


def board(query: BoardQuery, caller: Caller, start: int = 0, size: int = PAGE) -> Board:
    """Return a page of a board, of at most `size` rows after the first `start`."""
    constants, on = game_of(query.game).rating, ladder(query)
    year = civil_year(query.season)
    final = year is not None and year < timezone.localdate().year
    if on is None:
        return Board((), False, constants, final)
    # One row more is read on each side. The row before shows whether the first one shares its rank,
    # the row after whether there is another page.
    first = max(start - 1, 0)
    since = micros(timezone.now() - LATELY) if query.season == RECENT else 0
    rows_of = standings(query, on, caller, since)
    loaded = list(rows_of[first : start + size + 1])
    called_in(query.club, [person for row in loaded for person in (row.player, row.partner)])
    ranks = _ranks(loaded, first, lambda floor: rows_of.filter(floor__gt=floor).count())
    page = slice(start - first, start - first + size)
    lately = _lately(on, loaded[page], since) if since else {}
    rows = tuple(
        _row(rank, standing, lately.get(standing.pk) or counts_of(standing), constants)
        for rank, standing in zip(ranks[page], loaded[page], strict=True)
    )
    missing = not loaded and query.season in on.seasons
    progress = season_progress(query.game) if missing else None
    return Board(rows, len(loaded) > page.stop, constants, final, progress)


def season_progress(game: str) -> SeasonProgress | None:
    """Return how far a game's seasons are worked out; None if they are."""
    state = RebuildState.objects.filter(game=game, seasons_ready=False).first()
    return SeasonProgress(state.done, state.total) if state else None


def _ranks(rows: Sequence[AnyStanding], first: int, above: Any) -> list[int]:
    """Return the ranks of rows. Equal rows share a rank (1-1-3), even on different pages.

    `above` returns the number of rows of the board above a floor.
    """
    tied = first > 0 and len(rows) > 1 and rows[0].floor == rows[1].floor
    ranks = [above(rows[0].floor) + 1 if tied else first + 1]
    for place in range(1, len(rows)):
        same = rows[place].floor == rows[place - 1].floor
        ranks.append(ranks[-1] if same else first + place + 1)
    return ranks[: len(rows)]


def counts_of(standing: AnyStanding) -> Season:
    """Return the counts of a row."""
    if isinstance(standing, SeasonStanding):
        return unpack_seasons(standing.counts)[0]
    return of_all_time(unpack_seasons(standing.seasons))


def _lately(on: Ladder, rows: Sequence[AnyStanding], since: int) -> dict[int, Season]:
    """Return, by the row's key, the counts since a moment. Streak and form begin at it too."""
    wanted = {row.player_id for row in rows}
    chunks = EntryChunk.objects.filter(chunks_of(on), player__in=wanted, last__gte=since)
    entries: dict[int, list[PlayedMatch]] = {player: [] for player in wanted}
    for player, data in chunks.values_list("player", "data"):
        entries[player] += [entry for entry in unpack_entries(data) if entry.at >= since]
    counts_by_row = {}
    for row in rows:
        mine = sorted(
            own(competitor_of(row), entries[row.player_id]), key=lambda entry: entry.place
        )
        if mine:
            counts_by_row[row.pk] = of_all_time(counted([], mine))
    return counts_by_row


def row_of(standing: Standing) -> BoardRow:
    """Return a row of a board from a stored one, with 0 as its rank. Reads `standing.ladder`."""
    return _row(0, standing, counts_of(standing), game_of(standing.ladder.game).rating)


def _row(rank: int, standing: AnyStanding, counts: Season, constants: RatingConstants) -> BoardRow:
    played, won = counts.played, counts.won
    people = (standing.player, standing.partner)
    return BoardRow(
        rank=rank,
        people=tuple(person for person in people if person is not None),
        rating=displayed_rating(standing.mu),
        sigma=standing.sigma,
        provisional=provisional(standing.sigma, constants),
        category=category(standing.mu, standing.sigma, constants),
        played=played,
        won=won,
        drawn=counts.drawn,
        lost=played - won - counts.drawn,
        # Halves are rounded up: 5 of 8 are 63 %.
        percent=(200 * won + played) // (2 * played) if played else 0,
        average=counts.points / played / 100 if played else 0.0,
        best=None if counts.best == NO_SCORE else counts.best / 100,
        streak=counts.streak,
        form=form_letters(counts.form),
        gain=standing.mu - standing.mu_before if isinstance(standing, SeasonStanding) else None,
    )


class Point(NamedTuple):
    """A player's rating after a match. `match` is None if the caller may not see it."""

    match: str | None
    at: datetime
    rating: float
    sigma: float
    provisional: bool

    @property
    def safe_rating(self) -> float:
        """The rating minus its uncertainty."""
        return self.rating - self.sigma


def curve(player: Player, game: str, club: Club | None, caller: Caller) -> list[Point]:
    """Return a player's rating after each match, oldest first: in a club, or over all clubs."""
    on = ladder(BoardQuery(game, club))
    if on is None:
        return []
    clubs = set(clubs_showing(player, caller).values_list("pk", flat=True))
    matches = [entry.match for entry in entries_on(on, (player.pk,))]
    rated = RatedMatch.objects.in_bulk(matches)
    return points_of(on, player.pk, [rated[match] for match in matches if match in rated], clubs)


def points_of(
    on: Ladder, player: int, rows: Iterable[RatedMatch], clubs: Collection[int]
) -> list[Point]:
    """Return a player's rating on a ladder after each of these matches.

    A point has its match's name only if the match is of one of `clubs`.
    """
    constants = game_of(on.game).rating
    points = []
    for row in rows:
        skill = LoadedMatch.of(row).after(on, (player,))
        is_provisional = provisional(skill.sigma, constants)
        match = row.match if row.club_id in clubs else None
        points.append(
            Point(match, moment(row.at), displayed_rating(skill.mu), skill.sigma, is_provisional)
        )
    return points


def years(on: Ladder | None) -> list[str]:
    """Return the civil years from a board's first to its last, newest first."""
    if on is None or not on.seasons:
        return []
    seasons = [int(year) for year in on.seasons]
    return [str(year) for year in range(max(seasons), min(seasons) - 1, -1)]


@dataclass(frozen=True, slots=True)
class Duel:
    """Results of two people against each other, and on one side."""

    won: int = 0
    lost: int = 0
    drawn: int = 0
    together: int = 0
    together_won: int = 0

    @property
    def against(self) -> int:
        """Matches against each other."""
        return self.won + self.lost + self.drawn


def duel(player: Player, other: Player, game: str, caller: Caller) -> Duel:
    """Return the results of two players, as opponents and on one side.

    Matches of clubs that the caller may not see are left out.
    """
    low, high = sorted((player.pk, other.pk))
    clubs = visible_clubs(caller).values_list("pk", flat=True)
    rows = Meeting.objects.filter(one=low, other=high, game=game, club__in=list(clubs))
    return duel_of(player.pk, rows)


def duel_of(player: int, rows: Collection[Meeting]) -> Duel:
    """Add up the results of a player with one other person. `rows` has one row for each club."""
    sums = {name: sum(getattr(row, name) for row in rows) for name in MEETINGS}
    if any(row.other_id == player for row in rows):
        sums["won"], sums["lost"] = sums["lost"], sums["won"]
    return Duel(**sums)


def over_all() -> QuerySet[Standing]:
    """Return the rows of the games' main boards: of players, in all clubs and variants."""
    return Standing.objects.filter(
        ladder__club__isnull=True,
        ladder__family="",
        ladder__pairs=False,
        partner__isnull=True,
    )


def standing_of(player: Player, game: str) -> BoardRow | None:
    """Return a player's row on the main board of a game; None before their first match."""
    rows = over_all().filter(ladder__game=game, player=player)
    row = rows.select_related("ladder", "player").first()
    return row_of(row) if row else None


def is_seen(club_id: int | None, caller: Caller) -> bool:
    """Say whether the caller may see a club."""
    return club_id is not None and visible_clubs(caller).filter(pk=club_id).exists()


def names_seen(players: Collection[int], club_id: int | None, caller: Caller) -> dict[int, str]:
    """Return the names of people in a match, by player number, as the caller may see them.

    If the caller may see the club, the names are those that the club uses. Otherwise only people
    whom the caller may see elsewhere are named.
    """
    if is_seen(club_id, caller):
        named = list(Player.objects.filter(pk__in=players))
        called_in(club_id, named)
    else:
        named = list(visible_players(caller).prefetch_related(None).filter(pk__in=players))
    known = {person.pk: person.public_name for person in named}
    return {player: known.get(player, _("joueur anonyme")) for player in players}
