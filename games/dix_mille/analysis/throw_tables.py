"""All throws of a ruleset of 10 000 as arrays, for the dynamic programming over a turn. Pure.

The arrays of the presets are stored in files beside this module.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from hashlib import sha256
from importlib.resources import files
from typing import Any, NamedTuple

import numpy as np

from core.progress import ProgressCallback
from core.sized_cache import SizedCache
from games.dix_mille.analysis.throw_situations import (
    KeepOption,
    ThrowSituation,
    keeps_of,
    thrown,
)
from games.dix_mille.engine.rulesets import MilleRules, frozen
from games.registry.estimate import MEGABYTE

STEP = 50


def silent(done: int, total: int) -> None:
    """Ignore the progress."""


class ThrowTable:
    """All throws in all situations (*spots*) of a ruleset as arrays.

    One table is for points in hand that end in 00, another for points that end in 50. A *keep* is
    one way of keeping dice of a throw; the keeps of a throw are next to each other.
    """

    def __init__(self, parts: Mapping[str, Any], lefts: Any) -> None:
        """Make the arrays.

        `parts` is the result of `throws_from`. `lefts` is the number of dice to throw in each spot.
        """
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
        """The size of the arrays in bytes. Views of other arrays are not counted."""
        own = (self.whole, self.kind, self.counts, self.weights, self.bust, self.win)
        read = (self.starts, self.at, *self.parts.values())
        # `parts["keeps"]` was counted above. The six columns made from it are a second copy with
        # wider numbers.
        return sum(array.nbytes for array in (*own, *read)) + 6 * self.added.nbytes


def throws_from(
    rules: Any,
    spots: dict[ThrowSituation, int],
    fifty: bool,
    progress: ProgressCallback = silent,
) -> dict[str, Any]:
    """Return the throws from all spots as arrays, and add the spots to which they lead to `spots`.

    For each throw: where its `keeps` start, its spot (`at`), and its number of `ways`. For each
    keep: the points added, the next spot, whether every scoring die is kept, whether it is a main
    pleine, whether it must be confirmed, and the points of the best throw. For each spot: the
    number of ways of a bust, and of an instant win.
    """
    keeps: list[tuple[Any, ...]] = []
    throws, fates = [], []
    # New spots are added to the list while the loop runs over it.
    for spot in _walked(spots):
        progress(0, 0)
        bust = win = 0
        # Only three fives or more are read differently if the total ends in 50.
        broken = fifty and rules.break_fives and spot.left >= 3
        for ways, options, instant in thrown(rules, spot, broken):
            if instant:
                win += ways
            elif not options:
                bust += ways
            else:
                throws.append((len(keeps), spots[spot], ways))
                keeps += [_row(option, spots) for option in options]
        fates.append((bust, win))
    starts, at, all_ways = _columns(throws, 3)
    busts, wins = _columns(fates, 2)
    return {
        "keeps": np.array(keeps, dtype=np.int32).reshape(-1, 6),
        "starts": starts,
        "at": at,
        "ways": all_ways,
        "bust": busts,
        "win": wins,
    }


def _row(option: KeepOption, spots: dict[ThrowSituation, int]) -> tuple[Any, ...]:
    """Return one way of keeping dice as numbers. A new spot gets the next number."""
    return (
        option.added // STEP,
        spots.setdefault(option.spot, len(spots)),
        option.whole,
        option.main_pleine,
        option.spot.unconfirmed,
        option.worth,
    )


def _columns(rows: Sequence[tuple[int, ...]], count: int) -> Any:
    return np.array(rows, dtype=np.int32).reshape(-1, count).T.copy()


def _walked(spots: dict[ThrowSituation, int]) -> Iterator[ThrowSituation]:
    done = 0
    while done < len(spots):
        for spot in list(spots)[done:]:
            done += 1
            yield spot


# The rules that decide how throws are read. All others only decide when a turn may stop.
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
    """The index of each spot of a ruleset, and the tables of throws. `even` is for points that end
    in 00, `odd` for points that end in 50.
    """

    spots: dict[ThrowSituation, int]
    even: ThrowTable
    odd: ThrowTable

    @property
    def nbytes(self) -> int:
        """The size of the arrays in bytes, plus about 300 for the Python objects of each spot."""
        return self.even.nbytes + self.odd.nbytes + 300 * len(self.spots)


PARTS = ("keeps", "starts", "at", "ways", "bust", "win")
# The arrays of all presets together have 15 MB.
MOVES: SizedCache[Moves] = SizedCache(32 * MEGABYTE)


def moves(rules: Any, progress: ProgressCallback = silent) -> Moves:
    """Return the index of each spot of a ruleset, and the moves from each spot.

    Moves that are not stored are enumerated. `progress` may raise an exception to cancel the
    enumeration.
    """
    reading = reading_of(rules)
    return MOVES.get(reading, lambda: read_moves(reading) or enumerated(frozen(rules), progress))


def reading_of(rules: MilleRules) -> tuple[Any, ...]:
    """Return the values of the rules that decide how throws are read. Rulesets with the same values
    share their moves.
    """
    return tuple(getattr(rules, name) for name in READING)


def enumerated(rules: Any, progress: ProgressCallback = silent) -> Moves:
    """Enumerate every throw of a ruleset and return the moves. This takes from a second to two
    minutes.
    """
    first = [ThrowSituation(left, aside=None) for left in range(1, rules.dice + 1)]
    spots = {spot: number for number, spot in enumerate([*first, ThrowSituation(rules.dice)])}
    known = 0
    try:
        while known != len(spots):
            known = len(spots)
            even = throws_from(rules, spots, False, progress)
            odd = throws_from(rules, spots, True, progress)
    finally:
        # The cached values are only needed within the same enumeration.
        keeps_of.cache_clear()
    return _tables(spots, even, odd)


def _tables(spots: dict[ThrowSituation, int], even: Any, odd: Any) -> Moves:
    lefts = [spot.left for spot in spots]
    return Moves(spots, ThrowTable(even, lefts), ThrowTable(odd, lefts))


# --- The throws of the presets, stored beside this module --------------------------------------


def has_moves(rules: Any) -> bool:
    """Say whether the throws of a ruleset are stored, so that they need not be enumerated."""
    return _file(reading_of(rules)).is_file()


@cache
def _file(reading: tuple[Any, ...]) -> Any:
    name = sha256(json.dumps(reading).encode()).hexdigest()[:12]
    return files(__package__) / "throws_kept" / f"{name}.npz"


def read_moves(reading: tuple[Any, ...]) -> Moves | None:
    """Return the stored moves of rulesets that read throws in this way; None if there are none."""
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
    """Enumerate the throws of a ruleset; return the name of their file, and its arrays."""
    spots, even, odd = enumerated(frozen(rules))
    arrays = {
        f"{side}_{name}": table.parts[name]
        for side, table in (("even", even), ("odd", odd))
        for name in PARTS
    }
    written = np.frombuffer(json.dumps(list(spots)).encode(), dtype=np.uint8)
    return str(_file(reading_of(rules))), arrays | {"spots": written}
