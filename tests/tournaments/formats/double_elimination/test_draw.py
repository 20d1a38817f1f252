from collections import defaultdict
from dataclasses import replace
from random import Random

import pytest

from tests.tournaments.draws.playing import favourite, of, pairs, played, ranking, run
from tournaments.draws.field import Result
from tournaments.formats.double_elimination import draw as double_elimination
from tournaments.formats.installed import format_of

DOUBLE = format_of("double_elimination")


def test_eight_entrants_favourites_winning():
    field = run(of(8), "double_elimination")
    # The winners' rounds have 4, 2 and 1 tables, the losers' rounds 2, 2, 1 and 1, and then comes
    # the final.
    by_slot = {t.slot: frozenset(t.entrants) for tables in field.rounds for t in tables}
    assert by_slot["W3.1"] == {1, 2}
    assert by_slot["F1"] == {1, 2}
    assert "F2" not in by_slot
    assert ranking(field, "double_elimination")[:3] == [1, 2, 3]
    assert len(by_slot) == 4 + 2 + 1 + 2 + 2 + 1 + 1 + 1


def test_a_round_of_the_winners_is_drawn_beside_one_of_the_losers():
    field = of(8)
    field = played(field, DOUBLE.draw(field).tables)
    # 8, 5, 7 and 6 lost. They meet in the order of the bracket, in the same round as the winners.
    assert [t.slot for t in DOUBLE.draw(field).tables] == ["W2.1", "W2.2", "L1.1", "L1.2"]
    assert pairs(DOUBLE.draw(field).tables) == [(1, 4), (2, 3), (8, 5), (7, 6)]


@pytest.mark.parametrize("reset", [True, False])
def test_the_final_is_played_again_if_the_unbeaten_one_loses_it(reset):
    def upset(table):
        return Result((0, 1)) if table.slot in ("F1", "F2") else favourite(table)

    field = run(of(4, reset_final=reset), "double_elimination", upset)
    slots = [table.slot for tables in field.rounds for table in tables]
    assert ("F2" in slots) is reset
    # In F1, 1 is unbeaten and loses to 2. If F2 follows, 2 sits in the first place there and loses
    # it to 1.
    assert ranking(field, "double_elimination")[:2] == ([1, 2] if reset else [2, 1])


def test_of_two_the_loser_goes_straight_to_the_final():
    field = of(2)
    field = played(field, DOUBLE.draw(field).tables)
    assert pairs(DOUBLE.draw(field).tables) == [(1, 2)]
    assert DOUBLE.draw(field).tables[0].slot == "F1"


def test_the_drops_are_ordered():
    drops = [1, 2, 3, 4]
    assert double_elimination.reverse(drops) == [4, 3, 2, 1]
    assert double_elimination.half_shift(drops) == [3, 4, 1, 2]
    assert double_elimination.reverse_half_shift(drops) == [2, 1, 4, 3]


@pytest.mark.parametrize(
    ("size", "round_"), [(8, 3), (16, 4), (32, 5), (64, 7), (128, 8), (256, 8), (512, 8)]
)
def test_who_met_among_the_winners_does_not_meet_again_before(size, round_):
    # When two meet at a winners' table, the loser drops from there, and the winner may drop later.
    # They meet again where their ways through the losers' bracket first cross.
    after = {"winner": {}, "loser": {}}
    for node in double_elimination.nodes(size):
        for source in node.places:
            if source.kind != "seed" and node.part != "reset":
                after[source.kind][source.of] = node.slot

    def way(slot):
        """Return the tables that an entrant comes through who wins from this slot on."""
        return [slot, *way(after["winner"][slot])] if slot in after["winner"] else [slot]

    def dropped(slot):
        return [on for on in way(after["loser"][slot]) if on.startswith("L")]

    crossings = [
        next(on for on in dropped(table) if on in dropped(later))
        for table in after["loser"]
        if table.startswith("W")
        for later in way(table)[1:]
        if later.startswith("W") and dropped(later)
    ]
    assert min(int(slot[1:].split(".")[0]) for slot in crossings) == round_


@pytest.mark.nightly
def test_every_size_ends_with_each_out_after_two_defeats():
    random = Random(4)
    for count in range(2, 129):
        field = run(
            of(count), "double_elimination", lambda table: Result(random.choice(((1, 0), (0, 1))))
        )
        lost = defaultdict(int)
        for tables in field.rounds:
            for table in tables:
                if not table.bye:
                    lost[table.sides[1 - table.winner][0]] += 1
        first, second = ranking(field, "double_elimination")[:2]
        assert lost[first] <= 1
        others = [entrant for entrant in range(1, count + 1) if entrant != first]
        assert [lost[entrant] for entrant in others] == [2] * (count - 1)
        assert second != first


def test_the_final_may_be_played_again_until_it_is_won():
    field = of(4)
    assert not DOUBLE.bracket(field)["F2"].known
    over = run(field, "double_elimination")
    assert DOUBLE.bracket(over)["F2"].present == ()
    assert DOUBLE.bracket(over)["F2"].known


def test_a_corrected_winner_who_was_drawn_among_the_losers_goes_on_there():
    """The result of W2.1 is reversed after the losers' next round was drawn.

    That round stays as drawn.
    """
    field = of(8)
    for _ in range(3):
        field = played(field, DOUBLE.draw(field).tables)
    second = [
        replace(table, result=Result((0, 1))) if table.slot == "W2.1" else table
        for table in field.rounds[1]
    ]
    field = replace(field, rounds=(field.rounds[0], tuple(second), field.rounds[2]))
    # By the old result 4 lost, and has then been drawn among the losers. So 1 goes to the winners'
    # final although 4 won.
    drawn = DOUBLE.draw(field).tables
    seats = [entrant for table in drawn for entrant in table.entrants]
    assert len(seats) == len(set(seats))
    assert [table.entrants for table in drawn if table.slot.startswith("W")] == [(1, 2)]
