"""What a hand is worth, compared with plain code that counts and solves every layout."""

from collections import Counter
from itertools import permutations
from math import ceil, comb, sqrt
from random import Random

import pytest

from games.cards import parse_card
from games.dix.analysis.solver.plain_solver import exhaustive
from games.dix.engine.play import DECKS, POINTS
from tests.uncompiled import SOLVER, uncompiled

# The endings have two cards, for which no compiled solver is needed.
engine = uncompiled(
    *SOLVER,
    "games.dix.analysis.worth.worth",
)
LayoutFault, Known, Unseen = engine.LayoutFault, engine.Known, engine.Unseen
hand_worth = engine.hand_worth


def cards(text):
    return tuple(parse_card(code) for code in text.split())


def plainly(hand, rest, without=()):
    """Return every way to give the rest to seats 1, 2 and 3, where `without` are pairs of a seat
    and a suit that it lacks.
    """
    size = len(hand)
    deals = {
        (hand, *(tuple(sorted(order[size * n : size * n + size], key=str)) for n in range(3)))
        for order in permutations(rest)
    }
    return [
        hands
        for hands in deals
        if not any(card.suit == suit for seat, suit in without for card in hands[seat])
    ]


def ending(random, size):
    """Return a hand of an ending, the cards that the others hold, and the cards that are gone."""
    deck = random.sample(sorted(DECKS[40], key=str), 40)
    return tuple(deck[:size]), deck[size : 4 * size], frozenset(deck[4 * size :])


def test_all_layouts_of_an_ending_are_what_a_plain_reference_finds():
    random = Random(0)
    for number in range(4):
        hand, rest, gone = ending(random, 2)
        without = [(2, rest[0].suit)] if number % 2 and len({c.suit for c in rest}) > 1 else []
        layouts = plainly(hand, rest, without)
        known = Known(gone, without={seat: frozenset({suit}) for seat, suit in without})
        if not layouts:
            with pytest.raises(LayoutFault):
                Unseen(hand, 0, known)
            continue
        unseen = Unseen(hand, 0, known)
        every = [tuple(tuple(sorted(h, key=str)) for h in hands) for hands in unseen.every()]
        assert unseen.count == len(every) == len(layouts)
        assert {hands[1:] for hands in every} == {hands[1:] for hands in layouts}
        for leader in range(4):
            worth = hand_worth(hand, 0, ["hearts"], random=Random(1), known=known, leader=leader)[
                "hearts"
            ]
            expected = Counter(exhaustive(hands, "hearts", leader) for hands in layouts)
            left = sum(POINTS.get(card.rank, 0) for card in (*hand, *rest))
            assert (worth.exact, worth.error) == (True, 0.0)
            assert worth.taken == dict(expected)
            assert worth.sweeps == expected[left]
            least = exhaustive(worth.worst.hands, "hearts", leader)
            assert least == min(expected)


def test_a_sample_is_near_the_exact_answer_and_says_how_near():
    hand, _rest, gone = ending(Random(5), 2)
    known = Known(gone)
    assert Unseen(hand, 0, known).count == comb(6, 2) * comb(4, 2)
    exact = hand_worth(hand, 0, ["spades"], random=Random(0), known=known, most=90)["spades"]
    sample = hand_worth(hand, 0, ["spades"], random=Random(7), known=known, error=0.5, most=60)[
        "spades"
    ]
    assert exact.exact
    assert not sample.exact
    assert abs(sample.mean - exact.mean) <= 3 * sample.error
    share, error = sample.chance(10)
    assert abs(share - exact.chance(10)[0]) <= 3 * error
    spread = sqrt(
        sum(times * (points - sample.mean) ** 2 for points, times in sample.taken.items())
        / (sample.layouts - 1)
    )
    assert sample.error == pytest.approx(spread / sqrt(sample.layouts))
    # The result depends on the seed alone.
    again = hand_worth(hand, 0, ["spades"], random=Random(7), known=known, error=0.5, most=60)
    assert again["spades"].taken == sample.taken
    other = hand_worth(hand, 0, ["spades"], random=Random(9), known=known, error=0.0, most=60)
    assert other["spades"].taken != sample.taken
    assert other["spades"].layouts == 60


def test_every_layout_is_drawn_as_often_as_another():
    hand, rest = cards("AS KS"), cards("5H 6H 7H 8S 9S 10C")
    gone = DECKS[40].difference(hand, rest)
    known = Known(gone, held={2: frozenset(cards("10C"))}, without={1: frozenset({"spades"})})
    unseen = Unseen(hand, 0, known)
    # Seat 1 has no spade, so it holds two of the three hearts: 3 ways. If seat 2 gets the third
    # heart, seat 3 gets both spades: 1 way. If seat 3 gets it, each of them gets one spade: 2
    # ways.
    layouts = 3 * (1 + 2)
    assert unseen.count == layouts == len(set(unseen.every()))
    random = Random(3)
    drawn = Counter(
        tuple(frozenset(hand) for hand in unseen.draw(random)) for _ in range(100 * layouts)
    )
    assert len(drawn) == layouts
    assert all(abs(times - 100) <= 4 * sqrt(100) for times in drawn.values())
    # A whole hand may be known. The four other cards then lie in two hands of two.
    assert Unseen(hand, 0, Known(gone, held={2: frozenset(cards("10C 5H"))})).count == comb(4, 2)


def test_a_sure_hand_is_worth_all_and_its_aces_cost_where_they_are_penalised():
    hand = cards("AS KS QS JS 10S 9S 8S 7S 6S 5S")
    calls = []

    def stopped(*done):
        calls.append(done)
        return False

    worth = hand_worth(hand, 1, ["spades"], random=Random(1), stopped=stopped)["spades"]
    # The points do not vary, so the least number of layouts is enough. `stopped` is called on
    # the way.
    assert (worth.taken, worth.mean, worth.error) == ({100: 25}, 100.0, 0.0)
    # All of the sample is not a certainty: the error is as if one of the 25 had gone the other
    # way.
    assert worth.chance(100) == worth.chance_of_all == (1.0, pytest.approx(sqrt(0.96 * 0.04 / 24)))
    assert calls == [(5, 25), (10, 25), (15, 25), (20, 25), (25, 25)]
    penalised = hand_worth(hand, 1, ["spades"], random=Random(1), penalised_aces=True)["spades"]
    assert set(penalised.taken) <= {90, 80, 70, 60}
    assert penalised.worst.hands[1] == hand
    assert penalised.sweeps == penalised.layouts


def test_it_says_how_many_layouts_it_expects_and_stops_when_told():
    hand, _rest, gone = ending(Random(5), 2)
    calls = []

    def stopped(solved, expected):
        calls.append((solved, expected))
        return solved == 40

    worth = hand_worth(
        hand,
        0,
        ["spades"],
        random=Random(7),
        known=Known(gone),
        error=0.75,
        most=80,
        stopped=stopped,
    )["spades"]
    assert worth.layouts == 40 == calls[-1][0]
    # Four times as many layouts halve the error. From this follows how many layouts are
    # expected, at most `most`.
    assert calls[-1][1] == ceil(40 * (worth.error / 0.75) ** 2)
    # A sweep takes all the points left: 100 less those of the cards that are gone.
    left = 100 - sum(POINTS.get(card.rank, 0) for card in gone)
    assert worth.sweeps == worth.taken.get(left, 0)


@pytest.mark.parametrize(
    "known",
    [
        Known(gone=frozenset(cards("AS"))),
        Known(held={1: frozenset(cards("KS"))}),
        Known(gone=frozenset(cards("5D"))),
        Known(without={seat: frozenset({"hearts"}) for seat in (1, 2, 3)}),
    ],
)
def test_what_cannot_be_known_is_refused(known):
    with pytest.raises(LayoutFault):
        Unseen(cards("AS KS QS JS 10S 9S 8S 7S 6S 5C"), 0, known)
