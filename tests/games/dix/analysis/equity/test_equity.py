"""The chance of winning a match: by hand for tiny models, against the rules, and against simulated
matches.
"""

from math import sqrt
from random import Random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.sized_cache import SizedCache
from games.dix.analysis.equity import equity as engine
from games.dix.analysis.equity import equity_kernel
from games.dix.analysis.equity import solving as solver
from games.dix.analysis.equity.equity import (
    EquityFault,
    bids_partie,
    equity,
    equity_after,
    unfit,
)
from games.dix.analysis.equity.hand_model import Choice, ModelHand, solved_model
from games.dix.analysis.equity.solving import TOLERANCE, read_model_hand
from games.dix.engine.auction import Position
from games.dix.engine.rulesets import points_in_hand
from games.dix.engine.scoring import DixFold, score_breaks, scored
from tests.extents import some
from tests.games.dix.builders import VALUES, entry, rules
from tests.uncompiled import uncompiled


def solving(test):
    """Mark a test as nightly because it solves the chances of a whole ruleset."""
    return pytest.mark.nightly(test)


PRESETS = sorted(VALUES)


class Certain:
    """A model whose hands are given, each choice as (side, share, number, partie)."""

    name = "certain"
    hands = 1

    def __init__(self, *choices):
        self.given = [Choice(*choice) for choice in choices]

    def choices(self, rules, purses):
        return self.given

    def purse_limit(self, rules):
        return 1


def always(*hands, side=0, partie=()):
    """Return a model in which `side` bids one of these hands, all equally often; `partie` are the
    hands if it bids « la partie » instead.
    """
    return Certain((side, 1.0, shared(hands), shared(partie)))


def shared(hands):
    return {hand: 1 / len(hands) for hand in hands}


def number(bid, taken, bidder=0, spoke=False):
    return ModelHand(bidder, bid, spoke, taken)


def partie(taken):
    return ModelHand(0, None, False, taken)


# --- By hand ---------------------------------------------------------------------------------


@pytest.fixture
def plain_loops(monkeypatch):
    """Leave the loops uncompiled: compiling is not worth it for a model of few hands."""
    loops = uncompiled("games.dix.analysis.equity.equity_kernel")
    monkeypatch.setattr(solver, "_kernel", lambda: loops)


def test_the_first_speaker_takes_sixty_each_time(plain_loops):
    # The first hand gives 60–40. In the second the other side speaks first: 100–100, and the
    # bidders win the tie.
    model = always(number(50, 60))
    assert equity(rules(target=100), (0, 0), 3, model=model) == pytest.approx((0, 1))
    # A target of 60 is reached in the first hand.
    assert equity(rules(target=60), (0, 0), 3, model=model) == pytest.approx((1, 0))
    assert equity(rules(target=60), (0, 0), 0, model=model) == pytest.approx((0, 1))


@solving
def test_a_hand_that_changes_nothing_is_dealt_again():
    # Half of the hands cost all the points that they bring, and change nothing. So the first
    # speaker's chance is W = 1/2 + 1/2 (1 − W), which gives W = 2/3.
    model = always(number(100, 100), number(5, 100))
    again = rules("achat-points", target=95)
    assert equity(again, (0, 0), 3, model=model) == pytest.approx((2 / 3, 1 / 3), abs=TOLERANCE)
    assert equity(again, (0, 0), 2, model=model) == pytest.approx((1 / 3, 2 / 3), abs=TOLERANCE)


def test_la_partie_is_bid_where_it_wins_more_often(plain_loops):
    model = always(
        number(50, 55), partie=(partie(100), partie(95), partie(95), partie(95), partie(95))
    )
    uncapped = rules(defence_cap=None)
    # With a number the score becomes 55–540, which loses. « La partie » wins in one hand of
    # five.
    assert equity(uncapped, (0, 495), 3, model=model) == pytest.approx((0.2, 0.8))
    # A side with a negative score may not bid « la partie ».
    assert equity(uncapped, (-5, 495), 3, model=model) == pytest.approx((0, 1))
    # At 445 a number wins the match in one hand.
    assert equity(uncapped, (445, 0), 3, model=model) == pytest.approx((1, 0))
    choice = model.given[0]
    assert bids_partie(uncapped, Position(3, (0, 495)), choice, model=model)
    assert not bids_partie(uncapped, Position(3, (445, 0)), choice, model=model)
    assert not bids_partie(uncapped, Position(3, (-5, 495)), choice, model=model)


def test_a_silent_defence_at_the_cap_scores_nothing(plain_loops):
    # Side 0 bids 60 and takes 60. If the defence's 40 count, side 1 rises from 460 to 500 and
    # wins.
    silent, spoken = always(number(60, 60)), always(number(60, 60, spoke=True))
    assert equity(rules(), (400, 460), 3, model=spoken) == pytest.approx((0, 1))
    # The 40 of a silent defence at the cap do not count: 500–460, and side 0 wins.
    assert equity(rules(), (440, 460), 3, model=silent) == pytest.approx((1, 0))


def test_after_a_hand_the_match_may_be_over(plain_loops):
    position = Position(3, (440, 460))
    won = read_model_hand(rules(), position, number(60, 60))
    assert equity_after(rules(), position, won) == (1, 0)
    lost = read_model_hand(rules(), position, number(60, 55, spoke=True))
    assert equity_after(rules(), position, lost) == (0, 1)


def test_purses_are_paid_and_an_empty_one_names_trump_for_free(plain_loops):
    money = rules("achat-argent", target=100, initial_money=1)

    class Paying(Certain):
        def choices(self, rules, purses):
            # The first speaker buys for 1 if it has money. Otherwise the other side buys for all
            # it has, or, if that is nothing, the first speaker names trump for free.
            if purses[0]:
                return always(number(1, 70)).given
            bidder = 3 if purses[1] == 0 and purses[0] else 0 if not purses[1] else 1
            return always(number(purses[1], 70, bidder=bidder), side=bidder % 2).given

    # Side 0 buys: 70–30. Then side 1 buys: 100–100, and side 1 wins the tie because it bid.
    assert equity(money, (0, 0), 3, model=Paying()) == pytest.approx((0, 1))
    # Side 0's purse is empty, so side 1 buys: 30–70. In the next hand side 1 speaks first:
    # 60–140.
    assert equity(money, (0, 0), 3, (0, 1), model=Paying()) == pytest.approx((0, 1))


TAKES = (20, 45, 60, 70, 100)


def test_with_money_a_chance_is_what_one_hand_more_leads_to(plain_loops):
    """The hands cost any price that a purse can pay. If the dealer's side has nothing, trump may
    also be named for free.
    """
    using = rules("achat-argent", target=300, initial_money=3)

    class Drawn(Certain):
        name, digest = "drawn", "drawn"

        def choices(self, rules, purses):
            purses = tuple(min(purse, 2) for purse in purses)
            random = Random(repr(purses))
            # Trump is named for free by the first speaker if nobody can pay, by the dealer if
            # only the dealer's side cannot.
            free = 3 if purses[0] else 0
            bids = [(side, random.randint(1, purse)) for side, purse in enumerate(purses) if purse]
            bids += [(free, 0)] if not purses[1] else []
            hands = [
                [number(bid, takes, bidder=bidder) for takes in random.sample(TAKES, 3)]
                for bidder, bid in bids
            ]
            share = 1 / len(hands)
            return [Choice(hand[0].bidder % 2, share, shared(hand), {}) for hand in hands]

        def purse_limit(self, rules):
            return 2

    model = Drawn()
    for position in random_positions(using, Random(5), 12):
        chances = equity(using, position.scores, position.dealer, position.purses, model=model)
        assert chances == pytest.approx(one_hand_on(using, position, model), abs=1e-6), position


# --- By the rules ----------------------------------------------------------------------------


def random_positions(using, random, count):
    """Yield random positions of running matches."""
    money = using.initial_money
    for _ in range(count):
        scores = tuple(5 * random.randrange(-20, using.target // 5) for _side in (0, 1))
        if money is not None:
            # With money, each sum of the scores is solved separately, except that the sums of
            # one match are solved together. So the scores are multiples of a hand's points.
            scores = (hand := points_in_hand(using)) * random.randrange(using.target // hand), 0
        purses = None if money is None else tuple(random.randint(0, money) for _side in (0, 1))
        yield Position(random.randrange(4), scores, purses)


def one_hand_on(using, position, model):
    """Return both sides' chances as the average over the outcomes of one more hand, scored by the
    rules.
    """
    speaks = position.first_speaker % 2
    purses = position.purses
    if purses is not None and speaks == 1:
        purses = purses[1], purses[0]
    total = [0.0, 0.0]
    for choice in model.choices(using, purses):
        bold = bids_partie(using, position, choice, model=model)
        for hand, share in (choice.partie if bold else choice.number).items():
            read = read_model_hand(using, position, hand)
            after = equity_after(using, position, read, model=model)
            for side in (0, 1):
                total[side] += choice.share * share * after[side]
    return total


@solving
@pytest.mark.parametrize("preset", some(PRESETS, 4))
def test_a_chance_is_what_one_hand_more_leads_to(preset):
    using = rules(preset)
    model = solved_model(using.deck)
    for position in random_positions(using, Random(preset), 2):
        chances = equity(using, position.scores, position.dealer, position.purses)
        expected = one_hand_on(using, position, model)
        assert chances == pytest.approx(expected, abs=2 * TOLERANCE), position
        assert sum(expected) == pytest.approx(1)


@solving
@pytest.mark.parametrize("preset", PRESETS)
def test_chances_sum_to_one_and_rise_with_one_s_own_score(preset):
    using = rules(preset)
    model = solved_model(using.deck)
    full = None if using.initial_money is None else (using.initial_money,) * 2
    # With money, each sum of the scores is solved separately, except that the sums of one match
    # are solved together. So the step is a hand's points.
    step = 5 if full is None else points_in_hand(using)
    ours = range(0 if full else -100, using.target, step)
    chances = np.array(
        [
            [
                equity(using, (own, theirs), 3, full, model=model)
                for theirs in ours[:: 1 if full else 8]
            ]
            for own in ours
        ]
    )
    assert chances.sum(axis=2) == pytest.approx(1)
    assert np.diff(chances[:, :, 0], axis=0).min() >= -2 * TOLERANCE


@solving
@pytest.mark.parametrize("preset", PRESETS)
def test_the_bounds_have_met(preset):
    using = rules(preset)
    full = None if using.initial_money is None else (using.initial_money,) * 2
    solution = engine._solution(using, Position(3, (0, 0), full), solved_model(using.deck))
    for scores in ((0, 0), (0, using.target - 5), (using.target - 5, 0)):
        assert solution.error(scores) <= TOLERANCE


@given(
    preset=st.sampled_from(PRESETS),
    scores=st.tuples(*[st.integers(-60, 59).map(lambda units: 5 * units)] * 2),
    bid=st.integers(6, 12).map(lambda units: 5 * units),
    taken=st.integers(0, 20).map(lambda units: 5 * units),
    bidder=st.integers(0, 3),
    spoke=st.booleans(),
)
def test_between_two_breaks_a_hand_brings_the_same(preset, scores, bid, taken, bidder, spoke):
    using = rules(preset, defence_cap=None) if rules(preset).initial_money else rules(preset)
    if using.initial_money:
        return
    bid = max(bid, using.min_bid)
    hand = ModelHand(bidder, bid, spoke and bid > using.min_bid, taken)
    breaks = [-1000, *score_breaks(using)]
    foot = tuple(max(start for start in breaks if start <= score) for score in scores)

    def deltas(at):
        position = Position(3, at)
        return scored(using, position, read_model_hand(using, position, hand)).deltas

    assert deltas(scores) == deltas(foot)


# --- Against matches -------------------------------------------------------------------------


class Simulated:
    """Plays matches with a model's hands by the game's own fold, from any position."""

    def __init__(self, using, model, random):
        self.using, self.model, self.random = using, model, random
        self.choices = {}

    def won(self, position):
        """Return whether side 0 wins a match that is played on from `position`."""
        fold = DixFold(self.using, 4)
        fold.position = position
        while fold.result is None:
            fold.add(self.hand(fold.position))
        return fold.result.winners == (0,)

    def hand(self, position):
        purses = position.purses
        speaker = position.first_speaker
        if purses is not None and speaker % 2 == 1:
            purses = purses[1], purses[0]
        if purses not in self.choices:
            known = self.model.choices(self.using, purses)
            self.choices[purses] = known, [choice.share for choice in known]
        (choice,) = self.random.choices(*self.choices[purses])
        bold = bids_partie(self.using, position, choice, model=self.model)
        hands = choice.partie if bold else choice.number
        (hand,) = self.random.choices(list(hands), list(hands.values()))
        return entry(
            bidder=(speaker + hand.bidder) % 4,
            bid=hand.bid,
            partie=hand.bid is None,
            taken=hand.taken,
            defenders_bid=hand.defenders_bid,
        )


@solving
@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.nightly
def test_simulated_matches_are_won_as_often(preset):
    using, random = rules(preset), Random(f"matches {preset}")
    played = Simulated(using, solved_model(using.deck), random)
    # Where « la partie » may be bid, each hand is a long computation, so fewer matches are
    # played.
    long = using.partie != "forbidden"
    times = 60 if long else 1000
    squares = []
    # The seed is fixed, so positions and matches are the same each time. Only the model and the
    # engine decide whether the test passes.
    for position in random_positions(using, random, 10):
        chance = equity(using, position.scores, position.dealer, position.purses)[0]
        won = sum(played.won(position) for _ in range(times)) / times
        error = sqrt(max(chance * (1 - chance), 1 / times) / times)
        assert abs(won - chance) <= 3 * error, position
        squares.append(((won - chance) / error) ** 2)
    # All together: the sum of ten such squares is 10 on average, with a standard deviation of
    # 4.5.
    assert sum(squares) <= 24


# --- Without an answer -----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({}, None),
        ({"target": 1005}, "target_too_far"),
        ({"target": 1000}, None),
        ({"partie": "stake", "partie_stake": 501}, "stake_not_multiple"),
        ({"partie": "stake", "partie_stake": 500}, None),
    ],
)
def test_some_rules_have_no_answer(changes, code):
    assert unfit(rules(**changes)) == code


def test_too_much_money_has_no_answer():
    assert unfit(rules("achat-argent", initial_money=41)) == "money_too_much"
    assert unfit(rules("achat-argent", initial_money=40)) is None


@pytest.mark.parametrize(
    ("scores", "code"),
    [
        ((500, 0), "match_over"),
        ((0, 505), "match_over"),
        ((3, 0), "score_not_multiple"),
    ],
)
def test_some_scores_have_no_answer(scores, code):
    with pytest.raises(EquityFault) as refused:
        equity(rules(), scores, 3)
    assert refused.value.code == code


def test_a_purse_holds_at_most_the_money_of_the_start():
    with pytest.raises(EquityFault) as refused:
        equity(rules("achat-argent"), (0, 0), 3, (21, 0))
    assert refused.value.code == "purse_unknown"


@solving
def test_a_very_low_score_counts_as_the_lowest():
    assert equity(rules(), (-1005, 0), 3) == equity(rules(), (-400, 0), 3)
    assert 0 < equity(rules(), (-400, 0), 3)[0] < equity(rules(), (0, 0), 3)[0]


# --- Without solving ---------------------------------------------------------------------------


class Solution:
    """Stands in for a solution: notes what is asked, and answers 0.7 for the side that speaks
    first.
    """

    def __init__(self):
        self.questions = []

    def value(self, scores, purses):
        self.questions.append((scores, purses))
        return 0.7


@pytest.fixture
def solution(monkeypatch):
    stand_in = Solution()
    monkeypatch.setattr(engine, "_solution", lambda rules, position, model: stand_in)
    return stand_in


@pytest.mark.parametrize(
    ("dealer", "seen", "chances"),
    [(3, (100, 200), (0.7, 0.3)), (0, (200, 100), (0.3, 0.7)), (1, (100, 200), (0.7, 0.3))],
)
def test_a_chance_is_that_of_the_side_which_speaks_first(solution, dealer, seen, chances):
    assert equity(rules(), (100, 200), dealer, model=always()) == pytest.approx(chances)
    assert solution.questions == [(seen, None)]


def test_purses_are_full_where_nothing_is_said_of_them(solution):
    money = rules("achat-argent", initial_money=20)
    equity(money, (100, 0), 3, model=always())
    equity(money, (100, 0), 0, (3, 5), model=always())
    equity(money, (-500, -405), 3, model=always())
    assert solution.questions == [
        ((100, 0), (20, 20)),
        ((0, 100), (5, 3)),
        ((-400, -400), (20, 20)),
    ]


def test_after_a_hand_that_ends_nothing_the_next_one_is_asked_for(solution):
    hand = read_model_hand(rules(), Position(3, (100, 200)), number(60, 70))
    assert equity_after(rules(), Position(3, (100, 200)), hand) == pytest.approx((0.3, 0.7))
    # The score becomes 170–230. Seat 0 deals next, so side 1 speaks first.
    assert solution.questions == [((230, 170), None)]


@pytest.mark.parametrize(("chance", "bids"), [(0.51, True), (0.5, False), (0.49, False)])
def test_la_partie_is_bid_only_where_it_wins_more_often(monkeypatch, chance, bids):
    """With a number, the side that names trump wins half of the matches."""
    after = {True: chance, False: 0.5}
    for side, dealer in ((0, 3), (1, 3), (0, 0), (1, 0)):

        def equity_after(rules, position, hand, *, model):
            won = after[hand.partie]
            return (won, 1 - won) if hand.bidders == 0 else (1 - won, won)

        monkeypatch.setattr(engine, "equity_after", equity_after)
        choice = Choice(
            side,
            1.0,
            {ModelHand(side, 60, False, 70): 0.4, ModelHand(side, 60, False, 40): 0.6},
            {ModelHand(side, None, False, 100): 1.0},
        )
        assert bids_partie(rules(), Position(dealer, (0, 0)), choice) is bids
        # « La partie » is not bid with a negative score, nor where the model has no hand for it.
        assert not bids_partie(rules(), Position(dealer, (-5, -5)), choice)
        never = Choice(side, 1.0, choice.number, {})
        assert not bids_partie(rules(), Position(dealer, (0, 0)), never)


class Named(Certain):
    """A model whose digest keeps its solutions apart from those of other models."""

    digest = "1"


def test_who_may_not_wait_is_told_what_is_not_known():
    model = Named()
    with engine.known_only() as unsolved, pytest.raises(engine.Unsolved) as refused:
        equity(rules(), (0, 0), 3, model=model)
    assert unsolved == {refused.value.key}
    assert refused.value.key == engine.Key(engine._Rules.of(rules()), model, None)
    # Rulesets with equal values are equal, whoever deals first. The key's name is the same in
    # all processes.
    assert engine._Rules.of(rules(first_dealer=1)) == engine._Rules.of(rules())
    assert engine._Rules.of(rules()).first_dealer == 3
    names = {
        engine.Key(engine._Rules.of(using), model, total).name
        for using in (rules(), rules(target=400))
        for total in (None, 0)
    }
    assert len(names) == 4
    assert {len(name) for name in names} == {64}


@pytest.mark.parametrize(
    ("scores", "total"), [((0, 0), 0), ((70, 30), 0), ((95, 10), 5), ((-95, 0), 5 - 800)]
)
def test_with_money_one_solution_answers_for_all_hands_of_a_match(scores, total):
    """A hand changes the sum of the scores by 100, so the key holds the sum's remainder. A negative
    sum is counted from the lowest possible one, −800.
    """
    with engine.known_only(), pytest.raises(engine.Unsolved) as refused:
        equity(rules("achat-argent"), scores, 3, model=Named())
    assert refused.value.key.total == total


@pytest.fixture
def cache(monkeypatch):
    """Empty the caches, so that no solution is known."""
    for name in ("_BY_SCORE", "_WITH_MONEY"):
        monkeypatch.setattr(engine, name, SizedCache(1024 * 1024))
    return engine._BY_SCORE


def test_a_solution_that_was_read_is_known(cache):
    size = (200 - -400) // 5
    values = np.linspace(0, 1, size * size).reshape(size, size)
    solution = solver.ByScore(-400, values, values)
    key = engine.Key(engine._Rules.of(rules(target=200)), Named(), None)
    cache.most = 120 * 120 * 4  # the bytes of one
    engine.read(key, engine.write(solution))
    with engine.known_only() as unsolved:
        chances = equity(rules(target=200), (0, -395), 3, model=key.model)
        # A score of 0 is 80 steps of five points above the lowest score, −395 is one step above
        # it.
        assert chances[0] == pytest.approx(values[80, 1], abs=1e-5)
    assert unsolved == {key}
    # The cache has room for one solution, so the older one is dropped.
    other = engine.Key(engine._Rules.of(rules(target=205)), Named(), None)
    engine.read(other, engine.write(solution))
    assert cache.keys() == [other]


def test_with_money_a_solution_that_was_read_is_known(cache):
    """The values are for sums of 0, 100 and 200, for purses of 0 or 1 on each side, and for scores
    from −95 on.
    """
    values = np.arange(3 * 2 * 2 * 39).reshape(3, 2, 2, 39) / 1000
    solution = solver.WithMoney(0, 100, -19, values)
    using = rules("achat-argent", target=100, initial_money=1)
    key = engine.Key(engine._Rules.of(using), Named(), 0)
    engine.read(key, engine.write(solution))
    with engine.known_only():
        chances = equity(using, (60, 40), 3, (1, 0), model=key.model)
    assert chances[0] == pytest.approx(values[1, 1, 0, 12 + 19], abs=1e-5)
    assert solution.error((60, 40)) == 0


def test_between_its_bounds_a_chance_is_their_middle():
    low, high = np.zeros((200, 200)), np.ones((200, 200))
    low[90, 100], high[90, 100] = 0.4, 0.5
    solution = solver.ByScore(-800, low, high)
    assert solution.value((-350, -300)) == pytest.approx(0.45)
    assert solution.error((-350, -300)) == pytest.approx(0.05)
    # The columns begin at −400, the lowest score that is ever asked for.
    again = solver.ByScore.of(solution.columns())
    assert again.value((-350, -300)) == pytest.approx(0.45)
    assert again.low.shape == (120, 120)


def packed(using, model, lowest):
    """Return the region of each score, and for each pair of regions its groups as (side, numbers,
    parties). Each hand in them is (share, gains of both sides, winner).
    """
    made = engine._Rules.of(using)
    regions, (first, groups, shares, gains, decided) = solver._packed(made, lowest, 12, model)
    ways = [
        (float(share), *map(int, gain), int(winner))
        for share, gain, winner in zip(shares, gains, decided, strict=True)
    ]
    packed_groups = [
        [(int(side), ways[start:middle], ways[middle:stop]) for side, start, middle, stop in some]
        for some in (groups[first[at] : first[at + 1]] for at in range(9))
    ]
    return regions.tolist(), packed_groups


def test_hands_are_packed_by_what_they_bring_in_each_stretch():
    """The scores begin at −30. Below 0 « la partie » may not be bid; from 15 on a silent defence
    scores nothing.
    """
    using = rules(defence_cap=15, target=30)
    model = always(number(50, 60), number(55, 60), number(50, 40), partie=[partie(100)])
    regions, groups = packed(using, model, -30)
    assert regions == [0] * 6 + [1] * 3 + [2] * 3
    # In steps of five points: two hands of three bring 60 and 40, the third brings −50 and 60.
    usual = [(pytest.approx(2 / 3), 12, 8, -1), (pytest.approx(1 / 3), -10, 12, -1)]
    assert groups[0] == [(0, usual, [])]
    silent = [(pytest.approx(2 / 3), 12, 0, -1), (pytest.approx(1 / 3), -10, 0, -1)]
    # In the pair of regions 0 and 2 the other side is at the cap.
    assert groups[2] == [(0, silent, [])]
    assert groups[3] == [(0, usual, [(1.0, 0, 0, 0)])]
    assert groups[5] == [(0, silent, [(1.0, 0, 0, 0)])]


def test_who_has_won_is_told_by_both_scores_and_who_bid():
    """The scores are 90, 95, 100 and 105. If both sides have reached 100 the higher score wins; if
    the scores are equal, the bidders win.
    """
    made = engine._Rules.of(rules(target=100))
    ends = solver._ends(made, 90, 2, 2)
    assert ends[0].tolist() == [
        [-1, -1, 1, 1],
        [-1, -1, 1, 1],
        [0, 0, 0, 1],
        [0, 0, 0, 0],
    ]
    assert ends[1].tolist() == [
        [-1, -1, 1, 1],
        [-1, -1, 1, 1],
        [0, 0, 1, 1],
        [0, 0, 0, 1],
    ]


def test_a_bought_hand_is_paid_by_its_bidders():
    made = engine._Rules.of(rules("achat-argent", initial_money=5))
    assert solver._way(made, (3, 2), number(2, 70)) == (0, 2, 14, 6)
    assert solver._way(made, (3, 2), number(1, 70, bidder=1)) == (1, 1, 6, 14)
    # With empty purses the first speaker names trump for free.
    assert solver._way(made, (0, 0), number(0, 55)) == (0, 0, 11, 9)


# --- Without solving: what the loops are given ---------------------------------------------------


@pytest.mark.parametrize(
    ("changes", "size"), [({}, 180), ({"partie": "stake", "partie_stake": 300}, 240)]
)
def test_bounds_are_improved_until_those_that_may_be_asked_for_have_met(
    cache, monkeypatch, changes, size
):
    """Scores range from −800 to 95, or from −1100 with a stake of 300."""
    using = rules(target=100, **changes)
    sweeps, progress = [], []

    def sweep(low, high, least, regions, first, groups, shares, gains, decided, ends):
        assert low.shape == high.shape == (size, size)
        assert least == TOLERANCE / 10
        assert len(regions) == size
        # The bidders get at most 60 points, which are twelve steps of five.
        assert ends.shape == (2, size + 12, size + 12)
        # A side wins by reaching 100, the score just after the last index.
        assert (ends[0, size, 0], ends[0, size - 1, 0]) == (0, -1)
        sweeps.append(len(progress))
        if len(sweeps) == 2:
            # The bounds meet from −400 on; below that they stay apart.
            low[-100:, -100:] = high[-100:, -100:] = 0.4
        return 0.5

    monkeypatch.setattr(equity_kernel, "sweep", sweep)
    key = engine.Key(engine._Rules.of(using), always(number(50, 60)), None)
    solution = engine.solve(key, lambda: progress.append(1))
    assert sweeps == [1, 2]
    assert solution.value((-400, 95)) == 0.4
    assert solution.value((-405, 95)) == 0.5
    assert engine.solve(key) is solution
