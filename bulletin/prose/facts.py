"""The facts of an evening, as they were read: people, scores, places. Pure.

A name is a reference to a player or to one of the evening's `guests` (see `marks`).
"""

import datetime as dt
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

# A margin is narrow up to 1/NARROW of the winner's score, and not told above 1/NEAR of it; outside
# a tournament, not above 1/NEAR_ALONE.
NARROW, NEAR, NEAR_ALONE = 12, 3, 6


@dataclass(frozen=True, slots=True)
class Who:
    """An entrant, a side or a person: the names of its people, or the one name it goes by.

    `many`: it is several people, whatever it goes by.
    """

    names: tuple[str, ...]
    many: bool = False

    @property
    def number(self) -> int:
        """1 or 2: what a verb agrees with."""
        return 2 if self.many or len(self.names) > 1 else 1


@dataclass(frozen=True, slots=True)
class Placed:
    """An entrant's place in a tournament."""

    entrant: Who
    rank: int
    points: Fraction


@dataclass(frozen=True, slots=True)
class Encounter:
    """A table or a match that somebody won, or nobody did: equal scores. `round`: 0 for none.

    A final may have no scores: somebody forfeited.
    """

    winner: Who
    loser: Who
    scores: tuple[Any, ...]
    round: int = 0

    @property
    def margin(self) -> Any:
        """How far apart they ended."""
        return abs(self.scores[0] - self.scores[1])

    @property
    def narrow(self) -> bool:
        """Whether they ended very near to each other."""
        return bool(NARROW * self.margin <= abs(self.scores[0]))

    @property
    def near(self) -> bool:
        """Whether they ended near enough for anybody to speak of it."""
        part = NEAR if self.round else NEAR_ALONE
        return bool(part * self.margin <= abs(self.scores[0]))


@dataclass(frozen=True, slots=True)
class Climb:
    """An entrant who ended far above where they stood after the first round."""

    entrant: Who
    before: int
    after: int


@dataclass(frozen=True, slots=True)
class GameFact:
    """A fact that a game found in a match: its own code and figures, and who sat there.

    `share`: the part of the club's earlier facts of that code that it beats; a half, if there are
    too few to say.
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
        """Whether its sentence says whom it is about."""
        return any(isinstance(self.params.get(name), int) for name in ("seat", "side"))


@dataclass(frozen=True, slots=True)
class SeasonStep:
    """Where a challenge stands after the evening. `gap`: the leader's advance.

    `before`: who led until then; None for a first evening.
    """

    name: str
    leader: Who
    total: Fraction
    second: Who | None = None
    gap: Fraction = Fraction()
    before: Who | None = None


@dataclass(frozen=True, slots=True)
class TournamentFacts:
    """A tournament of the evening. `final`: the last table of a knockout, if it has been played."""

    name: str
    game: str
    entrants: int
    pairs: bool
    rounds: int
    running: bool
    places: tuple[Placed, ...] = ()
    # Whether who won lost no table.
    unbeaten: bool = False
    final: Encounter | None = None
    closest: Encounter | None = None
    climb: Climb | None = None


@dataclass(frozen=True, slots=True)
class MatchesFacts:
    """The evening's matches of no tournament. `best`: who won most, how many of how many."""

    count: int
    people: int
    games: tuple[str, ...]
    best: tuple[Who, ...] = ()
    # Who won each of them, and at which game, if they were few.
    winners: tuple[tuple[Who, str], ...] = ()
    won: int = 0
    played: int = 0
    closest: Encounter | None = None


@dataclass(frozen=True, slots=True)
class RiddleTold:
    """A hand that was played, as a riddle of its game: `question` and `answer` are its codes."""

    game: str
    cards: tuple[str, ...]
    question: str
    answer: str
    params: Mapping[str, Any]
    seats: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class EveningFacts:
    """A club's day. `late`: it was played in the evening.

    `guests`: the names without a player.
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
