"""The deals of a duplicate of the jeu du 10: the cards and the dealer of each board. Pure."""

from dataclasses import dataclass

from games.cards import Card, parse_card
from games.deals import dealt
from games.dix.engine.play import DECKS
from games.dix.engine.rulesets import SEATS


@dataclass(frozen=True, slots=True)
class Deal:
    """A board: its number (from 1), the dealer's seat, and the four hands by seat."""

    board: int
    dealer: int
    hands: tuple[tuple[Card, ...], ...]


def dealer_of(board: int) -> int:
    """Return the seat that deals a board. Seat 0 deals board 1, seat 1 deals board 2, and so on."""
    return (board - 1) % SEATS


def deal(key: str, board: int, deck: int = 40) -> Deal:
    """Return a board of a set of deals. The set's key decides the cards."""
    hands = dealt(key, board, [card.code for card in DECKS[deck]], SEATS)
    return Deal(board, dealer_of(board), tuple(tuple(map(parse_card, hand)) for hand in hands))
