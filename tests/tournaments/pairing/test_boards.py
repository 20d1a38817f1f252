"""Which boards are played where: nobody twice the same, none told while somebody waits for it."""

import pytest

from tournaments.pairing import boards
from tournaments.pairing.errors import PairingError
from tournaments.pairing.field import Entrant, Field, Options
from tournaments.pairing.formats import format_of
from tournaments.pairing.predetermined import schedule


def of(count, movement, **options):
    entrants = tuple(Entrant(number, str(number)) for number in range(1, count + 1))
    told = Options(movement=movement, duplicate="matchpoints", **options)
    return Field(entrants, options=told, seed="soir")


MOVEMENTS = [
    *((count, "howell") for count in range(4, 25)),
    *((count, "mitchell") for count in range(4, 25)),
    *((count, "individual") for count in (8, 9, 12, 13, 14, 15, 16, 20)),
    (4, "teams"),
]


@pytest.mark.slow
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
    # Four tables in each of seven rounds, each with boards of its own.
    assert sum(len(rounds) for rounds in played.values()) == 28
    last = {number: max(one.round for one in rounds) for number, rounds in played.items()}
    for closed in range(8):
        told = boards.opened(field, range(1, closed + 1))
        assert told == {
            board
            for number, round_ in last.items()
            if round_ <= closed
            for board in (2 * number - 1, 2 * number)
        }
    assert boards.opened(field, range(2, 8)) < set(boards.numbers(field))


def test_a_relay_has_two_tables_share_their_boards():
    shared = boards.sets(of(8, "mitchell"))
    assert sorted(one.tables for rounds in shared.values() for one in rounds if one.round == 1) == [
        1,
        1,
        2,
    ]


def test_both_pairs_of_a_team_sit_opposite_ways_on_the_same_boards():
    field = of(4, "teams", deals=4, rounds=2)
    first = format_of("rotation").draw(field).tables
    assert [one.sides for one in first] == [((1,), (3,)), ((4,), (2,))]
    assert [list(boards.of_table(one, field.options)) for one in first] == [[1, 2, 3, 4]] * 2
    (_one, _two) = schedule(field)
    assert [meeting.sides for meeting in _two] == [((0,), (3,)), ((2,), (1,))]


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
