"""The odds of 10 000: the scores of throws, exactly, and whether to stop or to throw again. Pure.

Every throw is enumerated (each set of faces once, with the number of ways to throw it). It is read
by the same functions that score a turn, so every ruleset works. Stopping is decided by dynamic
programming over the turn: the points in hand, the dice to throw, and everything else on which a
throw's worth depends. Jokers stay where they are: none is ever set.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import combinations, combinations_with_replacement
from math import factorial, prod
from typing import Any, NamedTuple

import numpy as np

from games.dix_mille.engine.may_stop import stop_fault
from games.dix_mille.engine.rulesets import MilleRules, frozen
from games.dix_mille.engine.throws import Dice
from games.dix_mille.engine.turns import Stand, Turn, count_kept, readings, take_throw
from games.sheet import RuleError

FACES = range(1, 7)
# A score so far below any target that the target does not cut the turn short.
FAR = 10**9
DEAREST = 16_000
STEP = 50
# A turn past the target (if that is allowed) that may not stop yet is followed this far at most.
BEYOND = 2000


@lru_cache(maxsize=8)
def throws_of(count: int) -> tuple[tuple[Dice, int], ...]:
    """Return every set of faces of `count` dice, with the number of ways to throw it."""
    return tuple(
        (dice, factorial(count) // prod(factorial(many) for many in Counter(dice).values()))
        for dice in combinations_with_replacement(FACES, count)
    )


# --- One throw -------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ThrowOdds:
    """The odds of a throw of `dice` dice, at the start of a turn: all chances are exact.

    `scores` is the distribution of the best score, 0 included.
    """

    dice: int
    nothing: Fraction
    main_pleine: Fraction
    mean: Fraction
    scores: tuple[tuple[int, Fraction], ...]


def throw_odds(rules: MilleRules, count: int) -> ThrowOdds:
    """Enumerate the throws of so many dice, with no earlier die or figure in the turn."""
    turn = _turn(frozen(rules), ThrowSituation(count))
    scores: Counter[int] = Counter()
    whole = 0
    for dice, ways in throws_of(count):
        best = readings(turn, dice)
        scores[best[0].points if best else 0] += ways
        whole += ways * any(len(read.dice) == count or read.fills for read in best)
    total = 6**count
    return ThrowOdds(
        count,
        Fraction(scores[0], total),
        Fraction(whole, total),
        Fraction(sum(points * ways for points, ways in scores.items()), total),
        tuple((points, Fraction(ways, total)) for points, ways in sorted(scores.items()) if ways),
    )


# --- A turn under way ------------------------------------------------------------------------


class ThrowSituation(NamedTuple):
    """All on which the next throw's worth depends, except the points in hand."""

    left: int
    figures: tuple[tuple[int, int], ...] = ()
    aside: Dice | None = ()
    after_brelan: bool = False
    unconfirmed: bool = False


class KeepOption(NamedTuple):
    """One way of keeping dice of a throw: the points it adds, and the next spot.

    `whole`: every scoring die is kept, as a player must who stops.
    """

    added: int
    spot: ThrowSituation
    main_pleine: bool
    whole: bool
    worth: int


class Thrown(NamedTuple):
    """A throw, with the number of ways to throw it; without `ways` of keeping it scores nothing."""

    ways: int
    keeps: tuple[KeepOption, ...]
    wins: bool


def _turn(rules: Any, spot: ThrowSituation, total: int = 0) -> Turn:
    return Turn(
        rules,
        Stand(entered=True, score=-FAR),
        total,
        left=spot.left,
        figures=spot.figures,
        aside=spot.aside,
        after_brelan=spot.after_brelan,
        unconfirmed=spot.unconfirmed,
    )


def thrown(rules: Any, spot: ThrowSituation, fifty: bool) -> tuple[Thrown, ...]:
    """Return every throw from a spot. `fifty`: the points in hand end in 50."""
    found: Counter[tuple[tuple[KeepOption, ...], bool]] = Counter()
    for dice, ways in throws_of(spot.left):
        # Figures without a die in the throw change only what is known afterwards.
        seen = tuple(figure for figure in spot.figures if figure[0] in dice)
        keeps, wins = _keeps(rules, spot._replace(figures=seen), fifty, dice)
        if seen != spot.figures:
            keeps = tuple(
                keep._replace(spot=_with_figures(rules, keep.spot, spot.figures)) for keep in keeps
            )
        found[keeps, wins] += ways
    return tuple(Thrown(ways, keeps, wins) for (keeps, wins), ways in found.items())


def kept_ways(turn: Turn, dice: Dice) -> list[tuple[Turn, bool]]:
    """Return the turn after each way of keeping dice of a throw, and whether all that scores is.

    None if it scores nothing. A part of the scoring dice is one where the rules allow it.
    """
    best = readings(turn, dice)
    afters = [(count_kept(turn, dice, reading, ()), True) for reading in best]
    if best and turn.rules.may_reroll_scoring:
        whole = {reading.dice for reading in best}
        parts = {part for size in range(1, len(dice)) for part in combinations(dice, size)}
        afters += [
            (after, False)
            for part in sorted(parts - whole)
            if (after := _after_part(turn, dice, part)) is not None
        ]
    return afters


@lru_cache(maxsize=40_000)
def _keeps(
    rules: Any, spot: ThrowSituation, fifty: bool, dice: Dice
) -> tuple[tuple[KeepOption, ...], bool]:
    turn = _turn(rules, spot, 50 if fifty else 0)
    afters = kept_ways(turn, dice)
    keeps = dict.fromkeys(
        KeepOption(
            after.total - turn.total,
            _spot(rules, after),
            after.main_pleine,
            whole_throw,
            after.best_throw,
        )
        for after, whole_throw in afters
    )
    return tuple(keeps), any(after.ended == "instant_win" for after, _whole in afters)


def _with_figures(
    rules: Any, spot: ThrowSituation, before: tuple[tuple[int, int], ...]
) -> ThrowSituation:
    return spot._replace(figures=_figures(rules, dict(before) | dict(spot.figures)))


def _after_part(turn: Turn, dice: Dice, part: Dice) -> Turn | None:
    """Return the turn with only some of the scoring dice kept; None: these don't score together."""
    try:
        return take_throw(turn, {"dice": dice, "keep": part}, last=False)
    except RuleError:
        return None


def _spot(rules: Any, turn: Turn) -> ThrowSituation:
    """Return the state of a turn, without what makes no difference under these rules."""
    aside = turn.aside
    if not rules.late_suites:
        aside = () if rules.scoring != "odd" or not aside else None
    elif aside is not None and len(aside) > 2:
        aside = None
    figures = _figures(rules, dict(turn.figures))
    return ThrowSituation(
        turn.left or rules.dice, figures, aside, turn.after_brelan, turn.unconfirmed
    )


def _figures(rules: Any, worth: dict[int, int]) -> tuple[tuple[int, int], ...]:
    """Return the figures of a turn, if they make a difference.

    Two brelans in one turn that continue to double are rare: only the dearer is followed, and not
    beyond any target.
    """
    if rules.extra_die == "none" or not worth:
        return ()
    if rules.extra_die == "hundred":
        return tuple((value, 0) for value in sorted(worth))
    value = max(worth, key=lambda value: worth[value])
    return ((value, min(worth[value], DEAREST)),)


# --- Stopping --------------------------------------------------------------------------------


class Worth(NamedTuple):
    """The value of throwing on, if the player continues in the best way.

    `points` is the mean gain of the turn; a bust counts as its cost (below zero). `bust` is the
    chance that the turn ends in one.
    """

    points: float
    bust: float


class ThrowTable:
    """All throws from all spots of a ruleset as arrays, for points in hand that end in 50 or not.

    A *keep* is one way of keeping dice of a throw; the keeps of a throw are next to each other.
    """

    def __init__(self, rules: Any, spots: dict[ThrowSituation, int], fifty: bool) -> None:
        keeps: list[tuple[int, int, bool, bool, bool, int]] = []
        starts, at, weights = [], [], []
        self.bust: list[float] = []
        self.win: list[float] = []
        # New spots are added to the list while it is walked.
        for spot in _walked(spots):
            number, whole = spots[spot], 6**spot.left
            bust = win = 0
            # Only three fives or more are read differently when the total ends in 50.
            broken = fifty and rules.break_fives and spot.left >= 3
            for ways, kept, wins in thrown(rules, spot, broken):
                if wins:
                    win += ways
                elif not kept:
                    bust += ways
                else:
                    starts.append(len(keeps))
                    at.append(number)
                    weights.append(ways / whole)
                    for keep in kept:
                        after = spots.setdefault(keep.spot, len(spots))
                        keeps.append(
                            (
                                keep.added // STEP,
                                after,
                                keep.whole,
                                keep.main_pleine,
                                keep.spot.unconfirmed,
                                keep.worth,
                            )
                        )
            self.bust.append(bust / whole)
            self.win.append(win / whole)
        columns = np.array(keeps, dtype=np.int64).reshape(-1, 6).T
        self.added, self.after = columns[0], columns[1]
        self.whole = columns[2].astype(bool)
        self.kind = columns[3] * 2 + columns[4]
        self.worth = columns[5]
        self.starts = np.array(starts, dtype=np.int64)
        self.counts = np.diff(np.append(self.starts, len(keeps)))
        self.at = np.array(at, dtype=np.int64)
        self.weights = np.array(weights)


def _walked(spots: dict[ThrowSituation, int]) -> Iterator[ThrowSituation]:
    done = 0
    while done < len(spots):
        for spot in list(spots)[done:]:
            done += 1
            yield spot


# The rules by which throws are read; the others only say when one may stop.
READING = (
    "dice",
    "scoring",
    "full",
    "extra_die",
    "four_two_one",
    "late_suites",
    "break_fives",
    "may_reroll_scoring",
    "confirmation",
    "yam_of_aces_wins",
)


def moves(rules: Any) -> tuple[dict[ThrowSituation, int], ThrowTable, ThrowTable]:
    """Return every spot of a ruleset by its number, and the moves from each."""
    return _moves(reading_of(rules), _Alike(rules))


def reading_of(rules: MilleRules) -> tuple[Any, ...]:
    """Return the rules by which throws are read: rulesets with the same ones share their moves."""
    return tuple(getattr(rules, name) for name in READING)


class _Alike:
    """A ruleset that equals any other: the cache's real key is next to it."""

    def __init__(self, rules: Any) -> None:
        self.rules = rules

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Alike)

    def __hash__(self) -> int:
        return 0


@lru_cache(maxsize=16)
def _moves(
    reading: tuple[Any, ...], alike: _Alike
) -> tuple[dict[ThrowSituation, int], ThrowTable, ThrowTable]:
    rules = alike.rules
    first = [ThrowSituation(left, aside=None) for left in range(1, rules.dice + 1)]
    spots = {spot: number for number, spot in enumerate([*first, ThrowSituation(rules.dice)])}
    known = 0
    while known != len(spots):
        known = len(spots)
        even, odd = ThrowTable(rules, spots, False), ThrowTable(rules, spots, True)
    return spots, even, odd


class Turns:
    """The best way through a turn, by dynamic programming from the highest total down.

    `entered`, `score`: who plays. `cost`: the points lost by a bust (a palier struck at the last
    coche). `entering`: the aim is to be able to stop, not points: `Worth.points` is then that
    chance.
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
        # If entering needs one throw of so many points, it matters whether there was one.
        self.single = rules.entry_single_throw and not entered
        self.spots, *self._moves = moves(rules)
        top = self.room if rules.exact_target else self.room + BEYOND
        self.top = max(1, -(-top // STEP))
        shape = (2 if self.single else 1, self.top + 1, len(self.spots))
        self._points = np.zeros(shape)
        self._bust = np.zeros(shape)
        self._stops = self._stopping()
        for step in range(self.top, -1, -1):
            for made in range(shape[0]):
                self._fill(made, step)

    def _stopping(self) -> Any:
        """The value of stopping: by (a throw was enough, main pleine and unconfirmed, total)."""
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
        """Compute every throw on this total; those on higher totals are known."""
        move = self._moves[step % 2]
        later = step + move.added
        over = later > self.top
        later = np.minimum(later, self.top)
        enough = np.maximum(made, move.worth >= self.rules.entry_score) if self.single else made
        stop = np.where(move.whole, self._stops[enough, move.kind, later], -np.inf)
        on = self._points[enough, later, move.after]
        stopping = stop >= on
        points = np.where(stopping, stop, on)
        bust = np.where(stopping, 0.0, self._bust[enough, later, move.after])
        points[over], bust[over] = (-np.inf, 1.0) if self.rules.exact_target else (self._most, 0.0)
        best = np.maximum.reduceat(points, move.starts)
        chosen = points == np.repeat(best, move.counts)
        least = np.minimum.reduceat(np.where(chosen, bust, np.inf), move.starts)
        lost = np.isneginf(best)
        best = np.where(lost, -self.cost, best)
        least = np.where(lost, 1.0, least)
        size = len(self.spots)
        self._points[made, step] = (
            np.bincount(move.at, move.weights * best, size)
            + self._payoff(self.room) * np.array(move.win)
            - self.cost * np.array(move.bust)
        )
        self._bust[made, step] = np.bincount(move.at, move.weights * least, size) + move.bust

    @property
    def _most(self) -> float:
        return self._payoff(self.room)

    def roll(self, total: int, spot: ThrowSituation, made: bool = False) -> Worth:
        """Return the value of throwing with so many points in hand.

        `made`: one throw of the turn had the points needed for entering in one throw.
        """
        place = (int(made and self.single), min(total // STEP, self.top), self.spots[spot])
        return Worth(float(self._points[place]), float(self._bust[place]))

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
            # Only its existence counts.
            throws=(None,),  # type: ignore[arg-type]
        )
        return stop_fault(turn) is None


@lru_cache(maxsize=32)
def turns(rules: Any, entered: bool, score: int, cost: int, entering: bool) -> Turns:
    """Return the turns of those conditions; they are kept for further questions."""
    return Turns(rules, entered=entered, score=score, cost=cost, entering=entering)


@dataclass(frozen=True, slots=True)
class Advice:
    """Whether to stop or throw, with the value of both; `stop` is None if one may not stop."""

    stop: float | None
    roll: Worth
    next_bust: Fraction

    @property
    def better(self) -> str:
        """`stop` or `roll`."""
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
    """Compare stopping on `total` points with throwing `dice` dice on.

    Earlier throws are not known: no figure, no die set aside counts. `taken`: that many of the
    points were taken over, so stopping on no more than these is not allowed.
    """
    known = turns(frozen(rules), entered, score, cost, False)
    spot = ThrowSituation(dice, aside=() if dice == rules.dice else None)
    full = total > 0 and dice == rules.dice
    made = not known.single or total >= rules.entry_score
    stops = total > taken and known.may_stop(total, full, False, made)
    return _compared(known, total, spot, stops=stops, made=made)


def advise_turn(turn: Turn, *, cost: int = 0, whole: bool = True) -> Advice:
    """Compare the same in a turn under way, after a throw: all its earlier throws count.

    `whole`: of its last throw every scoring die was kept, as a player must who stops. No joker
    may be waiting.
    """
    rules = frozen(turn.rules)
    known = turns(rules, turn.stand.entered, turn.stand.score, cost, False)
    made = not known.single or turn.best_throw >= rules.entry_score
    stops = whole and stop_fault(turn) is None
    return _compared(known, turn.total, _spot(rules, turn), stops=stops, made=made)


def _compared(known: Turns, total: int, spot: ThrowSituation, *, stops: bool, made: bool) -> Advice:
    throws = thrown(known.rules, spot, total % 100 == 50)
    ways = sum(each.ways for each in throws if not each.keeps)
    return Advice(
        float(total) if stops else None,
        known.roll(total, spot, made and known.single),
        Fraction(ways, 6**spot.left),
    )


def enter_chance(rules: MilleRules, *, total: int = 0, dice: int | None = None) -> Worth:
    """Return the chance to enter (`points`), and of a bust, in a turn that tries nothing else."""
    known = turns(frozen(rules), False, 0, 0, True)
    left = rules.dice if dice is None else dice
    return known.roll(total, ThrowSituation(left, aside=() if left == rules.dice else None))


def thresholds(
    rules: MilleRules, *, entered: bool, score: int, cost: int = 0
) -> Sequence[tuple[int, int | None]]:
    """Return, by the dice left, the lowest points on which stopping is best (None: never)."""
    found = []
    room = rules.target - score
    step = 100 if rules.no_fifty else 50
    for dice in range(1, rules.dice + 1):
        least = None
        for total in range(step, min(room, 5000) + 1, step):
            advice = advise(rules, entered=entered, score=score, total=total, dice=dice, cost=cost)
            if advice.better == "stop":
                least = total
                break
        found.append((dice, least))
    return found
