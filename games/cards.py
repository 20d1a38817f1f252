"""Playing cards and their notation: « 10H », « AS », and the jokers « X1 », « X2 ».

A card has no strength here, because the games disagree on the order of the ranks. For example,
the ace is high in the jeu du 10 and low in the jeu du Maître. So each game ranks the cards
itself.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from games.sheet import RuleError

SUITS = ("spades", "hearts", "diamonds", "clubs")
SUIT_LETTERS = {"spades": "S", "hearts": "H", "diamonds": "D", "clubs": "C"}
RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
JOKERS = ("X1", "X2")


@dataclass(frozen=True, slots=True)
class Card:
    """A card.

    `rank` is one of RANKS and `suit` one of SUITS. A joker's `rank` is one of JOKERS, and its
    `suit` is None.
    """

    rank: str
    suit: str | None = None

    @property
    def code(self) -> str:
        """The card as it is written in entries: « 10H », « X1 »."""
        return self.rank if self.suit is None else self.rank + SUIT_LETTERS[self.suit]

    @property
    def is_joker(self) -> bool:
        """Whether the card belongs to no suit."""
        return self.suit is None

    def __str__(self) -> str:
        return self.code


def make_deck(ranks: Iterable[str] = RANKS, *, jokers: int = 0) -> tuple[Card, ...]:
    """Return a deck: the cards of these ranks suit by suit, then `jokers` jokers (0 to 2)."""
    names = tuple(ranks)
    plain = tuple(Card(rank, suit) for suit in SUITS for rank in names)
    return plain + tuple(Card(joker) for joker in JOKERS[:jokers])


DECK_52 = make_deck()
DECK_54 = make_deck(jokers=2)

_BY_CODE = {card.code: card for card in DECK_54}


def parse_card(text: str, *, field: str | None = None) -> Card:
    """Return the card that a text stands for in the notation of entries.

    Raise `RuleError("card_unknown", field, text=…)` if the text is not one of the 54 cards. Each
    game checks itself whether the card belongs to its deck.
    """
    card = _BY_CODE.get(text)
    if card is None:
        raise RuleError("card_unknown", field, text=text)
    return card
