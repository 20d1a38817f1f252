"""Deals of a duplicate of the jeu du 10: the pack, and the dealer of a board. Pure."""

from dataclasses import dataclass

from games.cards import Card, parse_card
from games.deals import dealt
from games.dix.engine.play import DECKS
from games.dix.engine.rulesets import SEATS


@dataclass(frozen=True, slots=True)
class Deal:
    """A board: its number (from 1), its dealer's seat, and the four hands by seat."""

    board: int
    dealer: int
    hands: tuple[tuple[Card, ...], ...]


def dealer_of(board: int) -> int:
    """Return the seat that deals a board: seat 0 deals board 1, seat 1 board 2, and so on."""
    return (board - 1) % SEATS


def deal(key: str, board: int, deck: int = 40) -> Deal:
    """Deal a board of a set, from the set's key."""
    hands = dealt(key, board, [card.code for card in DECKS[deck]], SEATS)
    return Deal(board, dealer_of(board), tuple(tuple(map(parse_card, hand)) for hand in hands))
