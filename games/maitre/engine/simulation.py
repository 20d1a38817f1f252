"""Plays a manche: the deal, the coffre, trick after trick, the chute.

It uses the steps of `play` with known hands, for simulations and for random entries.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any, NamedTuple

from games.cards import DECK_52, DECK_54, Card
from games.maitre.engine.piles import is_forbidden
from games.maitre.engine.play import (
    Mode,
    Trick,
    combination,
    discard,
    lay,
    open_modes,
    open_trick,
    take,
)
from games.sheet import RuleError

PACKET = 3


class Move(NamedTuple):
    """A possible move of a seat: lay a card, discard one, or take the trick (no card)."""

    card: Card | None = None
    away: bool = False
    declared: Card | None = None
    mode: Mode | None = None
    take: bool | None = None


@dataclass(slots=True)
class SimulatedManche:
    """A manche being played, with every hand known. `piles` are the cards each seat has taken."""

    maitre: int
    hands: list[list[Card]]
    coffre: tuple[Card, Card]
    trick: Trick
    piles: list[list[Card]] = field(default_factory=list)
    magistral: list[Card] = field(default_factory=list)
    discarded: list[Card] = field(default_factory=list)
    chute: list[Card] = field(default_factory=list)
    winner: int | None = None

    @property
    def over(self) -> bool:
        """Whether the manche has ended, and the chute has fallen."""
        return self.winner is not None


def deal(deck: Sequence[Card], seats: int, maitre: int) -> list[list[Card]]:
    """Deal all the cards in packets of three, beginning on the Maître's left. Return the hands by
    seat.
    """
    hands: list[list[Card]] = [[] for _ in range(seats)]
    for packet, first in enumerate(range(0, len(deck), PACKET)):
        hands[(maitre + 1 + packet) % seats] += deck[first : first + PACKET]
    return hands


def coffres(hand: Sequence[Card]) -> list[tuple[Card, Card]]:
    """Return every coffre that the rule allows, major first.

    If there is none, « le Maître redistribuera ».
    """
    plain = [card for card in hand if not is_forbidden(card)]
    return [(major, minor) for major in plain for minor in plain if major.suit != minor.suit]


Seal = Callable[[list[Card], list[tuple[Card, Card]]], tuple[Card, Card]]


def begin(random: Random, seats: int, maitre: int, seal: Seal | None = None) -> SimulatedManche:
    """Deal a manche at random. Deal again as long as the Maître has no legal coffre.

    `seal` chooses the coffre, given the hand and its legal coffres; by default it is random.
    """
    while True:
        hands = deal(random.sample(DECK_54, len(DECK_54)), seats, maitre)
        open_to = coffres(hands[maitre])
        if open_to:
            break
    coffre = seal(hands[maitre], open_to) if seal else random.choice(open_to)
    hands[maitre] = [card for card in hands[maitre] if card not in coffre]
    # « Le joueur débutant la manche est le joueur situé à gauche du Maître. »
    leader = (maitre + 1) % seats
    return SimulatedManche(maitre, hands, coffre, open_trick(seats, leader), [[] for _ in hands])


def legal_moves(manche: SimulatedManche, declared: Sequence[Card] = DECK_52) -> Iterator[Move]:
    """Yield the moves of the seat whose turn it is. A joker may be any card of `declared`."""
    trick, seat = manche.trick, manche.trick.to_act
    if seat is None:
        return
    if trick.closing:
        yield Move()
    for card in manche.hands[seat]:
        if trick.laid:
            yield Move(card, away=True)
        for counts_as in declared if card.is_joker else (card,):
            yield from ways_to_lay(trick, card, counts_as)


def ways_to_lay(trick: Trick, card: Card, declared: Card | None = None) -> Iterator[Move]:
    """Yield every way in which a card may be laid now, a joker as `declared`."""
    counts_as = declared if card.is_joker and declared else card
    imposes = len(trick.laid) == 1 and not trick.closing
    modes = open_modes(trick.laid[0].counts_as, counts_as) if imposes else (None,)
    joker = counts_as if card.is_joker else None
    made = bool(combination(trick.declared_cards, counts_as))
    for mode in modes:
        holds = mode or trick.mode
        at_will = made and holds == "tete" and not trick.closing
        for choice in (True, False) if at_will else (None,):
            move = Move(card, declared=joker, mode=mode, take=choice)
            try:
                _moved(trick, move, last=False)
            except RuleError:
                continue
            yield move


def _moved(trick: Trick, move: Move, *, last: bool) -> Trick:
    if move.card is None:
        return take(trick)
    if move.away:
        return discard(trick, move.card, last=last)
    return lay(trick, move.card, declared=move.declared, mode=move.mode, take=move.take, last=last)


def play_move(manche: SimulatedManche, move: Move) -> None:
    """Play one move of the seat whose turn it is. Raises the errors of the trick's steps."""
    seat = manche.trick.to_act
    if seat is None:
        raise RuleError("trick_over")
    hand = manche.hands[seat]
    manche.trick = _moved(manche.trick, move, last=len(hand) == 1)
    if move.card is not None:
        hand.remove(move.card)
        if move.away:
            (manche.magistral if seat == manche.maitre else manche.discarded).append(move.card)
    if manche.trick.over:
        _gather(manche)


def _gather(manche: SimulatedManche) -> None:
    """Give the trick to its winner. Then open the next one, or end the manche.

    « La manche est terminée quand un joueur n'a plus de carte »: the cards left in hands go to the
    winner of that trick, « c'est la Chute ».
    """
    winner = manche.trick.winner
    assert winner is not None  # noqa: S101 - the trick is over
    manche.piles[winner] += manche.trick.cards
    if all(manche.hands):
        manche.trick = open_trick(len(manche.hands), winner)
        return
    for hand in manche.hands:
        manche.chute += hand
        hand.clear()
    manche.winner = winner


def entry_of(manche: SimulatedManche, contract: int) -> dict[str, Any]:
    """Return a finished manche as the entry by cards."""
    major, minor = manche.coffre
    return {
        "contract": contract,
        "major": major.suit,
        "minor": minor.suit,
        "coffre": {"major": major.code, "minor": minor.code},
        "tricks": {str(seat): _codes(pile) for seat, pile in enumerate(manche.piles)},
        "chute": {"winner": manche.winner, "cards": _codes(manche.chute)},
        "discard": {"maitre": _codes(manche.magistral), "players": _codes(manche.discarded)},
    }


def _codes(cards: Sequence[Card]) -> list[str]:
    return [card.code for card in cards]
