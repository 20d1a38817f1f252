"""The model of a club's hands: what a match's lines tell, the smoothing worked out by hand, and the
effect on the chances.
"""

from random import Random

import pytest

from games.dix.analysis.equity.equity import equity
from games.dix.analysis.equity.fitted_model import (
    LEAST,
    SPOKEN_WEIGHT,
    WEIGHT,
    ClubHand,
    FittedModel,
    TooFewHands,
    hands_of_match,
)
from games.dix.analysis.equity.hand_model import Choice, ModelHand, solved_model
from tests.games.dix.builders import calls, hand, partie, rules


def solving(test):
    """Mark as nightly a test that solves the chances of a whole ruleset."""
    return pytest.mark.nightly(test)


class Solved:
    """A base model in which three quarters of the hands are bid by the first speaker."""

    name = "solved_deals"
    hands = 4

    def choices(self, rules, purses):
        mine = {ModelHand(0, 60, True, 70): 0.5, ModelHand(0, 50, False, 40): 0.5}
        return [
            Choice(0, 0.75, mine, {ModelHand(0, None, False, 100): 1.0}),
            Choice(1, 0.25, {ModelHand(1, 60, False, 60): 1.0}, {}),
        ]

    def purse_limit(self, rules):
        return 1


def shares(choices, *, partie=False):
    """Return each hand's share among all hands, if everybody chooses a number or, with `partie`, «
    la partie ».
    """
    by_hand = {}
    for choice in choices:
        for model_hand, share in (choice.partie if partie else choice.number).items():
            by_hand[model_hand] = by_hand.get(model_hand, 0) + choice.share * share
    return by_hand


def test_what_the_lines_of_a_match_tell():
    # Seat 3 deals first, so seat 0 speaks first in the first hand, seat 1 in the second, and so
    # on.
    lines = (
        hand(2, 60, 100),  # 100–0
        hand(1, 70, 75, defenders_bid=True),  # below the cap nobody asks: 125–75
        hand(0, 50, 60),
        partie(1, 100),
    )
    assert hands_of_match(rules(), lines) == [
        ClubHand(2, 60, 100),
        ClubHand(0, 70, 75),
        ClubHand(2, 50, 60),
        ClubHand(2, None, 100),
    ]


def test_at_the_cap_and_by_an_auction_it_is_known_who_spoke():
    lines = (
        hand(0, 60, 100),
        hand(1, 60, 55, defenders_bid=True),
        hand(1, 60, 55),
        hand(0, 50, 55, defenders_bid=False),
    )
    using = rules(defence_cap=100)
    # After the first hand it is 100–0. Side 1 then bids twice against a defence at the cap,
    # which first spoke and then, at 145, did not. In the last hand the defence is side 1, which
    # is below the cap.
    assert [line.spoke for line in hands_of_match(using, lines)] == [None, True, False, None]
    entry = hand(1, 60, 70, auction=calls(50, 60, "pass", "pass", "pass"))
    assert [line.spoke for line in hands_of_match(rules(), [entry])] == [True]


def test_a_tiny_fit_worked_out_by_hand():
    # There are 500 hands: 400 with a bid of 60 and 70 taken, and 100 with « la partie ». Of the
    # 400, 30 tell whether the defence spoke; in 25 of them it did.
    hands = [ClubHand(0, 60, 70, True)] * 25 + [ClubHand(0, 60, 70, False)] * 5
    hands += [ClubHand(0, 60, 70)] * 370 + [ClubHand(1, None, 95)] * 100
    model = FittedModel(hands, Solved())
    assert (WEIGHT, SPOKEN_WEIGHT, model.hands) == (100, 20, 500)
    numbers = shares(model.choices(rules(), None))
    # The solved deals weigh 100 hands of 600: 37.5 are bids of 60 after the defence spoke, 37.5
    # are bids of 50, and 25 are bids of the other side. In the solved deals the defence spoke
    # before 0.375 / 0.625 = 0.6 of the bids of 60. So the estimate is (25 + 20 × 0.6) / (30 +
    # 20).
    spoke = 37 / 50
    assert numbers == pytest.approx(
        {
            ModelHand(0, 60, True, 70): (400 * spoke + 37.5) / 600,
            ModelHand(0, 60, False, 70): 400 * (1 - spoke) / 600,
            ModelHand(0, 50, False, 40): 37.5 / 600,
            # 25 hands of the solved deals, and the 100 hands with « la partie », in which this
            # side would otherwise bid a number.
            ModelHand(1, 60, False, 60): 125 / 600,
        }
    )
    assert shares(model.choices(rules(), None), partie=True) == pytest.approx(
        {ModelHand(0, None, False, 100): 75 / 600, ModelHand(1, None, False, 95): 100 / 600}
    )


def test_the_minimum_is_never_bid_after_the_defence():
    model = FittedModel([ClubHand(0, 50, 70)] * LEAST, Solved())
    hands = {hand for hand in shares(model.choices(rules(), None)) if hand.bid == 50}
    assert {hand.defenders_bid for hand in hands} == {False}


def test_with_money_it_does_not_answer():
    model = FittedModel([ClubHand(0, 50, 70)] * LEAST, Solved())
    with pytest.raises(ValueError, match="20"):
        model.choices(rules("achat-argent"), (20, 20))


def test_fewer_hands_are_refused():
    with pytest.raises(TooFewHands):
        FittedModel([ClubHand(0, 60, 70)] * (LEAST - 1), Solved())
    assert FittedModel([ClubHand(0, 60, 70)] * LEAST, Solved()).hands == LEAST


def test_models_of_equal_hands_are_equal_in_whatever_order():
    base, hands = Solved(), [ClubHand(0, 60, 70)] * LEAST + [ClubHand(1, 50, 45, True)]
    model = FittedModel(hands, base)
    assert model == FittedModel(hands[::-1], base)
    assert hash(model) == hash(FittedModel(hands[::-1], base))
    assert model != FittedModel([*hands[:-1], ClubHand(1, 50, 45, False)], base)
    assert model != FittedModel(hands, Solved())


@solving
@pytest.mark.parametrize("preset", ["traditionnel", "as-penalises", "achat-points"])
def test_hands_drawn_from_the_solved_deals_give_their_chances(preset):
    solved, using = solved_model(40), rules(preset)
    of = shares(solved.choices(using, None))
    drawn = Random(18).choices(list(of), list(of.values()), k=20_000)
    hands = [ClubHand(hand.bidder, hand.bid, hand.taken, hand.defenders_bid) for hand in drawn]
    model = FittedModel(hands, solved)
    # « La partie » is forbidden in both computations, so the solved deals' own bids of it do not
    # count.
    plain = rules(preset, partie="forbidden")
    for missing in ((300, 300), (160, 215), (50, 100), (295, 100)):
        scores = (using.target - missing[0], using.target - missing[1])
        for dealer in (0, 1):
            chance = equity(plain, scores, dealer, model=model)[0]
            assert chance == pytest.approx(equity(plain, scores, dealer)[0], abs=0.01)


@solving
def test_a_club_that_always_makes_its_bids_has_other_chances():
    # Every bidder bids 60 and takes 70; in nine hands of ten the bidder is the first speaker.
    hands = [ClubHand(0, 60, 70)] * 900 + [ClubHand(1, 60, 70)] * 100
    model = FittedModel(hands, solved_model(40))
    # The first speaker's side has a better chance, above all at 450.
    assert equity(rules(), (450, 450), 3, model=model)[0] > equity(rules(), (450, 450), 3)[0] + 0.1
