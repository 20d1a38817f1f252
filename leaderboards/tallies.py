"""What a board shows of somebody, moved on by one match at a time. Pure.

`State` is all that is known of a player (or pair) after a match: their skill, what they played
ever and in that civil year, their streak and form.
"""

from collections.abc import Sequence
from typing import NamedTuple

from leaderboards.constants import Constants
from leaderboards.rating import Skill, beginner, rated, rested

WON, DRAWN, LOST = "W", "D", "L"
FORM = 5


class Count(NamedTuple):
    """Matches counted. `points` and `best` are in hundredths of a point; no score counts as 0."""

    played: int = 0
    won: int = 0
    drawn: int = 0
    points: int = 0
    best: int | None = None

    def add(self, outcome: str, points: int | None) -> "Count":
        """Return the count with one more match."""
        best = self.best
        if points is not None and (best is None or points > best):
            best = points
        return Count(
            self.played + 1,
            self.won + (outcome == WON),
            self.drawn + (outcome == DRAWN),
            self.points + (points or 0),
            best,
        )


class State(NamedTuple):
    """Somebody after a match, which was on `day` (its ordinal) of the civil year `year`."""

    skill: Skill
    day: int
    year: int
    ever: Count = Count()
    season: Count = Count()
    streak: int = 0
    form: str = ""


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


def moved_on(
    played: Played, before: Sequence[Sequence[State | None]], constants: Constants
) -> list[list[State]]:
    """Return everybody's state after a match, side by side, from their states before it."""
    skills = [[_ready(state, played.day, constants) for state in side] for side in before]
    margins = [part.margin for part in played.parts]
    after = rated(skills, margins, constants)
    return [
        [_counted(state, skill, part, played) for state, skill in zip(states, side, strict=True)]
        for states, side, part in zip(before, after, played.parts, strict=True)
    ]


def _ready(state: State | None, day: int, constants: Constants) -> Skill:
    if state is None:
        return beginner(constants)
    return rested(state.skill, day - state.day, constants)


def _counted(state: State | None, skill: Skill, part: Part, played: Played) -> State:
    ever = state.ever if state else Count()
    season = state.season if state and state.year == played.year else Count()
    return State(
        skill=skill,
        day=played.day,
        year=played.year,
        ever=ever.add(part.outcome, part.points),
        season=season.add(part.outcome, part.points),
        streak=_streak(state.streak if state else 0, part.outcome),
        form=((state.form if state else "") + part.outcome)[-FORM:],
    )


def _streak(streak: int, outcome: str) -> int:
    """Won matches count up, lost ones down; a draw ends both."""
    if outcome == WON:
        return max(streak, 0) + 1
    if outcome == LOST:
        return min(streak, 0) - 1
    return 0
