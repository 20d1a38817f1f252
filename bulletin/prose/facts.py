"""The facts of an evening: people, scores, places. Pure.

A name is a reference to a player or to one of the evening's `guests` (see `marks`).
"""

import datetime as dt
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

# The margin of a result is called narrow up to 1/NARROW of the winner's score. The closest
# result is mentioned if its margin is at most 1/NEAR of that score in a tournament, or
# 1/NEAR_ALONE in a match outside tournaments.
NARROW, NEAR, NEAR_ALONE = 12, 3, 6


@dataclass(frozen=True, slots=True)
class Who:
    """An entrant, a side or a person: the names of its people, or the one name that it was given.

    `many` is True if there are several people, even under a single name.
    """

    names: tuple[str, ...]
    many: bool = False

    @property
    def number(self) -> int:
        """The grammatical number of the verb whose subject this is: 1 or 2."""
        return 2 if self.many or len(self.names) > 1 else 1


@dataclass(frozen=True, slots=True)
class Placed:
    """An entrant's place in a tournament."""

    entrant: Who
    rank: int
    points: Fraction


@dataclass(frozen=True, slots=True)
class Encounter:
    """A table or a match with a winner, or with equal scores. `round` is 0 outside a tournament.

    `scores` holds the winner's score, then the loser's. It may be empty for a forfeited final.
    """

    winner: Who
    loser: Who
    scores: tuple[Any, ...]
    round: int = 0

    @property
    def margin(self) -> Any:
        """The difference of the scores."""
        return abs(self.scores[0] - self.scores[1])

    @property
    def narrow(self) -> bool:
        """Whether the margin is at most 1/`NARROW` of the winner's score."""
        return bool(NARROW * self.margin <= abs(self.scores[0]))

    @property
    def near(self) -> bool:
        """Whether the margin is small enough to be mentioned."""
        part = NEAR if self.round else NEAR_ALONE
        return bool(part * self.margin <= abs(self.scores[0]))


@dataclass(frozen=True, slots=True)
class Climb:
    """The climb of an entrant: its rank after the first round, and its much better last rank."""

    entrant: Who
    before: int
    after: int


@dataclass(frozen=True, slots=True)
class GameFact:
    """A fact that a game found in a match: its code, its figures, and who sat at the table.

    `share` is the share of the club's earlier facts with the same code that this fact beats. It
    is one half if there are too few of them to compare.
    """

    game: str
    code: str
    params: Mapping[str, Any]
    seats: tuple[str, ...]
    sides: tuple[Who, ...]
    record: bool = False
    event: bool = False
    comeback: bool = False
    share: float = 0.0

    @property
    def names_somebody(self) -> bool:
        """Whether the sentence about this fact names a seat or a side."""
        return any(isinstance(self.params.get(name), int) for name in ("seat", "side"))


@dataclass(frozen=True, slots=True)
class SeasonStep:
    """The standing of a challenge after the evening. `gap` is how far the leader is ahead.

    `before` is the leader before the evening, or None if there was no evening before.
    """

    name: str
    leader: Who
    total: Fraction
    second: Who | None = None
    gap: Fraction = Fraction()
    before: Who | None = None


@dataclass(frozen=True, slots=True)
class TournamentFacts:
    """The facts of a tournament of the evening.

    `final` is the last table of a knockout, or None if it has not been played.
    """

    name: str
    game: str
    entrants: int
    pairs: bool
    rounds: int
    running: bool
    places: tuple[Placed, ...] = ()
    # Whether there is only one winner, who has won all their tables.
    unbeaten: bool = False
    final: Encounter | None = None
    closest: Encounter | None = None
    climb: Climb | None = None


@dataclass(frozen=True, slots=True)
class MatchesFacts:
    """The evening's matches outside tournaments.

    `best` are the people with the most wins. Each of them won `won` of `played` matches.
    """

    count: int
    people: int
    games: tuple[str, ...]
    best: tuple[Who, ...] = ()
    # The winner and the game of each match, if there were only a few matches.
    winners: tuple[tuple[Who, str], ...] = ()
    won: int = 0
    played: int = 0
    closest: Encounter | None = None


@dataclass(frozen=True, slots=True)
class RiddleTold:
    """A played hand as a riddle. `question` and `answer` are codes of the game's riddles."""

    game: str
    cards: tuple[str, ...]
    question: str
    answer: str
    params: Mapping[str, Any]
    seats: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class EveningFacts:
    """What happened in a club on one day. `late` is True if it was played in the evening.

    `guests` are the names of people who are not known players.
    """

    club: str
    day: dt.date
    late: bool
    tournaments: tuple[TournamentFacts, ...] = ()
    matches: MatchesFacts | None = None
    game_facts: tuple[GameFact, ...] = ()
    seasons: tuple[SeasonStep, ...] = ()
    riddle: RiddleTold | None = None
    guests: tuple[str, ...] = ()
