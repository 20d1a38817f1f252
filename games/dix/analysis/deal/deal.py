"""A deal with all cards seen: read from text, verified, and played on card by card. Pure.

Nothing here loads the compiled solver, so that a page can refuse a deal at once.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from games.cards import SUITS, Card, parse_card
from games.dix.analysis.solver.plain_solver import legal_cards
from games.dix.engine.play import DECKS, ORDER, POINTS, trick_winner
from games.dix.engine.rulesets import SEATS, side_of
from games.sheet import RuleError

Hands = tuple[tuple[Card, ...], ...]
# What separates two hands, and two cards of a hand.
BETWEEN_HANDS, BETWEEN_CARDS = r"[/|;\n]+", r"[\s,]+"


class DealFault(ValueError):
    """A reason why a deal or a position is impossible: a stable code, with parameters."""

    def __init__(self, code: str, **params: Any) -> None:
        super().__init__(code)
        self.code, self.params = code, params


def read_cards(text: str) -> tuple[Card, ...]:
    """Return the cards of a text. Raise `DealFault` if a word is no card."""
    cards = []
    for word in filter(None, re.split(BETWEEN_CARDS, text.strip())):
        try:
            cards.append(parse_card(word.upper()))
        except RuleError:
            raise DealFault("card_unknown", text=word[:20]) from None
    return tuple(cards)


def read_hands(text: str, deck: int) -> Hands:
    """Return the four hands of a text, each sorted. Raise `DealFault` if they are impossible.

    The hands are separated by « / » or by ends of lines. They may be the rest of a deal.
    """
    texts = [hand for hand in re.split(BETWEEN_HANDS, text.strip()) if hand.strip()]
    if len(texts) != SEATS:
        raise DealFault("hands_not_four", count=len(texts))
    hands = tuple(map(read_cards, texts))
    for fault in hand_faults(hands, deck):
        raise fault
    return tuple(map(in_order, hands))


def hand_faults(hands: Sequence[Sequence[Card]], deck: int) -> Iterator[DealFault]:
    """Yield every reason why these are not four equal hands of the deck."""
    counts = Counter(card for hand in hands for card in hand)
    for card in counts:
        if card not in DECKS[deck]:
            yield DealFault("card_not_in_deck", card=card.code, count=deck)
    for card, times in counts.items():
        if times > 1:
            yield DealFault("card_repeated", card=card.code)
    if counts.total() > deck:
        yield DealFault("cards_too_many", count=deck, given=counts.total())
    sizes = list(map(len, hands))
    if len(set(sizes)) > 1 or not sizes[0]:
        yield DealFault("hands_uneven", sizes=sizes)


def in_order(hand: Iterable[Card]) -> tuple[Card, ...]:
    """Return the cards by suit, the highest first."""
    return tuple(
        sorted(hand, key=lambda card: (SUITS.index(card.suit or SUITS[0]), -ORDER[card.rank]))
    )


def as_text(hands: Iterable[Iterable[Card]]) -> str:
    """Return hands as the text that `read_hands` reads."""
    return " / ".join(" ".join(card.code for card in hand) for hand in hands)


@dataclass(frozen=True, slots=True)
class Place:
    """A position: the cards in the hands and on the table, and what each side has taken so far.

    `taken` is in traditional values.
    """

    hands: Hands
    trump: str
    leader: int
    on_table: tuple[Card, ...] = ()
    taken: tuple[int, int] = (0, 0)

    @property
    def to_play(self) -> int:
        """The seat whose turn it is."""
        return (self.leader + len(self.on_table)) % SEATS

    @property
    def over(self) -> bool:
        """Whether all cards have been played."""
        return not self.hands[self.to_play]

    @property
    def legal(self) -> tuple[Card, ...]:
        """The cards that the seat to play may play."""
        return tuple(legal_cards(self.hands[self.to_play], self.on_table))

    def after(self, card: Card) -> "Place":
        """Return the position after a card. Raise `DealFault` if it may not be played."""
        seat = self.to_play
        if card not in self.hands[seat]:
            raise DealFault("card_not_held", seat=seat, card=card.code)
        if card not in self.legal:
            raise DealFault("must_follow", seat=seat, card=card.code, suit=self.on_table[0].suit)
        hands = tuple(
            tuple(other for other in hand if place != seat or other != card)
            for place, hand in enumerate(self.hands)
        )
        table = (*self.on_table, card)
        if len(table) < SEATS:
            return replace(self, hands=hands, on_table=table)
        winner = trick_winner(self.leader, table, self.trump)
        taken = list(self.taken)
        taken[side_of(winner)] += sum(POINTS.get(played.rank, 0) for played in table)
        return Place(hands, self.trump, winner, (), (taken[0], taken[1]))

    def after_all(self, cards: Iterable[Card]) -> "Place":
        """Return the position after several cards. Raise `DealFault` at the first impossible."""
        place = self
        for card in cards:
            place = place.after(card)
        return place
