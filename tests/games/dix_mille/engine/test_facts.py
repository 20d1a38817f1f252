"""The facts of a finished match of 10 000."""

import pytest

from games.dix_mille.engine.facts import facts
from games.sheet import Fact
from tests.games.dix_mille.builders import bust, entry, points, rules, sheet


def facts_of(*entries, using=None, seats=2):
    using = using or rules()
    return facts(using, entries, sheet(*entries, using=using, seats=seats))


def test_none_while_the_match_runs():
    assert facts_of(points(700)) == []


def test_a_fact_for_each_kind_exactly():
    turns = [points(6000), bust(), bust(), bust(), points(4000)]
    assert facts_of(*turns) == [
        Fact("biggest_turn", 6000, {"points": 6000, "seat": 0, "number": 1}),
        Fact("bust_run", 2, {"turns": 2, "seat": 1, "number": 4}),
        Fact("fastest", -3, {"turns": 3, "seat": 0, "target": 10000}),
    ]


def test_paliers_struck_count_falls_and_coches():
    turns = [points(700), points(700), points(900), *[bust()] * 5, points(9100)]
    # Seat 0 falls as soon as seat 1 reaches its score. Then seat 1 gets three coches and loses
    # its palier.
    struck = [fact for fact in facts_of(*turns) if fact.code == "paliers_struck"]
    assert struck == [Fact("paliers_struck", 1, {"seat": 0, "count": 1})]


def test_a_shorter_race_is_no_record_nor_is_an_instant_win():
    assert "fastest" not in {fact.code for fact in facts_of(points(5000), using=rules(target=5000))}
    won = facts_of(entry(instant_win=True), using=rules("yam-d-as"))
    assert won == []


def test_the_biggest_turn_and_the_longest_run_are_the_first_of_equals():
    turns = [points(700), points(900), bust(), points(4000), bust(), bust()]
    turns += [points(4000), bust(), points(2000), bust(), points(3300)]
    by_code = {fact.code: fact.params for fact in facts_of(*turns)}
    assert by_code["biggest_turn"] == {"points": 4000, "seat": 1, "number": 4}
    # Seat 0 lost turns 3 and 5; seat 1 lost turns 6, 8 and 10.
    assert by_code["bust_run"] == {"turns": 3, "seat": 1, "number": 10}
    turns = [points(700), points(900), bust(), bust(), bust(), bust(), points(9300)]
    assert ("bust_run", {"turns": 2, "seat": 0, "number": 5}) in [
        (fact.code, fact.params) for fact in facts_of(*turns)
    ]


WIN = {"target": 3000, "entry_score": 0}


@pytest.mark.parametrize(
    ("turns", "struck"),
    [
        # Three coches strike seat 0's palier of 300, and three more strike its 200.
        ([200, 0, 100, 0, *[0, 0] * 6, 3000], {"seat": 0, "count": 2}),
        # Seat 1 reaches seat 0's score of 700, so seat 0 falls back to its palier below, or to
        # nothing.
        ([300, 0, 400, 700, 2700], {"seat": 0, "count": 1}),
        ([700, 700, 3000], {"seat": 0, "count": 1}),
    ],
)
def test_every_way_of_losing_a_palier_counts(turns, struck):
    entries = [points(number) if number else bust() for number in turns]
    by_code = {fact.code: fact.params for fact in facts_of(*entries, using=rules(**WIN))}
    assert by_code["paliers_struck"] == struck


@pytest.mark.parametrize(("first", "then"), [(100, 200), (0, 300)])
def test_a_fall_onto_another_player_is_one_for_each(first, then):
    """Seat 2 reaches 500, so seat 1 falls from there to 300. Seat 0 is on 300 and falls to 100, or
    to nothing.
    """
    turns = [first, 300, 200, 0, 200, 0, then, 0, 300, 3000 - first]
    entries = [points(number) if number else bust() for number in turns]
    using = rules(**WIN, chain_collision=True)
    assert sheet(*entries, using=using, seats=3).lines[-2].totals == (first, 300, 500)
    by_code = {fact.code: fact.params for fact in facts_of(*entries, using=using, seats=3)}
    # Several seats lost one palier; the first of them is named.
    assert by_code["paliers_struck"] == {"seat": 0, "count": 1}
