"""The model of hands: what cards promise, who bids how much, and the deals that are kept."""

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
    """For a test that solves deals, or looks at every hand of the model."""
    return pytest.mark.nightly(test)


def cards(text):
    return [parse_card(code) for code in text.split()]


HAND = cards("AS KS 10S 7S 6S AH 9H KD 8D 7D")


def test_what_a_hand_promises():
    # 25, five trumps 17.5, ace 14, king 4, ten 2.5; an ace 11.5, a king 2, and no club: 8.5.
    assert strength(HAND, "spades") == 85
    # Trump hearts: 25 + 2 × 3.5 + 14, the ace of spades 11.5, two kings 4, no club.
    assert strength(HAND, "hearts") == 70
    assert best_trump(HAND) == "spades"
    # Trump diamonds, a single heart: 25 + 3.5 + 11.5 + 2.5, and three clubs.
    assert strength(cards("AH 6C 7C 8C 6D"), "diamonds") == 25 + 3.5 + 11.5 + 2.5 + 8.5

    # A jack of trumps alone: 25 + 3.5 + 1.5, and three suits missing.
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
    kept = solved_deals(deck)
    assert kept.count == DEALS[deck]
    random = Random(f"{hand_model.SEED}-{deck}")
    for number in range(5):
        hands = dealt(deck, random)
        expected = row(hands, solve_table(hands))
        found = (*kept.strengths[number], *kept.taken[number], *kept.aces[number])
        assert found == expected


def model_of(strengths, taken=(60, 60, 60, 60), aces=(1, 1, 1, 1), **more):
    """A model of one deal; only the first row, seat 0 speaking first, is looked at."""
    deals = SolvedDeals(*(np.array([values]) for values in (strengths, taken, aces)))
    return SolvedModel(deals, **more)


def said(preset, strengths, purses=None, **more):
    """Who bids how much, and whether the defence spoke: (bidder, bid, spoke)."""
    found = model_of(strengths, **more).auctions(rules(preset), purses)
    return int(found.bidder[0]), int(found.bid[0]), bool(found.spoke[0])


def test_the_highest_limit_names_trump_for_what_the_others_would_not_say():
    # Seat 2 goes to 75; of the others 60 is the most, said by seat 1: 65.
    assert said("traditionnel", (50, 60, 77, 40)) == (2, 65, True)
    # Seat 3 speaks later than seat 0, who says 60 first.
    assert said("traditionnel", (62, 40, 40, 60)) == (0, 60, True)
    # The partner does not count.
    assert said("traditionnel", (70, 40, 68, 40)) == (0, 50, False)


def test_of_equals_the_first_to_speak_has_said_it():
    assert said("traditionnel", (40, 65, 65, 40)) == (1, 65, True)
    assert said("traditionnel", (40, 50, 50, 40)) == (1, 50, False)


def test_the_dealer_must_bid_after_three_passes():
    assert said("traditionnel", (40, 45, 40, 44)) == (3, 50, False)


def test_a_price_is_what_goes_beyond_half():
    # 75 promises 25 beyond half, 62 promises 12: rounded down, 25 against 10, said first.
    assert said("achat-points", (75, 62, 40, 40)) == (0, 10, True)
    assert said("achat-points", (62, 75, 40, 40)) == (1, 15, True)
    # 20 $ of 500 points, four times: 0.16 $ a point: 4 against 1.
    assert said("achat-argent", (75, 62, 40, 40), (20, 20)) == (0, 1, False)
    assert said("achat-argent", (62, 75, 40, 40), (20, 20)) == (1, 2, True)
    # A third of the purse at most, and what is in it.
    assert said("achat-argent", (40, 99, 98, 40), (20, 20)) == (1, 6, True)
    assert said("achat-argent", (75, 72, 40, 40), (3, 2)) == (0, 2, True)
    assert said("achat-argent", (75, 72, 40, 40), (0, 2)) == (1, 1, False)


def test_empty_purses_name_trump_for_free():
    assert said("achat-argent", (75, 72, 40, 40), (0, 0)) == (0, 0, False)
    # The dealer's side is empty and the other does not want it.
    assert said("achat-argent", (40, 72, 40, 40), (5, 0)) == (3, 0, False)


def test_with_penalised_aces_a_hand_promises_less():
    # Two aces of its own, a third of the two others: 80 − 20 − 6.67 = 53; 40 of the others is less.
    found = said("as-penalises", (80, 40, 40, 40), aces=(2, 1, 1, 0))
    assert found == (0, 30, False)
    model = model_of((80, 40, 40, 40), taken=(90, 60, 60, 60), aces=(2, 1, 1, 0))
    # Seats 0 and 2 were dealt three aces.
    assert model.auctions(rules("as-penalises"), None).taken[0] == 60


def test_bolder_players_go_further():
    assert said("traditionnel", (50, 60, 77, 40), bolder=10) == (2, 75, True)


def test_strong_hands_may_bid_la_partie_and_others_not():
    model = model_of((78, 40, 40, 40), taken=(100, 60, 60, 60))
    (choice, *_others) = model.choices(rules(), None)
    # Whoever deals: the seat speaks first or third.
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
    found = solved_model(40).promising(rules(), None, 0, 70)
    assert sum(found.taken.values()) == pytest.approx(1)
    mean = sum(points * share for points, share in found.taken.items())
    # What they promise is what they take, within the errors of some hundred deals.
    assert mean == pytest.approx(70, abs=3)
    assert all(hand.bidder % 2 == 1 for hand in found.defended)
    assert 0 < found.outbid < 1
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
    """Three rows: the hand of 72 speaks last, third as its partner, and second."""
    found = model_of((72, 40, 40, 40)).promising(rules(), None, 0, 40)
    assert (found.hands, found.outbid) == (3, 2 / 3)
    assert found.defended == {ModelHand(at, 50, False, 60): 0.5 for at in (1, 3)}
    assert found.taken == found.everything == {60: 1}
