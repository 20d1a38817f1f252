"""The compiled solver against exhaustive search, an independent program, and sure hands.

Its rules and its steps are tried in test_solver.py, as plain Python.

The suite tries a sample that changes with the day; the soak tries the numbers of the specification.
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
# What a shortcut builds on stands beside it where it is left alone.
ALONE = {
    memory.FORGET: memory.FORGET | memory.TABLE,
    memory.DEARER: memory.DEARER | memory.SAME,
    memory.CROSS: memory.CROSS | memory.SURE,
    memory.LATER: memory.LATER | memory.SURE,
}


def dealt(random, deck, size):
    """Four hands of `size` cards drawn from a deck."""
    cards = random.sample(sorted(DECKS[deck], key=str), 4 * size)
    return tuple(tuple(cards[seat::4]) for seat in range(4))


def position(random, size):
    """A position with hands of up to `size` cards, before or within a trick."""
    layout = Layout(
        dealt(random, random.choice((40, 36)), size), random.choice(SUITS), random.randrange(4)
    )
    for _ in range(random.randrange(4)):
        layout, _winner, _trick = layout.after(random.choice(layout.legal))
    return layout


def sizes(random):
    """Hands of one to four cards, and now and then five: the exhaustive search is slow."""
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
    """Each switched off in turn, and each alone: the same, on hands that are longer too."""
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
    """One search of many layouts and leaders says what a new search says of each."""
    random = Random(seed + 2)
    kept = Search("hearts")
    for _ in range(100):
        hands = dealt(random, random.choice((40, 36)), random.choice((3, 4, 5, 6)))
        for leader in range(4):
            layout = Layout(hands, "hearts", leader)
            assert kept.take(layout, 0) == Search("hearts").take(layout, 0), layout


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
    # Hands of two suits of five masters are there for both trumps.
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
            for one in refuted.refutations:
                search = Search(one.trump, tricks=True)
                assert not search.takes_all(Layout(one.hands, one.trump, 0), 0), one


def around(random, cards):
    """A hand, and a random deal of the rest to the three others."""
    rest = sorted(DECKS[40] - set(cards), key=str)
    random.shuffle(rest)
    return (tuple(cards), tuple(rest[:10]), tuple(rest[10:20]), tuple(rest[20:]))


def neighbour(random, cards):
    """The verdict of the hand with one card exchanged for another, if it is no longer sure."""
    out = random.choice(sorted(cards, key=str))
    into = random.choice(sorted(DECKS[40] - set(cards), key=str))
    verdict = judge((set(cards) - {out}) | {into}, 40)
    return None if verdict.sure else verdict


@SEEDS
def test_the_tricks_are_those_of_an_independent_program(seed):
    """DDS, through `endplay`: this game's tricks are bridge's, so the 2, 3 and 4 are left out.

    Without the library the comparison with exhaustive search stands alone.
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
