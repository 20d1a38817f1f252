"""The chance of winning a match of the jeu du 10 from any score, under a model of its hands. Pure.

`equity` reads the chance in the solution of the ruleset. `solving` computes solutions by dynamic
programming over the scores, the first speaker and the purses.

Solving takes seconds, once for each ruleset and model. A caller that may not wait calls `equity`
within `known_only`. Then `equity` raises `Unsolved` instead of solving. `solve` computes a
solution; `write` and `read` carry it from one process to another.
"""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, fields
from hashlib import sha256
from io import BytesIO
from typing import Any, NamedTuple

import numpy as np

from core.sized_cache import SizedCache
from games.dix.analysis.equity.hand_model import DEALER, Choice, HandModel, ModelHand, solved_model
from games.dix.analysis.equity.solving import (
    LOWEST,
    UNIT,
    ByScore,
    Heartbeat,
    WithMoney,
    by_score,
    layers_of,
    read_model_hand,
    with_money,
)
from games.dix.engine.auction import Position, may_bid_partie
from games.dix.engine.hands import Hand
from games.dix.engine.rulesets import DixRules, points_in_hand, side_of
from games.dix.engine.scoring import scored
from games.registry.estimate import AT_ONCE

MOST_TARGET = 1000
MOST_MONEY = 40
# The most bytes that a solution may hold, because a request loads it into memory.
MOST_HELD = AT_ONCE.held


class EquityFault(ValueError):
    """The error of rules or a score that have no answer. `code` is stable.

    The codes of rules that would take too much time or memory are `target_too_far`,
    `money_too_much`, `stake_not_multiple` and `too_much_to_compute`. The codes of faulty scores
    and purses are `score_not_multiple`, `match_over`, `purse_unknown` and `score_below_zero`.
    """

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


class Unsolved(LookupError):
    """Raised within `known_only` if the solution of `key` is needed but is not in memory."""

    def __init__(self, key: "Key") -> None:
        super().__init__(key.name)
        self.key = key


class Chances(NamedTuple):
    """Each side's chance to win the match. The two sum to one."""

    first: float
    second: float


def unfit(rules: DixRules) -> str | None:
    """Return the code of the `EquityFault` if the rules have no answer, or None."""
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
    """Return whether scores below zero have no answer, because their solution may be too large."""
    return rules.bid_format == "buy_money" and held_with_money(rules, 2 * LOWEST) > MOST_HELD


def held_with_money(rules: DixRules, total: int) -> int:
    """Return the bytes that a solution takes for scores that sum to `total` and all later ones."""
    money = rules.initial_money or 0
    count, _offset, width = layers_of(rules, total)
    return 4 * (count + 1) * (money + 1) ** 2 * width


def equity(
    rules: DixRules,
    scores: tuple[int, int],
    dealer: int,
    purses: tuple[int, int] | None = None,
    *,
    model: HandModel | None = None,
) -> Chances:
    """Return each side's chance of winning the match from these scores, before a hand is dealt.

    `dealer` is the seat that deals this hand. `purses` are the purses of both sides if bids are
    paid with money; they are full by default. A score below `LOWEST` counts as `LOWEST`. `model`
    is by default the model of the solved deals of the ruleset's deck. Raise `EquityFault` if
    there is no answer.
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
    """Return the chances once `hand` is scored. They are 1 and 0 if the hand ends the match."""
    _notes, _deltas, after, result = scored(rules, position, hand)
    if result is not None:
        return Chances(1.0, 0.0) if result.winners == (0,) else Chances(0.0, 1.0)
    return equity(rules, after.scores, after.dealer, after.purses, model=model)


def bids_partie(
    rules: DixRules, position: Position, choice: Choice, *, model: HandModel | None = None
) -> bool:
    """Return whether the side that names trump bids « la partie » with the hands of `choice`.

    It bids « la partie » if this wins the match more often than a number.
    """
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


def _seen_from(side: int, pair: Any) -> Any:
    """Return a pair of values by side, with the value of `side` first. None stays None."""
    return pair if pair is None or side == 0 else (pair[1], pair[0])


# --- Solutions, kept -------------------------------------------------------------------------


@dataclass(slots=True, unsafe_hash=True)
class _Rules:
    """A ruleset as a hashable key of caches. It never changes, and seat 0 speaks first in it."""

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
    """The identity of a solution: a ruleset, a model and, with money, a sum of scores (`total`)."""

    rules: _Rules
    model: HandModel
    total: int | None

    @property
    def name(self) -> str:
        """The key as text, which is the same in all processes that compute in the same way."""
        identity = (self.rules, self.model.name, self.model.digest, self.total)
        return sha256(repr(identity).encode()).hexdigest()


# The two caches of solutions. A solution takes at most two megabytes. With money it takes at
# most `MOST_HELD`, and half as much if it was read from the database. A question needs two or
# three solutions.
_BY_SCORE: SizedCache[Any] = SizedCache(MOST_HELD)
_WITH_MONEY: SizedCache[Any] = SizedCache(3 * MOST_HELD)
# The keys of the solutions that were requested within `known_only`. It is None outside.
_ASKED: ContextVar[set[Key] | None] = ContextVar("asked", default=None)


@contextmanager
def known_only() -> Iterator[set[Key]]:
    """Within this context, let `equity` raise `Unsolved` instead of solving.

    Yields a set, to which the key of every requested solution is added.
    """
    keys: set[Key] = set()
    token = _ASKED.set(keys)
    try:
        yield keys
    finally:
        _ASKED.reset(token)


def solve(key: Key, heartbeat: Heartbeat = lambda: None) -> Any:
    """Return the solution of `key` from memory; if it is not there, compute and keep it.

    `heartbeat` is called now and then, and may raise to stop the work.
    """
    if key.total is None:
        return _BY_SCORE.get(key, lambda: by_score(key.rules, key.model, heartbeat))
    total = key.total
    return _WITH_MONEY.get(key, lambda: with_money(key.rules, total, key.model, heartbeat))


def write(solution: Any) -> bytes:
    """Return a solution as bytes. Each chance in them is exact to a hundred-thousandth."""
    written = BytesIO()
    np.savez_compressed(written, **solution.columns())
    return written.getvalue()


def read(key: Key, written: bytes) -> None:
    """Put the solution of `key` into memory, from the bytes that `write` returned."""
    with np.load(BytesIO(written), allow_pickle=False) as columns:
        if key.total is None:
            _BY_SCORE.get(key, lambda: ByScore.of(columns))
        else:
            _WITH_MONEY.get(key, lambda: WithMoney.of(columns))


def _solution(rules: DixRules, position: Position, model: HandModel) -> Any:
    """Return the solution that contains the position, and keep it in memory.

    Raise `EquityFault` if there is no answer. Within `known_only`, raise `Unsolved` if the
    solution is not in memory.
    """
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
        # Every hand adds the same sum to the scores, so one solution serves for a whole match.
        total, in_hand = sum(position.scores), points_in_hand(rules)
        # If the sum is below 0, the solution begins at the lowest sum that can be asked for.
        if total < 0 and below_zero_unfit(rules):
            raise EquityFault("score_below_zero")
        total = total % in_hand + (0 if total >= 0 else 2 * LOWEST // in_hand * in_hand)
    key = Key(_Rules.of(rules), model, total)
    asked_keys = _ASKED.get()
    if asked_keys is not None:
        asked_keys.add(key)
    known = (_BY_SCORE if total is None else _WITH_MONEY).known(key)
    if known is None and asked_keys is not None:
        raise Unsolved(key)
    return solve(key) if known is None else known
