"""Solves a deal with all cards seen: its table, its par, and a position card by card. Pure.

Short ends are solved in plain Python, so that a page can answer at once. All else is solved by the
compiled solver, which only jobs and commands load.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from core.progress import ProgressCallback
from games.cards import SUITS, Card
from games.dix.analysis.deal.deal import Hands, Place
from games.dix.analysis.par import Contract, best_contract, par
from games.dix.analysis.solver.plain_solver import alpha_beta
from games.dix.engine.play import POINTS
from games.dix.engine.rulesets import SEATS, DixRules, side_of

# The most cards in a hand that plain Python solves: sixteen results take it some 10 ms.
SHORT = 3
# A function that returns what side 0 takes from a position on, of the cards left.
Take = Callable[[Place, int | None], int]
Table = Mapping[tuple[str, int], int]


def plain_take(place: Place, _guess: int | None = None) -> int:
    """Return what side 0 takes from now on, by plain Python."""
    if place.over:
        return 0
    return alpha_beta(place.hands, place.trump, place.leader, place.on_table)


def taker(hands: Hands) -> Take:
    """Return the function that solves positions of this deal."""
    if is_short(hands):
        return plain_take
    from games.dix.analysis.solver.solver import Layout, Search  # noqa: PLC0415 -- it loads the compiler

    searches = {trump: Search(trump) for trump in SUITS}

    def take(place: Place, guess: int | None) -> int:
        if place.over:
            return 0
        layout = Layout(place.hands, place.trump, place.leader, place.on_table)
        return searches[place.trump].take(layout, 0, guess)

    return take


def is_short(hands: Hands) -> bool:
    """Return whether plain Python solves the deal within a request."""
    return len(hands[0]) <= SHORT


def points_of(hands: Hands) -> int:
    """Return the points of all cards, in traditional values."""
    return sum(POINTS.get(card.rank, 0) for hand in hands for card in hand)


def solved_table(hands: Hands) -> dict[tuple[str, int], int]:
    """Return the points of the leader's side by trump and leader, in traditional values."""
    if not is_short(hands):
        from games.dix.analysis.solver.solver import solve_table  # noqa: PLC0415 -- as said above

        return solve_table(hands)
    total, table = points_of(hands), {}
    for trump in SUITS:
        for leader in range(SEATS):
            taken = plain_take(Place(hands, trump, leader))
            table[trump, leader] = taken if side_of(leader) == 0 else total - taken
    return table


@dataclass(frozen=True, slots=True)
class Verdict:
    """The best bid of each side if the other stays silent, and par.

    All are None where the rules have no par.
    """

    best: tuple[Contract | None, Contract | None]
    par: Contract | None


def verdict(rules: DixRules, dealer: int, hands: Hands, table: Table) -> Verdict:
    """Return the best bids and par of a whole deal.

    There are none if cards are missing, or if bids are paid with money and cost no points.
    """
    if SEATS * len(hands[0]) != rules.deck or rules.bid_format == "buy_money":
        return Verdict((None, None), None)
    best = tuple(best_contract(rules, dealer, hands, table, side) for side in (0, 1))
    return Verdict((best[0], best[1]), par(rules, dealer, hands, table))


@dataclass(frozen=True, slots=True)
class Step:
    """A card of the line of play, with the position before it.

    `values` has, for each legal card, the points that side 0 takes in the whole hand, in
    traditional values. `card` is a best one.
    """

    place: Place
    values: Mapping[Card, int]
    card: Card


def line_of_play(
    place: Place, take: Take, progress: ProgressCallback = lambda done, total: None
) -> list[Step]:
    """Return a line of perfect play from a position to the end of the hand."""
    steps: list[Step] = []
    total = sum(map(len, place.hands))
    guess: int | None = None
    while not place.over:
        progress(len(steps), total)
        values = {}
        for card in place.legal:
            then = place.after(card)
            aim = None if guess is None else max(0, guess - then.taken[0])
            values[card] = guess = then.taken[0] + take(then, aim)
        best = max if side_of(place.to_play) == 0 else min
        card = best(place.legal, key=lambda card: values[card])
        steps.append(Step(place, values, card))
        place, guess = place.after(card), values[card]
    return steps


def aces_of(hands: Sequence[Sequence[Card]], side: int) -> int:
    """Return how many aces a side was dealt."""
    return sum(card.rank == "A" for hand in hands[side::2] for card in hand)


def contract_json(contract: Contract | None) -> dict[str, Any] | None:
    """Return a contract with its score as plain JSON."""
    return None if contract is None else {**contract.to_json(), "score": contract.score}
