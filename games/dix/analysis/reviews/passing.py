"""What passing would have brought, instead of the bid of a recorded hand. Pure.

After the pass every seat makes the call that is best for its side, all cards seen, as in par. The
worth of the contract in which that ends is compared with the worth of the bid.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from games.cards import SUITS, Card
from games.dix.analysis.par import Contract, Outcome, best_for, forced
from games.dix.engine.auction import AuctionState, Position, advance, open_auction
from games.dix.engine.hands import Hand
from games.dix.engine.rulesets import SEATS, DixRules, points_in_hand, side_of
from games.sheet import RuleError


@dataclass(frozen=True, slots=True)
class Passing:
    """The worth of a pass to the bidder's side, with its standard error.

    `contract` is where the auction ends; it is None if deals differ, as in a sample of them.
    """

    value: float
    error: float
    contract: Contract | None


def state_after_pass(
    rules: DixRules, position: Position, bidder: int, auction: Sequence[Mapping[str, Any]]
) -> AuctionState | None:
    """Return the auction in which the bidder has passed instead of making the last bid.

    Without a recorded auction all seats before the bidder have passed. Return None if the bidder
    had to bid, or if bids are paid with money: nothing then limits the others' bids.
    """
    if rules.bid_format == "buy_money":
        return None
    state = open_auction(rules, position)
    try:
        for call in _before(position, bidder, auction):
            state = advance(state, call["seat"], call["call"])
        return advance(state, bidder, "pass")
    except RuleError:
        return None


def _before(
    position: Position, bidder: int, auction: Sequence[Mapping[str, Any]]
) -> Sequence[Mapping[str, Any]]:
    """Return the calls before the bidder's last bid."""
    if not auction:
        places = (bidder - position.first_speaker) % SEATS
        seats = [(position.first_speaker + place) % SEATS for place in range(places)]
        return [{"seat": seat, "call": "pass"} for seat in seats]
    bids = [
        at for at, call in enumerate(auction) if call["seat"] == bidder and call["call"] != "pass"
    ]
    return auction[: bids[-1]] if bids else ()


def contract_after_pass(
    state: AuctionState,
    hands: Sequence[Sequence[Card]],
    table: Mapping[tuple[str, int], int],
    worth: Any,
    *,
    whole: bool,
) -> Contract:
    """Return the contract in which the auction ends from `state` on.

    `worth` returns what a hand is worth to its bidders. `whole`: that is a chance, of which the
    other side has the rest; otherwise it has the opposite points.
    """
    rules = state.rules

    def signed(hand: Hand) -> float:
        value = float(worth(hand))
        if hand.bidders == 0:
            return value
        return 1 - value if whole else -value

    return forced(state, _outcomes(rules, hands, table, signed))


def _outcomes(
    rules: DixRules,
    hands: Sequence[Sequence[Card]],
    table: Mapping[tuple[str, int], int],
    signed: Any,
) -> Outcome:
    aces = [sum(card.rank == "A" for hand in hands[side::2] for card in hand) for side in (0, 1)]

    @cache
    def outcome(bidder: int, bid: int | None, defenders_bid: bool) -> Contract:
        costly = rules.card_values == "penalised_aces" and bid is not None
        cost = 10 * aces[side_of(bidder)] if costly else 0
        in_hand = points_in_hand(rules, partie=bid is None)
        contracts = []
        for trump in SUITS:
            taken = table[trump, bidder] - cost
            hand = Hand(bidder, bid, bid is None, defenders_bid, taken, in_hand)
            contracts.append(Contract(bidder, bid, trump, taken, signed(hand)))
        return best_for(contracts, side_of(bidder))

    return outcome
