"""The model of hands: what cards promise, who bids how much, and the deals that are stored."""

from random import Random

import numpy as np
import pytest

from games.cards import parse_card
from games.dix.analysis.equity import hand_model
from games.dix.analysis.equity.hand_model import (
    DEALS,
    Fit,
    ModelHand,
    SolvedDeals,
    SolvedModel,
    best_trump,
    dealt,
    row,
    solved_deals,
    solved_model,
    strength,
)
from games.dix.analysis.solver.solver import solve_table
from games.dix.engine.auction import Position
from games.dix.engine.hands import read_hand
from tests.games.dix.builders import VALUES, entry, rules


def long(test):
    """Mark as nightly a test that solves deals, or looks at every hand of the model."""
    return pytest.mark.nightly(test)


def cards(text):
    return [parse_card(code) for code in text.split()]


HAND = cards("AS KS 10S 7S 6S AH 9H KD 8D 7D")


def test_what_a_hand_promises():
    # With trump spades: 25 always, 17.5 for five trumps, 14 for the ace of trumps, 4 for its
    # king, 2.5 for its ten, 11.5 for the other ace, 2 for the other king, and 8.5 for holding no
    # club.
    assert strength(HAND, "spades") == 85
    # With trump hearts: 25 always, 7 for two trumps, 14 for the ace of trumps, 11.5 for the ace
    # of spades, 4 for two kings, and 8.5 for holding no club.
    assert strength(HAND, "hearts") == 70
    assert best_trump(HAND) == "spades"
    # With trump diamonds: 25 always, 3.5 for one trump, 11.5 for the ace of hearts, 2.5 because
    # it is a singleton, and 8.5 for holding no spade.
    assert strength(cards("AH 6C 7C 8C 6D"), "diamonds") == 25 + 3.5 + 11.5 + 2.5 + 8.5

    # The jack of trumps alone: 25 always, 3.5 for one trump, 1.5 for its jack, and 8.5 for each
    # of three missing suits.
    assert strength(cards("JS"), "spades") == 25 + 3.5 + 1.5 + 3 * 8.5


def test_the_weights_are_those_that_come_nearest():
    fit, random = Fit(), Random(1)
    for _ in range(60):
        for hand in dealt(40, random):
            fit.add(hand, "hearts", strength(hand, "hearts"))
    assert fit.weights() == pytest.approx(hand_model.WEIGHTS)


@long
@pytest.mark.parametrize("deck", [40, 36])
def test_the_deals_kept_are_those_of_the_seed(deck):
    stored = solved_deals(deck)
    assert stored.count == DEALS[deck]
    random = Random(f"{hand_model.SEED}-{deck}")
    for number in range(5):
        hands = dealt(deck, random)
        expected = row(hands, solve_table(hands))
        deal = (*stored.strengths[number], *stored.taken[number], *stored.aces[number])
        assert deal == expected


def model_of(strengths, taken=(60, 60, 60, 60), aces=(1, 1, 1, 1), **more):
    """Return a model of one deal. Tests look only at its first row, in which seat 0 speaks
    first.
    """
    deals = SolvedDeals(*(np.array([values]) for values in (strengths, taken, aces)))
    return SolvedModel(deals, **more)


def first_auction(preset, strengths, purses=None, **more):
    """Return (bidder, bid, whether the defence spoke) of the model's first auction."""
    auctions = model_of(strengths, **more).auctions(rules(preset), purses)
    return int(auctions.bidder[0]), int(auctions.bid[0]), bool(auctions.spoke[0])


def test_the_highest_limit_names_trump_for_what_the_others_would_not_say():
    # Seat 2 would bid up to 75. The other side's highest limit is 60, which seat 1 has bid, so
    # 65 is enough.
    assert first_auction("traditionnel", (50, 60, 77, 40)) == (2, 65, True)
    # Seat 3 would also bid 60, but seat 0 speaks before it and has bid 60.
    assert first_auction("traditionnel", (62, 40, 40, 60)) == (0, 60, True)
    # The partner's limit does not count.
    assert first_auction("traditionnel", (70, 40, 68, 40)) == (0, 50, False)


def test_of_equals_the_first_to_speak_has_said_it():
    assert first_auction("traditionnel", (40, 65, 65, 40)) == (1, 65, True)
    assert first_auction("traditionnel", (40, 50, 50, 40)) == (1, 50, False)


def test_the_dealer_must_bid_after_three_passes():
    assert first_auction("traditionnel", (40, 45, 40, 44)) == (3, 50, False)


def test_a_price_is_what_goes_beyond_half():
    # A hand would pay what it promises beyond half of the points, rounded down: 25 for 75, and
    # 10 for 62. Seat 0 speaks first, so 10 is enough.
    assert first_auction("achat-points", (75, 62, 40, 40)) == (0, 10, True)
    assert first_auction("achat-points", (62, 75, 40, 40)) == (1, 15, True)
    # A purse of 20 $ for a target of 500 points, times four, gives 0.16 $ a point. So the limits
    # are 4 $ and 1 $.
    assert first_auction("achat-argent", (75, 62, 40, 40), (20, 20)) == (0, 1, False)
    assert first_auction("achat-argent", (62, 75, 40, 40), (20, 20)) == (1, 2, True)
    # A price is at most a third of the initial purse, and at most what the purse still holds.
    assert first_auction("achat-argent", (40, 99, 98, 40), (20, 20)) == (1, 6, True)
    assert first_auction("achat-argent", (75, 72, 40, 40), (3, 2)) == (0, 2, True)
    assert first_auction("achat-argent", (75, 72, 40, 40), (0, 2)) == (1, 1, False)


def test_empty_purses_name_trump_for_free():
    assert first_auction("achat-argent", (75, 72, 40, 40), (0, 0)) == (0, 0, False)
    # The dealer's side has an empty purse, and the other side does not want to buy.
    assert first_auction("achat-argent", (40, 72, 40, 40), (5, 0)) == (3, 0, False)


def test_with_penalised_aces_a_hand_promises_less():
    # Seat 0 holds two aces, and its partner on average a third of the other two: 80 − 20 − 6.67
    # = 53.33. The others promise 40 before their aces, which is less.
    auction = first_auction("as-penalises", (80, 40, 40, 40), aces=(2, 1, 1, 0))
    assert auction == (0, 30, False)
    model = model_of((80, 40, 40, 40), taken=(90, 60, 60, 60), aces=(2, 1, 1, 0))
    # Seats 0 and 2 were dealt three aces, so they take 90 − 30.
    assert model.auctions(rules("as-penalises"), None).taken[0] == 60


def test_bolder_players_go_further():
    assert first_auction("traditionnel", (50, 60, 77, 40), bolder=10) == (2, 75, True)


def test_strong_hands_may_bid_la_partie_and_others_not():
    model = model_of((78, 40, 40, 40), taken=(100, 60, 60, 60))
    (choice, *_others) = model.choices(rules(), None)
    # The rows cover all four dealers, so for side 0 the strong seat speaks first or third.
    assert choice.number == {ModelHand(at, 50, False, 100): 0.5 for at in (0, 2)}
    assert choice.partie == {ModelHand(at, None, False, 100): 0.5 for at in (0, 2)}
    weak = model_of((78, 40, 40, 40), taken=(95, 60, 60, 60)).choices(rules(), None)
    assert all(not choice.partie for choice in weak)
    forbidden = model.choices(rules("achat-points"), None)
    assert all(not choice.partie for choice in forbidden)


@long
@pytest.mark.parametrize("preset", sorted(VALUES))
def test_every_hand_of_the_model_is_legal_and_shares_sum_to_one(preset):
    using = rules(preset)
    money = using.initial_money
    pairs = [None] if money is None else [(0, 0), (0, 3), (5, 0), (1, 2), (money, money)]
    for purses in pairs:
        choices = solved_model(using.deck).choices(using, purses)
        assert sum(choice.share for choice in choices) == pytest.approx(1)
        position = Position(3, (0, 0), purses)
        for choice in choices:
            for hands in filter(None, (choice.number, choice.partie)):
                assert sum(hands.values()) == pytest.approx(1)
                for hand in hands:
                    assert hand.bidder % 2 == choice.side
                    given = entry(
                        bidder=hand.bidder,
                        bid=hand.bid,
                        partie=hand.bid is None,
                        taken=hand.taken,
                        defenders_bid=hand.defenders_bid,
                    )
                    assert read_hand(using, position, given).taken == hand.taken


def test_hands_that_promise_about_so_much():
    promise = solved_model(40).promising(rules(), None, 0, 70)
    assert sum(promise.taken.values()) == pytest.approx(1)
    mean = sum(points * share for points, share in promise.taken.items())
    # On average such hands take what they promise, within the error of some hundred deals.
    assert mean == pytest.approx(70, abs=3)
    assert all(hand.bidder % 2 == 1 for hand in promise.defended)
    assert 0 < promise.outbid < 1
    with pytest.raises(ValueError, match="5"):
        solved_model(40).promising(rules(), None, 0, 5)


def test_about_so_much_is_within_two_points():
    model = model_of((72, 40, 40, 40))
    for promised in (70, 72, 74):
        assert model.promising(rules(), None, 0, promised).hands == 1
    for promised in (69, 75):
        with pytest.raises(ValueError, match=str(promised)):
            model.promising(rules(), None, 0, promised)


def test_how_often_a_weak_hand_is_outbid():
    """The weak hand speaks first in three rows. In these the hand of 72 speaks fourth, third (as
    its partner) and second.
    """
    promise = model_of((72, 40, 40, 40)).promising(rules(), None, 0, 40)
    assert (promise.hands, promise.outbid) == (3, 2 / 3)
    assert promise.defended == {ModelHand(at, 50, False, 60): 0.5 for at in (1, 3)}
    assert promise.taken == promise.everything == {60: 1}
