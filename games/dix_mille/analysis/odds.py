"""The odds of 10 000: the scores of throws, exactly, and whether to stop or to throw again. Pure.

Every throw is enumerated (each set of faces once, with the number of ways to throw it). It is read
by the same functions that score a turn, so every ruleset works. Stopping is decided by dynamic
programming over the turn: the points in hand, the dice to throw, and everything else on which a
throw's worth depends. Jokers stay where they are: none is ever set.
"""

import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, lru_cache
from hashlib import sha256
from importlib.resources import files
from itertools import combinations, combinations_with_replacement
from math import factorial, prod
from typing import Any, NamedTuple

import numpy as np

from core.progress import ProgressCallback
from core.sized_cache import SizedCache
from games.dix_mille.engine.may_stop import stop_fault
from games.dix_mille.engine.rulesets import MilleRules, frozen
from games.dix_mille.engine.throws import Dice
from games.dix_mille.engine.turns import Stand, Turn, count_kept, readings, take_throw
from games.registry.estimate import AT_ONCE, MEGABYTE
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


def silent(done: int, total: int) -> None:
    """Report to nobody."""


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

    def __init__(self, parts: Mapping[str, Any], lefts: Any) -> None:
        """Take what `throws_from` found, and how many dice each spot throws."""
        self.parts = parts
        keeps = np.asarray(parts["keeps"], dtype=np.int64).reshape(-1, 6).T
        self.added, self.after = keeps[0], keeps[1]
        self.whole = keeps[2].astype(bool)
        self.all_whole = bool(self.whole.all())
        self.furthest = int(self.added.max())
        self.kind = keeps[3] * 2 + keeps[4]
        self.worth = keeps[5]
        self.starts = np.asarray(parts["starts"], dtype=np.int64)
        self.counts = np.diff(np.append(self.starts, keeps.shape[1]))
        self.at = np.asarray(parts["at"], dtype=np.int64)
        everything = 6.0 ** np.asarray(lefts, dtype=np.float64)
        self.weights = np.asarray(parts["ways"]) / everything[self.at]
        self.bust = np.asarray(parts["bust"]) / everything
        self.win = np.asarray(parts["win"]) / everything

    @property
    def nbytes(self) -> int:
        """The bytes of its arrays, but for those that are views of others."""
        own = (self.whole, self.kind, self.counts, self.weights, self.bust, self.win)
        read = (self.starts, self.at, *self.parts.values())
        # The keeps are held once more, as wider numbers.
        return sum(array.nbytes for array in (*own, *read)) + 6 * self.added.nbytes


def throws_from(
    rules: Any,
    spots: dict[ThrowSituation, int],
    fifty: bool,
    progress: ProgressCallback = silent,
) -> dict[str, Any]:
    """Return the throws from all spots, and add those spots to which they lead.

    By throw: where its `keeps` start, from which spot (`at`), and in how many `ways`. By keep: the
    points added, the next spot, whether all that scores is kept, main pleine, to be confirmed, and
    the best throw. By spot: the ways of a bust, and of winning at once.
    """
    keeps: list[tuple[int, int, bool, bool, bool, int]] = []
    starts, at, all_ways = [], [], []
    busts, wins = [], []
    # New spots are added to the list while it is walked.
    for spot in _walked(spots):
        progress(0, 0)
        bust = win = 0
        # Only three fives or more are read differently when the total ends in 50.
        broken = fifty and rules.break_fives and spot.left >= 3
        for ways, kept, instant in thrown(rules, spot, broken):
            if instant:
                win += ways
            elif not kept:
                bust += ways
            else:
                starts.append(len(keeps))
                at.append(spots[spot])
                all_ways.append(ways)
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
        busts.append(bust)
        wins.append(win)
    return {
        "keeps": np.array(keeps, dtype=np.int32).reshape(-1, 6),
        "starts": np.array(starts, dtype=np.int32),
        "at": np.array(at, dtype=np.int32),
        "ways": np.array(all_ways, dtype=np.int32),
        "bust": np.array(busts, dtype=np.int32),
        "win": np.array(wins, dtype=np.int32),
    }


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


class Moves(NamedTuple):
    """Every spot of a ruleset by its number; the throws on points that end in 00, and in 50."""

    spots: dict[ThrowSituation, int]
    even: ThrowTable
    odd: ThrowTable

    @property
    def nbytes(self) -> int:
        """The bytes that are held; of a spot, what Python takes for it."""
        return self.even.nbytes + self.odd.nbytes + 300 * len(self.spots)


PARTS = ("keeps", "starts", "at", "ways", "bust", "win")
# All presets together are 15 MB.
_MOVES: SizedCache[Moves] = SizedCache(32 * MEGABYTE)


def moves(rules: Any, progress: ProgressCallback = silent) -> Moves:
    """Return every spot of a ruleset by its number, and the moves from each.

    Those that are not kept are enumerated; `progress` then raises to stop that.
    """
    reading = reading_of(rules)
    return _MOVES.get(reading, lambda: read_moves(reading) or enumerated(frozen(rules), progress))


def reading_of(rules: MilleRules) -> tuple[Any, ...]:
    """Return the rules by which throws are read: rulesets with the same ones share their moves."""
    return tuple(getattr(rules, name) for name in READING)


def enumerated(rules: Any, progress: ProgressCallback = silent) -> Moves:
    """Enumerate every throw of a ruleset; that takes from a second to a minute or two."""
    first = [ThrowSituation(left, aside=None) for left in range(1, rules.dice + 1)]
    spots = {spot: number for number, spot in enumerate([*first, ThrowSituation(rules.dice)])}
    known = 0
    try:
        while known != len(spots):
            known = len(spots)
            even = throws_from(rules, spots, False, progress)
            odd = throws_from(rules, spots, True, progress)
    finally:
        # Only what is enumerated together is met again.
        _keeps.cache_clear()
    return _tables(spots, even, odd)


def _tables(spots: dict[ThrowSituation, int], even: Any, odd: Any) -> Moves:
    lefts = [spot.left for spot in spots]
    return Moves(spots, ThrowTable(even, lefts), ThrowTable(odd, lefts))


# --- The throws of the presets, kept beside this module ----------------------------------------


def has_moves(rules: Any) -> bool:
    """Say whether the throws of a ruleset are kept, so that nothing needs to be enumerated."""
    return _file(reading_of(rules)).is_file()


@cache
def _file(reading: tuple[Any, ...]) -> Any:
    name = sha256(json.dumps(reading).encode()).hexdigest()[:12]
    return files(__package__) / "throws_kept" / f"{name}.npz"


def read_moves(reading: tuple[Any, ...]) -> Moves | None:
    """Return the throws of rulesets that read them so, if they are kept."""
    file = _file(reading)
    if not file.is_file():
        return None
    with file.open("rb") as opened, np.load(opened, allow_pickle=False) as parts:
        spots = {
            _spot_read(spot): number
            for number, spot in enumerate(json.loads(parts["spots"].tobytes()))
        }
        even, odd = ({name: parts[f"{side}_{name}"] for name in PARTS} for side in ("even", "odd"))
    return _tables(spots, even, odd)


def _spot_read(values: list[Any]) -> ThrowSituation:
    left, figures, aside, after_brelan, unconfirmed = values
    return ThrowSituation(
        left,
        tuple((value, worth) for value, worth in figures),
        None if aside is None else tuple(aside),
        after_brelan,
        unconfirmed,
    )


def packed_moves(rules: Any) -> tuple[str, dict[str, Any]]:
    """Enumerate the throws of a ruleset: the file where they are kept, and its arrays."""
    spots, even, odd = enumerated(frozen(rules))
    arrays = {
        f"{side}_{name}": table.parts[name]
        for side, table in (("even", even), ("odd", odd))
        for name in PARTS
    }
    written = np.frombuffer(json.dumps(list(spots)).encode(), dtype=np.uint8)
    return str(_file(reading_of(rules))), arrays | {"spots": written}


def top_of(rules: Any, score: int) -> int:
    """Return the highest total that a turn is followed to, in steps."""
    room = rules.target - score
    return max(1, -(-(room if rules.exact_target else room + BEYOND) // STEP))


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
        self.top = top_of(rules, score)
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
        """The bytes of its tables; those of the moves are shared."""
        return int(self._points.nbytes + self._bust.nbytes + self._stops.nbytes)

    def roll(self, total: int, spot: ThrowSituation, made: bool = False) -> Worth:
        """Return the value of throwing with so many points in hand.

        `made`: one throw of the turn had the points needed for entering in one throw.
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
            # Only its existence counts.
            throws=(None,),  # type: ignore[arg-type]
        )
        return stop_fault(turn) is None


# Some twenty of the usual target; every one that a request may compute can be kept.
_TURNS: SizedCache[Turns] = SizedCache(2 * AT_ONCE.held)


def turns(rules: Any, entered: bool, score: int, cost: int, entering: bool) -> Turns:
    """Return the turns of those conditions; they are kept for further questions."""
    return _TURNS.get(
        (rules, entered, score, cost, entering),
        lambda: Turns(rules, entered=entered, score=score, cost=cost, entering=entering),
    )


def forget() -> None:
    """Forget all that was computed, to measure it anew."""
    _TURNS.clear()
    _MOVES.clear()


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
    return Advice(
        float(total) if stops else None,
        known.roll(total, spot, made and known.single),
        known.next_bust(total, spot),
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
