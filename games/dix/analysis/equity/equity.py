"""The chance of winning a match of the jeu du 10 from any score, under a model of its hands. Pure.

`equity` reads it in the solution of the ruleset (`solving`): by dynamic programming over scores,
who speaks first, and purses.

Solving takes seconds, once for a ruleset and a model. Whoever may not wait asks within
`known_only`: `equity` then raises `Unsolved` instead of solving, and `solve`, `write` and `read`
bring the solution from one process to another.
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
# A solution holds at most so many bytes: a request reads it.
MOST_HELD = AT_ONCE.held


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
        identity = (self.rules, self.model.name, self.model.digest, self.total)
        return sha256(repr(identity).encode()).hexdigest()


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
    keys: set[Key] = set()
    token = _ASKED.set(keys)
    try:
        yield keys
    finally:
        _ASKED.reset(token)


def solve(key: Key, heartbeat: Heartbeat = lambda: None) -> Any:
    """Return the solution of that key, worked out if it is not known; it is known from then on.

    `heartbeat` is called now and then, and may raise to stop.
    """
    if key.total is None:
        return _BY_SCORE.get(key, lambda: by_score(key.rules, key.model, heartbeat))
    total = key.total
    return _WITH_MONEY.get(key, lambda: with_money(key.rules, total, key.model, heartbeat))


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
    asked_keys = _ASKED.get()
    if asked_keys is not None:
        asked_keys.add(key)
    known = (_BY_SCORE if total is None else _WITH_MONEY).known(key)
    if known is None and asked_keys is not None:
        raise Unsolved(key)
    return solve(key) if known is None else known
