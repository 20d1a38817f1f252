"""The facts of a finished match of 10 000."""

from games.dix_mille.engine.facts import facts
from games.sheet import Fact
from tests.games.dix_mille.builders import bust, entry, points, rules, sheet


def found(*entries, using=None, seats=2):
    using = using or rules()
    return facts(using, entries, sheet(*entries, using=using, seats=seats))


def test_none_while_the_match_runs():
    assert found(points(700)) == []


def test_a_fact_for_each_kind_exactly():
    turns = [points(6000), bust(), bust(), bust(), points(4000)]
    assert found(*turns) == [
        Fact("biggest_turn", 6000, {"points": 6000, "seat": 0, "number": 1}),
        Fact("bust_run", 2, {"turns": 2, "seat": 1, "number": 4}),
        Fact("fastest", -3, {"turns": 3, "seat": 0, "target": 10000}),
    ]


def test_paliers_struck_count_falls_and_coches():
    turns = [points(700), points(700), points(900), *[bust()] * 5, points(9100)]
    # Seat 0 falls at once; then seat 1 takes three coches and is out.
    struck = [fact for fact in found(*turns) if fact.code == "paliers_struck"]
    assert struck == [Fact("paliers_struck", 1, {"seat": 0, "count": 1})]


def test_a_shorter_race_is_no_record_nor_is_an_instant_win():
    assert "fastest" not in {fact.code for fact in found(points(5000), using=rules(target=5000))}
    won = found(entry(instant_win=True), using=rules("yam-d-as"))
    assert won == []
