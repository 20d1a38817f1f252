"""The par of a deal: the score that both sides can force if they see all cards. Pure.

Every auction that the rules allow is tried, from 0–0. After the auction both sides play
perfectly, so the score of each final contract is read in the solver's table. Each seat makes the
call that is best for its side. The score at the end is par. It is exact. It depends on the
dealer, because a seat that has passed may not bid again.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from games.cards import SUITS, Card
from games.dix.engine.auction import AuctionState, Position, advance, open_auction
from games.dix.engine.hands import Hand
from games.dix.engine.rulesets import SEATS, DixRules, points_in_hand, side_of
from games.dix.engine.scoring import score_hand

STEP = 5
# Maps a trump and a leader to the points that the leader's side takes, in traditional values.
SolvedTable = Mapping[tuple[str, int], int]


@dataclass(frozen=True, slots=True)
class Contract:
    """A final contract and its result. `bid` is None under « la partie ».

    `score` is the points that side 0 gets for the hand, minus those of side 1; in a review also its
    chance of the match.
    """

    bidder: int
    bid: int | None
    trump: str
    taken: int
    score: float

    def to_json(self) -> dict[str, Any]:
        """Return the contract as a table enters it, without its score."""
        return {
            "bidder": self.bidder,
            "bid": self.bid,
            "partie": self.bid is None,
            "trump": self.trump,
            "taken": self.taken,
        }


# A function that returns the outcome of a final bid. See `forced`.
Outcome = Callable[[int, int | None, bool], Contract]


def deal_score(rules: DixRules, dealer: int, hand: Hand) -> int:
    """Return the score of a hand of a duplicate deal, from 0–0: side 0's points minus side 1's.

    « La partie » that decides a match counts as the complete match: the winner scores the
    target.
    """
    if hand.partie and rules.partie == "decides_match":
        won = hand.bidders if hand.made else hand.defence
        return rules.target if won == 0 else -rules.target
    notes = score_hand(rules, Position(dealer, (0, 0)), hand)
    return sum(int(note.points) * (1 if note.side == 0 else -1) for note in notes)


def par(
    rules: DixRules, dealer: int, hands: Sequence[Sequence[Card]], table: SolvedTable
) -> Contract:
    """Return the contract in which the best calls of both sides end. Its score is par.

    Among equally good calls, a pass is preferred, then the lowest bid. Raise `ValueError` if
    bids are paid in money: from full purses a bid then costs no points, so nothing limits it.
    """
    if rules.bid_format == "buy_money":
        raise ValueError("no par where bids are paid in money")
    contract = _contracts(rules, dealer, hands, table)
    return forced(open_auction(rules, Position(dealer, (0, 0))), contract)


def forced(state: AuctionState, contract: Outcome) -> Contract:
    """Return the contract in which the best calls of both sides end from an auction's state on.

    `contract` returns the outcome of a final bid, with its score for side 0. Its arguments are the
    bidder, the bid, and whether the defence has named a number.
    """
    known: dict[object, Contract] = {}

    def best_from(state: AuctionState) -> Contract:
        if state.over:
            assert state.bidder is not None  # noqa: S101 - an auction that is over has a bidder
            return contract(state.bidder, state.bid, state.defenders_bid)
        speaker = state.speaker or 0
        key = (speaker, state.bidder, state.bid, state.passed, state.named)
        if key not in known:
            contracts = [best_from(advance(state, speaker, call)) for call in _calls(state)]
            known[key] = best_for(contracts, side_of(speaker))
        return known[key]

    return best_from(state)


def best_contract(
    rules: DixRules, dealer: int, hands: Sequence[Sequence[Card]], table: SolvedTable, side: int
) -> Contract:
    """Return the contract that is best for a side that nobody overcalls.

    Of equally good ones the lowest bid is returned.
    """
    contract = _contracts(rules, dealer, hands, table)
    opening = open_auction(rules, Position(dealer, (0, 0)))
    bids = [call for call in _calls(opening) if call != "pass"]
    return best_for(
        [
            contract(bidder, None if bid == "partie" else int(bid), False)
            for bid in bids
            for bidder in range(side, SEATS, 2)
        ],
        side,
    )


def _contracts(
    rules: DixRules, dealer: int, hands: Sequence[Sequence[Card]], table: SolvedTable
) -> Outcome:
    """Return the function that gives a contract from 0–0 with its best trump."""
    aces = [sum(card.rank == "A" for hand in hands[side::2] for card in hand) for side in (0, 1)]

    @cache
    def contract(bidder: int, bid: int | None, defenders_bid: bool) -> Contract:
        penalised = rules.card_values == "penalised_aces" and bid is not None
        penalty = 10 * aces[side_of(bidder)] if penalised else 0
        contracts = []
        for trump in SUITS:
            taken = table[trump, bidder] - penalty
            hand = _hand(rules, bidder, bid, taken, defenders_bid=defenders_bid)
            contracts.append(Contract(bidder, bid, trump, taken, deal_score(rules, dealer, hand)))
        return best_for(contracts, side_of(bidder))

    return contract


def _hand(
    rules: DixRules, bidder: int, bid: int | None, taken: int, *, defenders_bid: bool
) -> Hand:
    """Return a hand with this bid and these points, as the rules score it."""
    partie = bid is None
    in_hand = points_in_hand(rules, partie=partie)
    return Hand(bidder, bid, partie, defenders_bid, taken, in_hand)


def _calls(state: AuctionState) -> list[int | str]:
    """Return every call that the speaker may make: a pass first, then the bids in rising order."""
    calls: list[int | str] = ["pass"] if state.may_pass else []
    if state.minimum is not None and state.maximum is not None:
        calls += range(state.minimum, state.maximum + 1, STEP)
    if state.rules.partie != "forbidden":
        calls.append("partie")
    return calls


def best_for(contracts: Sequence[Contract], side: int) -> Contract:
    """Return the best contract for a side, the first one if several are equal."""
    return (max if side == 0 else min)(contracts, key=lambda contract: contract.score)
