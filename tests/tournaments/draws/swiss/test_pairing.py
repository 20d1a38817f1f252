from collections import Counter
from dataclasses import replace
from math import ceil, log2
from random import Random

import networkx
import pytest

from bench import swiss_bound
from tests.extents import some, some_and_all
from tests.tournaments.draws.playing import (
    joined,
    of,
    opposed,
    pairs,
    played,
    ranking,
    rounds_of,
    run,
    without,
)
from tournaments.draws.errors import PairingError
from tournaments.draws.field import Entrant, Field, Options, Result
from tournaments.draws.swiss import pairing as swiss
from tournaments.formats.installed import format_of

SWISS = format_of("swiss")


def at_random(random):
    return lambda table: Result(random.choice(((1, 0), (0, 1), (1, 1))))


def shuffled(count, rounds, seed, **options):
    """Return a field that has played `rounds` rounds drawn completely at random."""
    random = Random(seed)
    field = of(count, **options)
    for _ in range(rounds):
        order = list(range(1, count + 1))
        random.shuffle(order)
        tables = {
            (entrant, other): random.choice(((1, 0), (0, 1), (1, 1)))
            for entrant, other in zip(order[::2], order[1::2], strict=False)
        }
        if count % 2:
            tables[(order[-1],)] = None
        field = Field(
            field.entrants, (*field.rounds, *rounds_of(tables)), field.options, field.seed
        )
    return field


def test_the_first_round_slides_the_upper_half_over_the_lower():
    assert pairs(SWISS.draw(of(8)).tables) == [(1, 5), (2, 6), (3, 7), (4, 8)]


def test_the_second_round_pairs_those_who_won():
    # 1, 2, 3 and 4 have won: they play 1-3 and 2-4, and the others play 5-7 and 6-8.
    field = of(8)
    field = played(field, SWISS.draw(field).tables)
    drawn = SWISS.draw(field).tables
    assert pairs(drawn) == [(1, 3), (2, 4), (5, 7), (6, 8)]
    assert drawn[0].why == {
        "forbidden": 0,
        "rematch": 0,
        "gap": 0,
        "floater": 0,
        "same_club": 0,
        "fold": 0,
        # Four entrants have this score, and 1 and 3 are two places apart.
        "order": 4 - 2,
    }


@pytest.mark.parametrize("seed", range(20))
def test_seven_entrants_one_bye_a_round_and_nobody_twice_in_seven_rounds(seed):
    field = run(of(7, rounds=7), "swiss", at_random(Random(seed)))
    byes = [[t.sides[0][0] for t in tables if t.bye] for tables in field.rounds]
    assert [len(bye) for bye in byes] == [1] * 7
    assert sorted(bye[0] for bye in byes) == [1, 2, 3, 4, 5, 6, 7]
    assert len(set(opposed(field))) == len(opposed(field)) == 21


@pytest.mark.parametrize("count", [4, 5, 6, 8, 9, 10, 12, 13, 16])
def test_as_many_rounds_as_there_are_opponents_and_nobody_twice(count):
    # The draw looks ahead, because the cheapest round could force a rematch in a later one.
    rounds = count - 1 + count % 2
    for seed in range(4):
        field = run(of(count, rounds=rounds), "swiss", at_random(Random(seed)))
        assert len(field.rounds) == rounds
        assert len(set(opposed(field))) == len(opposed(field)) == count * (count - 1) // 2


def test_tables_are_numbered_from_the_best_placed_down():
    # The higher number wins. So 4, 5 and 6 lead after the first round and sit at the first tables.
    field, drawn = of(6, rounds=5), []
    for _ in range(2):
        field = played(field, SWISS.draw(field).tables, outsider)
        drawn.append([(table.number, table.entrants) for table in field.rounds[-1]])
    assert drawn == [
        [(1, (1, 4)), (2, (2, 5)), (3, (3, 6))],
        [(1, (4, 5)), (2, (6, 1)), (3, (2, 3))],
    ]


def outsider(table):
    """Return a result in which the higher number wins."""
    (entrant,), (other,) = table.sides
    return Result((int(entrant > other), int(other > entrant)))


def test_how_many_rounds_are_left_is_counted_from_those_who_began():
    field = of(8)
    assert (swiss.rounds(field), swiss._to_come(field)) == (3, 2)
    field = without(played(field, SWISS.draw(field).tables), 5, 6, 7, 8)
    assert (swiss.rounds(field), swiss._to_come(field)) == (3, 1)
    assert swiss._to_come(replace(field, rounds=field.rounds * 5)) == 0


def test_partners_by_place_are_offered_until_all_are_paired_and_nobody_again(monkeypatch):
    to_pair = swiss.standing(shuffled(30, 4, 7))
    whole = swiss.match(to_pair)
    monkeypatch.setattr(swiss, "COMPLETE", 10)
    monkeypatch.setattr(swiss, "SEARCHED", 10)
    monkeypatch.setattr(swiss, "NEAREST", 2)
    near = swiss.match(to_pair)
    assert sorted(entrant for pair in near for entrant in pair) == list(range(1, 31))
    assert not any(to_pair.terms(*pair).rematch for pair in near)
    assert terms_of(to_pair, near)[:2] == terms_of(to_pair, whole)[:2]


def test_the_bye_goes_to_the_lowest_then_never_twice_to_the_same():
    field = of(5, rounds=3)
    drawn = SWISS.draw(field)
    assert pairs(drawn.tables)[-1] == (5,)
    field = played(field, drawn.tables)
    # 1 and 2 have won, and 5 has had its bye. 3 and 4 have no points, and 4 is the lower of them.
    assert pairs(SWISS.draw(field).tables)[-1] == (4,)


def test_a_bye_that_would_force_a_rematch_goes_to_the_next():
    # 1 and 5 have not had a bye. They have met 2, 3 and 4, but not each other. If one of them had
    # the bye, the other would have a rematch. So the bye goes to the last of 2, 3 and 4, who are
    # tied.
    history = rounds_of(
        {(1, 2): (1, 0), (3, 5): (1, 0), (4,): None},
        {(1, 3): (1, 0), (4, 5): (1, 0), (2,): None},
        {(1, 4): (1, 0), (2, 5): (1, 0), (3,): None},
    )
    drawn = SWISS.draw(replace(of(5, rounds=4), rounds=history))
    assert pairs(drawn.tables) == [(1, 5), (2, 3), (4,)]
    assert drawn.warnings == ()


def test_a_rematch_is_refused_where_the_organiser_forbids_it():
    field = run(of(4, rounds=3), "swiss")
    again = Field(field.entrants, field.rounds, Options(rounds=4), field.seed)
    assert [warned.code for warned in SWISS.draw(again).warnings] == ["rematch", "rematch"]
    strict = Field(field.entrants, field.rounds, Options(rounds=4, forbid_rematch=True), field.seed)
    with pytest.raises(PairingError, match="no_pairing_without_rematch") as refused:
        SWISS.draw(strict)
    assert refused.value.code == "no_pairing_without_rematch"
    # All have met each other. The cheapest round would pair neighbours in the standings again.
    assert refused.value.params == {"pairs": [[1, 2], [3, 4]]}
    assert [dict(warned.params) for warned in SWISS.draw(again).warnings] == [
        {"entrants": [1, 2], "times": 1},
        {"entrants": [3, 4], "times": 1},
    ]


def test_forbidden_pairs_and_clubs():
    assert (1, 3) not in pairs(
        SWISS.draw(of(4, forbidden_pairs=frozenset({frozenset((1, 3))}))).tables
    )
    entrants = tuple(
        Entrant(number, str(number), seed=number, club="AB"[number % 2]) for number in range(1, 5)
    )
    # 1 and 3 share a club, and so do 2 and 4. With `same_club`, these do not meet.
    assert pairs(SWISS.draw(Field(entrants)).tables) == [(1, 3), (2, 4)]
    crossed = SWISS.draw(Field(entrants, options=Options(same_club=True)))
    assert pairs(crossed.tables) == [(1, 4), (2, 3)]


def test_who_floated_costs_when_floating_again():
    # 1, 2 and 3 win. 3 is the last of them and floats down to 4, the first of the others.
    field = of(6)
    field = played(field, SWISS.draw(field).tables)
    second = SWISS.draw(field).tables
    assert pairs(second) == [(1, 2), (3, 4), (5, 6)]
    field = played(field, second, lambda t: Result((1, 1) if 3 in t.entrants else (1, 0)))
    # The scores in half points: 1 has 4, 3 has 3, 2 and 5 have 2, 4 has 1, and 6 has 0.
    to_pair = swiss.standing(field)
    assert to_pair.floated == {3, 4}
    compared = ((3, 2), (3, 4), (1, 5), (2, 5))
    assert [to_pair.terms(*pair).floater for pair in compared] == [1, 2, 0, 0]
    assert [to_pair.terms(*pair).gap for pair in compared] == [1, 4, 4, 0]


def test_a_rematch_costs_up_to_fifteen_times():
    to_pair = swiss.standing(of(4))
    for times, cost in ((0, 0), (3, 3), (15, 15), (16, 15), (40, 15)):
        met = Counter({frozenset((1, 2)): times})
        assert replace(to_pair, met=met).terms(2, 1).rematch == cost


def test_each_has_a_place_of_their_own_in_their_score_group():
    # By entrant: the place in the score group, from 0, and the size of the group.
    assert swiss.standing(of(4)).fold == {1: (0, 4), 2: (1, 4), 3: (2, 4), 4: (3, 4)}


def test_a_bye_is_a_float():
    field = of(5)
    assert swiss.standing(played(field, SWISS.draw(field).tables)).floated == {5}


# --- The optimum -------------------------------------------------------------------------------


def perfect(places):
    """Yield every way to pair an even number of places, each as a list of pairs."""
    if not places:
        yield []
        return
    first, rest = places[0], places[1:]
    for other in rest:
        for pairs_ in perfect([place for place in rest if place != other]):
            yield [(first, other), *pairs_]


def terms_of(to_pair, made):
    """Return the sum of each term over all pairs, the most important term first."""
    return tuple(map(sum, zip(*(to_pair.terms(*pair) for pair in made), strict=True)))


@pytest.mark.parametrize("count", [2, 4, 6, 8, 10])
@pytest.mark.parametrize("behind", [0, 1, 3, 6])
def test_no_other_round_is_cheaper_by_brute_force(count, behind):
    for seed in range(3):
        to_pair = swiss.standing(shuffled(count, behind, seed, same_club=True))
        made = swiss.match(to_pair)
        assert len(made) == count // 2
        assert terms_of(to_pair, made) == min(
            terms_of(to_pair, paired) for paired in perfect(list(to_pair.order))
        )


@pytest.mark.parametrize("count", [12, 14, 16, 18, 20, 22, 24, 60, 200])
@pytest.mark.nightly
def test_networkx_finds_nothing_cheaper(count):
    to_pair = swiss.standing(shuffled(count, 8, 11))
    cost = swiss.cost_of(to_pair)
    graph = networkx.Graph()
    for at, entrant in enumerate(to_pair.order):
        for other in to_pair.order[at + 1 :]:
            graph.add_edge(entrant, other, weight=-cost(entrant, other))
    best = networkx.max_weight_matching(graph, maxcardinality=True)
    ours = swiss.match(to_pair)
    assert sum(cost(*pair) for pair in ours) == sum(cost(*pair) for pair in best)
    assert terms_of(to_pair, ours)[:3] == terms_of(to_pair, best)[:3]


@pytest.mark.parametrize(
    ("count", "rounds"),
    [
        (302, 5),
        *(
            pytest.param(count, rounds, marks=pytest.mark.nightly)
            for count, rounds in ((302, 2), (350, 8), (400, 8), (450, 4), (502, 6))
        ),
    ],
)
def test_the_nearest_partners_are_enough_for_a_large_field(count, rounds):
    # With more than 300 entrants, each is offered only the cheapest partners. The total cost is
    # still the same.
    to_pair = swiss.standing(shuffled(count, rounds, 5))
    cost = swiss.cost_of(to_pair)
    graph = [(at, to) for at in range(count) for to in range(at + 1, count)]
    edges = [(at, to, cost(to_pair.order[at], to_pair.order[to])) for at, to in graph]
    complete = swiss._matched(to_pair.order, edges)
    assert len(swiss._edges(to_pair, to_pair.order, swiss.NEAREST)) < len(edges)
    assert sum(cost(*p) for p in swiss.match(to_pair)) == sum(cost(*p) for p in complete)


def test_a_swiss_of_an_earlier_edition_looks_at_every_pair_up_to_five_hundred():
    to_pair = swiss.standing(shuffled(302, 1, 5, edition=2))
    assert len(swiss._edges(to_pair, to_pair.order, swiss.NEAREST)) == 302 * 301 // 2


@pytest.mark.parametrize("count", some(range(101, 301), 50))
@pytest.mark.nightly
def test_partners_by_their_places_cost_what_all_would(count, monkeypatch):
    """Pairing by near places costs the same as pairing with all partners.

    Only the largest fields are paired that way. Here it is tried on fields small enough to compare.
    """
    random, field = Random(count), of(count)
    for _ in range(6):
        to_pair = swiss.standing(field)
        monkeypatch.setattr(swiss, "COMPLETE", 500)
        whole = SWISS.draw(field)
        monkeypatch.setattr(swiss, "COMPLETE", 50)
        monkeypatch.setattr(swiss, "SEARCHED", 50)
        near = SWISS.draw(field)
        assert sorted(entrant for table in near.tables for entrant in table.entrants) == sorted(
            to_pair.order
        )
        by_place, best = (
            terms_of(to_pair, [pair for pair in pairs(drawn.tables) if len(pair) == 2])
            for drawn in (near, whole)
        )
        # Forbidden pairs, rematches, gaps and floaters cost the same. Only the fold may be slightly
        # further.
        assert by_place[:5] == best[:5]
        assert by_place[5] <= best[5] + 2
        field = played(field, near.tables, at_random(random))


@pytest.mark.parametrize("rounds", [1, 5])
@pytest.mark.parametrize("counts", some_and_all(range(501, 1201, 50), 20))
def test_a_large_round_costs_within_a_hundredth_of_what_it_must(rounds, counts):
    for count in counts:
        field, random = of(count), Random(rounds)
        for _ in range(rounds):
            field = played(field, SWISS.draw(field).tables, at_random(random))
        drawn = pairs(SWISS.draw(field).tables)
        paired = [pair for pair in drawn if len(pair) == 2]
        to_pair = swiss.standing(field)
        there = frozenset(entrant for pair in paired for entrant in pair)
        order = [entrant for entrant in to_pair.order if entrant in there]
        assert swiss_bound.over(to_pair, order, paired) <= 0.01


@pytest.mark.parametrize("count", [10, 200, 2000, 10_000])
@pytest.mark.nightly
def test_weights_stay_within_the_matching_s_integers(count):
    to_pair = swiss.standing(shuffled(count, 8, 3, same_club=True))
    assert sum(swiss.widths(to_pair)) <= swiss.WIDEST
    # The most expensive possible pair, and the limit above it, fit into 128-bit integers.
    cost = swiss.cost_of(to_pair)
    first, last = to_pair.order[0], to_pair.order[-1]
    assert 0 <= cost(first, last) + 1 < 2**127
    assert 2 ** sum(swiss.widths(to_pair)) < 2**127


def test_a_cost_that_would_not_fit_is_refused():
    to_pair = swiss.standing(shuffled(10, 2, 3))
    wide = dict.fromkeys(to_pair.order, 0) | {to_pair.order[0]: 2**60}
    with pytest.raises(OverflowError):
        swiss.cost_of(replace(to_pair, scores=wide))


@pytest.mark.nightly
def test_more_than_two_thousand_are_drawn_by_their_nearest_partners():
    field = shuffled(2002, 8, 3)
    drawn = SWISS.draw(field)
    assert sorted(entrant for t in drawn.tables for entrant in t.entrants) == list(range(1, 2003))
    assert drawn.warnings == ()
    seen = swiss.standing(field).met
    assert not any(seen[frozenset(table.entrants)] for table in drawn.tables)


# --- Whole tournaments -------------------------------------------------------------------------


@pytest.mark.parametrize("count", [*range(2, 41), 63, 64, 100, 128])
def test_no_rematch_and_fair_byes_in_the_usual_rounds(count):
    random = Random(count)
    field = run(of(count), "swiss", at_random(random))
    assert len(field.rounds) == max(1, ceil(log2(count)))
    # With three entrants a rematch is allowed. Otherwise nobody meets twice.
    if count != 3:
        assert len(set(opposed(field))) == len(opposed(field))
    byes = Counter(t.sides[0][0] for tables in field.rounds for t in tables if t.bye)
    assert set(byes.values()) <= {1}
    assert byes.total() == (len(field.rounds) if count % 2 else 0)
    assert sorted(ranking(field, "swiss")) == list(range(1, count + 1))


def test_who_comes_late_and_who_leaves():
    field = of(8, rounds=4)
    field = played(field, SWISS.draw(field).tables)
    field = joined(without(field, 3))
    drawn = SWISS.draw(field).tables
    assert sorted(entrant for pair in pairs(drawn) for entrant in pair) == [1, 2, 4, 5, 6, 7, 8, 9]
    assert len(drawn) == 4


def test_the_alternative_is_the_best_round_without_the_pair():
    # 1 and 2 beat 3 and 4, so they meet. Without that pair, the best round is between those who
    # have not met.
    field = of(4)
    field = played(field, SWISS.draw(field).tables)
    assert pairs(SWISS.draw(field).tables) == [(1, 2), (3, 4)]
    assert swiss.alternative(field, (2, 1)) == [(1, 4), (2, 3)]
