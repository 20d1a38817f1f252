"""Both judges of a hand: on hands with one winning card, on hands lost by their layout alone, and
under all rulesets.
"""

from itertools import chain, islice
from random import Random

import pytest

from games.cards import SUITS, parse_card
from games.dix.analysis.reviews.review import NoCards, Review
from games.dix.analysis.solver.plain_solver import exhaustive, worth_of
from games.dix.engine.auction import Position
from games.dix.engine.sample import sample_by_card
from tests.games.dix.builders import calls, entry, rules
from tests.games.dix.reviewed import LOST_BY_LAYOUT, SLIPPED, played, random_deal


def solving(test):
    """Mark as nightly a test that solves whole hands."""
    return pytest.mark.nightly(test)


AT_START = Position(3, (0, 0))


def review(using=None, position=AT_START, chance=None, **fields):
    return Review(using or rules(), position, entry(**fields), chance)


def costly(judged):
    """Return the cards that cost something: their place in the hand, the best cards instead, and
    the points lost.
    """
    return [
        (place, [card.code for card in judge.best], judge.points)
        for place, judge in enumerate(judged)
        if judge is not None and judge.cost
    ]


def seen(reviewed):
    return [reviewed.seen(turn) for turn in reviewed.turns()]


# --- All cards seen ----------------------------------------------------------------------------


@solving
def test_the_only_winning_card_is_named_and_no_other():
    reviewed = review(**SLIPPED)
    assert reviewed.hand.taken == 60
    assert costly(seen(reviewed)) == [(20, ["AD"], 20)]
    (slip,) = (judge for judge in seen(reviewed) if judge and judge.mistake)
    # With 80 points the bid of 70 is made: 80 to 20. With 60 points it fails: −70 to 40.
    assert (slip.cost, slip.made) == (60 + 110, (1, 0))
    assert (slip.values[parse_card("AD")], slip.values[parse_card("7D")]) == (80, 60)


@solving
@pytest.mark.parametrize("preset", ["traditionnel", "ruff", "as-penalises", "reussie-ou-zero"])
def test_after_perfect_play_with_one_slip_only_the_slip_costs(preset):
    using = rules(preset)
    slips = 0
    for seed in range(60):
        hands, trump, random = random_deal(f"slip {seed}", using.deck)
        tricks, slipped = played(hands, trump, random, slip_from=16)
        if slipped is None:
            continue
        place, best = slipped
        judged = costly(seen(review(using, bidder=0, bid=50, trump=trump, tricks=tricks)))
        assert [(at, cards) for at, cards, _points in judged] == [(place, [best.code])]
        slips += 1
        if slips == (2):
            return
    raise AssertionError("no slip found")


@solving
def test_the_first_judge_says_what_exhaustive_search_says_of_the_last_tricks():
    random = Random(0)
    for using in (rules(), rules("as-penalises"), rules("ruff")):
        reviewed = review(using, **{**sample_by_card(using, random), "bid": 50})
        for turn in reviewed.turns():
            if turn.trick <= len(reviewed.play.tricks) - 3 or len(turn.choice) == 1:
                continue
            side = reviewed.hand.bidders
            taken = turn.state.points_by_side(penalised_aces=False)
            aces = [card for hand in reviewed.dealt[side::2] for card in hand if card.rank == "A"]
            for card, value in reviewed.seen(turn).values.items():
                then, winner, trick = turn.layout.after(card)
                rest = exhaustive(then.hands, then.trump, then.leader, then.on_table)
                left = worth_of([*then.on_table, *chain(*then.hands)], tricks=False)
                expected = taken[side] + (rest if side == 0 else left - rest)
                if winner is not None and winner % 2 == side:
                    expected += worth_of(trick, tricks=False)
                assert value == expected - (10 * len(aces) if reviewed.penalised else 0)


@solving
def test_perfect_play_costs_nothing_and_a_single_legal_card_is_not_judged():
    hands, trump, random = random_deal(5)
    tricks, _slip = played(hands, trump, random)
    reviewed = review(bidder=0, bid=50, trump=trump, tricks=tricks)
    assert costly(seen(reviewed)) == []
    for turn in reviewed.turns():
        assert (reviewed.seen(turn) is None) == (len(turn.choice) == 1)


def test_a_hand_without_cards_has_no_review():
    with pytest.raises(NoCards):
        review(bidder=0, bid=70, taken=80)


# --- What points are worth ---------------------------------------------------------------------


@solving
@pytest.mark.parametrize(
    ("preset", "scores", "worth"),
    [
        # The bid is 70, and the worth is the difference between the sides. If the bid is made,
        # each side scores what it took; if it fails, the bidders lose the bid.
        ("traditionnel", (0, 0), {100: 100, 75: 50, 70: 40, 65: -105, 60: -110}),
        # A silent defence at 400 scores nothing, so below the bid the points taken make no
        # difference.
        ("traditionnel", (0, 400), {100: 100, 70: 70, 65: -70, 60: -70, 0: -70}),
        ("reussie-ou-zero", (0, 0), {100: 100, 70: 70, 65: -75, 60: -80}),
        ("achat-points", (0, 0), {100: 30, 70: -30, 65: -40}),
    ],
)
def test_points_are_worth_what_the_ruleset_scores(preset, scores, worth):
    reviewed = review(rules(preset), Position(3, scores), **SLIPPED)
    assert {taken: reviewed.value(taken) for taken in worth} == worth
    assert not reviewed.in_chances


@solving
def test_with_penalised_aces_sixty_points_are_shared():
    reviewed = review(rules("as-penalises"), **{**SLIPPED, "bid": 40})
    assert [reviewed.value(taken) for taken in (60, 40, 35)] == [60, 20, -65]


@solving
def test_la_partie_is_worth_the_match_and_a_point_below_all_of_them_nothing():
    fields = {**SLIPPED, "bid": None, "partie": True}
    reviewed = review(**fields)
    assert reviewed.in_chances
    assert [reviewed.value(taken) for taken in (100, 95, 0)] == [1, 0, 0]
    # « La partie » was lost before the slip, so 80 points are worth no more than 60.
    assert costly(seen(reviewed)) == []


@solving
def test_the_chance_of_the_match_counts_where_somebody_can_tell_it():
    reviewed = review(chance=lambda hand: 0.6 if hand.made else 0.25, **SLIPPED)
    (slip,) = (judge for judge in seen(reviewed) if judge and judge.mistake)
    assert reviewed.in_chances
    assert (round(slip.cost, 9), slip.points) == (0.35, 20)


# --- What the seat could know ------------------------------------------------------------------


def known(reviewed, most=12, seed="", turns=None):
    return [
        reviewed.known(turn, Random(f"{seed} {place}"), most=most)
        for place, turn in enumerate(reviewed.turns())
        if turns is None or place in turns
    ]


@solving
def test_of_a_hand_lost_by_its_layout_alone_nothing_is_called_a_mistake():
    reviewed = review(**LOST_BY_LAYOUT)
    assert (reviewed.hand.made, reviewed.bid_seen().own.made) == (False, 1)
    # With all cards seen, three cards of the attack and three of the defence cost something.
    assert [place for place, _best, _points in costly(seen(reviewed))] == [8, 12, 13, 16, 18, 20]
    judged = known(reviewed, 6)
    assert [judge for judge in judged if judge and judge.mistake] == []


@solving
def test_a_card_that_costs_whatever_the_layout_is_a_mistake():
    """Seat 2 plays last to a trick that holds a 10. It plays its 5 and keeps the ace."""
    reviewed = review(**sample_by_card(rules(), Random(1)))
    assert [card.code for card in reviewed.play.tricks[3].cards] == ["JH", "10H", "9H", "5H"]
    (judge,) = known(reviewed, 16, turns={15})
    assert (judge.mistake, [card.code for card in judge.best]) == (True, ["AH"])


@solving
def test_layouts_agree_with_what_was_seen_before_the_card():
    reviewed = review(**sample_by_card(rules(), Random(0)))
    for place, turn in enumerate(reviewed.turns()):
        layout, state = turn.layout, turn.state
        drawn, _exact = reviewed._drawn(turn.seat, state, layout, Random(place), 5)
        for hands in islice(drawn, 5):
            assert sorted(hands[turn.seat], key=str) == sorted(layout.hands[turn.seat], key=str)
            assert [len(hand) for hand in hands] == [len(hand) for hand in layout.hands]
            cards = [card for hand in hands for card in hand]
            assert set(cards) == {card for hand in layout.hands for card in hand}
            assert len(cards) == len(set(cards))
            for seat, suit in state.unfollowed:
                assert not any(card.suit == suit for card in hands[seat])


@solving
def test_the_second_judge_averages_the_first_over_every_layout_of_an_ending():
    """In the last two tricks there are few layouts: all are counted, so there is no error."""
    reviewed = review(**SLIPPED)
    for place, turn in enumerate(reviewed.turns()):
        if turn.trick < 9 or len(turn.choice) == 1:
            continue
        judge = reviewed.known(turn, Random(place), most=2000)
        assert (judge.error, judge.points_error) == (0.0, 0.0)


@solving
def test_the_same_seed_says_the_same():
    reviewed = review(**SLIPPED)
    assert known(reviewed, 6, "a", {4, 20}) == known(reviewed, 6, "a", {4, 20})
    assert known(reviewed, 6, "a", {4, 20}) != known(reviewed, 6, "b", {4, 20})


@solving
def test_a_long_judgement_can_be_stopped():
    class Stop(Exception):
        pass

    def stop():
        raise Stop

    reviewed = review(**SLIPPED)
    turn = next(iter(reviewed.turns()))
    with pytest.raises(Stop):
        reviewed.known(turn, Random(1), most=5, tick=stop)
    with pytest.raises(Stop):
        reviewed.bid_known(Random(1), most=5, tick=stop)


# --- The bid -----------------------------------------------------------------------------------


@solving
def test_the_bid_is_worth_what_perfect_play_takes_in_each_trump():
    judged = review(**SLIPPED).bid_seen()
    assert (judged.own.trump, judged.own.bid, judged.own.points, judged.own.made) == (
        "spades",
        70,
        80,
        1,
    )
    assert judged.own.value == 60
    assert {worth.trump for worth in judged.trumps} == {"spades", "hearts", "diamonds", "clubs"}
    by_bid = {worth.bid: worth.made for worth in judged.others}
    assert by_bid == {
        **dict.fromkeys((50, 55, 60, 65, 75, 80), 1),
        85: 0,
        90: 0,
        95: 0,
        100: 0,
        None: 0,
    }


@solving
def test_only_bids_above_the_other_sides_are_weighed():
    fields = {**SLIPPED, "bidder": None, "bid": None}
    reviewed = review(auction=calls(60, 65, "pass", "pass", 70, "pass"), **fields)
    assert (reviewed.hand.bidder, reviewed.hand.bid) == (0, 70)
    assert reviewed.other_bids() == (70, 75, 80, 85, 90, 95, 100, None)


@solving
def test_the_second_judge_of_the_bid_draws_the_other_hands():
    reviewed = review(**SLIPPED)
    judged = reviewed.bid_known(Random(1), most=3)
    assert 0 <= judged.own.made <= 1
    assert judged.own.error > 0
    assert judged == reviewed.bid_known(Random(1), most=3)
    assert not judged.mistake or judged.best != ("spades",)


@solving
@pytest.mark.parametrize("preset", ["achat-argent", "achat-points"])
def test_where_the_trump_is_bought_no_bid_is_made_or_failed(preset):
    using = rules(preset)
    position = Position(3, (0, 0), (20, 20) if preset == "achat-argent" else None)
    fields = {**SLIPPED, "bid": 5 if preset == "achat-argent" else 50}
    reviewed = review(using, position, **fields)
    assert not reviewed.undertaken
    assert costly(seen(reviewed)) == [(20, ["AD"], 20)]
    if preset == "achat-argent":
        assert reviewed.other_bids() == (5,)


# --- The judges, where what each card takes is given ---------------------------------------------


class Given:
    """Stands in for the solver: says what the bidders still take by each card, and in each trump.

    `cards` has one dictionary for each layout that is asked about, in order; a card missing from
    it takes nothing. `trumps` has one number of points for each question, in order.
    """

    def __init__(self, *cards, trumps=()):
        self.cards, self.trumps = list(cards), list(trumps)
        self.trump = None

    def __call__(self, trump):
        self.trump = trump
        return self

    def each_card(self, layout, side):
        assert side == 0
        taken = self.cards.pop(0)
        return {card: taken.get(card.code, 0) for card in layout.legal}

    def take(self, layout, side):
        assert (side, layout.trump) == (0, self.trump)
        return self.trumps.pop(0)


@pytest.fixture
def given(monkeypatch):
    def given(*cards, **more):
        monkeypatch.setattr("games.dix.analysis.reviews.review.Search", Given(*cards, **more))

    return given


def turn_of(reviewed, place):
    return list(reviewed.turns())[place]


def codes(cards):
    return [card.code for card in cards]


def test_each_card_has_its_turn():
    """In SLIPPED seat 0 leads the queen of diamonds."""
    turns = list(review(**SLIPPED).turns())
    assert len(turns) == 40
    assert [(turn.seat, turn.trick, turn.card.code) for turn in turns[:5]] == [
        (0, 1, "QD"),
        (1, 1, "8D"),
        (2, 1, "6D"),
        (3, 1, "JD"),
        (0, 2, "6C"),
    ]
    assert codes(turns[1].choice) == ["8D", "9D"]
    # Hands of at most six cards count as short, and get more layouts.
    assert {turn.layouts for turn in turns if turn.trick <= 4} == {60}
    assert {turn.layouts for turn in turns if turn.trick >= 5} == {240}


def test_a_card_of_the_bidders_costs_what_the_best_one_takes_more(given):
    """The bid is 70: with 80 it is made, 80 to 20; with 60 it fails, −70 to 40."""
    reviewed = review(**SLIPPED)
    given({"QD": 60, "AS": 80, "AH": 80, "5S": 70})
    judge = reviewed.seen(turn_of(reviewed, 0))
    assert codes(judge.best) == ["AH", "AS"]
    assert (judge.points, judge.cost) == (20, 60 + 110)
    assert (judge.points_error, judge.error, judge.made) == (0, 0, (1, 0))
    assert (judge.values[parse_card("5S")], judge.values[parse_card("9H")]) == (70, 0)
    assert judge.mistake


def test_a_card_of_the_defence_costs_what_the_bidders_take_more(given):
    """Seat 1 played the 8 of diamonds, which makes the bid; the 9 would not have."""
    reviewed = review(**SLIPPED)
    given({"8D": 70, "9D": 65})
    judge = reviewed.seen(turn_of(reviewed, 1))
    assert (codes(judge.best), judge.points, judge.cost) == (["9D"], 5, 40 + 105)
    assert (judge.made, judge.mistake) == ((0, 1), True)


def test_the_best_card_costs_nothing_nor_does_one_as_good(given):
    reviewed = review(**SLIPPED)
    given({"QD": 80, "AS": 80, "5S": 75})
    judge = reviewed.seen(turn_of(reviewed, 0))
    assert (codes(judge.best), judge.points, judge.cost) == (["QD", "AS"], 0, 0)
    assert (judge.made, judge.mistake) == ((1, 1), False)


def test_of_cards_worth_the_same_the_one_that_takes_most_is_compared(given):
    """At 400 a silent defence scores nothing, so below the bid all results are worth the same."""
    reviewed = review(position=Position(3, (0, 400)), **SLIPPED)
    given({"6D": 80, "7D": 60, "10D": 50, "AD": 65})
    turn = turn_of(reviewed, 2)
    assert turn.seat == 2
    # Seat 2 is the bidder's partner, so its card with 80 is the best. For seat 3, a defender,
    # every card but the one with 80 is best.
    assert reviewed.seen(turn).cost == 0
    given({"JD": 80, "5D": 60, "KD": 50})
    judge = reviewed.seen(turn_of(reviewed, 3))
    assert (codes(judge.best), judge.points, judge.cost) == (["5D", "KD"], 30, 80 + 70)


def test_what_was_taken_before_counts_and_a_single_card_is_not_judged(given):
    reviewed = review(**SLIPPED)
    assert reviewed.seen(turn_of(reviewed, 17)) is None
    assert reviewed.known(turn_of(reviewed, 17), Random(1)) is None
    # Before this sixth trick each side has taken 15 points.
    given({"7D": 45, "AD": 65})
    judge = reviewed.seen(turn_of(reviewed, 20))
    assert (judge.values[parse_card("7D")], judge.values[parse_card("AD")]) == (60, 80)
    assert codes(judge.best) == ["AD"]


def test_penalised_aces_cost_those_who_were_dealt_them(given):
    """Seats 0 and 2 were dealt AH, AS and AD. This costs them 30 points, even after these aces are
    played.
    """
    reviewed = review(rules("as-penalises"), **{**SLIPPED, "bid": 40})
    for place, taken in ((0, 0), (20, 15), (38, 35)):
        turn = turn_of(reviewed, place)
        given({})
        ends = reviewed._ends(turn, turn.layout, Given({}))
        assert set(ends.values()) == {taken - 30}


def test_the_second_judge_averages_over_layouts_with_an_error(given):
    """In four layouts the ace of spades takes 20, 10, 20 and 10 points more than the queen of
    diamonds.
    """
    reviewed, ticks = review(rules("achat-points"), **{**SLIPPED, "bid": 50}), []
    given(*[{"QD": 50, "AS": 70}, {"QD": 50, "AS": 60}] * 2)
    turn = turn_of(reviewed, 0)
    judge = reviewed.known(turn, Random(1), most=4, tick=lambda: ticks.append(1))
    assert len(ticks) == 4
    assert (codes(judge.best), judge.points, judge.cost) == (["AS"], 15, 30)
    # The variance of these differences is 100/3. A point more changes the worth by two, so the
    # variance of the worth is four times as much.
    assert judge.points_error == pytest.approx((100 / 3 / 4) ** 0.5)
    assert judge.error == pytest.approx((400 / 3 / 4) ** 0.5)
    assert judge.values[parse_card("AS")] == 65
    assert judge.mistake


@pytest.mark.parametrize(
    ("more", "mistake"),
    [
        # Both means are 8 points. Only the first mean is more than three standard errors from
        # zero.
        ([4, 12] * 2 + [8] * 3, True),
        ([0, 16, 8, 8], False),
    ],
)
def test_what_costs_less_than_three_errors_is_no_mistake(given, more, mistake):
    reviewed = review(rules("achat-points"), **{**SLIPPED, "bid": 50})
    given(*({"QD": 50, "AS": 50 + points} for points in more))
    judge = reviewed.known(turn_of(reviewed, 0), Random(1), most=len(more))
    assert judge.cost == 16
    assert (judge.cost > 3 * judge.error) is mistake
    assert judge.mistake is mistake


def test_chances_are_weighed_by_parts_of_a_hundred(given):
    """A cost of half a hundredth of the match is a mistake, and less is not. Where points count, a
    cost of one point is a mistake.
    """
    for cost, mistake in ((0.005, True), (0.0049, False)):
        reviewed = review(chance=lambda hand, cost=cost: cost * hand.made, **SLIPPED)
        given({"QD": 60, "AS": 80})
        judge = reviewed.seen(turn_of(reviewed, 0))
        assert (round(judge.cost, 9), judge.points, judge.mistake) == (cost, 20, mistake)
    reviewed = review(rules("achat-points"), **{**SLIPPED, "bid": 50})
    given({"QD": 50, "AS": 50.5})
    assert reviewed.seen(turn_of(reviewed, 0)).mistake
    given({"QD": 50, "AS": 50.4})
    assert not reviewed.seen(turn_of(reviewed, 0)).mistake


def test_the_own_trump_is_compared_with_the_others(given):
    """The given points are for trumps in the order of the suits: spades, hearts, diamonds,
    clubs.
    """
    assert SUITS == ("spades", "hearts", "diamonds", "clubs")
    reviewed = review(**SLIPPED)
    given(trumps=[80, 90, 60, 90])
    judged = reviewed.bid_seen()
    assert [(trump.trump, trump.points, trump.made, trump.value) for trump in judged.trumps] == [
        ("spades", 80, 1, 60),
        ("hearts", 90, 1, 80),
        ("diamonds", 60, 0, -110),
        ("clubs", 90, 1, 80),
    ]
    assert judged.own == judged.trumps[0]
    assert (judged.best, judged.cost, judged.error) == (("hearts", "clubs"), 20, 0)
    assert judged.mistake
    # The other bids are those from 50 to 100, and « la partie », which has no worth in points.
    assert [bid.bid for bid in judged.others] == [*range(50, 70, 5), *range(75, 101, 5), None]
    values = {bid.bid: (bid.made, bid.value) for bid in judged.others}
    assert values[80] == (1, 60)
    assert values[85] == (0, -85 - 20)
    assert values[None] == (0, None)


def test_the_best_trump_costs_nothing(given):
    reviewed = review(**SLIPPED)
    given(trumps=[80, 80, 60, 60])
    judged = reviewed.bid_seen()
    assert (judged.best, judged.cost, judged.mistake) == (("spades", "hearts"), 0, False)


def test_a_bid_of_la_partie_is_weighed_in_matches(given):
    reviewed = review(**{**SLIPPED, "bid": None, "partie": True})
    given(trumps=[95, 100, 0, 0])
    judged = reviewed.bid_seen()
    assert (judged.own.bid, judged.own.made, judged.own.value) == (None, 0, 0)
    assert (judged.best, judged.cost, judged.mistake) == (("hearts",), 1, True)
    assert {bid.value for bid in judged.others} == {None}


def test_with_a_chance_every_bid_compares(given):
    reviewed = review(chance=lambda hand: 0.9 if hand.partie and hand.made else 0.5, **SLIPPED)
    given(trumps=[100, 0, 0, 0])
    judged = reviewed.bid_seen()
    assert {bid.bid: bid.value for bid in judged.others}[None] == 0.9
    assert judged.own.value == 0.5


def test_bids_with_penalised_aces_are_for_sixty_points_and_la_partie_for_a_hundred(given):
    """Seats 0 and 2 were dealt three aces, which cost 30 points."""
    using = rules("as-penalises", partie="stake", partie_stake=200)
    reviewed = review(using, **{**SLIPPED, "bid": 40})
    given(trumps=[80, 70, 70, 70])
    judged = reviewed.bid_seen()
    assert (judged.own.points, judged.own.made, judged.own.value) == (50, 1, 40)
    by_bid = {judged_bid.bid: judged_bid for judged_bid in judged.others}
    assert max(bid for bid in by_bid if bid) == 60
    assert (by_bid[None].points, by_bid[None].made) == (80, 0)


def test_the_second_judge_of_the_bid_has_an_error(given):
    """Two layouts: 80 and 60 points with spades, 70 and 70 with any other suit."""
    reviewed, ticks = review(rules("achat-points"), **{**SLIPPED, "bid": 50}), []
    given(trumps=[80, 70, 70, 70, 60, 70, 70, 70])
    judged = reviewed.bid_known(Random(1), most=2, tick=lambda: ticks.append(1))
    assert len(ticks) == 4  # of each layout the bid, and the pass
    # The bid of 50 is paid: 30 to 20 is worth +10, and 10 to 40 is worth −30. Their variance is
    # 800.
    assert (judged.own.points, judged.own.value) == (70, -10)
    assert judged.own.error == pytest.approx(20)
    assert (judged.cost, judged.error, judged.mistake) == (0, 0, False)
    assert judged.best == SUITS


def test_bids_below_the_own_one_are_weighed_too_where_the_other_side_said_less():
    fields = {**SLIPPED, "bidder": None, "bid": None}
    reviewed = review(auction=calls(50, 55, 60, "pass", "pass", "pass", first=0), **fields)
    assert reviewed.other_bids() == (*range(60, 101, 5), None)
    # « La partie » may not be bid with a negative score, nor where it is forbidden.
    assert review(position=Position(3, (-5, 0)), **SLIPPED).other_bids()[-1] == 100
    assert review(rules(partie="forbidden"), **SLIPPED).other_bids()[-1] == 100
    # A price may be as high as all the points of the pack.
    bought = review(rules("competitif"), **{**SLIPPED, "bid": 50}).other_bids()
    assert bought == tuple(range(5, 101, 5))
