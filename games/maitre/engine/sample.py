"""A plausible random manche, legal under any ruleset, for demonstrations and tests. Pure."""

from random import Random
from types import SimpleNamespace
from typing import Any

from games.cards import Card
from games.maitre.engine.manches import Manche
from games.maitre.engine.piles import figures_of, read_piles
from games.maitre.engine.rulesets import ORDER
from games.maitre.engine.scoring import score_manche
from games.maitre.engine.simulation import (
    Move,
    SimulatedManche,
    begin,
    entry_of,
    play_move,
    ways_to_lay,
)
from games.sheet import Scoresheet

# The share of manches that are entered by their cards, as a careful table might do it.
BY_CARDS_SHARE = 0.25
# How many times at most a manche is played again until its Maître validates it, because a real
# Maître plays well.
TRIES = 3


def sample_manche(rules: Any, sheet: Scoresheet, random: Random) -> dict[str, Any]:
    """Return the next manche of a running match: played out, then entered by cards or figures."""
    seats, maitre = len(sheet.scores), sheet.state["maitre"]
    contract = _contract(rules, random)
    for _ in range(random.randint(1, TRIES)):
        entry = SimpleNamespace(**played(random, seats, maitre, contract))
        manche: Manche = read_piles(contract, seats, maitre, entry)
        if score_manche(rules, maitre, manche).validated:
            break
    if random.random() < BY_CARDS_SHARE:
        return vars(entry)
    return figures_of(seats, maitre, entry)


def _contract(rules: Any, random: Random) -> int:
    """Return a contract: most often the lowest, else a multiple of five above it."""
    above = list(range(rules.contract_min, rules.contract_max + 1, 5))
    return rules.contract_min if random.random() < 0.6 else random.choice(above[:6])


def played(random: Random, seats: int, maitre: int, contract: int) -> dict[str, Any]:
    """Return a manche as average players might play it, as the entry by cards."""
    manche = begin(random, seats, maitre, seal=_best_coffre)
    while not manche.over:
        play_move(manche, _plausible_move(manche, random))
    return entry_of(manche, contract)


def _best_coffre(hand: list[Card], coffres: list[tuple[Card, Card]]) -> tuple[Card, Card]:
    """Choose the coffre: a strong suit of the hand as major, and a weak suit as minor."""
    strength = {card.suit: 0 for pair in coffres for card in pair}
    for card in hand:
        if card.suit in strength:
            strength[card.suit] += ORDER[card.rank]

    def liking(pair: tuple[Card, Card]) -> int:
        major, minor = pair
        cards = ORDER[major.rank] - ORDER[minor.rank]
        return 3 * (strength[major.suit] - strength[minor.suit]) + cards

    return max(coffres, key=liking)


def _plausible_move(manche: SimulatedManche, random: Random) -> Move:
    """Return a move: the first card in order of preference that may be laid; else a discard."""
    trick, seat = manche.trick, manche.trick.to_act
    hand = manche.hands[seat or 0]
    if trick.closing:
        return Move()
    ours = seat == manche.maitre
    major = manche.coffre[0].suit
    order = sorted(hand, key=lambda card: random.random() - (ours and card.suit == major))
    if not trick.laid or random.random() < (0.75 if ours else 0.55):
        for card in order[:8]:
            for move in ways_to_lay(trick, card, _declared(trick.declared_cards, card, random)):
                return move
    return Move(_unwanted(manche, order) if ours else order[-1], away=True)


def _unwanted(manche: SimulatedManche, order: list[Card]) -> Card:
    """Return a neutral card to discard, if there is one; else the last card in the order."""
    worth = {card.suit for card in manche.coffre}
    return next((card for card in reversed(order) if card.suit not in worth), order[-1])


def _declared(declared_cards: tuple[Card, ...], card: Card, random: Random) -> Card | None:
    """Return the card that a joker stands for, or None if `card` is not a joker.

    It has the rank of the last card laid, and a random suit.
    """
    if not card.is_joker:
        return None
    suit = random.choice(("spades", "hearts", "diamonds", "clubs"))
    return Card(declared_cards[-1].rank if declared_cards else random.choice(tuple(ORDER)), suit)
