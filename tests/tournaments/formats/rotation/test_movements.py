"""Tests of the predetermined movements, whose meetings are counted again by simple loops."""

from collections import Counter
from itertools import combinations

import pytest

from tests.extents import some
from tests.tournaments.draws.playing import joined, of, played, run, without
from tournaments.draws import seating as tables
from tournaments.draws.designs.finite_fields import field_of_order
from tournaments.draws.designs.partner_rotation import rotation_length
from tournaments.draws.errors import PairingError
from tournaments.formats.installed import format_of
from tournaments.formats.rotation import draw as predetermined
from tournaments.formats.rotation import movements

ROTATION = format_of("rotation")


def counted(rounds):
    """Return how often every two are partners, how often opponents, and how often each one rests.

    Nobody may sit twice in a round.
    """
    partners, against, rests = Counter(), Counter(), Counter()
    for made in rounds:
        places = [place for meeting in made for side in meeting.sides for place in side]
        assert len(places) == len(set(places))
        for sides, _deals in made:
            if len(sides) == 1:
                rests.update(sides[0])
            for side in sides:
                partners.update(map(frozenset, combinations(side, 2)))
            for ours, other in combinations(sides, 2):
                against.update(frozenset((a, b)) for a in ours for b in other)
    return partners, against, rests


def every_two(count):
    return [frozenset(pair) for pair in combinations(range(count), 2)]


@pytest.mark.parametrize("count", [n for n in range(4, 41) if n % 4 in (0, 1)])
def test_each_partner_once_and_each_opponent_twice_up_to_forty(count):
    rounds = [movements.individual(count, at) for at in range(1, rotation_length(count) + 1)]
    partners, against, rests = counted(rounds)
    assert partners == dict.fromkeys(every_two(count), 1)
    assert against == dict.fromkeys(every_two(count), 2)
    assert rests == (dict.fromkeys(range(count), 1) if count % 4 else {})


@pytest.mark.parametrize("count", [6, 7, 10, 11, *some([14, 15, 18, 22, 27, 35, 39], 4)])
def test_elsewhere_each_partner_once_at_most(count):
    rounds = [movements.individual(count, at) for at in range(1, rotation_length(count) + 1)]
    partners, against, rests = counted(rounds)
    assert set(partners.values()) == {1}
    assert max(against.values()) <= 4
    assert max(rests.values()) - min(rests[place] for place in range(count)) <= 1


def by_seat(rounds):
    """Return how often a place sits in a seat, how often it has a deal, and how many tables share
    one.

    The keys are (place, table, side), (place, deal) and (round, deal).
    """
    seats, deals, shared = Counter(), Counter(), Counter()
    for number, made in enumerate(rounds):
        for table, (sides, dealt) in enumerate(made):
            shared[number, dealt] += 1
            for at, side in enumerate(sides):
                seats.update((place, table, at) for place in side)
                deals.update((place, dealt) for place in side)
    return seats, deals, shared


@pytest.mark.parametrize("count", [*range(4, 21, 2), *some(range(22, 41, 2), 5)])
def test_a_howell_all_meet_once_sit_everywhere_and_play_no_deals_twice(count):
    rounds = [movements.howell(count, at) for at in range(1, count)]
    _partners, against, rests = counted(rounds)
    assert against == dict.fromkeys(every_two(count), 1)
    assert not rests
    seats, deals, shared = by_seat(rounds)
    stays = (count - 1, count // 2 - 1, 0)
    assert seats.pop(stays) == count - 1
    assert set(seats.values()) == {1}
    assert set(deals.values()) == {1}
    assert max(shared.values()) == (1 if 8 <= count <= 20 else count // 2)


@pytest.mark.parametrize("count", [4, 6, 8, 10, 12, 14, *some(range(16, 129, 2), 16)])
@pytest.mark.parametrize("skip", [False, True])
def test_a_mitchell_those_who_sit_meet_those_who_move_once(count, skip):
    half = count // 2
    length = movements.mitchell_length(count, skip=skip)
    assert length == (half - 1 if skip and half % 2 == 0 else half)
    rounds = [movements.mitchell(count, at, skip=skip) for at in range(1, length + 1)]
    _partners, against, _rests = counted(rounds)
    assert set(against.values()) == {1}
    lines = {
        frozenset((sitting, moving)) for sitting in range(half) for moving in range(half, count)
    }
    assert set(against) <= lines
    # With a skip, each entrant misses one of those in the other line.
    assert len(lines - set(against)) == (half if length < half else 0)
    seats, deals, shared = by_seat(rounds)
    assert all(seats[half + table, table, 0] == length for table in range(half))
    assert set(deals.values()) == {1}
    # In a movement with a relay, two tables, the first and the last, share their deals.
    assert max(shared.values()) == (2 if half % 2 == 0 and not skip else 1)


def test_a_mitchell_of_eight_with_its_relay():
    # The two rounds as (sitting entrant, moving entrant, deals) of the four tables.
    assert [
        [
            (meeting.sides[0][0], meeting.sides[1][0], meeting.deals)
            for meeting in movements.mitchell(8, at, skip=False)
        ]
        for at in (1, 2)
    ] == [
        [(4, 0, 1), (5, 1, 2), (6, 2, 4), (7, 3, 1)],
        [(4, 3, 2), (5, 0, 3), (6, 1, 1), (7, 2, 2)],
    ]


def test_an_individual_of_eight_begins_with_the_first_round_of_its_order():
    assert [[meeting.sides for meeting in movements.individual(8, at)] for at in (1, 2)] == [
        [((4, 2), (3, 6)), ((1, 0), (7, 5))],
        [((6, 4), (5, 1)), ((3, 2), (7, 0))],
    ]


@pytest.mark.parametrize(
    ("count", "size", "rounds", "again"),
    [
        # All meet each other exactly once: affine planes of nine, sixteen and twenty-five.
        (9, 3, 4, 0),
        (16, 4, 5, 0),
        (25, 5, 6, 0),
        # As many rounds as tables, constructed from finite fields of orders 4, 5, 7 and 8. Fifteen
        # at tables of four leave one place empty.
        (15, 4, 4, 0),
        (15, 3, 5, 0),
        # Fifteen leave one place of the plane of sixteen empty. The columns of the plane are then
        # not tables, so one round is searched.
        (15, 4, 5, 0),
        (28, 4, 7, 0),
        (32, 4, 8, 0),
        (45, 3, 15, 0),
        # Six tables have no construction, so all rounds are searched.
        (18, 3, 5, 0),
        (24, 4, 4, 0),
        # By number, twelve could meet new people in three rounds of four. With three tables,
        # however, 9 meetings are repeated.
        (12, 4, 3, 9),
    ],
)
def test_tables_of_new_people(count, size, rounds, again):
    made = [movements.golfers(count, size, number) for number in range(1, rounds + 1)]
    _partners, against, _rests = counted(made)
    assert all(sum(len(meeting.places) for meeting in meetings) == count for meetings in made)
    assert sum(times - 1 for times in against.values()) == again


def test_what_is_met_is_told():
    rounds = [movements.individual(8, number) for number in range(1, 8)]
    assert movements.met(8, rounds) == ({1: 28}, {2: 28})
    # After one round, 4 pairs have been partners and 8 have been opponents.
    assert movements.met(8, rounds[:1]) == ({0: 24, 1: 4}, {0: 20, 1: 8})


@pytest.mark.parametrize("order", [4, 5, 7, 8, 9, 16, 25, 27])
def test_a_field(order):
    field = field_of_order(order)
    assert sorted(field.powers) == list(range(1, order))
    for first in range(1, order):
        assert sorted(field.times(first, other) for other in range(order)) == list(range(order))
        assert sorted(field.plus(first, other) for other in range(order)) == list(range(order))
        for second, third in ((2, 3), (order - 1, 2)):
            left = field.times(first, field.plus(second, third))
            assert left == field.plus(field.times(first, second), field.times(first, third))


def test_no_field_of_six():
    assert field_of_order(6) is None


# --- Tournaments -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("movement", "count", "length"),
    [("individual", 9, 9), ("howell", 7, 7), ("mitchell", 8, 4), ("tables", 9, 4)],
)
def test_what_is_drawn_is_what_was_printed(movement, count, length):
    field = of(count, movement=movement)
    printed = ROTATION.calendar(field)
    field = run(field, "rotation")
    assert len(field.rounds) == length
    for foreseen, drawn in zip(printed, field.rounds, strict=True):
        assert [table.sides for table in foreseen if not table.resting] == [
            table.sides for table in drawn if not table.bye
        ]
        resting = {
            entrant
            for table in foreseen
            if table.resting
            for side in table.sides
            for entrant in side
        }
        assert resting == {table.entrants[0] for table in drawn if table.bye}


def test_a_drawn_round_says_its_number_its_places_and_its_deals():
    # Pair 4 has the last place, where nobody sits opposite. The resting pair comes last.
    drawn = ROTATION.draw(of(7, movement="mitchell"))
    reason = {"round": 1, "movement": "mitchell"}
    assert [(table.number, len(table.sides), table.why) for table in drawn.tables] == [
        (1, 2, {**reason, "seats": [4, 0], "deals": 1}),
        (2, 2, {**reason, "seats": [5, 1], "deals": 2}),
        (3, 2, {**reason, "seats": [6, 2], "deals": 4}),
        (4, 1, {**reason, "seats": [3]}),
    ]
    (alone,) = ROTATION.draw(of(5)).tables[1:]
    assert (alone.number, alone.why) == (2, {"round": 1, "movement": "individual", "seats": [0]})


@pytest.mark.parametrize(
    ("options", "rounds", "least", "most"),
    [
        # In four rounds, one of seven rests in each. So four of them rest once.
        ({"movement": "mitchell"}, (3, 1), 3, 4),
        # In seven rounds, each of the seven rests once.
        ({"movement": "howell"}, (3, 1), 6, 6),
        # One table of four and one of three: nobody rests.
        ({"movement": "tables", "table_size": 3}, (2, 0), 4, 4),
    ],
)
def test_the_plan_counts_who_plays_and_who_rests(options, rounds, least, most):
    plan = ROTATION.plan(of(7, **options))
    assert {(round_.tables, round_.resting) for round_ in plan.rounds} == {rounds}
    assert (plan.least, plan.most) == (least, most)


def test_chosen_rounds_are_the_first_of_the_whole():
    whole = ROTATION.calendar(of(12, movement="howell"))
    assert ROTATION.calendar(of(12, movement="howell", rounds=5)) == whole[:5]
    assert ROTATION.rounds(of(12, movement="howell", rounds=50)) == 11


def test_who_comes_late_takes_the_place_of_who_left_and_keeps_it():
    field = of(8)
    field = played(field, ROTATION.draw(field).tables)
    field = joined(field)
    late = ROTATION.draw(field)
    assert [(warning.code, warning.params) for warning in late.warnings] == [
        ("too_late_for_schedule", {"entrant": 9})
    ]
    field = without(field, 3)
    whole = ROTATION.calendar(of(8))[1]
    drawn = ROTATION.draw(field)
    assert not drawn.warnings
    assert [table.sides for table in drawn.tables] == [
        tuple(tuple(9 if entrant == 3 else entrant for entrant in side) for side in table.sides)
        for table in whole
    ]
    # 9 keeps this place when another entrant leaves later.
    field = without(played(field, drawn.tables), 1)
    drawn = ROTATION.draw(field)
    third = ROTATION.calendar(of(8))[2]
    lost = next(table for table in third if any(1 in side for side in table.sides))
    rest = {9 if entrant == 3 else entrant for side in lost.sides for entrant in side} - {1}
    assert {table.entrants[0] for table in drawn.tables if table.bye} == rest


def test_an_odd_pair_more_takes_the_empty_place():
    field = of(7, movement="howell")
    field = played(field, ROTATION.draw(field).tables)
    assert sum(table.bye for table in field.rounds[0]) == 1
    drawn = ROTATION.draw(joined(field))
    assert not drawn.warnings
    assert not any(table.bye for table in drawn.tables)


def test_at_tables_the_others_play_and_three_are_enough():
    field = of(9, movement="tables", table_size=3)
    field = played(field, ROTATION.draw(field).tables)
    drawn = ROTATION.draw(without(field, 1))
    assert sorted(len(table.entrants) for table in drawn.tables) == [1, 1, 3, 3]


@pytest.mark.parametrize(
    ("movement", "resting"),
    [("individual", [3, 0, 1, 2]), ("howell", [1, 0, 1, 0]), ("tables", [0, 0, 0, 0])],
)
def test_how_many_of_seven_to_ten_rest(movement, resting):
    assert [
        predetermined.resting(count, of(count, movement=movement).options) for count in range(7, 11)
    ] == resting


def test_the_last_two_of_eight_still_meet():
    drawn = ROTATION.draw(without(of(8, movement="howell"), *range(1, 7)))
    assert [table.sides for table in drawn.tables] == [((7,), (8,))]


def test_a_table_that_two_are_left_of_is_told_to_rest_in_what_is_printed():
    printed = ROTATION.calendar(without(of(9, movement="tables", table_size=3), 1))
    assert [(len(table.sides), table.resting) for table in printed[0]] == [
        (3, False),
        (3, False),
        (2, True),
    ]


def test_three_are_too_few():
    with pytest.raises(PairingError, match="too_few_entrants"):
        ROTATION.draw(of(3))


def calls_of(monkeypatch, name):
    """Return a list that records each round for which the movement is computed."""
    computed, whole = [], getattr(movements, name)
    monkeypatch.setattr(
        movements, name, lambda *given, **more: computed.append(given[-1]) or whole(*given, **more)
    )
    return computed


@pytest.mark.parametrize(("movement", "name"), [("howell", "howell"), ("mitchell", "mitchell")])
def test_a_draw_makes_its_own_round_alone(monkeypatch, movement, name):
    computed = calls_of(monkeypatch, name)
    field = of(128, movement=movement)
    field = played(field, ROTATION.draw(field).tables)
    ROTATION.draw(field)
    assert computed == [1, 2]


def test_rounds_that_follow_from_those_before_are_made_once(monkeypatch):
    movements.forget()
    made, searched = [], movements._searched
    monkeypatch.setattr(
        movements, "_searched", lambda *given: made.append(given[-1]) or searched(*given)
    )
    first = [movements.golfers(6, 3, number) for number in (3, 1, 2, 3)]
    assert made == [1, 2, 3]
    assert first[0] == first[3]
    # The largest number of rounds that anybody may ask for does not exceed the recursion limit.
    assert len(movements.golfers(6, 3, 1100)) == 2
    movements.forget()


@pytest.mark.parametrize(
    ("count", "options", "third", "before"),
    [
        (128, {"movement": "howell"}, 127, 127),
        (128, {"movement": "individual", "rounds": 127}, 40, 127),
        (128, {"movement": "tables", "rounds": 500}, 40, 500),
        (24, {"movement": "tables", "rounds": 30}, 30, 30),
        (2000, {"movement": "howell"}, 8, 1999),
        (2000, {"movement": "individual", "rounds": 40}, 2, 40),
        (200, {"movement": "tables", "rounds": 60}, 25, 60),
    ],
)
def test_a_movement_has_so_many_rounds_at_most(count, options, third, before):
    assert predetermined.rounds(of(count, **options)) == third
    assert predetermined.rounds(of(count, **options, edition=2)) == before


def test_tables_of_a_hundred_and_twenty_eight_are_few_looks(monkeypatch):
    """Two tables with nothing to exchange are examined again only after one of them has changed."""
    movements.forget()
    looks, best = [], tables._best_exchange
    monkeypatch.setattr(tables, "_best_exchange", lambda *given: looks.append(1) or best(*given))
    movements.golfers(128, 4, 36)  # three rounds after the 33 that are built
    # In each of three rounds, the 496 pairs of tables are each examined about five times. They are
    # not all examined in every pass.
    assert len(looks) < 3 * 496 * 6
    movements.forget()
