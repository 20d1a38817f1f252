"""Tests of which boards are played where.

Nobody plays a board twice, and a board is not shown while somebody still has to play it.
"""

from dataclasses import replace

import pytest

from tests.tournaments.draws.playing import played
from tournaments.draws.errors import PairingError
from tournaments.draws.field import Entrant, Field, Options, Table
from tournaments.formats.installed import format_of
from tournaments.formats.rotation import boards
from tournaments.formats.rotation.draw import schedule


def of(count, movement, **options):
    entrants = tuple(Entrant(number, str(number)) for number in range(1, count + 1))
    full_options = Options(movement=movement, duplicate="matchpoints", **options)
    return Field(entrants, options=full_options, seed="soir")


MOVEMENTS = [
    *((count, "howell") for count in range(4, 25)),
    *((count, "mitchell") for count in range(4, 25)),
    *((count, "individual") for count in (8, 9, 12, 13, 14, 15, 16, 20)),
    (4, "teams"),
]


@pytest.mark.parametrize(("count", "movement"), MOVEMENTS)
@pytest.mark.parametrize("skip", [False, True])
def test_nobody_plays_a_board_twice(count, movement, skip):
    field = of(count, movement, deals=3, skip=skip)
    met = [
        (place, board)
        for made in schedule(field)
        for meeting in made
        if len(meeting.sides) > 1
        for place in meeting.places
        for board in boards.of_set(meeting.deals, field.options)
    ]
    assert met
    assert len(met) == len(set(met))


def test_where_a_movement_has_no_sets_all_play_those_of_the_round():
    field = of(8, "individual", rounds=3)
    dealt = [[meeting.deals for meeting in made] for made in schedule(field)]
    assert dealt == [[1, 1], [2, 2], [3, 3]]


def test_a_set_is_open_once_every_round_that_plays_it_is_closed():
    field = of(8, "howell", deals=2)
    played = boards.sets(field)
    assert set(played) == set(range(1, 8))
    # Each of the four tables plays a set of its own in each of seven rounds.
    assert sum(len(rounds) for rounds in played.values()) == 28
    last = {number: max(playing.round for playing in rounds) for number, rounds in played.items()}
    for closed in range(8):
        opened = boards.opened(field, range(1, closed + 1))
        assert opened == {
            board
            for number, round_ in last.items()
            if round_ <= closed
            for board in (2 * number - 1, 2 * number)
        }
    assert boards.opened(field, range(2, 8)) < set(boards.numbers(field))


def test_a_relay_has_two_tables_share_their_boards():
    shared = boards.sets(of(8, "mitchell"))
    assert sorted(
        playing.tables for rounds in shared.values() for playing in rounds if playing.round == 1
    ) == [
        1,
        1,
        2,
    ]


def test_both_pairs_of_a_team_sit_opposite_ways_on_the_same_boards():
    field = of(4, "teams", deals=4, rounds=2)
    first = format_of("rotation").draw(field).tables
    assert [table.sides for table in first] == [((1,), (3,)), ((4,), (2,))]
    assert [list(boards.of_table(table, field.options)) for table in first] == [[1, 2, 3, 4]] * 2
    (_first_round, second_round) = schedule(field)
    assert [meeting.sides for meeting in second_round] == [((0,), (3,)), ((2,), (1,))]


def test_two_teams_are_four_pairs():
    with pytest.raises(PairingError, match="too_many_for_teams") as refused:
        format_of("rotation").draw(of(5, "teams"))
    assert refused.value.params == {"most": 4, "count": 5}


def test_without_duplicate_there_are_no_boards():
    field = of(8, "howell")
    plain = Field(field.entrants, options=Options(movement="howell"), seed="soir")
    assert boards.sets(plain) == {}
    table = format_of("rotation").draw(plain).tables[0]
    assert not boards.of_table(table, plain.options)


def test_a_howell_of_four_has_a_set_each_round_until_all_are_played():
    field = of(4, "howell", deals=2)
    assert boards.sets(field) == {number: [boards.Playing(number, 2)] for number in (1, 2, 3)}
    assert (boards.published(field), boards.to_come(field)) == ({}, frozenset(range(1, 7)))
    first = played(field, format_of("rotation").draw(field).tables)
    assert boards.sets(first) == boards.sets(field)
    assert boards.published(first) == {1: [boards.Playing(1, 2)]}
    assert boards.to_come(first) == frozenset((3, 4, 5, 6))
    assert boards.numbers(first) == [1, 2, 3, 4, 5, 6]
    # If no more rounds are published, the first set is open, and the others never will be.
    assert boards.opened(first, [1], over=True) == frozenset((1, 2))


def test_who_rests_plays_no_boards():
    # One of five entrants rests, so there is a single table in each round.
    assert boards.sets(of(5, "individual")) == {
        number: [boards.Playing(number, 1)] for number in range(1, 6)
    }


def test_boards_that_a_round_was_drawn_with_count_whatever_the_schedule_says():
    field = of(4, "howell")
    drawn = (
        Table(1, ((3,),), why={"deals": 8}),
        Table(2, ((1,), (2,)), why={"deals": 9}),
        Table(3, ((4,), (5,))),
    )
    sets = boards.sets(replace(field, rounds=(drawn,)))
    assert sets[1] == [boards.Playing(1, 2)]
    assert (sets[9], 8 in sets) == ([boards.Playing(1, 1)], False)
    assert boards.sets(replace(field, rounds=((), (), (), drawn)))[9] == [boards.Playing(4, 1)]


@pytest.mark.parametrize(
    ("deals", "sets"), [(None, [1, 2, 3, 4]), (1, [1, 2, 3, 4]), (2, [1, 1, 2, 2])]
)
def test_the_set_of_a_board(deals, sets):
    options = Options(deals=deals)
    assert [boards.set_of(board, options) for board in (1, 2, 3, 4)] == sets
    assert all(board in boards.of_set(boards.set_of(board, options), options) for board in (1, 4))
