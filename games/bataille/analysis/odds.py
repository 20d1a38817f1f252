"""Simulates random games of Bataille, to learn how long they last and who wins.

The games have two players. The rules leave two points open, which are parameters here: the order
in which the winner puts the cards under the pile, and what happens to a player who runs out of
cards within a bataille. Games are numbered: game `n` of a seed is always the same, however many
are played and in what portions. Pure. The loop itself is compiled (`kernel`); `plain` is the
same in simple Python.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np

from core.progress import ProgressCallback

ORDERS = ("winner_first", "loser_first", "coin", "shuffled")
RUNNING_OUT = ("draw", "lose", "borrow", "last_face_up")
# The number of tricks after which a random game counts as endless. With a fixed order, a game
# that returns to a former state is proven to be endless.
MOST_TRICKS = 50_000
PORTION = 10_000
ENDLESS = 3
ACE, KING, JOKER = 14, 13, 15
LOWEST = {32: 7, 52: 2, 54: 2}


class Rules(Protocol):
    """The rules of a ruleset that decide how a manche is played."""

    deck: int
    decks: int
    face_down: bool
    deal: str
    stealing_joker_wins: bool
    loser_pays: bool


@dataclass(frozen=True, slots=True)
class Conventions:
    """The rules and conventions that decide how a manche is played."""

    deck: int = 52
    decks: int = 1
    face_down: bool = True
    by_colour: bool = False
    stealing_joker_wins: bool = False
    loser_pays: bool = False
    order: str = "winner_first"
    running_out: str = "draw"

    @property
    def cards(self) -> int:
        """The number of cards in play."""
        return self.deck * self.decks

    @property
    def fixed(self) -> bool:
        """Whether nothing depends on chance once the cards are dealt."""
        return self.order in ("winner_first", "loser_first")

    @property
    def numbers(self) -> tuple[int, ...]:
        """The conventions as numbers, in the form that the compiled loop reads."""
        return (
            LOWEST[self.deck],
            self.decks,
            int(self.deck == 54),
            int(self.face_down),
            int(self.by_colour),
            int(self.stealing_joker_wins),
            int(self.loser_pays),
            ORDERS.index(self.order),
            RUNNING_OUT.index(self.running_out),
        )


def conventions(rules: Rules, *, order: str, running_out: str) -> Conventions:
    """Return the conventions of a ruleset, with the two that it leaves open."""
    return Conventions(
        deck=rules.deck,
        decks=rules.decks,
        face_down=rules.face_down,
        by_colour=rules.deal == "by_colour",
        stealing_joker_wins=rules.stealing_joker_wins,
        loser_pays=rules.loser_pays,
        order=order,
        running_out=running_out,
    )


def simulate(
    conventions: Conventions, *, games: int, seed: int, progress: ProgressCallback
) -> dict[str, Any]:
    """Play `games` manches and return the results as plain JSON.

    - `lengths`: how many manches ended, by their number of tricks.
    - `outcomes`: how many manches the first player won, the second won, were drawn, never ended.
    - `hands[aces][kings]`: how many first hands, of either player, had these aces and kings, and
      how many of them won.

    `progress` is called after every portion, and may raise to stop the work.
    """
    from games.bataille.analysis.kernel import play  # noqa: PLC0415 -- compiling is for who simulates

    tally = Tally(conventions)
    progress(0, games)
    for first in range(0, games, PORTION):
        count = min(PORTION, games - first)
        tally.add(play(conventions.numbers, seed, first, count))
        progress(first + count, games)
    return tally.result()


class Tally:
    """Adds up portions of games."""

    def __init__(self, conventions: Conventions) -> None:
        self.side = 4 * conventions.decks + 1
        self.lengths: dict[int, int] = {}
        self.outcomes = [0, 0, 0, 0]
        self.dealt = np.zeros(self.side**2, dtype=np.int64)
        self.won = np.zeros(self.side**2, dtype=np.int64)
        self.battles = 0

    def add(self, portion: Any) -> None:
        """Add games: rows of tricks, batailles, outcome, and aces and kings of the first hand."""
        rows = np.asarray(portion)
        tricks, battles, outcome, aces, kings = (rows[:, at] for at in range(5))
        for at, count in enumerate(np.bincount(outcome, minlength=4).tolist()):
            self.outcomes[at] += count
        ended = outcome != ENDLESS
        counts = np.bincount(tricks[ended])
        for length in np.flatnonzero(counts).tolist():
            self.lengths[length] = self.lengths.get(length, 0) + int(counts[length])
        self.battles += int(battles[ended].sum())
        # The second player's hand has the remaining aces and kings, so each game counts for two
        # hands.
        mine = aces * self.side + kings
        theirs = self.side**2 - 1 - mine
        self.dealt += self._count(mine) + self._count(theirs)
        self.won += self._count(mine[outcome == 0]) + self._count(theirs[outcome == 1])

    def _count(self, hands: Any) -> Any:
        return np.bincount(hands, minlength=self.side**2)

    def result(self) -> dict[str, Any]:
        """Return the totals, as plain JSON."""
        return {
            "lengths": {str(length): count for length, count in sorted(self.lengths.items())},
            "outcomes": self.outcomes,
            "hands": np.stack((self.dealt, self.won), axis=1)
            .reshape(self.side, self.side, 2)
            .tolist(),
            "battles": self.battles,
        }


@dataclass(frozen=True, slots=True)
class Chance:
    """A chance to win, measured over `hands` hands, with its standard error.

    `share` and `error` are None without hands.
    """

    hands: int
    share: float | None
    error: float | None


def chance(
    result: Mapping[str, Any], *, aces: int | None = None, kings: int | None = None
) -> Chance:
    """Return the chance to win with these aces and kings in the first hand. None: any number."""
    dealt = won = 0
    for held, by_kings in enumerate(result["hands"]):
        for also, (count, wins) in enumerate(by_kings):
            if aces in (None, held) and kings in (None, also):
                dealt, won = dealt + count, won + wins
    if not dealt:
        return Chance(0, None, None)
    share = won / dealt
    # If both hands of a game have these aces and kings, one of them wins when the other loses.
    # Then only half as many results are independent.
    most = len(result["hands"]) - 1
    games = dealt / 2 if {aces, kings} <= {None, most / 2} else dealt
    return Chance(dealt, share, share_error(share, games))


@dataclass(frozen=True, slots=True)
class Lengths:
    """The lengths of the manches that ended, in tricks."""

    ended: int
    mean: float
    error: float
    deviation: float
    median: int
    quarter: int
    three_quarters: int
    longest: int


def lengths_of(result: Mapping[str, Any]) -> Lengths | None:
    """Return the lengths that `simulate` counted, or None if no game ended."""
    counts = {int(length): count for length, count in result["lengths"].items()}
    ended = sum(counts.values())
    if not ended:
        return None
    mean = sum(length * count for length, count in counts.items()) / ended
    square = sum(count * (length - mean) ** 2 for length, count in counts.items())
    deviation = (square / max(1, ended - 1)) ** 0.5
    quarter, median, three = (_quantile(counts, ended, part) for part in (0.25, 0.5, 0.75))
    return Lengths(
        ended, mean, deviation / ended**0.5, deviation, median, quarter, three, max(counts)
    )


def _quantile(counts: Mapping[int, int], total: int, part: float) -> int:
    passed = 0
    for length in sorted(counts):
        passed += counts[length]
        if passed >= part * total:
            return length
    raise AssertionError("the parts make the whole")


def share_error(share: float, count: float) -> float:
    """Return the standard error of a share that was found in `count` games."""
    return (share * (1 - share) / count) ** 0.5 if count else 0.0
