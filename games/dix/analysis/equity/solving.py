"""The solution of a ruleset under a model of its hands: the chance of every state of a match. Pure.

`scoring` computes what each possible hand does to a match, for every range of scores in which
the same rules apply. Scores may fall, and a hand may change nothing, so a match can return to a
state. Therefore each state has a lower and an upper bound of its chance, which are improved
until they meet. With money every hand raises the sum of the scores, so one pass is exact.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from games.dix.analysis.equity.hand_model import DEALER, HandModel, ModelHand
from games.dix.engine.auction import Position, may_bid_partie
from games.dix.engine.hands import Hand, read_hand
from games.dix.engine.rulesets import DixRules, points_in_hand
from games.dix.engine.scoring import match_result, score_breaks, scored

UNIT = 5
# Solving ends when the lower and upper bounds of all chances differ by less than this.
TOLERANCE = 1e-5
# The lowest score that is solved. A lower score counts as this one, because few matches are won
# from there.
LOWEST = -400
# States are also computed for scores down to this many points below `LOWEST`, so that `LOWEST`
# itself is exact.
BELOW = 400
MOST_SWEEPS = 1000
# The integer that stands for a chance of 1 in stored solutions.
FULL = 65535

# A function that is called repeatedly during the work. It may raise an exception to stop it.
Heartbeat = Callable[[], object]


def layers_of(rules: DixRules, total: int) -> tuple[int, int, int]:
    """Return the number of layers, the first score of a layer, and its number of scores.

    A layer holds the states in which the two scores have the same sum. Scores are in units of
    `UNIT` points.
    """
    # In every state both scores are below the target, so both are at least `offset`.
    offset = (total - rules.target) // UNIT + 1
    count = (2 * (rules.target - UNIT) - total) // points_in_hand(rules) + 1
    return count, offset, rules.target // UNIT - offset


def read_model_hand(rules: DixRules, position: Position, hand: ModelHand) -> Hand:
    """Return a model's hand as the rules read it in this position.

    Raise `RuleError` if the rules refuse the hand.
    """
    return read_hand(rules, position, _entry(position, hand))


@dataclass(slots=True)
class _Entry:
    """A model's hand in the form of an entry that the rules can read."""

    bidder: int | None
    bid: int | None
    partie: bool | None
    taken: int | None
    defenders_bid: bool | None
    trump: str | None = None
    auction: Any = None
    tricks: Any = None


def _entry(position: Position, hand: ModelHand) -> _Entry:
    bidder = (position.first_speaker + hand.bidder) % 4
    return _Entry(bidder, hand.bid, hand.bid is None, hand.taken, hand.defenders_bid)


# --- By score: bounds that meet ---------------------------------------------------------------


class ByScore:
    """The solution of a ruleset without money: the chances at every score from `lowest` on."""

    def __init__(self, lowest: int, low: Any, high: Any) -> None:
        self.lowest, self.low, self.high = lowest, low, high

    def value(self, scores: tuple[int, int], purses: None = None) -> float:
        """Return the chance of the side that speaks first.

        `scores` begins with that side's own score.
        """
        at = self._at(scores)
        return float(self.low[at] + self.high[at]) / 2

    def error(self, scores: tuple[int, int]) -> float:
        """Return the largest possible error of what `value` returns."""
        at = self._at(scores)
        return float(self.high[at] - self.low[at]) / 2

    @property
    def nbytes(self) -> int:
        """The number of bytes of the tables. `low` and `high` may be the same table."""
        return int(self.low.nbytes + (0 if self.high is self.low else self.high.nbytes))

    def columns(self) -> dict[str, Any]:
        """Return the arrays to store: the chances of all scores from `LOWEST` on."""
        inner = slice((LOWEST - self.lowest) // UNIT, None)
        middle = (self.low[inner, inner] + self.high[inner, inner]) / 2
        return {"values": middle.astype(np.float32)}

    @classmethod
    def of(cls, columns: Mapping[str, Any]) -> "ByScore":
        """Rebuild the solution from what `columns` returned. Its bounds were not stored."""
        values = columns["values"]
        return cls(LOWEST, values, values)

    def _at(self, scores: tuple[int, int]) -> tuple[int, int]:
        return (scores[0] - self.lowest) // UNIT, (scores[1] - self.lowest) // UNIT


def _kernel() -> Any:
    """Return the module of compiled functions.

    It is typed as `Any`, because the types of compiled functions say nothing of their arguments.
    """
    from games.dix.analysis.equity import equity_kernel  # noqa: PLC0415 -- it loads the compiler

    return equity_kernel


def by_score(rules: DixRules, model: HandModel, heartbeat: Heartbeat = lambda: None) -> ByScore:
    """Return the solution of a ruleset without money, for scores from `LOWEST` on."""
    stake = rules.partie_stake if rules.partie == "stake" else 0
    lowest = LOWEST - BELOW - stake
    size = (rules.target - lowest) // UNIT
    regions, packed = _packed(rules, lowest, size, model)
    gains = packed[3]
    ends = _ends(rules, lowest, size, int(gains.max()))
    low, high = np.zeros((size, size)), np.ones((size, size))
    sweep = _kernel().sweep
    inner = slice((LOWEST - lowest) // UNIT, None)
    for _sweep in range(MOST_SWEEPS):
        heartbeat()
        moved = sweep(low, high, TOLERANCE / 10, regions, *packed, ends)
        apart = (high[inner, inner] - low[inner, inner]).max()
        if apart < TOLERANCE or moved < TOLERANCE / 100:
            break
    return ByScore(lowest, low, high)


def _packed(
    rules: DixRules, lowest: int, size: int, model: HandModel
) -> tuple[Any, tuple[Any, ...]]:
    """Return the range of each score, and the model's hands as arrays for the compiled loop.

    Within a range of scores the same rules apply.
    """
    breaks = [score for score in score_breaks(rules) if lowest < score < rules.target]
    scores = lowest + UNIT * np.arange(size)
    regions = np.searchsorted(breaks, scores, side="right").astype(np.int64)
    # The lowest score of each range. There are at most three ranges.
    inside = [lowest, *breaks]
    choices = model.choices(rules, None)
    first_groups, groups = [0], []
    shares: list[float] = []
    gains: list[tuple[int, int]] = []
    decided: list[int] = []
    for ours in range(3):
        for theirs in range(3):
            if max(ours, theirs) < len(inside):
                position = Position(DEALER, (inside[ours], inside[theirs]))
                for choice in choices:
                    start = len(shares)
                    _pack(rules, position, choice.number, choice.share, shares, gains, decided)
                    middle = len(shares)
                    if choice.partie and may_bid_partie(rules, position, choice.side):
                        _pack(rules, position, choice.partie, choice.share, shares, gains, decided)
                    groups.append((choice.side, start, middle, len(shares)))
            first_groups.append(len(groups))
    return regions, (
        np.array(first_groups, dtype=np.int64),
        np.array(groups, dtype=np.int64),
        np.array(shares),
        np.array(gains, dtype=np.int64),
        np.array(decided, dtype=np.int64),
    )


def _pack(
    rules: DixRules,
    position: Position,
    hands: Mapping[ModelHand, float],
    share: float,
    shares: list[float],
    gains: list[tuple[int, int]],
    decided: list[int],
) -> None:
    """Append the results of these hands to the three lists. Equal results are added together."""
    ways: dict[tuple[int, int, int], float] = {}
    for hand, part in hands.items():
        _notes, deltas, after, result = scored(
            rules, position, read_model_hand(rules, position, hand)
        )
        # « La partie » may end a match even if no score has reached the target.
        outright = result is not None and max(after.scores) < rules.target
        winner = result.winners[0] if result is not None and outright else -1
        way = (deltas[0] // UNIT, deltas[1] // UNIT, winner)
        ways[way] = ways.get(way, 0.0) + share * part
    for (ours, theirs, winner), part in ways.items():
        shares.append(part)
        gains.append((ours, theirs))
        decided.append(winner)


def _ends(rules: DixRules, lowest: int, size: int, reach: int) -> Any:
    """Return an array of the side that has won after a hand, or -1 if the match goes on.

    The indexes are the side that bid and both scores.
    """
    whole = size + reach
    ends = np.full((2, whole, whole), -1, dtype=np.int8)
    for bidder in (0, 1):
        hand = Hand(bidder, rules.min_bid, False, False, 0, points_in_hand(rules))
        for ours in range(whole):
            for theirs in range(size if ours < size else 0, whole):
                scores = (lowest + UNIT * ours, lowest + UNIT * theirs)
                result = match_result(rules, Position(DEALER, scores), hand)
                if result is not None:
                    ends[bidder, ours, theirs] = result.winners[0]
    return ends


# --- With money: layers -----------------------------------------------------------------------


class WithMoney:
    """The chances by scores and purses.

    The scores of a state sum to `total` plus the points of a whole number of hands.
    """

    def __init__(
        self, total: int, in_hand: int, offset: int, values: Any, unit: float = 1.0
    ) -> None:
        """Store the chances. `values` holds them as multiples of `unit`."""
        self.total, self.in_hand, self.offset = total, in_hand, offset
        self.values, self.unit = values, unit

    def value(self, scores: tuple[int, int], purses: tuple[int, int]) -> float:
        """Return the chance of the side that speaks first. Its own score and purse come first."""
        layer = (sum(scores) - self.total) // self.in_hand
        at = layer, purses[0], purses[1], scores[0] // UNIT - self.offset
        return float(self.values[at]) * self.unit

    def error(self, scores: tuple[int, int]) -> float:
        """Return 0, because one pass gives exact chances, except for rounding."""
        return 0.0

    @property
    def nbytes(self) -> int:
        """The number of bytes of the table."""
        return int(self.values.nbytes)

    def columns(self) -> dict[str, Any]:
        """Return the arrays to store. A chance has only 16 bits, because the table is large."""
        where = np.array([self.total, self.in_hand, self.offset])
        return {
            "where": where,
            "values": np.rint(self.values * (self.unit * FULL)).astype(np.uint16),
        }

    @classmethod
    def of(cls, columns: Mapping[str, Any]) -> "WithMoney":
        """Rebuild the solution from what `columns` returned. Its chances keep their 16 bits."""
        total, in_hand, offset = columns["where"].tolist()
        return cls(total, in_hand, offset, columns["values"], 1 / FULL)


def with_money(
    rules: DixRules, total: int, model: HandModel, heartbeat: Heartbeat = lambda: None
) -> WithMoney:
    """Return the solution with money, for scores that sum to `total` or that follow from those."""
    money, in_hand = rules.initial_money or 0, points_in_hand(rules)
    count, offset, width = layers_of(rules, total)
    full = min(money, model.purse_limit(rules))
    starts, ways, shares = _ways(rules, model, full, heartbeat)
    reach = max(abs(gain) for way in ways for gain in way[2:])
    values = np.zeros((count + 1, money + 1, money + 1, width), dtype=np.float32)
    _kernel().layers(
        values,
        total // UNIT,
        offset,
        in_hand // UNIT,
        rules.target // UNIT,
        full,
        np.array(starts, dtype=np.int64),
        np.array(ways, dtype=np.int64),
        np.array(shares),
        _ends(rules, UNIT * (offset - reach), width + reach, reach),
        reach,
    )
    return WithMoney(total, in_hand, offset, values)


def _ways(
    rules: DixRules, model: HandModel, full: int, heartbeat: Heartbeat
) -> tuple[list[int], list[tuple[int, int, int, int]], list[float]]:
    """Return the possible results of a hand and their shares, for every pair of purses.

    The first list says where the results of each pair begin. The other two are the results (see
    `_way`) and their shares.
    """
    starts = [0]
    ways: list[tuple[int, int, int, int]] = []
    shares: list[float] = []
    known: dict[Any, tuple[int, int, int, int]] = {}
    for ours in range(full + 1):
        heartbeat()
        for theirs in range(full + 1):
            purses = (ours, theirs)
            together: dict[tuple[int, int, int, int], float] = {}
            for choice in model.choices(rules, purses):
                for hand, part in choice.number.items():
                    # The purses only matter if trump is named without a payment.
                    key = (hand, None if hand.bid else purses)
                    if key not in known:
                        known[key] = _way(rules, purses, hand)
                    way = known[key]
                    together[way] = together.get(way, 0.0) + choice.share * part
            ways += together
            shares += together.values()
            starts.append(len(ways))
    return starts, ways, shares


def _way(rules: DixRules, purses: tuple[int, int], hand: ModelHand) -> tuple[int, int, int, int]:
    """Return the side that pays, the price, and the gains of both sides in units."""
    position = Position(DEALER, (0, 0), purses)
    read = read_model_hand(rules, position, hand)
    _notes, deltas, after, _result = scored(rules, position, read)
    paid = purses[read.bidders] - (after.purses or purses)[read.bidders]
    return read.bidders, paid, deltas[0] // UNIT, deltas[1] // UNIT
