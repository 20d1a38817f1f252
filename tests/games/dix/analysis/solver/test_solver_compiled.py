"""The compiled solver against exhaustive search, against an independent program, and on sure hands.

Its rules and steps are tested in test_solver.py, as plain Python. Each seed gives a random
sample; a nightly run tries new seeds.
"""

from itertools import product
from random import Random

import pytest

from games.cards import SUITS
from games.dix.analysis.solver.kernel import memory
from games.dix.analysis.solver.plain_solver import alpha_beta, exhaustive
from games.dix.analysis.solver.solver import Layout, Search
from games.dix.analysis.sure.sure import judge, sure_hands
from games.dix.engine.play import DECKS, ORDER
from tests.extents import SCALE, seeds

pytestmark = pytest.mark.nightly

POSITIONS, DEALS = 500, 10
SEEDS = pytest.mark.parametrize("seed", seeds("solver", usual=1, new=4 * SCALE))
RULES = [memory.TABLE, memory.SAME, memory.BOUNDS, memory.SURE, memory.LAST]
RULES += [memory.ORDER, memory.FORGET, memory.DEARER, memory.CROSS, memory.LATER, memory.TWO]
# A shortcut that is tried alone needs the shortcut on which it builds.
ALONE = {
    memory.FORGET: memory.FORGET | memory.TABLE,
    memory.DEARER: memory.DEARER | memory.SAME,
    memory.CROSS: memory.CROSS | memory.SURE,
    memory.LATER: memory.LATER | memory.SURE,
}


def dealt(random, deck, size):
    """Return four hands of `size` cards drawn from a deck."""
    cards = random.sample(sorted(DECKS[deck], key=str), 4 * size)
    return tuple(tuple(cards[seat::4]) for seat in range(4))


def position(random, size):
    """Return a random position with hands of up to `size` cards, before or within a trick."""
    layout = Layout(
        dealt(random, random.choice((40, 36)), size), random.choice(SUITS), random.randrange(4)
    )
    for _ in range(random.randrange(4)):
        layout, _winner, _trick = layout.after(random.choice(layout.legal))
    return layout


def sizes(random):
    """Return a random size of the hands, from one to four cards, mostly three: the exhaustive
    search is slow.
    """
    return random.choices((1, 2, 3, 4), (1, 4, 12, 1))[0]


@SEEDS
def test_a_position_is_worth_what_exhaustive_search_says(seed):
    random = Random(seed)
    for number in range(POSITIONS):
        layout = position(random, sizes(random))
        tricks = number % 4 == 0
        expected = exhaustive(
            layout.hands, layout.trump, layout.leader, layout.on_table, tricks=tricks
        )
        search = Search(layout.trump, tricks=tricks)
        assert search.take(layout, 0) == expected, layout
        assert search.takes_all(layout, 1) == (expected == 0), layout


@pytest.mark.parametrize("rule", RULES)
@SEEDS
def test_no_shortcut_changes_a_value(rule, seed):
    """Switching off a shortcut, or using it alone, gives the same values, on longer hands too."""
    random = Random(seed + rule)
    for number in range(40):
        layout = position(random, random.choice((3, 4, 5) if number % 3 else (6,)))
        tricks = number % 4 == 0
        whole = Search(layout.trump, tricks=tricks).take(layout, 0)
        without = Search(layout.trump, tricks=tricks, options=memory.EVERYTHING & ~rule)
        assert without.take(layout, 0) == whole, layout
        if number % 3:
            alone = Search(layout.trump, tricks=tricks, options=ALONE.get(rule, rule))
            assert alone.take(layout, 0) == whole, layout


@SEEDS
def test_what_was_learnt_of_one_layout_misleads_no_other(seed):
    """A search that is used for many layouts and leaders gives the same value as a new search for
    each.
    """
    random = Random(seed + 2)
    search = Search("hearts")
    for _ in range(100):
        hands = dealt(random, random.choice((40, 36)), random.choice((3, 4, 5, 6)))
        for leader in range(4):
            layout = Layout(hands, "hearts", leader)
            assert search.take(layout, 0) == Search("hearts").take(layout, 0), layout


@SEEDS
def test_the_plain_alpha_beta_says_the_same(seed):
    random = Random(seed + 3)
    for _ in range(40):
        layout = position(random, 4)
        expected = alpha_beta(layout.hands, layout.trump, layout.leader, layout.on_table)
        assert Search(layout.trump).take(layout, 0) == expected, layout


@SEEDS
def test_a_sure_hand_takes_all_and_a_refuted_one_falls_to_its_refutation(seed):
    random = Random(seed + 5)
    whole = {
        (trump, cards)
        for trump, length in product(SUITS, range(5, 11))
        for cards in sure_hands(40, trump, length)
    }
    # A hand of five masters in each of two suits is sure with either as trump, and so is listed
    # twice.
    assert len({frozenset(cards) for _trump, cards in whole}) == 3162
    listed = sorted(whole, key=str)
    chosen = random.sample(listed, 100)
    for trump, cards in chosen:
        for _ in range(2):
            layout = Layout(around(random, cards), trump, 0)
            assert Search(trump).take(layout, 0) == 100, layout
            assert Search(trump, tricks=True).take(layout, 0) == 10, layout
        refuted = neighbour(random, cards)
        if refuted is not None:
            for refutation in refuted.refutations:
                search = Search(refutation.trump, tricks=True)
                assert not search.takes_all(Layout(refutation.hands, refutation.trump, 0), 0), (
                    refutation
                )


def around(random, cards):
    """Return `cards` as the first hand, and a random deal of the rest as the three others."""
    rest = sorted(DECKS[40] - set(cards), key=str)
    random.shuffle(rest)
    return (tuple(cards), tuple(rest[:10]), tuple(rest[10:20]), tuple(rest[20:]))


def neighbour(random, cards):
    """Exchange one card of the hand at random; return the verdict on the new hand, or None if it is
    still sure.
    """
    out = random.choice(sorted(cards, key=str))
    into = random.choice(sorted(DECKS[40] - set(cards), key=str))
    verdict = judge((set(cards) - {out}) | {into}, 40)
    return None if verdict.sure else verdict


@SEEDS
def test_the_tricks_are_those_of_an_independent_program(seed):
    """The program is DDS, through `endplay`. This game's tricks are those of bridge without the 2,
    3 and 4.

    Without the library this test is skipped, and only the comparison with exhaustive search
    remains.
    """
    pytest.importorskip("endplay")
    from endplay.dds import solve_board
    from endplay.types import Deal, Denom, Player

    random = Random(seed + 6)
    denoms = dict(
        zip(SUITS, (Denom.spades, Denom.hearts, Denom.diamonds, Denom.clubs), strict=True)
    )
    for _ in range(DEALS):
        hands, trump = dealt(random, 40, 10), random.choice(SUITS)
        leader = random.randrange(4)
        text = " ".join(
            ".".join(
                "".join(
                    "T" if card.rank == "10" else card.rank
                    for card in sorted(cards, key=lambda card: -ORDER[card.rank])
                    if card.suit == suit
                )
                for suit in SUITS
            )
            for cards in hands
        )
        deal = Deal(f"N:{text}")
        deal.trump, deal.first = denoms[trump], Player(leader)
        theirs = max(tricks for _card, tricks in solve_board(deal))
        layout = Layout(hands, trump, leader)
        assert Search(trump, tricks=True).take(layout, leader % 2) == theirs, layout
