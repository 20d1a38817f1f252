"""The odds of 10 000: whether to stop or to throw again. Pure.

The best decisions are found by dynamic programming over the turn: the points in hand, the dice to
throw, and everything else on which a throw's worth depends (`throw_situations`).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, NamedTuple

import numpy as np

from core.sized_cache import SizedCache
from games.dix_mille.analysis import throw_tables
from games.dix_mille.analysis.throw_situations import ThrowSituation, situation_of
from games.dix_mille.analysis.throw_tables import STEP, moves
from games.dix_mille.engine.may_stop import stop_fault
from games.dix_mille.engine.rulesets import MilleRules, frozen
from games.dix_mille.engine.turns import Stand, Turn
from games.registry.estimate import AT_ONCE

# If the score may pass the target, turns are computed up to this many points beyond it. Above the
# target, a turn may still have to go on before it may stop.
BEYOND = 2000


class Worth(NamedTuple):
    """The worth of throwing on, if the player continues in the best way.

    `points` is the mean gain of the turn; a bust counts as its cost (below zero). `bust` is the
    chance that the turn ends in a bust.
    """

    points: float
    bust: float


def top_of(rules: Any, score: int) -> int:
    """Return the highest total for which a turn is computed, in steps of `STEP` points."""
    room = rules.target - score
    return max(1, -(-(room if rules.exact_target else room + BEYOND) // STEP))


class Turns:
    """The best way through a turn, by dynamic programming from the highest total down.

    `entered`, `score`: the player's state. `cost`: the points lost by a bust (a palier struck at
    the last coche). `entering`: the player's aim is to enter, not to score. `Worth.points` is then
    the chance to be allowed to stop.
    """

    def __init__(
        self,
        rules: Any,
        *,
        entered: bool,
        score: int,
        cost: int = 0,
        entering: bool = False,
    ) -> None:
        self.rules = rules
        self.stand = Stand(entered, score)
        self.room = rules.target - score
        self.cost = cost
        self.entering = entering
        # Some rules require the points to enter in one single throw. The tables then also
        # distinguish whether a throw had them.
        self.single = rules.entry_single_throw and not entered
        self.spots, *self._moves = moves(rules)
        self.top = top_of(rules, score)
        shape = (2 if self.single else 1, self.top + 1, len(self.spots))
        self._points = np.zeros(shape)
        self._bust = np.zeros(shape)
        self._stops = self._stopping()
        for step in range(self.top, -1, -1):
            for made in range(shape[0]):
                self._fill(made, step)

    def _stopping(self) -> Any:
        """Return the worth of stopping as an array; it is minus infinity where stopping is not
        allowed.

        The first index is 1 if one throw had the points to enter. The second is `2 * main_pleine +
        unconfirmed`. The third is the total in steps.
        """
        pays = np.full((2 if self.single else 1, 4, self.top + 1), -np.inf)
        for made in range(pays.shape[0]):
            for kind in range(4):
                for step in range(1, self.top + 1):
                    if self.may_stop(step * STEP, kind >= 2, kind % 2 == 1, made == 1):
                        pays[made, kind, step] = self._payoff(step * STEP)
        return pays

    def _payoff(self, total: int) -> float:
        return 1.0 if self.entering else float(min(total, self.room))

    def _fill(self, made: int, step: int) -> None:
        """Compute the worth of throwing on this total. The worths on all higher totals must be
        known.
        """
        move = self._moves[step % 2]
        later = step + move.added
        passes = step + move.furthest > self.top
        if passes:
            over = later > self.top
            later = np.minimum(later, self.top)
        _made, kinds, steps = self._stops.shape
        after, kind = later * len(self.spots) + move.after, move.kind * steps + later
        if self.single:
            enough = np.maximum(made, move.worth >= self.rules.entry_score)
            after, kind = after + enough * (steps * len(self.spots)), kind + enough * kinds * steps
        stop = self._stops.ravel().take(kind)
        if not move.all_whole:
            stop = np.where(move.whole, stop, -np.inf)
        on = self._points.ravel().take(after)
        bust = np.where(stop >= on, 0.0, self._bust.ravel().take(after))
        points = np.maximum(stop, on)
        if passes:
            fate = (-np.inf, 1.0) if self.rules.exact_target else (self._most, 0.0)
            points[over], bust[over] = fate
        best, least = points, bust
        if len(points) > len(move.starts):
            best = np.maximum.reduceat(points, move.starts)
            chosen = points == np.repeat(best, move.counts)
            least = np.minimum.reduceat(np.where(chosen, bust, np.inf), move.starts)
        lost = np.isneginf(best)
        best = np.where(lost, -self.cost, best)
        least = np.where(lost, 1.0, least)
        size = len(self.spots)
        self._points[made, step] = (
            np.bincount(move.at, move.weights * best, size)
            + self._payoff(self.room) * move.win
            - self.cost * move.bust
        )
        self._bust[made, step] = np.bincount(move.at, move.weights * least, size) + move.bust

    @property
    def _most(self) -> float:
        return self._payoff(self.room)

    @property
    def nbytes(self) -> int:
        """The size of the tables in bytes. The moves are not included, because other `Turns` share
        them.
        """
        return int(self._points.nbytes + self._bust.nbytes + self._stops.nbytes)

    def roll(self, total: int, spot: ThrowSituation, made: bool = False) -> Worth:
        """Return the worth of throwing with `total` points in hand.

        `made`: one throw of the turn had the points that the rules require for entering.
        """
        place = (int(made and self.single), min(total // STEP, self.top), self.spots[spot])
        return Worth(float(self._points[place]), float(self._bust[place]))

    def next_bust(self, total: int, spot: ThrowSituation) -> Fraction:
        """Return the chance that the next throw scores nothing."""
        table = self._moves[total % 100 == 50]
        return Fraction(int(table.parts["bust"][self.spots[spot]]), 6**spot.left)

    def may_stop(self, total: int, main_pleine: bool, unconfirmed: bool, made: bool) -> bool:
        """Say whether the rules let the player stop."""
        turn = Turn(
            self.rules,
            self.stand,
            total,
            left=1,
            main_pleine=main_pleine,
            unconfirmed=unconfirmed,
            best_throw=self.rules.entry_score if made else 0,
            # `stop_fault` only checks that `throws` is not empty.
            throws=(None,),  # type: ignore[arg-type]
        )
        return stop_fault(turn) is None


# Room for about twenty `Turns` with the usual target. The largest `Turns` that a request may
# compute fits too.
_TURNS: SizedCache[Turns] = SizedCache(2 * AT_ONCE.held)


def turns(rules: Any, entered: bool, score: int, cost: int, entering: bool) -> Turns:
    """Return the `Turns` of these conditions; they are cached for further questions."""
    return _TURNS.get(
        (rules, entered, score, cost, entering),
        lambda: Turns(rules, entered=entered, score=score, cost=cost, entering=entering),
    )


def forget() -> None:
    """Clear the caches, so that the time to compute can be measured."""
    _TURNS.clear()
    throw_tables.MOVES.clear()


@dataclass(frozen=True, slots=True)
class Advice:
    """The worth of stopping and of throwing. `stop` is None if stopping is not allowed."""

    stop: float | None
    roll: Worth
    next_bust: Fraction

    @property
    def better(self) -> str:
        """The better choice: `stop` or `roll`."""
        return "roll" if self.stop is None or self.roll.points > self.stop else "stop"


def advise(
    rules: MilleRules,
    *,
    entered: bool,
    score: int,
    total: int,
    dice: int,
    cost: int = 0,
    taken: int = 0,
) -> Advice:
    """Compare stopping on `total` points with throwing `dice` dice.

    The earlier throws are not known, so earlier figures and dice set aside are ignored. `taken` is
    the part of the points that was taken over. The player may stop only on more than these points.
    """
    known = turns(frozen(rules), entered, score, cost, False)
    spot = ThrowSituation(dice, aside=() if dice == rules.dice else None)
    full = total > 0 and dice == rules.dice
    made = not known.single or total >= rules.entry_score
    stops = total > taken and known.may_stop(total, full, False, made)
    return _compared(known, total, spot, stops=stops, made=made)


def advise_turn(turn: Turn, *, cost: int = 0, whole: bool = True) -> Advice:
    """Compare stopping with throwing on, after a throw of a turn whose throws are all known.

    `whole`: every scoring die of the last throw was kept, as stopping requires. The turn must not
    have a joker set aside.
    """
    rules = frozen(turn.rules)
    known = turns(rules, turn.stand.entered, turn.stand.score, cost, False)
    made = not known.single or turn.best_throw >= rules.entry_score
    stops = whole and stop_fault(turn) is None
    return _compared(known, turn.total, situation_of(rules, turn), stops=stops, made=made)


def _compared(known: Turns, total: int, spot: ThrowSituation, *, stops: bool, made: bool) -> Advice:
    return Advice(
        float(total) if stops else None,
        known.roll(total, spot, made and known.single),
        known.next_bust(total, spot),
    )


def enter_chance(rules: MilleRules, *, total: int = 0, dice: int | None = None) -> Worth:
    """Return the chance to enter (`points`) and the chance of a bust, for a turn played only to
    enter.
    """
    known = turns(frozen(rules), False, 0, 0, True)
    left = rules.dice if dice is None else dice
    return known.roll(total, ThrowSituation(left, aside=() if left == rules.dice else None))


def thresholds(
    rules: MilleRules, *, entered: bool, score: int, cost: int = 0
) -> Sequence[tuple[int, int | None]]:
    """Return, for each number of dice to throw, the lowest total on which stopping is best.

    The total is None if there is none up to 5000 points.
    """
    rows: list[tuple[int, int | None]] = []
    room = rules.target - score
    step = 100 if rules.no_fifty else 50
    for dice in range(1, rules.dice + 1):
        least = None
        for total in range(step, min(room, 5000) + 1, step):
            advice = advise(rules, entered=entered, score=score, total=total, dice=dice, cost=cost)
            if advice.better == "stop":
                least = total
                break
        rows.append((dice, least))
    return rows
