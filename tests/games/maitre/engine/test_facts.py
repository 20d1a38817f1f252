"""The remarkable facts of a finished match of the jeu du Maître."""

from decimal import Decimal

from games.maitre.engine.facts import facts
from tests.games.maitre.builders import bad, good, quick, rules, sheet

ONE_TOUR = rules(tours=1)


def facts_by_code(*entries, using=ONE_TOUR):
    """Return the first fact of each code, as (value, params) by code."""
    played = sheet(*entries, using=using)
    newest_first = reversed(facts(using, entries, played))
    return {fact.code: (fact.value, dict(fact.params)) for fact in newest_first}


def test_none_while_the_match_runs():
    assert facts(ONE_TOUR, [good(0)], sheet(good(0), using=ONE_TOUR)) == []


def test_the_highest_contract_kept_above_fifty():
    match = [
        good(0),
        quick(0, 0, maitre=1, contract=75, points=40, valued=8),
        quick(0, 0, maitre=2, contract=100, points=40, valued=8),  # failed
    ]
    params = {"contract": 75, "reached": 80, "seat": 1, "number": 2}
    assert facts_by_code(*match)["highest_contract"] == (75, params)
    assert "highest_contract" not in facts_by_code(good(0), good(1), good(2))


def test_the_best_manche_and_the_widest_gap():
    match = [good(0), quick(-10, 0, maitre=1, points=50), good(2)]
    by_code = facts_by_code(*match)
    assert by_code["best_manche"] == (50, {"points": 50, "seat": 1, "number": 2})
    assert by_code["widest_gap"] == (60, {"gap": 60, "seat": 1, "number": 2})


def test_the_largest_malus():
    match = [quick(0, 0, points=10, cards=3, valued=1), good(1), good(2)]
    params = {"malus": Decimal("3.33"), "seat": 0, "number": 1}
    assert facts_by_code(*match)["largest_malus"] == (Decimal("3.33"), params)
    assert "largest_malus" not in facts_by_code(good(0), good(1), good(2))


def test_whoever_validated_every_manche():
    using = rules(tours=2)
    match = [good(0), bad(1), bad(2), good(0), good(1), bad(2)]
    assert facts_by_code(*match, using=using)["all_validated"] == (2, {"seat": 0, "manches": 2})


def test_an_eliminated_player_who_had_the_most_points():
    using = rules(tours=1, failures_to_eliminate=1)
    match = [quick(40, 40, maitre=0, points=82, cards=20, valued=12), bad(1), good(2)]
    played = sheet(*match, using=using)
    assert played.scores == (82, 40, 80)
    assert facts_by_code(*match, using=using)["eliminated_leader"] == (2, {"seat": 0, "points": 82})


def test_a_comeback():
    match = [good(0), quick(-20, 0, maitre=1, points=30), quick(0, -10, maitre=2, points=54)]
    # The scores are 40-0-0, 20-30-0, 20-20-60, so seat 2 was 40 points behind after the first
    # manche.
    assert facts_by_code(*match)["comeback"] == (40, {"points": 40, "seat": 2, "number": 1})


def test_nobody_wins():
    using = rules(tours=1, failures_to_eliminate=1)
    by_code = facts_by_code(bad(0), bad(1), bad(2), using=using)
    assert by_code["nobody_wins"] == (1, {})
    assert "comeback" not in by_code


def test_of_two_eliminated_with_as_many_points_the_first_is_named():
    using = rules(tours=1, failures_to_eliminate=1)
    match = [quick(40, 40, maitre=seat, points=82, cards=20, valued=12) for seat in (0, 1)]
    assert sheet(*match, good(2), using=using).scores == (122, 122, 120)
    by_code = facts_by_code(*match, good(2), using=using)
    assert by_code["eliminated_leader"] == (2, {"seat": 0, "points": 122})


def test_the_deficit_is_the_widest_of_any_manche_but_the_last():
    last = quick(0, 0, maitre=2, points=82, cards=20, valued=12)
    match = [good(0), quick(20, -20, maitre=1, points=40), last]
    assert [line.totals for line in sheet(*match, using=ONE_TOUR).lines] == [
        (40, 0, 0),
        (60, 40, -20),
        (60, 40, 62),
    ]
    assert facts_by_code(*match)["comeback"] == (80, {"points": 80, "seat": 2, "number": 2})
    assert "comeback" not in facts_by_code(good(0), bad(1), bad(2))


def test_a_manche_that_brings_nothing_is_not_the_best():
    assert "best_manche" not in facts_by_code(bad(0), bad(1), bad(2))
    assert facts_by_code(bad(0, 1), bad(1), bad(2))["best_manche"] == (
        1,
        {"points": 1, "seat": 0, "number": 1},
    )


def test_an_eliminated_player_who_is_level_with_the_best_leads_nobody():
    using = rules(tours=1, failures_to_eliminate=1)
    match = [quick(40, 40, maitre=0, points=80, cards=20, valued=12), bad(1), good(2)]
    assert sheet(*match, using=using).scores == (80, 40, 80)
    assert "eliminated_leader" not in facts_by_code(*match, using=using)
