"""A played hand as a riddle: from the bidder's ten cards and the bid, guess the points taken.

Pure. Only a hand whose tricks were recorded makes a riddle.
"""

from collections.abc import Sequence
from typing import NamedTuple

from games.cards import SUITS, Card
from games.dix.engine.hands import DixEntry
from games.dix.engine.play import ORDER, run_tricks
from games.dix.engine.rulesets import DixRules, points_in_hand


class HandRiddle(NamedTuple):
    """A riddle made of a hand: the bidder's cards, the bid, and the points taken.

    `bid` is None under « la partie ». `made` is None if a bid is a price, because a price
    promises no points. Of several riddles, the one with the greatest `surprise` is used.
    """

    cards: tuple[str, ...]
    bidder: int
    bid: int | None
    trump: str
    taken: int
    made: bool | None
    surprise: int


def riddle_of(rules: DixRules, entry: DixEntry) -> HandRiddle | None:
    """Return the riddle made of a hand, or None if the hand's cards are not known."""
    if entry.tricks is None or entry.bidder is None or entry.taken is None or not entry.trump:
        return None
    play = run_tricks(rules.deck, entry.trump, entry.bidder, entry.tricks)
    held = [card for trick in play.tricks for seat, card in trick.played() if seat == entry.bidder]
    goal = points_in_hand(rules, partie=True) if entry.bid is None else entry.bid
    promises = not rules.bid_format.startswith("buy")
    return HandRiddle(
        cards=tuple(card.code for card in in_hand(held, entry.trump)),
        bidder=entry.bidder,
        bid=entry.bid,
        trump=entry.trump,
        taken=entry.taken,
        made=entry.taken >= goal if promises else None,
        # The further the points are from the bid, the harder it is to guess them.
        surprise=abs(entry.taken - goal),
    )


def in_hand(cards: Sequence[Card], trump: str) -> list[Card]:
    """Return cards in the order in which a player holds them.

    Trump comes first. Each suit begins with its highest card.
    """
    suits = sorted(SUITS, key=lambda suit: (suit != trump, SUITS.index(suit)))
    return sorted(cards, key=lambda card: (suits.index(card.suit or ""), -ORDER[card.rank]))
