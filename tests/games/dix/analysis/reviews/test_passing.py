"""What passing would have brought: the auction after the pass, and its worth."""

import pytest

from games.cards import SUITS, parse_card
from games.dix.analysis.par import par
from games.dix.analysis.reviews.passing import contract_after_pass, state_after_pass
from games.dix.engine.auction import Position, advance, open_auction
from games.dix.engine.hands import Hand
from games.dix.engine.scoring import score_hand
from games.dix.models import DixRules
from games.dix.presets import BUY_MONEY, TRADITIONAL

HANDS = tuple(
    tuple(map(parse_card, hand.split()))
    for hand in (
        "AS KS 9S 6S AH 10H 5H KD 8D 7C",
        "QS 10S 5S KH 9H AD 7D 6D QC 5C",
        "JS 8S QH 8H 6H QD 9D 5D AC 9C",
        "7S JH 7H JD 10D KC JC 10C 8C 6C",
    )
)
RULES = DixRules(**{**TRADITIONAL, "partie": "forbidden"})
FIRST = Position(3, (0, 0))


def table(first, second):
    """Return a table in which each side takes the same whoever leads and whatever is trump."""
    return {(suit, seat): (first, second)[seat % 2] for suit in SUITS for seat in range(4)}


def points(hand):
    notes = score_hand(RULES, FIRST, hand)
    return sum(int(note.points) * (1 if note.side == hand.bidders else -1) for note in notes)


def test_without_a_recorded_auction_all_before_the_bidder_have_passed():
    state = state_after_pass(RULES, FIRST, 2, ())
    assert state.passed == {0, 1, 2}
    assert state.speaker == 3
    assert state_after_pass(RULES, FIRST, 3, ()) is None  # the last one must bid


def test_of_a_recorded_auction_the_last_bid_becomes_a_pass():
    calls = [(0, 50), (1, 60), (2, "pass"), (3, "pass"), (0, 70), (1, "pass")]
    auction = [{"seat": seat, "call": call} for seat, call in calls]
    state = state_after_pass(RULES, FIRST, 0, auction)
    assert (state.over, state.bidder, state.bid, state.defenders_bid) == (True, 1, 60, True)


def test_bids_in_money_have_no_answer():
    rules = DixRules(**{**TRADITIONAL, **BUY_MONEY})
    assert state_after_pass(rules, Position(3, (0, 0), (20, 20)), 0, ()) is None


@pytest.mark.parametrize(("first", "second"), [(75, 25), (40, 60), (50, 50)])
def test_passing_first_is_par_of_the_three_others(first, second):
    state = advance(open_auction(RULES, FIRST), 0, "pass")
    solved = table(first, second)
    contract = contract_after_pass(state, HANDS, solved, points, whole=False)
    best = par(RULES, 3, HANDS, solved)
    # Seat 0 is one of two equal seats of its side, so its pass costs that side nothing here.
    assert contract.score <= best.score
    assert contract.bidder != 0


def test_a_chance_is_shared_between_the_sides():
    state = state_after_pass(RULES, FIRST, 2, ())
    worth = {0: 0.25, 1: 0.75}

    def chance(hand: Hand) -> float:
        return worth[hand.bidders]

    contract = contract_after_pass(state, HANDS, table(50, 50), chance, whole=True)
    assert (contract.bidder, contract.score) == (3, 0.25)
