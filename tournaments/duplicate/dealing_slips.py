"""Dealing slips: how to deal a board from a sorted pack, card by card, on paper."""

from games.cards import SUITS, parse_card
from games.presentation.wording import rank_name
from games.registry.duplicate import Hands
from tournaments.duplicate.deals import Deals


def slip_steps(deals: Deals, hands: Hands) -> list[tuple[str, list[tuple[str, str]]]]:
    """Return how to deal a board from a sorted pack: by suit, each card with its seat's letter."""
    letters = [str(letter) for letter in deals.declared.letters]
    seat_of = {code: letters[seat] for seat, hand in enumerate(hands) for code in hand}
    cards = [(parse_card(code), seat_of[code]) for code in deals.declared.pack(deals.rules)]
    return [
        (suit, [(rank_name(card.rank), letter) for card, letter in cards if card.suit == suit])
        for suit in SUITS
    ]
