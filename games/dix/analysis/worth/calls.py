"""What the calls of an auction tell about the hands of the others, by the model of hands. Pure.

A seat that named a number has a hand that promises about so much, and a seat that passed has one
that promises less than what it could have named. People differ from the model, so both bounds are
`SLACK` points wide.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from games.cards import SUITS, Card
from games.dix.analysis.equity.hand_model import STRONGEST, strength
from games.dix.engine.auction import Position, advance, open_auction
from games.dix.engine.rulesets import SEATS, DixRules
from games.sheet import RuleError

SLACK = 10
PASSES = ("passe", "pass", "p", "-")
PARTIES = ("partie", "la-partie")


@dataclass(frozen=True, slots=True)
class Promise:
    """The bounds of the points that a seat's hand promises: at least `least`, below `below`."""

    least: float = 0.0
    below: float = float("inf")


def read_calls(text: str, dealer: int, rules: DixRules) -> dict[int, Promise]:
    """Return what the calls of a text promise, by seat. The first call is of the dealer's left.

    Raise `RuleError` if a call is illegal, with the code `call_unknown` if it is no call at all.
    """
    state = open_auction(rules, Position(dealer, (0, 0)))
    promised: dict[int, Promise] = {}
    for word in filter(None, re.split(r"[\s,;]+", text.strip().lower())):
        seat, lowest = state.speaker, state.minimum
        if seat is None:
            raise RuleError("auction_over", "calls")
        call = _call(word)
        state = advance(state, seat, call)
        before = promised.get(seat, Promise())
        if call == "pass":
            below = before.below if lowest is None else lowest + SLACK
            promised[seat] = Promise(before.least, max(below, before.least + 1))
        else:
            points = STRONGEST if call == "partie" else int(call)
            promised[seat] = Promise(points - SLACK, before.below)
    return promised


def _call(word: str) -> int | str:
    if word in PASSES:
        return "pass"
    if word in PARTIES:
        return "partie"
    if not re.fullmatch(r"\d{1,4}", word, re.ASCII):
        raise RuleError("call_unknown", "calls", text=word[:20])
    return int(word)


def promise_of(hand: Sequence[Card], *, penalised_aces: bool) -> float:
    """Return the points that a hand promises in its best suit, as the model of hands counts."""
    most = max(strength(hand, suit) for suit in SUITS)
    if penalised_aces:
        own = sum(card.rank == "A" for card in hand)
        most -= 10 * own + 10 * (SEATS - own) / 3
    return most


def agrees(
    promised: Mapping[int, Promise], hands: Sequence[Sequence[Card]], *, penalised_aces: bool
) -> bool:
    """Return whether the hands of a layout agree with what was promised."""
    return all(
        bounds.least <= promise_of(hands[seat], penalised_aces=penalised_aces) < bounds.below
        for seat, bounds in promised.items()
    )
