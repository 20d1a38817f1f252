"""Tests of how a bracket fills.

They cover known and waiting places, and the places that a corrected result leaves as drawn.
"""

import pytest

from tournaments.draws.brackets.tree import (
    NOBODY,
    PENDING,
    BracketNode,
    FromPool,
    beaten,
    loser,
    play,
    seed,
    winner,
)
from tournaments.draws.field import Result, Table

# A bracket of four: 1 meets 4 and 2 meets 3. Then come a final and a meeting for the third place.
NODES = [
    BracketNode("W1.1", "main", 1, (seed(1), seed(4))),
    BracketNode("W1.2", "main", 1, (seed(2), seed(3))),
    BracketNode("W2.1", "final", 2, (winner("W1.1"), winner("W1.2"))),
    BracketNode("T2", "third", 2, (loser("W1.1"), loser("W1.2"))),
]
FIRST_WINS = Result((1, 0))


def table(slot, first, second, result=FIRST_WINS):
    return Table(1, ((first,), (second,)), result, slot=slot)


def places(*tables, order=(1, 2, 3, 4), out=()):
    nodes = play(NODES, order, {table.slot: table for table in tables}, frozenset(out))
    return {slot: node.places for slot, node in nodes.items()}


def test_a_final_waits_for_a_finalist():
    assert places(table("W1.1", 1, 4)) == {
        "W1.1": (1, 4),
        "W1.2": (2, 3),
        "W2.1": (1, PENDING),
        "T2": (4, PENDING),
    }


def test_who_has_left_is_replaced_by_nobody_only_where_nothing_is_drawn():
    seated = places(table("W1.1", 1, 4, None), out=(4, 3))
    assert (seated["W1.1"], seated["W1.2"]) == ((1, 4), (2, None))
    # 2 comes to the final without a meeting, so nobody comes to the other place for third.
    assert (seated["W2.1"], seated["T2"]) == ((PENDING, 2), (PENDING, None))


def test_two_who_forfeit_together_leave_both_places_empty():
    both = Result(forfeit=frozenset((1, 4)))
    seated = places(table("W1.1", 1, 4, both), table("W1.2", 2, 3))
    assert (seated["W2.1"], seated["T2"]) == ((None, 2), (None, 3))


def test_a_corrected_result_leaves_a_drawn_round_and_sends_the_other_on():
    corrected, other = table("W1.1", 1, 4), table("W1.2", 2, 3)
    # By the old result 4 won and is drawn in the final. So 1, the corrected winner, takes the
    # loser's place.
    final = table("W2.1", 4, 2, None)
    assert places(corrected, other, final)["T2"] == (1, 3)
    # By the old result 1 lost and is drawn in the meeting for third place. So 4, the corrected
    # loser, goes to the final.
    third = table("T2", 1, 3, None)
    assert places(corrected, other, third)["W2.1"] == (4, 2)
    # If the drawn final already fits the corrected result, nobody changes places.
    assert places(corrected, other, table("W2.1", 1, 2, None))["T2"] == (4, 3)


@pytest.mark.parametrize("at", [0, 1])
def test_who_comes_from_a_pool_to_nobody_goes_on_as_such_on_either_side(at):
    first = FromPool("A", 1)
    there = (seed(1), NOBODY) if at == 0 else (NOBODY, seed(1))
    node = play([BracketNode("K1.1", "main", 1, there)], (first,), {}, frozenset())["K1.1"]
    assert (node.winner, node.loser) == (first, None)


def test_two_who_come_from_pools_are_not_known_yet():
    order = (FromPool("A", 1), FromPool("B", 1), FromPool("C", 1))
    nodes = play(NODES, order, {}, frozenset())
    assert nodes["W1.1"].winner == order[0]
    assert (nodes["W1.2"].winner, nodes["W1.2"].loser) == (PENDING, PENDING)


def test_a_second_chance_is_for_who_is_beaten_in_a_first_meeting():
    # After a bye, 1 has its first meeting in W2.1; if 1 loses it, B receives 1. For 2 it is the
    # second meeting, so a loss by 2 leaves that place of B empty.
    nodes = [
        BracketNode("W1.1", "main", 1, (seed(1), NOBODY)),
        BracketNode("W1.2", "main", 1, (seed(2), seed(3))),
        BracketNode("W2.1", "main", 2, (winner("W1.1"), winner("W1.2"))),
        BracketNode("B", "main", 3, (loser("W1.2"), beaten("W2.1"))),
    ]
    first = table("W1.2", 2, 3)
    for winning, losing, came in ((2, 1, 1), (1, 2, None)):
        tables = {
            "W1.2": first,
            "W2.1": table("W2.1", 1, 2, Result((int(winning == 1), int(winning == 2)))),
        }
        assert play(nodes, (1, 2, 3), tables, frozenset())["B"].places == (3, came), losing
