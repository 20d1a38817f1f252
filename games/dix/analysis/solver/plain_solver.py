"""The double-dummy search of the jeu du 10 in plain Python, which serves to test the compiled one.

`exhaustive` tries every line of play and prunes nothing. `alpha_beta` is the usual simple
search. In measurements the compiled search is compared with it.
"""

from collections.abc import Sequence

from games.cards import Card
from games.dix.engine.play import ORDER, POINTS, trick_winner

Hands = Sequence[Sequence[Card]]


def worth_of(cards: Sequence[Card], *, tricks: bool) -> int:
    """Return the worth of a trick: its traditional points, or 1 if tricks are counted."""
    return 1 if tricks else sum(POINTS.get(card.rank, 0) for card in cards)


def legal_cards(hand: Sequence[Card], on_table: Sequence[Card]) -> list[Card]:
    """Return the cards that may be played from a hand.

    « Tous les autres joueurs doivent fournir une carte de cette sorte s'ils peuvent. »
    """
    follow = [card for card in hand if on_table and card.suit == on_table[0].suit]
    return follow or list(hand)


def exhaustive(
    hands: Hands, trump: str, leader: int, on_table: Sequence[Card] = (), *, tricks: bool = False
) -> int:
    """Return the most that side 0 takes against the best defence. Try every line of play."""
    seat = (leader + len(on_table)) % 4
    if not hands[seat]:
        return 0
    values = []
    for card in legal_cards(hands[seat], on_table):
        left = [[other for other in hand if other != card] for hand in hands]
        table = [*on_table, card]
        if len(table) < 4:
            values.append(exhaustive(left, trump, leader, table, tricks=tricks))
            continue
        winner = trick_winner(leader, table, trump)
        won = worth_of(table, tricks=tricks) if winner % 2 == 0 else 0
        values.append(won + exhaustive(left, trump, winner, tricks=tricks))
    return max(values) if seat % 2 == 0 else min(values)


def alpha_beta(
    hands: Hands,
    trump: str,
    leader: int,
    on_table: Sequence[Card] = (),
    *,
    tricks: bool = False,
    low: int = 0,
    high: int = 100,
) -> int:
    """Return the same value as `exhaustive`, by a search that prunes with `low` and `high`.

    The strongest cards are tried first. There is no other shortcut.
    """
    seat = (leader + len(on_table)) % 4
    if not hands[seat]:
        return 0
    ours = seat % 2 == 0
    best = -1 if ours else 101
    legal = legal_cards(hands[seat], on_table)
    for card in sorted(legal, key=lambda card: -ORDER[card.rank]):
        left = _without(hands, seat, card)
        table = [*on_table, card]
        won, then = 0, leader
        if len(table) == 4:
            then = trick_winner(leader, table, trump)
            won = worth_of(table, tricks=tricks) if then % 2 == 0 else 0
            table = []
        value = won + alpha_beta(
            left, trump, then, table, tricks=tricks, low=low - won, high=high - won
        )
        if ours:
            best, low = max(best, value), max(low, value)
        else:
            best, high = min(best, value), min(high, value)
        if low >= high:
            break
    return best


def _without(hands: Hands, seat: int, card: Card) -> Hands:
    """Return the hands without the card that a seat has just played."""
    return [
        [other for other in hand if other != card] if place == seat else hand
        for place, hand in enumerate(hands)
    ]
