import pytest

from tests.tournaments.pairing.playing import joined, of, pairs, played, ranking, run, without
from tournaments.pairing.errors import PairingError
from tournaments.pairing.formats import format_of
from tournaments.pairing.groups import groups, knockout_order

GROUPS = format_of("groups")


def test_serpentine():
    # There and back again: A takes 1, 4, 5, 8; B takes 2, 3, 6, 7.
    assert groups(of(8, groups=2)) == [[1, 4, 5, 8], [2, 3, 6, 7]]
    assert groups(of(7, groups=3)) == [[1, 6, 7], [2, 5], [3, 4]]


def test_late_entrants_join_the_smallest_group():
    assert groups(joined(of(7, groups=3))) == [[1, 6, 7], [2, 5, 8], [3, 4]]


def test_eight_entrants_group_winners_apart_and_mates_too():
    field = of(8, groups=2, qualifiers=2)
    for _ in range(3):
        drawn = GROUPS.draw(field)
        assert {table.slot for table in drawn.tables} == {"GA", "GB"}
        field = played(field, drawn.tables)
    # Favourites won: A gives 1 and 4, B gives 2 and 3. The first of A meets the second of B.
    semis = GROUPS.draw(field)
    assert {frozenset(pair) for pair in pairs(semis.tables)} == {
        frozenset((1, 3)),
        frozenset((2, 4)),
    }
    field = run(field, "groups")
    assert len(field.rounds) == 5
    assert ranking(field, "groups")[:2] == [1, 2]


@pytest.mark.parametrize("count", range(2, 9))
@pytest.mark.parametrize("qualifiers", [2, 3])
def test_mates_are_apart_in_the_first_round_of_the_knockout(count, qualifiers):
    field = of(4 * count, groups=count, qualifiers=qualifiers)
    while True:
        drawn = GROUPS.draw(field)
        if drawn.tables[0].slot.startswith("K"):
            break
        field = played(field, drawn.tables)
    group_of = {one: at for at, members in enumerate(groups(field)) for one in members}
    met = [pair for pair in pairs(drawn.tables) if len(pair) == 2]
    assert all(group_of[one] != group_of[other] for one, other in met)
    # Group winners are the first in the bracket's order.
    winners = set(knockout_order(field)[:count])
    assert winners == set(range(1, count + 1))


def test_a_result_corrected_in_the_groups_leaves_the_drawn_knockout():
    field = of(8, groups=2)
    while not GROUPS.draw(field).tables[0].slot.startswith("K"):
        field = played(field, GROUPS.draw(field).tables)
    drawn = played(field, GROUPS.draw(field).tables)
    order = knockout_order(drawn)
    swapped = without(drawn, 8)
    assert knockout_order(swapped) == order


def test_a_group_of_one_is_too_small():
    with pytest.raises(PairingError, match="too_few_entrants") as refused:
        GROUPS.draw(of(5, groups=3))
    assert refused.value.params == {"least": 6}
