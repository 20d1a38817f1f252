from collections import Counter
from dataclasses import replace
from itertools import combinations
from random import Random

import pytest

from tests.extents import some
from tests.tournaments.draws.playing import joined, of, played, rounds_of, without
from tournaments.draws import partners
from tournaments.draws.designs.partner_rotation import rotation_length, rotation_round
from tournaments.draws.designs.whist import STARTERS, whist_order, whist_round
from tournaments.draws.errors import PairingError
from tournaments.draws.field import Result, Table
from tournaments.draws.melee_history import MeleeHistory
from tournaments.formats.installed import format_of
from tournaments.formats.melee import draw as melee
from tournaments.state.options import options_of

MELEE = format_of("melee")


def met_in(rounds):
    """Return how often every two were partners, and how often opponents.

    A table of the rounds has four places: the partners are the first two and the last two.
    """
    partnered, opponents = Counter(), Counter()
    for tables in rounds:
        for north, south, east, west in tables:
            partnered.update(map(frozenset, ((north, south), (east, west))))
            opponents.update(frozenset((a, b)) for a in (north, south) for b in (east, west))
    return partnered, opponents


def sat_out(field):
    count = Counter({entrant.number: 0 for entrant in field.entrants if entrant.playing})
    count.update(t.sides[0][0] for tables in field.rounds for t in tables if t.bye)
    return count


def opponents_of(field):
    """The least and the greatest number of meetings as opponents, over every two who play."""
    met = melee.past(field).met
    times = [met[frozenset(pair)] for pair in combinations(field.playing, 2)]
    return min(times), max(times)


def drawn(field, rounds):
    """Draw and play that many rounds, and return the field.

    Nobody may repeat a partner, and sit-outs may differ by at most one after each round.
    """
    for _ in range(rounds):
        draw = MELEE.draw(field)
        assert not draw.warnings
        field = played(field, draw.tables)
        counts = sat_out(field).values()
        assert max(counts) - min(counts) <= 1
    partnered = melee.past(field).partnered
    assert set(partnered.values()) == {1}
    return field


# --- The schedules -----------------------------------------------------------------------------


@pytest.mark.parametrize("tables", STARTERS)
def test_whist_each_partner_once_and_each_opponent_twice(tables):
    rounds = [whist_round(tables, number) for number in range(1, 4 * tables)]
    everyone = list(range(4 * tables))
    assert all(sorted(place for table in made for place in table) == everyone for made in rounds)
    partnered, opponents = met_in(rounds)
    every_two = {frozenset(pair) for pair in combinations(everyone, 2)}
    assert partnered == dict.fromkeys(every_two, 1)
    assert opponents == dict.fromkeys(every_two, 2)
    assert sorted(whist_order(tables)) == list(range(1, 4 * tables))


def test_there_is_a_starter_up_to_forty():
    assert sorted(STARTERS) == list(range(1, 11))


@pytest.mark.parametrize("count", range(4, 61))
def test_rotation_repeats_no_partner_and_keeps_sit_outs_within_one(count):
    partnered, sitting = Counter(), Counter(dict.fromkeys(range(count), 0))
    for number in range(1, rotation_length(count) + 1):
        pairs, out = rotation_round(count, number)
        assert sorted([*(place for pair in pairs for place in pair), *out]) == list(range(count))
        assert len(out) == count % 4
        partnered.update(map(frozenset, pairs))
        sitting.update(out)
        assert max(sitting.values()) - min(sitting.values()) <= 1
    assert set(partnered.values()) == {1}


def test_rotation_of_seven_by_hand():
    # The centre and its two neighbours sit out, and the others pair around it.
    assert rotation_round(7, 1) == ([(3, 6), (4, 5)], [0, 1, 2])
    assert rotation_round(7, 2) == ([(6, 2), (0, 1)], [3, 4, 5])


# --- Whole tournaments -------------------------------------------------------------------------


def test_sixteen_players_fifteen_rounds():
    field = drawn(of(16, rounds=15), 15)
    known = melee.past(field)
    every_two = {frozenset(pair) for pair in combinations(range(1, 17), 2)}
    assert known.partnered == dict.fromkeys(every_two, 1)
    assert known.met == dict.fromkeys(every_two, 2)
    assert all(table.why["made"] == "whist" for tables in field.rounds for table in tables)
    with pytest.raises(PairingError, match="stage_finished"):
        MELEE.draw(field)


# The measured maximum of meetings of two opponents over a whole schedule. By whist all meet twice.
MOST = 4


@pytest.mark.parametrize("count", [*range(4, 21), *some(range(21, 61), 8)])
def test_as_many_rounds_as_there_are_partners(count):
    # Each can have every other one as a partner once: count - 1 rounds if count is even. If it is
    # odd, somebody sits out in each of count rounds.
    rounds = rotation_length(count)
    field = drawn(of(count, rounds=rounds), rounds)
    least, most = opponents_of(field)
    if count % 4 == 0 and count <= 40:
        assert (least, most) == (2, 2)
    else:
        assert most <= MOST


@pytest.mark.parametrize("count", [*range(4, 21), *some(range(21, 61), 8)])
def test_an_evening_of_four_rounds(count):
    # Four players have only 3 rounds. Six players meet some opponents more often.
    field = drawn(of(count), min(4, rotation_length(count)))
    assert opponents_of(field)[1] <= (3 if count == 6 else 2)


@pytest.mark.parametrize("count", [*range(4, 14), *some([*range(14, 25), 36, 60], 6)])
@pytest.mark.nightly
def test_matching_alone_does_as_well(count):
    # The starting order names somebody who is not playing, so that no schedule applies.
    rounds = rotation_length(count)
    field = of(count, rounds=rounds)
    field = drawn(replace(field, order=(*field.order, 99)), rounds)
    assert all(t.why["made"] == "matching" for tables in field.rounds for t in tables)
    assert opponents_of(field)[1] <= MOST


@pytest.mark.parametrize("count", [6, 7, 8, 9, 13, 14, 16, 23, 30])
@pytest.mark.parametrize("seed", range(3))
def test_who_comes_late_and_who_leaves(count, seed):
    random = Random(seed)
    field = of(count, rounds=5)
    for number in range(5):
        draw = MELEE.draw(field)
        assert not draw.warnings, number
        assert Counter(entrant for t in draw.tables for entrant in t.entrants) == Counter(
            field.playing
        )
        assert all(len(t.entrants) in (1, 4) for t in draw.tables)
        rested = melee.past(field).rested
        resting = [t.sides[0][0] for t in draw.tables if t.bye]
        most = max((rested[entrant] for entrant in resting), default=0)
        assert all(rested[entrant] >= most for entrant in field.playing if entrant not in resting)
        field = played(field, draw.tables)
        if number in (0, 2) and len(field.playing) > 5:
            field = without(field, random.choice(field.playing))
        if number in (1, 2):
            field = joined(field)


def test_who_comes_late_has_no_sit_outs_to_catch_up_on():
    # After five rounds, each of five players has sat out once. 6 joins and is counted as having sat
    # out once too.
    field = drawn(of(5, rounds=8), 5)
    field = joined(field)
    assert melee.past(field).rested == {1: 1, 2: 1, 3: 1, 4: 1, 5: 1, 6: 1}


def test_a_round_changed_by_the_organiser_ends_the_schedule():
    field = of(8, rounds=7)
    tables = MELEE.draw(field).tables
    (first, second), (third, fourth) = tables[0].sides
    swapped = replace(tables[0], sides=((first, third), (second, fourth)))
    field = played(field, (swapped, *tables[1:]))
    draw = MELEE.draw(field)
    assert {table.why["made"] for table in draw.tables} == {"matching"}
    assert not draw.warnings


def test_of_very_many_those_near_by_lot_are_looked_at_and_nobody_is_met_again(monkeypatch):
    looked = []
    cheapest = partners._cheapest

    def counted(count, edges):
        looked.append(len(edges) / count)
        return cheapest(count, edges)

    monkeypatch.setattr(partners, "_cheapest", counted)
    field = drawn(of(602, rounds=8), 2)
    field = drawn(without(field, 5), 3)
    # Two rounds by the schedule match opponents only. Three others match partners and opponents: 2
    # + 3 × 2.
    assert len(looked) == 8
    # Each player is offered only 12 of the 600 others, and the empty chairs.
    assert max(looked) < 13
    assert opponents_of(field)[1] == 1


def test_where_those_near_have_met_or_somebody_is_left_over_others_are_looked_at(monkeypatch):
    monkeypatch.setattr(partners, "COMPLETE", 4)
    monkeypatch.setattr(partners, "NEAR", 1)
    # Each has met the next one, so players further apart are offered: 2, 3 and 2 places away.
    met = partners.nearest(6, lambda at, to: (int(to - at == 1), to - at))
    assert met == [(0, 2), (1, 4), (3, 5)]
    # Seven players and three chairs, which the first players get first. All chairs are offered.
    chairs = [(at, 7 + chair, (0, at)) for at in range(7) for chair in range(3)]
    matched = partners.nearest(7, lambda at, to: (0, to - at), chairs)
    assert [at for at, to in matched if to >= 7] == [0, 1, 2]
    assert matched[3:] == [(3, 4), (5, 6)]


def test_no_sum_of_a_lesser_term_reaches_the_next():
    # A ring of eight can be paired in two ways: four edges that cost 3 of the lesser term, or edges
    # that together cost 1 of the greater term. The first is cheaper.
    one_way = [(0, 1), (2, 3), (4, 5), (6, 7)]
    edges = [(at, to, (0, 3)) for at, to in one_way]
    edges += [(0, 7, (1, 0)), (1, 2, (0, 0)), (3, 4, (0, 0)), (5, 6, (0, 0))]
    assert partners._cheapest(8, edges) == one_way


def test_who_met_thrice_is_kept_apart_before_several_who_met_once():
    pairs = [(1, 2), (3, 4), (5, 6), (7, 8)]
    across = [(entrant, other) for entrant in (1, 2) for other in (5, 6)]
    across += [(entrant, other) for entrant in (3, 4) for other in (7, 8)]
    met = Counter({frozenset(pair): 1 for pair in across})
    met[frozenset((1, 3))] = 3
    met.update({frozenset((entrant, other)): 2 for entrant in (1, 2) for other in (7, 8)})
    # The three meetings of 1 and 3 cost 3² = 9. Eight pairs that met once cost 8 together, which is
    # less.
    known = MeleeHistory(Counter(), met, {})
    assert partners.opposed(pairs, known) == [((1, 2), (5, 6)), ((3, 4), (7, 8))]


def test_how_many_partners_are_left_to_each():
    # 1 has been partner of 2 once and of 3 twice. 9 is absent and does not count.
    partnered = Counter({frozenset((1, 2)): 1, frozenset((1, 3)): 2, frozenset((1, 9)): 1})
    left = melee._left([1, 2, 3, 4], MeleeHistory(partnered, Counter(), {}))
    assert left == {1: 1, 2: 2, 3: 2, 4: 3}


# --- What is said ------------------------------------------------------------------------------


def test_a_partner_who_must_be_repeated_is_told_with_the_reason():
    # Four players have three rounds. In the fourth, everybody has already had everybody as a
    # partner.
    field = drawn(of(4, rounds=4), 3)
    warnings = MELEE.draw(field).warnings
    assert [warned.code for warned in warnings] == ["partner_repeated"] * 2
    assert [warned.params["times"] for warned in warnings] == [1, 1]
    assert {warned.params["reason"] for warned in warnings} == {"every_partner_had"}
    entrants = [entrant for warned in warnings for entrant in warned.params["entrants"]]
    assert sorted(entrants) == [1, 2, 3, 4]


def test_the_others_may_leave_no_choice():
    # 1 has played with 2 and 3, and 2 with 3; only 4 is new to all. One of the three gets 4, and
    # the other two must repeat.
    history = (
        (Table(1, ((1, 2), (5, 6)), Result((1, 0))),),
        (Table(1, ((1, 3), (5, 7)), Result((1, 0))),),
        (Table(1, ((2, 3), (6, 7)), Result((1, 0))),),
    )
    field = without(replace(of(7), rounds=history), 5, 6, 7)
    (warned,) = MELEE.draw(field).warnings
    assert warned.params["reason"] == "no_other_partners"
    assert set(warned.params["entrants"]) < {1, 2, 3}


def test_why_counts_what_was_before():
    field = drawn(of(5, rounds=3), 1)
    first = MELEE.draw(of(5)).tables
    assert first[0].why == {"made": "rotation", "partners": [0, 0], "opponents": [0, 0, 0, 0]}
    assert first[1].why == {"made": "rotation", "bye": True, "sat_out": 0}
    # In round 1, places 1-4 play 2-3 and 0 sits out. In round 2, places 2-0 play 3-4 and 1 sits
    # out. So only 2 and 4 are opponents again.
    assert sum(MELEE.draw(field).tables[0].why["opponents"]) == 1


def test_standings_are_individual_and_a_rest_is_worth_what_the_options_say():
    first = rounds_of({(5,): None})[0]
    rounds = ((Table(1, ((1, 2), (3, 4)), Result((500, 380))), *first),)
    field = replace(of(5, tie_breaks=("points", "difference")), rounds=rounds)
    # The two winners have a point and a difference of +120. A rest counts as a win without a
    # margin.
    assert MELEE.bye is None
    assert places(field, "melee") == [(1, 1), (1, 2), (3, 5), (4, 3), (4, 4)]
    # A rest that is declared as 500 to 350 has a margin of 150. In the first edition it was worth
    # nothing.
    declared = replace(field, options=options_of("melee", {"bye_score": [500, 350]}))
    assert places(declared, "melee") == [(1, 5), (2, 1), (2, 2), (4, 3), (4, 4)]
    once = replace(field, options=options_of("melee", {}, 1))
    assert MELEE.standings(once)[2].criteria["points"] == 0
    assert MELEE.standings(field)[2].criteria["points"] == 1


def places(field, slug):
    return [(row.rank, row.entrant) for row in format_of(slug).standings(field)]


def test_refusals():
    with pytest.raises(PairingError) as refused:
        MELEE.draw(of(3))
    assert (refused.value.code, refused.value.params) == ("too_few_entrants", {"least": 4})
    with pytest.raises(PairingError, match="stage_finished"):
        MELEE.draw(drawn(of(9), 4))
