"""The facts that a finished match offers to the records."""

import pytest

from games.yams.engine.facts import facts
from tests.games.yams.builders import lot, rules, sheet, whole, winning

# A yams in three columns: in « en_1 » it comes in the only throw, in « monter » it has to come
# first.
LUCKY = {"descendre": {"1": 5}, "libre": {"yams": 40}, "monter": {"yams": 40}, "en_1": {"yams": 40}}
OTHER = winning("en_2")
UPPER = {str(face): 5 * face for face in range(1, 7)}


def facts_by_code(*entries):
    """Return (value, parameters) of each fact of a match, by code."""
    made = facts(rules(), list(entries), sheet(*entries))
    return {fact.code: (fact.value, dict(fact.params)) for fact in made}


@pytest.mark.parametrize("side", [0, 1])
def test_what_a_lucky_sheet_shows(side):
    """With two players a column takes 22 turns: « monter » begins with turn 45, and « en 1 » ends
    with turn 88.
    """
    sheets = [LUCKY, OTHER] if side == 0 else [OTHER, LUCKY]
    assert facts_by_code(*whole(*sheets)) == {
        "columns_won": (4, {"side": side, "count": 4}),
        "best_sheet": (125, {"side": side, "points": 125}),
        "best_column": (40, {"side": side, "column": "libre", "points": 40}),
        "most_yams": (3, {"side": side, "count": 3}),
        "yams_at_once": (1, {"side": side, "number": 87 + side}),
        "yams_going_up": (-45 - side, {"side": side, "number": 45 + side, "points": 40}),
    }


def test_a_figure_made_at_once_is_not_yet_a_yams_nor_one_yams_many():
    sheets = {"en_1": {"suite": 30}, "libre": {"yams": 40}}, winning("monter")
    assert not {"yams_at_once", "most_yams", "yams_going_up"} & set(facts_by_code(*whole(*sheets)))


@pytest.mark.parametrize(("columns", "count"), [(3, 3), (2, None)])
def test_three_bonuses_on_one_sheet(columns, count):
    names = ("descendre", "libre", "monter")
    upper = winning(*names) | dict.fromkeys(names[:columns], UPPER)
    expected = None if count is None else (count, {"side": 1, "count": count})
    assert facts_by_code(*whole(winning("en_1", "en_2"), upper)).get("bonuses") == expected


def test_lots_are_counted_and_win_columns():
    lots = [lot(column, 0) for column in ("descendre", "en_1", "en_2")]
    match = facts_by_code(*whole(winning("libre"), winning("monter")), *lots)
    assert match["lots"] == (3, {"count": 3})
    assert match["columns_won"] == (4, {"side": 0, "count": 4})
