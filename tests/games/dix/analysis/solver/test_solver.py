"""The solver's search, run as the plain Python from which it is compiled.

Values are compared with exhaustive search. The number of positions that a search looks at is
pinned here: another order of cards or another shortcut changes that number, but no value. The
compiled search is tested in test_solver_compiled.py, on longer hands.
"""

import importlib
from random import Random

import pytest

from games.cards import SUITS, parse_card
from games.dix.analysis.solver.plain_solver import alpha_beta, exhaustive, worth_of
from games.dix.engine.play import DECKS, PlayState, play_card
from tests.extents import some
from tests.uncompiled import SOLVER, uncompiled

solver = uncompiled(*SOLVER)
memory = solver.memory
Layout, Search = solver.Layout, solver.Search


def layout_of(random, size, played=0):
    """Return a position with hands of `size` cards, of which `played` are already on the table."""
    deck = 40 if size == 10 else random.choice((40, 36))
    cards = random.sample(sorted(DECKS[deck], key=str), 4 * size)
    hands = tuple(tuple(cards[seat::4]) for seat in range(4))
    layout = Layout(hands, random.choice(SUITS), random.randrange(4))
    for _ in range(played):
        layout, _winner, _trick = layout.after(random.choice(layout.legal))
    return layout


def value_of(layout, *, tricks=False, by=exhaustive):
    return by(layout.hands, layout.trump, layout.leader, layout.on_table, tricks=tricks)


def whole_of(layout, *, tricks):
    cards = [card for hand in (*layout.hands, layout.on_table) for card in hand]
    return len(cards) // 4 if tricks else worth_of(cards, tricks=False)


@pytest.mark.parametrize("tricks", [False, True])
@pytest.mark.parametrize("played", [0, 1, 2, 3])
def test_a_position_is_worth_what_exhaustive_search_says(played, tricks):
    random = Random(played)
    for size in (1, 2, 2, 2, 2, 2, 2, 2, 2, 3, 3, 3, 3):
        layout = layout_of(random, size, played)
        expected = value_of(layout, tricks=tricks)
        search = Search(layout.trump, tricks=tricks)
        assert search.take(layout, 0) == expected, layout
        assert search.reaches(layout, 0, expected), layout
        assert not search.reaches(layout, 0, expected + search.unit), layout
        others = whole_of(layout, tricks=tricks) - expected
        assert search.reaches(layout, 1, others), layout
        assert not search.reaches(layout, 1, others + search.unit), layout


@pytest.mark.parametrize("tricks", [False, True])
def test_four_cards_are_worth_what_a_simple_search_says(tricks):
    random = Random(4)
    for _ in range(8):
        layout = layout_of(random, 4)
        expected = value_of(layout, tricks=tricks, by=alpha_beta)
        assert Search(layout.trump, tricks=tricks).take(layout, 0) == expected, layout


def test_what_was_learnt_of_one_layout_misleads_no_other():
    """Each layout has the same cards as the one before, except that two cards have changed
    hands.
    """
    random = Random(5)
    layout = layout_of(random, 5)
    search = Search(layout.trump)
    for _ in range(6):
        for leader in range(4):
            here = Layout(layout.hands, layout.trump, leader)
            assert search.take(here, 0) == Search(layout.trump).take(here, 0), here
        hands = [list(hand) for hand in layout.hands]
        seat, other = random.sample(range(4), 2)
        hands[seat][0], hands[other][0] = hands[other][0], hands[seat][0]
        for hand in hands:
            random.shuffle(hand)
        layout = Layout(tuple(map(tuple, hands)), layout.trump, 0)


# The number of positions looked at from seventy starting positions of five to seven cards, or
# from fifteen if some shortcuts are switched off.
SIZES = (5, 6, 5, 5, 6, 5, 7, 5, 6, 5, 6)
POSITIONS = {"": 25754, "ORDER": 15368, "SAME": 5727, "SURE": 5627, "TABLE": 6874, "TWO LAST": 5068}


@pytest.mark.parametrize("without", some(list(POSITIONS), 6))
def test_how_many_positions_a_search_looks_at(without):
    assert positions_looked_at(solver, without) == POSITIONS[without]


@pytest.mark.nightly
def test_compiled_it_looks_at_the_same_positions():
    compiled = importlib.import_module("games.dix.analysis.solver.solver")
    assert {name: positions_looked_at(compiled, name) for name in POSITIONS} == POSITIONS


def positions_looked_at(solver, without):
    options = memory.EVERYTHING - sum(getattr(memory, name) for name in without.split())
    random, looked = Random(6), 0
    for number in range(15 if without else 70):
        layout = layout_of(random, SIZES[number % len(SIZES)], number % 4)
        layout = solver.Layout(layout.hands, layout.trump, layout.leader, layout.on_table)
        search = solver.Search(layout.trump, tricks=number % 5 == 0, options=options)
        search.take(layout, 0)
        looked += search.nodes
    return looked


def test_every_card_is_worth_what_exhaustive_search_says_and_helps_the_next_one():
    random, looked = Random(7), 0
    for number in range(12):
        layout = layout_of(random, 2 + number // 4, number % 4)
        side, tricks = number % 2, number % 3 == 0
        whole = whole_of(layout, tricks=tricks)
        search = Search(layout.trump, tricks=tricks)
        values = search.each_card(layout, side)
        looked += search.nodes
        assert set(values) == set(layout.legal)
        for card, value in values.items():
            then, winner, trick = layout.after(card)
            rest = value_of(then, tricks=tricks, by=alpha_beta)
            if winner is not None and winner % 2 == 0:
                rest += worth_of(trick, tricks=tricks)
            assert value == (rest if side == 0 else whole - rest), (layout, card)
    assert looked == 518


def test_both_values_of_cards_by_exhaustive_search_of_the_engine_itself():
    """The engine plays a hand to its last tricks, and then tries every possible end."""
    random = Random(8)
    for number in range(12):
        layout = layout_of(random, 10)
        state = PlayState(40, layout.trump, layout.leader)
        for _ in range(32 + number % 4):
            card = random.choice(layout.legal)
            state, layout = play_card(state, card), layout.after(card)[0]
        for penalised in (False, True):
            expected = ends(state, layout, number % 2, penalised)
            value = solver.best_total(state, layout.hands, number % 2, penalised_aces=penalised)
            assert value == expected


def ends(state, layout, side, penalised):
    """Return the points that the engine counts for `side` after perfect play of the rest, with
    every card played by `play_card`.
    """
    if state.over:
        return state.points_by_side(penalised_aces=penalised)[side]
    totals = [
        ends(play_card(state, card), layout.after(card)[0], side, penalised)
        for card in layout.legal
    ]
    return max(totals) if layout.to_play % 2 == side else min(totals)


def hand(text):
    return tuple(parse_card(code) for code in text.split())


def test_an_end_of_three_cards_worked_out_by_hand():
    """South leads AS; East and West follow with small cards: 10 points.

    On the KS, East must play the 10S, and North throws the 10H: 20 points. The 5D loses to
    West's QD: 5 points for the defence.
    """
    hands = (hand("AS KS 5D"), hand("6S 10S 6H"), hand("7S 6C 10H"), hand("8S 7C QD"))
    layout = Layout(hands, "spades", 0)
    assert Search("spades").take(layout, 0) == 30
    assert Search("spades", tricks=True).take(layout, 0) == 2
    assert not Search("spades").takes_all(layout, 0)
    assert Search("spades").reaches(layout, 0, 30)
    assert not Search("spades").reaches(layout, 0, 35)
    assert Search("spades").reaches(layout, 1, 5)
    assert not Search("spades").reaches(layout, 1, 10)


def test_a_table_says_what_single_questions_say():
    hands = layout_of(Random(9), 4).hands
    for (trump, leader), points in solver.solve_table(hands).items():
        assert points == Search(trump).take(Layout(hands, trump, leader), leader % 2)


@pytest.mark.parametrize(
    "wrong",
    [
        {"hands": (("5S",), ("5S",), ("6S",), ("7S",))},
        {"hands": (("5S",), ("6S",), ("7S",), ())},
        {"hands": (("5S",), ("6S",), ("2S",), ("7S",))},
        {"leader": 4},
        {"trump": "none"},
        {"on_table": ("8S",)},
    ],
)
def test_what_is_no_position_is_refused(wrong):
    plain = {"hands": (("5S",), ("6S",), ("7S",), ("8S",)), "leader": 0, "trump": "spades"}
    given = {**plain, **wrong}
    given["hands"] = tuple(tuple(map(parse_card, cards)) for cards in given["hands"])
    given["on_table"] = tuple(map(parse_card, given.get("on_table", ())))
    with pytest.raises(solver.LayoutFault):
        Layout(**given)


def test_the_last_card_of_all_takes_its_trick():
    """Seat 3 closes a trick that holds an ace and a 10. With a trump it wins their 20 points, with
    another card it loses them.
    """
    layout = Layout(((), (), (), hand("7S")), "spades", 0, hand("AH 10H 6H"))
    assert Search("spades").each_card(layout, 1) == {parse_card("7S"): 20}
    assert Search("spades").each_card(layout, 0) == {parse_card("7S"): 0}
    layout = Layout(((), (), (), hand("7C")), "spades", 0, hand("AH 10H 6H"))
    assert Search("spades").each_card(layout, 0) == {parse_card("7C"): 20}


def test_nothing_is_reached_by_anybody_and_more_than_there_is_by_nobody():
    layout = Layout((hand("AS"), hand("5S"), hand("6S"), hand("10S")), "hearts", 0)
    for side in (0, 1):
        assert Search("hearts").reaches(layout, side, 0)
        assert not Search("hearts").reaches(layout, side, 30)
    assert Search("hearts").reaches(layout, 0, 25)
    assert not Search("hearts").reaches(layout, 1, 5)
