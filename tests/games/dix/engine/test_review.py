"""Both judges of a hand: hands with one winning card, hands lost by layout alone, all rulesets."""

from itertools import chain, islice
from random import Random

import pytest

from games.cards import parse_card
from games.dix.engine.auction import Position
from games.dix.engine.plain_solver import exhaustive, worth_of
from games.dix.engine.review import LAYOUTS, NoCards, Review
from games.dix.engine.sample import sample_by_card
from tests.games.dix.builders import calls, entry, rules
from tests.games.dix.reviewed import LOST_BY_LAYOUT, SLIPPED, played, random_deal
from tests.soaking import DAY, SOAK

pytestmark = [pytest.mark.slow, pytest.mark.weekly("friday")]

AT_START = Position(3, (0, 0))


def review(using=None, position=AT_START, chance=None, **said):
    return Review(using or rules(), position, entry(**said), chance)


def costly(judged):
    """Which cards cost something: their place, what would have been best, the points lost."""
    return [
        (place, [card.code for card in judge.best], judge.points)
        for place, judge in enumerate(judged)
        if judge is not None and judge.cost
    ]


def seen(reviewed):
    return [reviewed.seen(turn) for turn in reviewed.turns()]


# --- All cards seen ----------------------------------------------------------------------------


def test_the_only_winning_card_is_named_and_no_other():
    reviewed = review(**SLIPPED)
    assert reviewed.hand.taken == 60
    assert costly(seen(reviewed)) == [(20, ["AD"], 20)]
    (slip,) = (judge for judge in seen(reviewed) if judge and judge.mistake)
    # 80 points made the bid of 70: 80 to 20. 60 do not: -70 to 40.
    assert (slip.cost, slip.made) == (60 + 110, (1, 0))
    assert (slip.values[parse_card("AD")], slip.values[parse_card("7D")]) == (80, 60)


@pytest.mark.parametrize("preset", ["traditionnel", "ruff", "as-penalises", "reussie-ou-zero"])
def test_after_perfect_play_with_one_slip_only_the_slip_costs(preset):
    using = rules(preset)
    found = 0
    for seed in range(60):
        hands, trump, random = random_deal(f"{DAY} {seed}", using.deck)
        tricks, slipped = played(hands, trump, random, slip_from=16)
        if slipped is None:
            continue
        place, best = slipped
        judged = costly(seen(review(using, bidder=0, bid=50, trump=trump, tricks=tricks)))
        assert [(at, cards) for at, cards, _points in judged] == [(place, [best.code])]
        found += 1
        if found == (20 if SOAK else 2):
            return
    raise AssertionError("no slip found")


def test_the_first_judge_says_what_exhaustive_search_says_of_the_last_tricks():
    random = Random(DAY)
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


@pytest.mark.parametrize(
    ("preset", "scores", "worth"),
    [
        # A bid of 70. Made: what was taken against what the defence took; failed: the bid is lost.
        ("traditionnel", (0, 0), {100: 100, 75: 50, 70: 40, 65: -105, 60: -110}),
        # A silent defence at 400 scores nothing: below the bid a point is worth nothing.
        ("traditionnel", (0, 400), {100: 100, 70: 70, 65: -70, 60: -70, 0: -70}),
        ("reussie-ou-zero", (0, 0), {100: 100, 70: 70, 65: -75, 60: -80}),
        ("achat-points", (0, 0), {100: 30, 70: -30, 65: -40}),
    ],
)
def test_points_are_worth_what_the_ruleset_scores(preset, scores, worth):
    reviewed = review(rules(preset), Position(3, scores), **SLIPPED)
    assert {taken: reviewed.value(taken) for taken in worth} == worth
    assert not reviewed.in_chances


def test_with_penalised_aces_sixty_points_are_shared():
    reviewed = review(rules("as-penalises"), **{**SLIPPED, "bid": 40})
    assert [reviewed.value(taken) for taken in (60, 40, 35)] == [60, 20, -65]


def test_la_partie_is_worth_the_match_and_a_point_below_all_of_them_nothing():
    said = {**SLIPPED, "bid": None, "partie": True}
    reviewed = review(**said)
    assert reviewed.in_chances
    assert [reviewed.value(taken) for taken in (100, 95, 0)] == [1, 0, 0]
    # It was lost before the slip: 80 points are no more worth than 60.
    assert costly(seen(reviewed)) == []


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


def test_of_a_hand_lost_by_its_layout_alone_nothing_is_called_a_mistake():
    reviewed = review(**LOST_BY_LAYOUT)
    assert (reviewed.hand.made, reviewed.bid_seen().own.made) == (False, 1)
    # All cards seen, three cards of the attack and three of the defence cost something.
    assert [place for place, _best, _points in costly(seen(reviewed))] == [8, 12, 13, 16, 18, 20]
    judged = known(reviewed, LAYOUTS if SOAK else 6)
    assert [judge for judge in judged if judge and judge.mistake] == []


def test_a_card_that_costs_whatever_the_layout_is_a_mistake():
    """Last to a trick with a 10 in it, seat 2 gives its 5 and keeps the ace."""
    reviewed = review(**sample_by_card(rules(), Random(1)))
    assert [card.code for card in reviewed.play.tricks[3].cards] == ["JH", "10H", "9H", "5H"]
    (judge,) = known(reviewed, 16, turns={15})
    assert (judge.mistake, [card.code for card in judge.best]) == (True, ["AH"])


def test_layouts_agree_with_what_was_seen_before_the_card():
    reviewed = review(**sample_by_card(rules(), Random(DAY)))
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


def test_the_second_judge_averages_the_first_over_every_layout_of_an_ending():
    """In the last two tricks there are few layouts: all are counted, so there is no error."""
    reviewed = review(**SLIPPED)
    for place, turn in enumerate(reviewed.turns()):
        if turn.trick < 9 or len(turn.choice) == 1:
            continue
        judge = reviewed.known(turn, Random(place), most=2000)
        assert (judge.error, judge.points_error) == (0.0, 0.0)


def test_the_same_seed_says_the_same():
    reviewed = review(**SLIPPED)
    assert known(reviewed, 6, "a", {4, 20}) == known(reviewed, 6, "a", {4, 20})
    assert known(reviewed, 6, "a", {4, 20}) != known(reviewed, 6, "b", {4, 20})


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


def test_only_bids_above_the_other_sides_are_weighed():
    said = {**SLIPPED, "bidder": None, "bid": None}
    reviewed = review(auction=calls(60, 65, "pass", "pass", 70, "pass"), **said)
    assert (reviewed.hand.bidder, reviewed.hand.bid) == (0, 70)
    assert reviewed.other_bids() == (70, 75, 80, 85, 90, 95, 100, None)


def test_the_second_judge_of_the_bid_draws_the_other_hands():
    reviewed = review(**SLIPPED)
    judged = reviewed.bid_known(Random(1), most=3)
    assert 0 <= judged.own.made <= 1
    assert judged.own.error > 0
    assert judged == reviewed.bid_known(Random(1), most=3)
    assert not judged.mistake or judged.best != ("spades",)


@pytest.mark.parametrize("preset", ["achat-argent", "achat-points"])
def test_where_the_trump_is_bought_no_bid_is_made_or_failed(preset):
    using = rules(preset)
    position = Position(3, (0, 0), (20, 20) if preset == "achat-argent" else None)
    said = {**SLIPPED, "bid": 5 if preset == "achat-argent" else 50}
    reviewed = review(using, position, **said)
    assert not reviewed.undertaken
    assert costly(seen(reviewed)) == [(20, ["AD"], 20)]
    if preset == "achat-argent":
        assert reviewed.other_bids() == (5,)
