"""The chance of winning a match of the jeu du 10 from any score, under a model of its hands. Pure.

`equity` answers by dynamic programming over scores, who speaks first, and purses. What a hand does
to a match is asked of `scoring`, for every way of a hand and every stretch of scores within which
the rules do not change. Scores may fall and hands may change nothing, so states form circles: each
state has a lower and an upper bound of its chance, which are improved until they meet. With money
scores only add up, and one pass is exact.

That takes seconds, once for a ruleset and a model. Whoever may not wait asks within `known_only`:
`equity` then raises `Unsolved` instead of solving, and `solve`, `write` and `read` bring the
solution from one process to another.
"""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, fields
from hashlib import sha256
from io import BytesIO
from typing import Any, NamedTuple

import numpy as np

from core.sized_cache import SizedCache
from games.dix.analysis.equity.hand_model import DEALER, Choice, HandModel, ModelHand, solved_model
from games.dix.engine.auction import Position, may_bid_partie
from games.dix.engine.hands import Hand, read_hand
from games.dix.engine.rulesets import DixRules, points_in_hand, side_of
from games.dix.engine.scoring import match_result, score_breaks, scored
from games.registry.estimate import AT_ONCE

UNIT = 5
# The bounds of the states that are asked for may stay apart by so much.
TOLERANCE = 1e-5
# A lower score counts as this one: few matches are won from there.
LOWEST = -400
# Below the scores that are asked for, so much is followed as well.
BELOW = 400
MOST_TARGET = 1000
MOST_MONEY = 40
# A solution holds at most so many bytes: a request reads it.
MOST_HELD = AT_ONCE.held
MOST_SWEEPS = 1000
# A chance of one, where chances are written as whole numbers.
FULL = 65535


class EquityFault(ValueError):
    """Rules or a score without an answer: `code` is stable.

    `target_too_far`, `money_too_much`, `stake_not_multiple`, `too_much_to_compute`: rules that
    would take too long, or too much memory. `score_not_multiple`, `match_over`, `purse_unknown`,
    `score_below_zero`: the score.
    """

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


class Unsolved(LookupError):
    """Within `known_only`: the solution that would answer is not known. `key` says which it is."""

    def __init__(self, key: "Key") -> None:
        super().__init__(key.name)
        self.key = key


class Chances(NamedTuple):
    """The chance of each side to win the match; they sum to one."""

    first: float
    second: float


def unfit(rules: DixRules) -> str | None:
    """Return the code of the `EquityFault` of rules that have no answer, or None."""
    if rules.target > MOST_TARGET:
        return "target_too_far"
    if (rules.initial_money or 0) > MOST_MONEY:
        return "money_too_much"
    if rules.partie == "stake" and (rules.partie_stake % UNIT or rules.partie_stake > MOST_TARGET):
        return "stake_not_multiple"
    if rules.bid_format == "buy_money" and held_with_money(rules, 0) > MOST_HELD:
        return "too_much_to_compute"
    return None


def below_zero_unfit(rules: DixRules) -> bool:
    """Whether scores below zero have no answer: with money their table may be too large."""
    return rules.bid_format == "buy_money" and held_with_money(rules, 2 * LOWEST) > MOST_HELD


def held_with_money(rules: DixRules, total: int) -> int:
    """Return the bytes of the solution for scores of that sum and all that come after."""
    money = rules.initial_money or 0
    count, _offset, width = _layers(rules, total)
    return 4 * (count + 1) * (money + 1) ** 2 * width


def _layers(rules: Any, total: int) -> tuple[int, int, int]:
    """How many layers of sums there are, and the first score of a layer and how many it has."""
    # Both are below the target in a state, so neither is lower than this.
    offset = (total - rules.target) // UNIT + 1
    count = (2 * (rules.target - UNIT) - total) // points_in_hand(rules) + 1
    return count, offset, rules.target // UNIT - offset


def equity(
    rules: DixRules,
    scores: tuple[int, int],
    dealer: int,
    purses: tuple[int, int] | None = None,
    *,
    model: HandModel | None = None,
) -> Chances:
    """Return each side's chance of winning the match from these scores, before a hand is dealt.

    `dealer` is the seat that deals it; `purses` are the sides' where money is played (left out:
    full). A score below `LOWEST` counts as that. `model` is that of the solved deals of the
    ruleset's deck unless given. Raises `EquityFault` where there is no answer.
    """
    if purses is None and rules.bid_format == "buy_money":
        money = rules.initial_money or 0
        purses = money, money
    position = Position(dealer, (max(scores[0], LOWEST), max(scores[1], LOWEST)), purses)
    speaks = side_of(position.first_speaker)
    value = _solution(rules, position, model or solved_model(rules.deck)).value(
        _seen_from(speaks, position.scores), _seen_from(speaks, position.purses)
    )
    return Chances(value, 1 - value) if speaks == 0 else Chances(1 - value, value)


def equity_after(
    rules: DixRules, position: Position, hand: Hand, *, model: HandModel | None = None
) -> Chances:
    """Return the chances once that hand is scored; 1 and 0 if it ends the match."""
    _notes, _deltas, after, result = scored(rules, position, hand)
    if result is not None:
        return Chances(1.0, 0.0) if result.winners == (0,) else Chances(0.0, 1.0)
    return equity(rules, after.scores, after.dealer, after.purses, model=model)


def read_model_hand(rules: DixRules, position: Position, hand: ModelHand) -> Hand:
    """Return a model's hand as the rules read it in this position. Raises `RuleError`."""
    return read_hand(rules, position, _entry(position, hand))


def bids_partie(
    rules: DixRules, position: Position, choice: Choice, *, model: HandModel | None = None
) -> bool:
    """Whether who names trump with such hands bids « la partie »: it wins more often so."""
    side = side_of(position.first_speaker) ^ choice.side
    if not choice.partie or not may_bid_partie(rules, position, side):
        return False

    def worth(hands: Mapping[ModelHand, float]) -> float:
        return sum(
            share
            * equity_after(rules, position, read_model_hand(rules, position, hand), model=model)[
                side
            ]
            for hand, share in hands.items()
        )

    return worth(choice.partie) > worth(choice.number)


@dataclass(slots=True)
class _Entry:
    """A model's hand as the rules read entries."""

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


def _seen_from(side: int, pair: Any) -> Any:
    """A pair by side as that side sees it: its own first."""
    return pair if pair is None or side == 0 else (pair[1], pair[0])


# --- Solutions, kept -------------------------------------------------------------------------


@dataclass(slots=True, unsafe_hash=True)
class _Rules:
    """A ruleset by its values, to be remembered by, and never changed; seat 0 speaks first."""

    deck: int
    card_values: str
    bid_format: str
    target: int
    min_bid: int
    defence_cap: int | None
    partie: str
    partie_stake: int
    both_reach: str
    initial_money: int | None
    first_dealer: int

    @classmethod
    def of(cls, rules: DixRules) -> "_Rules":
        values = {field.name: getattr(rules, field.name) for field in fields(cls)}
        return cls(**{**values, "first_dealer": DEALER})


@dataclass(frozen=True, slots=True)
class Key:
    """What tells one solution from another: the ruleset, the model; with money a sum of scores."""

    rules: _Rules
    model: HandModel
    total: int | None

    @property
    def name(self) -> str:
        """The same in every process that reckons in the same way, as text."""
        told = (self.rules, self.model.name, self.model.digest, self.total)
        return sha256(repr(told).encode()).hexdigest()


# Called now and then while work goes on; what it raises stops the work.
Heartbeat = Callable[[], object]


# Two megabytes each at most; with money 4, at most `MOST_HELD`, and half of it once read. A
# question needs two or three.
_BY_SCORE: SizedCache[Any] = SizedCache(MOST_HELD)
_WITH_MONEY: SizedCache[Any] = SizedCache(3 * MOST_HELD)
# The solutions asked for within `known_only`; None outside.
_ASKED: ContextVar[set[Key] | None] = ContextVar("asked", default=None)


@contextmanager
def known_only() -> Iterator[set[Key]]:
    """Solve nothing meanwhile: `equity` raises `Unsolved` where it would have to.

    What is yielded comes to hold the keys of all solutions that were asked for.
    """
    asked: set[Key] = set()
    token = _ASKED.set(asked)
    try:
        yield asked
    finally:
        _ASKED.reset(token)


def solve(key: Key, told: Heartbeat = lambda: None) -> Any:
    """Return the solution of that key, worked out if it is not known; it is known from then on.

    `told` is called now and then, and may raise to stop.
    """
    if key.total is None:
        return _BY_SCORE.get(key, lambda: _by_score(key.rules, key.model, told))
    total = key.total
    return _WITH_MONEY.get(key, lambda: _with_money(key.rules, total, key.model, told))


def write(solution: Any) -> bytes:
    """Return a solution as bytes, each chance within a hundred-thousandth."""
    written = BytesIO()
    np.savez_compressed(written, **solution.columns())
    return written.getvalue()


def read(key: Key, written: bytes) -> None:
    """Make known the solution of that key, as `write` has written it."""
    with np.load(BytesIO(written), allow_pickle=False) as columns:
        if key.total is None:
            _BY_SCORE.get(key, lambda: ByScore.of(columns))
        else:
            _WITH_MONEY.get(key, lambda: WithMoney.of(columns))


def _solution(rules: DixRules, position: Position, model: HandModel) -> Any:
    """The solution that knows the position, kept for the next one. Raises `EquityFault`."""
    code = unfit(rules)
    if code is None and any(score % UNIT for score in position.scores):
        code = "score_not_multiple"
    if code is None and max(position.scores) >= rules.target:
        code = "match_over"
    if code is not None:
        raise EquityFault(code)
    total = None
    if position.purses is not None:
        money = rules.initial_money or 0
        if not all(0 <= purse <= money for purse in position.purses):
            raise EquityFault("purse_unknown")
        # Scores add up by the same sum a hand: a whole match is one solution.
        total, in_hand = sum(position.scores), points_in_hand(rules)
        # A sum below 0 is followed from the lowest that is asked for.
        if total < 0 and below_zero_unfit(rules):
            raise EquityFault("score_below_zero")
        total = total % in_hand + (0 if total >= 0 else 2 * LOWEST // in_hand * in_hand)
    key = Key(_Rules.of(rules), model, total)
    asked = _ASKED.get()
    if asked is not None:
        asked.add(key)
    known = (_BY_SCORE if total is None else _WITH_MONEY).known(key)
    if known is None and asked is not None:
        raise Unsolved(key)
    return solve(key) if known is None else known


# --- By score: bounds that meet ---------------------------------------------------------------


class ByScore:
    """The chances of every score from `lowest` on, without money."""

    def __init__(self, lowest: int, low: Any, high: Any) -> None:
        self.lowest, self.low, self.high = lowest, low, high

    def value(self, scores: tuple[int, int], purses: None = None) -> float:
        """Return the chance of the side that speaks first; `scores` are its own, then theirs."""
        at = self._at(scores)
        return float(self.low[at] + self.high[at]) / 2

    def error(self, scores: tuple[int, int]) -> float:
        """Return by how much that may be wrong at most."""
        at = self._at(scores)
        return float(self.high[at] - self.low[at]) / 2

    @property
    def nbytes(self) -> int:
        """The bytes of its tables, which may be one."""
        return int(self.low.nbytes + (0 if self.high is self.low else self.high.nbytes))

    def columns(self) -> dict[str, Any]:
        """Return the chances of the scores that may be asked for, as arrays."""
        inner = slice((LOWEST - self.lowest) // UNIT, None)
        middle = (self.low[inner, inner] + self.high[inner, inner]) / 2
        return {"values": middle.astype(np.float32)}

    @classmethod
    def of(cls, columns: Mapping[str, Any]) -> "ByScore":
        """Return what `columns` came from; how sure it was is not among them."""
        values = columns["values"]
        return cls(LOWEST, values, values)

    def _at(self, scores: tuple[int, int]) -> tuple[int, int]:
        return (scores[0] - self.lowest) // UNIT, (scores[1] - self.lowest) // UNIT


def _kernel() -> Any:
    """The compiled functions, whose type knows no arguments."""
    from games.dix.analysis.equity import equity_kernel  # noqa: PLC0415 -- it loads the compiler

    return equity_kernel


def _by_score(rules: _Rules, model: HandModel, told: Heartbeat = lambda: None) -> ByScore:
    """Solve a ruleset for scores from `LOWEST` on."""
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
        told()
        moved = sweep(low, high, TOLERANCE / 10, regions, *packed, ends)
        apart = (high[inner, inner] - low[inner, inner]).max()
        if apart < TOLERANCE or moved < TOLERANCE / 100:
            break
    return ByScore(lowest, low, high)


def _packed(rules: _Rules, lowest: int, size: int, model: HandModel) -> tuple[Any, tuple[Any, ...]]:
    """The model's hands in the numbers of the compiled loop, by stretch of scores."""
    breaks = [one for one in score_breaks(rules) if lowest < one < rules.target]
    scores = lowest + UNIT * np.arange(size)
    regions = np.searchsorted(breaks, scores, side="right").astype(np.int64)
    # A score of each stretch; there are at most three.
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
    rules: _Rules,
    position: Position,
    hands: Mapping[ModelHand, float],
    share: float,
    shares: list[float],
    gains: list[tuple[int, int]],
    decided: list[int],
) -> None:
    """Add the ways of some hands, equal ones together."""
    ways: dict[tuple[int, int, int], float] = {}
    for hand, part in hands.items():
        _notes, deltas, after, result = scored(
            rules, position, read_model_hand(rules, position, hand)
        )
        # « La partie » ends a match at any score.
        outright = result is not None and max(after.scores) < rules.target
        winner = result.winners[0] if result is not None and outright else -1
        way = (deltas[0] // UNIT, deltas[1] // UNIT, winner)
        ways[way] = ways.get(way, 0.0) + share * part
    for (ours, theirs, winner), part in ways.items():
        shares.append(part)
        gains.append((ours, theirs))
        decided.append(winner)


def _ends(rules: _Rules, lowest: int, size: int, reach: int) -> Any:
    """Who has won at the scores after a hand, by who bid and both scores; -1: nobody yet."""
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
    """The chances of scores and purses, for scores that sum to `total` and hands more."""

    def __init__(
        self, total: int, in_hand: int, offset: int, values: Any, unit: float = 1.0
    ) -> None:
        """Take the chances as multiples of `unit`."""
        self.total, self.in_hand, self.offset = total, in_hand, offset
        self.values, self.unit = values, unit

    def value(self, scores: tuple[int, int], purses: tuple[int, int]) -> float:
        """Return the chance of the side that speaks first; its own score and purse come first."""
        layer = (sum(scores) - self.total) // self.in_hand
        at = layer, purses[0], purses[1], scores[0] // UNIT - self.offset
        return float(self.values[at]) * self.unit

    def error(self, scores: tuple[int, int]) -> float:
        """Return 0: one pass is exact but for rounding."""
        return 0.0

    @property
    def nbytes(self) -> int:
        """The bytes of its table."""
        return int(self.values.nbytes)

    def columns(self) -> dict[str, Any]:
        """Return the chances as arrays, in sixteen bits each: it is a large table."""
        where = np.array([self.total, self.in_hand, self.offset])
        return {
            "where": where,
            "values": np.rint(self.values * (self.unit * FULL)).astype(np.uint16),
        }

    @classmethod
    def of(cls, columns: Mapping[str, Any]) -> "WithMoney":
        """Return what `columns` came from: it stays in sixteen bits each."""
        total, in_hand, offset = columns["where"].tolist()
        return cls(total, in_hand, offset, columns["values"], 1 / FULL)


def _with_money(
    rules: _Rules, total: int, model: HandModel, told: Heartbeat = lambda: None
) -> WithMoney:
    """Solve a ruleset with money for scores of that sum and all that come after."""
    money, in_hand = rules.initial_money or 0, points_in_hand(rules)
    count, offset, width = _layers(rules, total)
    full = min(money, model.purse_limit(rules))
    starts = [0]
    ways: list[tuple[int, int, int, int]] = []
    shares: list[float] = []
    known: dict[Any, tuple[int, int, int, int]] = {}
    for ours in range(full + 1):
        told()
        for theirs in range(full + 1):
            purses = (ours, theirs)
            together: dict[tuple[int, int, int, int], float] = {}
            for choice in model.choices(rules, purses):
                for hand, part in choice.number.items():
                    # The purses only matter where trump is named without paying.
                    key = (hand, None if hand.bid else purses)
                    if key not in known:
                        known[key] = _way(rules, purses, hand)
                    way = known[key]
                    together[way] = together.get(way, 0.0) + choice.share * part
            ways += together
            shares += together.values()
            starts.append(len(ways))
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


def _way(rules: _Rules, purses: tuple[int, int], hand: ModelHand) -> tuple[int, int, int, int]:
    """Who pays, how much, and what each side gains."""
    position = Position(DEALER, (0, 0), purses)
    read = read_model_hand(rules, position, hand)
    _notes, deltas, after, _result = scored(rules, position, read)
    paid = purses[read.bidders] - (after.purses or purses)[read.bidders]
    return read.bidders, paid, deltas[0] // UNIT, deltas[1] // UNIT
