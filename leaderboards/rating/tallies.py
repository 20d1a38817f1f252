"""What a board counts of somebody, one match after another. Pure.

What came of a match for a player is an `Entry`; a `Season` is what stands at the end of a civil
year, and all of them together are what a board says of all time. Skills move on beside that:
they depend on whom one played, which counts do not.
"""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from games.rating_constants import RatingConstants
from leaderboards.rating.formulas import Skill, beginner, rated, rested

WON, DRAWN, LOST = "W", "D", "L"
FORM = 5


class Place(NamedTuple):
    """A match's place in time, in microseconds since 1970: boards count matches in this order."""

    at: int
    match: str


class Entry(NamedTuple):
    """What came of a match for a player. `partner`: whom they made a pair with, 0 for nobody."""

    place: Place
    partner: int
    points: int | None
    year: int
    outcome: str


class Count(NamedTuple):
    """Matches counted. `points` and `best` are in hundredths of a point; no score counts as 0."""

    played: int = 0
    won: int = 0
    drawn: int = 0
    points: int = 0
    best: int | None = None

    def add(self, outcome: str, points: int | None) -> "Count":
        """Return the count with one more match."""
        return Count(
            self.played + 1,
            self.won + (outcome == WON),
            self.drawn + (outcome == DRAWN),
            self.points + (points or 0),
            _best(self.best, points),
        )

    def __or__(self, other: "Count") -> "Count":
        """Return the count of both."""
        return Count(
            self.played + other.played,
            self.won + other.won,
            self.drawn + other.drawn,
            self.points + other.points,
            _best(self.best, other.best),
        )


def _best(one: int | None, other: int | None) -> int | None:
    if one is None or other is None:
        return other if one is None else one
    return max(one, other)


class Season(NamedTuple):
    """What stands at the end of a civil year. Streak and form go on from one year to the next."""

    year: int
    at: int
    counted: Count
    streak: int
    form: str


def moved_by(seasons: Sequence[Season], entries: Iterable[Entry]) -> list[Season]:
    """Return the seasons with more matches, which come later than all before."""
    found = list(seasons)
    for entry in entries:
        last = found[-1] if found else None
        same = last is not None and last.year == entry.year
        count = last.counted if last is not None and same else Count()
        season = Season(
            entry.year,
            entry.place.at,
            count.add(entry.outcome, entry.points),
            streak_after(last.streak if last else 0, entry.outcome),
            ((last.form if last else "") + entry.outcome)[-FORM:],
        )
        found[-1:] = [season] if same else [*found[-1:], season]
    return found


def streak_after(streak: int, outcome: str) -> int:
    """Won matches count up, lost ones down; a draw ends both."""
    if outcome == WON:
        return max(streak, 0) + 1
    if outcome == LOST:
        return min(streak, 0) - 1
    return 0


def of_all_time(seasons: Iterable[Season]) -> Count:
    """Return the count of all seasons."""
    count = Count()
    for season in seasons:
        count |= season.counted
    return count


class Part(NamedTuple):
    """A side of a match that counts: its players in the order of the seats, and how it came out."""

    players: tuple[int, ...]
    points: int | None
    outcome: str
    margin: float
    rank: int


class Played(NamedTuple):
    """A match that counts, as a fold needs it."""

    day: int
    year: int
    parts: tuple[Part, ...]


# A player, or a pair of two: its members in the order of their numbers.
Competitor = tuple[int, ...]


def competitors(played: Played, *, pairs: bool) -> list[list[Competitor]]:
    """Return who competes on each side: each player, or the pair that they make."""
    if pairs:
        return [[tuple(sorted(part.players))] for part in played.parts]
    return [[(player,) for player in part.players] for part in played.parts]


def has_pairs(played: Played) -> bool:
    """Say whether a match is one of two sides of two, where pairs have a board of their own."""
    return len(played.parts) == 2 and all(len(part.players) == 2 for part in played.parts)


def entries_of(place: Place, played: Played) -> dict[int, Entry]:
    """Return what came of a match for each of its players."""
    pairs = has_pairs(played)
    return {
        player: Entry(
            place,
            part.players[1 - seat] if pairs else 0,
            part.points,
            played.year,
            part.outcome,
        )
        for part in played.parts
        for seat, player in enumerate(part.players)
    }


class Known(NamedTuple):
    """A skill as it stood after a match, and that match's day (its ordinal)."""

    skill: Skill
    day: int


def skills_after(
    played: Played, before: Sequence[Sequence[Known | None]], constants: RatingConstants
) -> list[list[Skill]]:
    """Return everybody's skill after a match, side by side, from those before it."""
    ready = [[_ready(known, played.day, constants) for known in side] for side in before]
    return rated(ready, [part.margin for part in played.parts], constants)


def _ready(known: Known | None, day: int, constants: RatingConstants) -> Skill:
    if known is None:
        return beginner(constants)
    return rested(known.skill, day - known.day, constants)
