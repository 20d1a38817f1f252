"""Tests of the consolation (field B), worked out by hand. Favourites win unless another winner is
named.
"""

from dataclasses import replace
from random import Random

import pytest

from tests.tournaments.draws.playing import favourite, of, pairs, played, ranking, run, without
from tournaments.draws.field import Result
from tournaments.formats.installed import format_of

SINGLE = format_of("single_elimination")


def upset(*winners):
    """Return a result function: these entrants win, and elsewhere the favourite."""

    def result(table):
        ahead = [side for side in table.sides if side[0] in winners]
        if len(ahead) != 1:
            return favourite(table)
        return Result(tuple(1 if side == ahead[0] else 0 for side in table.sides))

    return result


def course(field, result=favourite):
    """Return the pairs of each round, by the first letter of their slot."""
    rounds = []
    for tables in run(field, "single_elimination", result).rounds:
        rounds.append({table.slot[0]: [] for table in tables})
        for table, pair in zip(tables, pairs(tables), strict=True):
            rounds[-1][table.slot[0]].append(pair)
    return rounds


def test_eight_the_four_who_lose_first_meet_at_once():
    assert course(of(8, b_final=True)) == [
        {"W": [(1, 8), (4, 5), (2, 7), (3, 6)]},
        {"W": [(1, 4), (2, 3)], "B": [(8, 6), (5, 7)]},
        {"W": [(1, 2)], "B": [(6, 5)]},
    ]
    # First come the four semi-finalists of the main field, then field B.
    field = run(of(8, b_final=True), "single_elimination")
    assert ranking(field, "single_elimination") == [1, 2, 3, 4, 5, 6, 7, 8]


def test_who_had_a_bye_and_loses_then_comes_to_b_a_round_later():
    # Seed 1 rests, then loses to 4, who has played. It was 1's first match, so 1 comes into B.
    field = of(7, b_final=True)
    assert course(field, upset(4)) == [
        {"W": [(4, 5), (2, 7), (3, 6), (1,)]},
        {"W": [(1, 4), (2, 3)], "B": [(5, 7), (6,)]},
        {"W": [(4, 2)], "B": [(1, 6), (5,)]},
        {"B": [(5, 1)]},
    ]
    # If 4 loses instead, it is 4's second match. So no place is kept for 4, and B ends together
    # with A.
    assert course(field)[2:] == [{"W": [(1, 2)], "B": [(5, 6)]}]
    # In the first two editions, those who waited rested once more, and B ended a round later.
    before = of(7, b_final=True, edition=2)
    assert course(before)[2:] == [{"W": [(1, 2)], "B": [(5,), (6,)]}, {"B": [(5, 6)]}]


def of_b(field):
    """Return (rests in B by entrant, matches in B by entrant, course of the fields).

    The last has the entrants of the final and the number of the last round of A and of B.
    """
    rests, matches, last = {}, {}, {}
    for number, tables in enumerate(field.rounds, start=1):
        for table in tables:
            letter = "B" if table.slot.startswith("B") else "A"
            last[letter] = table.entrants if not table.bye else last.get(letter, ())
            last[f"{letter} ends"] = number
            for entrant in table.entrants if letter == "B" else ():
                rests[entrant] = rests.get(entrant, 0) + table.bye
                matches[entrant] = matches.get(entrant, 0) + (not table.bye)
    return rests, matches, last


@pytest.mark.parametrize("cadrage", [False, True])
@pytest.mark.parametrize("count", [*range(5, 18), pytest.param(33, marks=pytest.mark.nightly)])
def test_b_is_closed_up_whoever_wins(count, cadrage):
    random = Random(f"{count} {cadrage}")
    for _ in range(12):
        field = of(count, b_final=True, cadrage=cadrage)
        field = run(
            field, "single_elimination", lambda table: Result(random.choice([(1, 0), (0, 1)]))
        )
        rests, matches, last = of_b(field)
        if len(rests) < 2:
            continue
        # Nobody rests twice in B, and B ends at most one round after A.
        assert max(rests.values()) <= min(rests.values()) + 1, field.rounds
        assert max(rests.values()) <= 1
        assert last["B ends"] <= last["A ends"] + 1
        if len(rests) > 3:
            # The finalists of B have played in B before.
            assert all(matches[entrant] > 1 for entrant in last["B"]), field.rounds
        # B consists of exactly those who lost their first match.
        assert rests.keys() == lost_first(field)
        rows = SINGLE.standings(field)
        assert [row.rank for row in rows][:2] == [1, 2]


def lost_first(field):
    """Return the entrants who lost their first match, unless it was the final."""
    first = {}
    tables = [t for drawn in field.rounds for t in drawn if not t.bye and t.slot[0] in "WC"]
    for table in tables:
        for entrant in table.entrants:
            first.setdefault(entrant, table)
    return {
        entrant
        for entrant, table in first.items()
        if table.sides[table.winner] != (entrant,) and table is not tables[-1]
    }


def test_seven_three_or_four_in_b():
    """Of seven entrants, three or four come into B.

    With three, B ends together with A. With four, the last comes during A's final, and B ends a
    round later.
    """
    for winners, in_b, ends in (((), 3, 3), ((4,), 4, 4)):
        rests, _matches, last = of_b(
            run(of(7, b_final=True), "single_elimination", upset(*winners))
        )
        assert (len(rests), last["A ends"], last["B ends"]) == (in_b, 3, ends)


def test_who_leaves_or_forfeits_has_no_place_kept_in_b():
    """Of eight entrants, 4 and 5 both forfeit, and 6 leaves.

    So B is only 8 against 7, and ends together with A.
    """

    def result(table):
        both = set(table.entrants) == {4, 5}
        return Result((), frozenset((4, 5))) if both else favourite(table)

    field = of(8, b_final=True)
    field = played(field, SINGLE.draw(field).tables, result)
    field = without(field, 6)
    assert pairs(SINGLE.draw(field).tables) == [(2, 3), (8, 7), (1,)]


def test_what_is_drawn_in_b_stays_when_a_result_is_corrected():
    """7 lost to 2 and sits in B. When the result is corrected to a win of 7, both stay where they
    were drawn.
    """
    field = of(7, b_final=True)
    field = played(field, SINGLE.draw(field).tables)
    drawn = played(field, SINGLE.draw(field).tables)
    turned = tuple(
        replace(table, result=Result((0, 1))) if table.entrants == (2, 7) else table
        for table in drawn.rounds[0]
    )
    drawn = replace(drawn, rounds=(turned, drawn.rounds[1]))
    assert pairs(SINGLE.draw(drawn).tables) == [(1, 2), (5, 6)]


def test_fields_slots_and_stages():
    bracket = SINGLE.bracket(of(7, b_final=True))
    assert [(slot, place.node.field, place.node.stage) for slot, place in bracket.items()] == [
        *((slot, "A", 1) for slot in ("W1.1", "W1.2", "W1.3", "W1.4")),
        *(("W2.1", "A", 2), ("W2.2", "A", 2), ("BE.1", "B", 2), ("BE.2", "B", 2)),
        *(("W3.1", "A", 3), ("B1.1", "B", 3), ("B1.2", "B", 3)),
        ("B2.1", "B", 4),
    ]


@pytest.mark.parametrize(
    ("count", "options", "tables"),
    [
        # Of 3, only one loses a first match, so B has no table. Of 4, two do, unless they play for
        # the third place.
        (3, {}, 0),
        (4, {}, 1),
        (4, {"third_place": True}, 0),
        # 9 loses the cadrage to 8. Then seven play their first match, and 5, 6 and 7 lose it. So
        # four entrants play three tables in B.
        (9, {"cadrage": True}, 3),
        (16, {"third_place": True}, 8),
    ],
)
def test_how_much_is_played_in_b(count, options, tables):
    field = run(of(count, b_final=True, **options), "single_elimination")
    second = [t for drawn in field.rounds for t in drawn if t.slot.startswith("B") and not t.bye]
    assert len(second) == tables


@pytest.mark.nightly
def test_nobody_of_b_meets_anybody_twice_and_everybody_beaten_at_once_is_there():
    for count in range(4, 129):
        field = run(of(count, b_final=True), "single_elimination", upset(*range(1, count, 3)))
        tables = [table for drawn in field.rounds for table in drawn if not table.bye]
        met = [frozenset(table.entrants) for table in tables]
        assert len(met) == len(set(met)), count
        first: dict[int, object] = {}
        for table in tables:
            for entrant in table.entrants:
                first.setdefault(entrant, table)
        last = max(int(t.slot[1:].split(".")[0]) for t in tables if t.slot[0] == "W")
        out = {
            entrant
            for entrant, table in first.items()
            if table.slot[0] == "W"
            and table.slot.split(".")[0] in ("W1", "W2")
            and table.slot != f"W{last}.1"
            and table.sides[table.winner] != (entrant,)
        }
        assert out == {entrant for t in tables if t.slot[0] == "B" for entrant in t.entrants}, count
