"""10 000 for two: the chance of winning if both players play to win, on a coarse grid of scores.
Pure.

A state is both scores, the coches of both players (*barres*), and whose turn it is. Within a turn
only the points in hand and the number of dice left are known. Three things are left out: the points
that the previous player left (« Je reprends ! »), the figures already made in a turn, and the
coches below the current palier. A struck palier always falls by `FALL` points, whatever the score
of the palier below. Each value is computed from the best turn (`duel_kernel`). The computation is
repeated until no value changes.

A page reads the computed values in plain Python. Only `solve_duel` and `simulate` load the
compiler.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np

from core.progress import ProgressCallback
from games.dix_mille.analysis import duel_kernel as kernel
from games.dix_mille.analysis.duel_state import DuelState, unfit, unit_of
from games.dix_mille.analysis.throw_situations import ThrowSituation, thrown
from games.dix_mille.analysis.throw_tables import STEP
from games.dix_mille.engine.rulesets import MilleRules, frozen, lowest_stop

# The points that a struck palier loses on average, in simulated games with the best play.
FALL = 500
# Values are considered exact when none changes by more than this from one pass to the next.
SURE = 1e-7
MOST_PASSES = 400
CHUNK = 20_000


class Duel:
    """The chances to win of the player whose turn it is, under one ruleset.

    They are stored in `values[mine, coches, their, others]`.
    """

    def __init__(self, rules: MilleRules, values: Any) -> None:
        self.rules, self.values = rules, values
        self._places, self._throws = _game(frozen(rules))

    def chance(self, state: DuelState) -> float:
        """Return the chance to win of the player whose turn it is."""
        return float(self.values[self._index(state)])

    def _index(self, state: DuelState) -> tuple[int, int, int, int]:
        unit, most = unit_of(self.rules), self.rules.coches_to_strike - 1
        mine, their = state.mine // unit, state.their // unit
        return (
            mine,
            min(state.coches, most) if mine else 0,
            their,
            min(state.others, most) if their else 0,
        )

    def stop_or_roll(self, state: DuelState, total: int, dice: int) -> tuple[float | None, float]:
        """Return the chance to win after stopping on `total` points, and after throwing `dice`.

        The first chance is None if stopping is not allowed.
        """
        on, stops = _arrays(self.rules.dice)
        kernel.turn(*self._index(state), self.values, self._places, self._throws, on, stops)
        top = min((self.rules.target - state.mine) // STEP, kernel.CAP)
        step = total // STEP
        if step > top:
            step = top - (top - step) % 2
        stop = float(stops[step])
        return None if stop < 0 else stop, float(on[step, dice])

    def stops(self, state: DuelState) -> list[tuple[int, int | None]]:
        """Return, for each number of dice to throw, the lowest total from which stopping always
        wins more often.

        The total is None if there is no such total. Below it, stopping may still be right on some
        totals: at the target, or on the other player's score.
        """
        on, stops = _arrays(self.rules.dice)
        kernel.turn(*self._index(state), self.values, self._places, self._throws, on, stops)
        top = min((self.rules.target - state.mine) // STEP, kernel.CAP)
        least_totals: list[tuple[int, int | None]] = []
        for dice in range(1, self.rules.dice + 1):
            least = None
            for step in range(top, 0, -1):
                if stops[step] < 0:
                    continue
                if stops[step] <= on[step, dice]:
                    break
                least = step * STEP
            least_totals.append((dice, least))
        return least_totals

    def simulate(
        self,
        state: DuelState,
        *,
        games: int,
        seed: int,
        paliers: bool,
        progress: ProgressCallback = lambda done, total: None,
    ) -> float:
        """Return the share of simulated games won by the player whose turn it is, if both play
        their best.

        With `paliers`, a struck palier falls back to the palier below it, as in the rules.
        Otherwise it falls by `FALL` points.
        """
        places = self._places
        scores, most = int(places[0]), int(places[1])
        bits = np.zeros((scores, most, scores, most, kernel.CAP + 1), dtype=np.uint8)
        on, stops = _arrays(self.rules.dice)
        policy, play = _compiled(kernel.policy), _compiled(kernel.play)
        policy(self.values, places, self._throws, on, stops, bits)
        begin = np.array(self._index(state), dtype=np.int64)
        won = 0
        for first in range(0, games, CHUNK):
            progress(first, games)
            count = min(CHUNK, games - first)
            won += play(bits, places, self._throws, begin, paliers, seed, first, count)
        return won / games


def _compiled(loop: Any) -> Any:
    """Return a loop over many turns, compiled by numba."""
    from games.dix_mille.analysis import duel_compiled  # noqa: PLC0415 -- it loads the compiler

    return duel_compiled.compiled(loop)


def _arrays(dice: int) -> tuple[Any, Any]:
    return np.zeros((kernel.CAP + 1, dice + 1)), np.zeros(kernel.CAP + 1)


def solve_duel(rules: MilleRules, progress: ProgressCallback = lambda done, total: None) -> Duel:
    """Compute the chances of winning under a ruleset. This takes a minute or two.

    `progress` is called with the convergence in percent. Raise `ValueError` if the ruleset is
    `unfit`.
    """
    if unfit(rules):
        raise ValueError(unfit(rules))
    places, throws = _game(frozen(rules))
    scores, most = int(places[0]), int(places[1])
    values = np.full((scores, most, scores, most), 0.5)
    on, stops = _arrays(rules.dice)
    sweep = _compiled(kernel.sweep)
    for _number in range(MOST_PASSES):
        change = sweep(values, places, throws, on, stops)
        progress(_sureness(change), 100)
        if change < SURE:
            break
    return Duel(rules, values)


def _sureness(change: float) -> int:
    """Return the progress of the passes, out of 100.

    It grows with the logarithm of the change, because each pass divides the change by about the
    same factor.
    """
    if change <= SURE:
        return 100
    return max(0, min(99, round(100 * (1 + np.log10(max(change, SURE))) / (1 + np.log10(SURE)))))


# --- The arrays that the loops of `duel_kernel` take ------------------------------------------


@dataclass(frozen=True, slots=True)
class _Outcome:
    added: int
    left: int
    full: bool


@lru_cache(maxsize=8)
def _game(rules: Any) -> tuple[Any, Any]:
    """Return the arrays `places` and `throws` that `duel_kernel` describes.

    In `throws`, the first index is 0 if the points in hand end in 00, and 1 if they end in 50.
    """
    unit = unit_of(rules) // STEP
    places = (
        rules.target // (unit * STEP),
        rules.coches_to_strike,
        unit,
        rules.target // STEP,
        lowest_stop(rules, entered=False) // STEP,
        int(rules.exact_target),
        int(rules.collision),
        FALL // (unit * STEP),
        int(rules.main_pleine == "may_stop"),
    )
    return np.array(places, dtype=np.int64), _throws(rules)


def _throws(rules: Any) -> tuple[Any, ...]:
    rows: list[list[tuple[_Outcome, float]]] = [[], []]
    starts = np.zeros((2, rules.dice + 2), dtype=np.int64)
    lost, wins = np.zeros((2, rules.dice + 1)), np.zeros((2, rules.dice + 1))
    for odd in range(2):
        for dice in range(1, rules.dice + 1):
            share_by_outcome: dict[_Outcome, float] = {}
            for ways, keeps, instant in thrown(rules, ThrowSituation(dice), bool(odd)):
                share = ways / 6**dice
                if instant:
                    wins[odd, dice] += share
                elif not keeps:
                    lost[odd, dice] += share
                else:
                    keep = keeps[0]
                    after = _Outcome(keep.added // STEP, keep.spot.left, keep.main_pleine)
                    share_by_outcome[after] = share_by_outcome.get(after, 0.0) + share
            starts[odd, dice] = len(rows[odd])
            rows[odd] += sorted(share_by_outcome.items(), key=lambda pair: -pair[1])
        starts[odd, rules.dice + 1] = len(rows[odd])
    return starts, *_columns(rows), lost, wins


def _columns(rows: Sequence[Sequence[tuple[_Outcome, float]]]) -> tuple[Any, Any, Any, Any]:
    widest = max(map(len, rows))
    added, left, full = (np.zeros((2, widest), dtype=np.int64) for _column in range(3))
    shares = np.zeros((2, widest))
    for odd, outcomes in enumerate(rows):
        for at, (outcome, share) in enumerate(outcomes):
            added[odd, at], left[odd, at] = outcome.added, outcome.left
            full[odd, at], shares[odd, at] = outcome.full, share
    return added, left, full, shares
