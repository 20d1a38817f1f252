"""A played hand as a riddle: the ten cards of the bidder, and the bid. How many points were taken?

Pure. A hand is known only if its tricks were noted.
"""

from collections.abc import Sequence
from typing import NamedTuple

from games.cards import SUITS, Card
from games.dix.engine.hands import DixEntry
from games.dix.engine.play import ORDER, run_tricks
from games.dix.engine.rulesets import DixRules, points_in_hand


class HandRiddle(NamedTuple):
    """The bidder's cards, the bid, and the points taken.

    `bid` is None under « la partie ». `made` is None if a bid is a price, because it promises no
    points. The riddle with the greatest `surprise` is chosen.
    """

    cards: tuple[str, ...]
    bidder: int
    bid: int | None
    trump: str
    taken: int
    made: bool | None
    surprise: int


def riddle_of(rules: DixRules, entry: DixEntry) -> HandRiddle | None:
    """Return the riddle that a hand makes; None if its cards are not known."""
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
        # The further the points are from the bid, the harder they are to guess.
        surprise=abs(entry.taken - goal),
    )


def in_hand(cards: Sequence[Card], trump: str) -> list[Card]:
    """Return cards as a player sorts them: trump first, each suit from its highest card."""
    suits = sorted(SUITS, key=lambda suit: (suit != trump, SUITS.index(suit)))
    return sorted(cards, key=lambda card: (suits.index(card.suit or ""), -ORDER[card.rank]))
