"""The facts that a finished match offers to the records."""

from games.bataille.engine.facts import facts
from tests.games.bataille.builders import PAT, entry, joker, rules, sheet, stopped, won

IN_2 = rules(wins_needed=2)
IN_3 = rules(wins_needed=3)


def facts_by_code(*entries, using=IN_3, seats=2):
    """Return the facts of a match by code, for each code a list of (value, params)."""
    by_code: dict = {}
    for fact in facts(using, list(entries), sheet(*entries, using=using, seats=seats)):
        by_code.setdefault(fact.code, []).append((fact.value, fact.params))
    return by_code


def test_a_running_match_has_no_facts():
    assert facts_by_code(entry(winner=0, tricks=900), PAT) == {}


def test_a_plain_match_shows_nothing():
    assert facts_by_code(*won(0, 1, 0, 0)) == {}
    assert facts_by_code(*won(0), using=rules()) == {}


def test_the_longest_manche_is_the_first_of_the_longest():
    manches = [
        entry(winner=0, tricks=300),
        entry(reason="pat", tricks=900),
        entry(winner=1, tricks=900),
        *won(0, 0),
    ]
    assert facts_by_code(*manches) == {
        "longest_manche": [(900, {"tricks": 900, "number": 2})],
        "drawn_manches": [(1, {"drawn": 1})],
    }


def test_a_drawn_match_has_its_longest_manche():
    match = facts_by_code(entry(reason="pat", tricks=500), using=rules())
    assert match["longest_manche"] == [(500, {"tricks": 500, "number": 1})]
    assert match["drawn_manches"] == [(1, {"drawn": 1})]


def test_a_quick_manche_took_all_the_cards_in_half_the_usual_time():
    manches = [
        entry(winner=1, tricks=40, reason="joker"),
        entry(winner=0, tricks=150),
        entry(winner=1, tricks=120),
        entry(winner=0, tricks=130),
        entry(winner=0, tricks=181),
    ]
    match = facts_by_code(*manches, using=rules("joker-vole", wins_needed=3))
    assert match["quickest_manche"] == [(-120, {"tricks": 120, "number": 3, "seat": 1})]


def test_how_quick_depends_on_the_cards():
    for using, tricks in ((rules(), 180), (rules(deck=32), 110), (rules(decks=2), 360)):
        assert "quickest_manche" in facts_by_code(entry(winner=0, tricks=tricks), using=using)
        assert "quickest_manche" not in facts_by_code(
            entry(winner=0, tricks=tricks + 1), using=using
        )


def test_the_most_battles():
    manches = [entry(winner=0, battles=7), entry(winner=0, battles=21), entry(winner=0, battles=0)]
    assert facts_by_code(*manches)["most_battles"] == [(21, {"battles": 21, "number": 2})]
    assert "most_battles" not in facts_by_code(entry(winner=0, battles=0), using=rules())


def test_a_clean_sweep_is_of_a_match_of_several_wins():
    assert facts_by_code(*won(1, 1, 1)) == {"clean_sweep": [(3, {"wins": 3, "side": 1})]}
    assert "clean_sweep" in facts_by_code(*won(1, 1), PAT, *won(1))
    assert "clean_sweep" not in facts_by_code(*won(1, 0, 1, 1))


def test_a_comeback_is_the_most_that_the_winner_was_behind():
    assert facts_by_code(*won(1, 1, 0, 0, 0)) == {
        "comeback": [(2, {"behind": 2, "number": 2, "side": 0})]
    }
    assert facts_by_code(*won(1, 0, 2, 0, 0), seats=3)["comeback"] == [
        (1, {"behind": 1, "number": 1, "side": 0})
    ]


def test_drawn_manches_are_counted():
    assert facts_by_code(PAT, stopped(26, 26), *won(0, 0), using=IN_2)["drawn_manches"] == [
        (2, {"drawn": 2})
    ]


def test_each_joker_stolen_is_told():
    match = facts_by_code(joker(0), *won(1), joker(0), using=rules("joker-vole", wins_needed=2))
    assert match["joker_stolen"] == [
        (1, {"seat": 0, "number": 1}),
        (1, {"seat": 0, "number": 3}),
    ]


def test_one_bataille_is_the_most_where_there_is_no_other():
    manches = [entry(winner=0, tricks=300, battles=1), *won(1, 0, 0)]
    assert facts_by_code(*manches)["most_battles"] == [(1, {"battles": 1, "number": 1})]
