from dataclasses import replace
from random import Random

import pytest

from tests.tournaments.draws.playing import joined, of, pairs, played, ranking, run, without
from tournaments.draws.brackets.knockout import bracket_order, power_above
from tournaments.draws.brackets.tree import FromPool
from tournaments.draws.errors import PairingError
from tournaments.formats.groups import draw as group_stage
from tournaments.formats.groups.draw import bracket, group_name, groups, knockout_order
from tournaments.formats.installed import format_of
from tournaments.state.options import options_of

GROUPS = format_of("groups")


def test_serpentine():
    # The groups are filled forwards and backwards in alternation: A gets 1, 4, 5, 8 and B gets 2,
    # 3, 6, 7.
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
    # Favourites won, so 1 and 4 qualify from A, and 2 and 3 from B. The first of A meets the second
    # of B.
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
    group_of = {entrant: at for at, members in enumerate(groups(field)) for entrant in members}
    met = [pair for pair in pairs(drawn.tables) if len(pair) == 2]
    assert all(group_of[entrant] != group_of[other] for entrant, other in met)
    # The group winners come first in the order of the bracket.
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


BY_SEED = ("points", "seed")


def stage_over(field):
    while not GROUPS.draw(field).tables[0].slot.startswith("K"):
        field = played(field, GROUPS.draw(field).tables)
    return field


def test_twenty_four_and_nothing_else_chosen():
    field = stage_over(of(24, tie_breaks=BY_SEED))
    assert [len(members) for members in groups(field)] == [4] * 6
    assert (len(field.rounds), len(knockout_order(field))) == (3, 12)
    # First the six group winners by rank, then the runners-up. These move only to avoid the winner
    # of their own group.
    assert knockout_order(field)[:6] == (1, 2, 3, 4, 5, 6)
    assert set(knockout_order(field)[6:]) == {7, 8, 9, 10, 11, 12}


@pytest.mark.parametrize("count", range(4, 129))
def test_groups_are_of_four_or_three_by_default(count):
    sizes = [len(members) for members in groups(of(count))]
    # Five entrants make one group, because they cannot be parted into fours and threes.
    assert sum(sizes) == count
    assert set(sizes) <= ({5} if count == 5 else {3, 4})
    assert len(sizes) == (1 if count == 5 else -(-count // 4))


def test_the_first_edition_had_two_groups_and_26_at_most():
    once = options_of("groups", {}, 1)
    assert len(groups(replace(of(24), options=once))) == 2
    many = of(120)
    assert len(groups(replace(many, options=replace(once, groups=30)))) == 26
    assert len(groups(replace(many, options=replace(many.options, groups=30)))) == 30


def test_names_of_groups():
    assert [group_name(at) for at in (0, 25, 26, 27, 52)] == ["A", "Z", "AA", "AB", "BA"]


def test_by_the_first_edition_mates_are_only_apart_in_the_first_round():
    order = knockout_order(stage_over(of(24, groups=6, edition=1, tie_breaks=BY_SEED)))
    # The order is that of the standings, so the first two of group A are in the same half.
    assert order == tuple(range(1, 13))


@pytest.mark.parametrize("count", range(2, 33))
def test_the_two_of_a_group_are_in_opposite_halves(count):
    field = stage_over(of(4 * count, groups=count))
    order = knockout_order(field)
    size = power_above(len(order))
    half = {seed: at < size // 2 for at, seed in enumerate(bracket_order(size))}
    side = {number: half[seed] for seed, number in enumerate(order, start=1)}
    for members in groups(field):
        first, second = (number for number in members if number in side)
        assert side[first] != side[second]


def test_places_say_rank_and_group_until_the_groups_are_over():
    field = of(8, tie_breaks=BY_SEED)
    assert places(field, "K1.1") == (FromPool("A", 1), FromPool("B", 2))
    field = played(field, GROUPS.draw(field).tables)
    assert places(field, "K1.2") == (FromPool("B", 1), FromPool("A", 2))
    field = stage_over(field)
    assert (places(field, "K1.1"), places(field, "K1.2")) == ((1, 3), (2, 4))
    # A walkover is known too: with six qualified from three groups, the winner of A waits for the
    # second round.
    three = bracket(of(12, tie_breaks=BY_SEED))
    walkover = next(node for node in three.values() if None in node.places)
    assert walkover.winner == FromPool("A", 1)


def places(field, slot):
    return bracket(field)[slot].places


def tiers_of(count, ranks):
    """Return (tiers, group by number).

    A tier has the shuffled entrants of one rank; those of group 3 are numbered 30, 31, 32….
    """
    tiers = [[10 * group + rank for group in range(count)] for rank in range(ranks)]
    for rank, tier in enumerate(tiers):
        Random(f"{count} {rank}").shuffle(tier)
    return tiers, {number: number // 10 for tier in tiers for number in tier}


@pytest.mark.parametrize("count", [1, 2, 3, 5, 6, 8, 13, 31, 33, 64])
def test_places_that_only_one_way_suits_need_no_search(count, monkeypatch):
    tiers, group_of = tiers_of(count, 2)
    with monkeypatch.context() as searching:
        searching.setattr(group_stage, "_only_seats", lambda mates, lines, size: None)
        searched = group_stage._far_apart(tiers, group_of)
    searches = []
    monkeypatch.setattr(group_stage, "_assigned", searches.append)
    assert (group_stage._far_apart(tiers, group_of), searches) == (searched, [])


def test_many_of_many_groups_have_places():
    # 1032 entrants in a bracket of 2048. The cost of an early meeting once exceeded what the
    # matching can hold.
    tiers, group_of = tiers_of(129, 8)
    made = group_stage._far_apart(tiers, group_of)
    assert [sorted(tier) for tier in made] == [sorted(tier) for tier in tiers]


def test_those_who_do_not_qualify_play_a_knockout_of_their_own():
    # A is 1 4 5 8 and B is 2 3 6 7. The first two of each go on. The others are seeded 5 and 6, 7
    # and 8 in field B.
    field = run(of(8, groups=2, qualifiers=2, b_final=True), "groups")
    knockout = [
        {table.slot: pair for table, pair in zip(tables, pairs(tables), strict=True)}
        for tables in field.rounds[3:]
    ]
    assert knockout == [
        {"K1.1": (2, 4), "K1.2": (1, 3), "KB1.1": (6, 8), "KB1.2": (5, 7)},
        {"K2.1": (2, 1), "KB2.1": (6, 5)},
    ]
    assert ranking(field, "groups") == [1, 2, 3, 4, 5, 6, 7, 8]
