"""What the lab says of a bid: its worth, what it is worth to leave it, and the effect of a defence
at the cap.
"""

import pytest

from games.dix.analysis.equity import bid_lab, equity_lab
from games.dix.analysis.equity.equity import equity, equity_after
from games.dix.analysis.equity.hand_model import ModelHand, solved_model
from games.dix.analysis.equity.solving import read_model_hand
from games.dix.engine.auction import Position
from tests.games.dix.builders import rules
from tests.plain import plain

pytestmark = [
    pytest.mark.django_db,
    pytest.mark.nightly,
]


def conditions_of(preset="traditionnel", **more):
    """Return the conditions of a question, as the lab's form cleans them."""
    given = {
        "rules": rules(preset),
        "ours": 340,
        "theirs": 285,
        "dealer": "them",
        "promised": 70,
        "our_purse": None,
        "their_purse": None,
        "model": "club",
    }
    return given | more


def bids(**more):
    conditions = conditions_of(**more)
    result = bid_lab.run_bids(conditions, lambda done, total: None)
    return result, bid_lab.what_to_bid(conditions, result)


def test_a_bid_is_worth_the_chance_after_it():
    result, answer = bids()
    position = Position(3, (340, 285))
    taken = solved_model(40).promising(rules(), None, 0, 70).taken
    expected = sum(
        share
        * equity_after(
            rules(), position, read_model_hand(rules(), position, ModelHand(0, 65, False, points))
        )[0]
        for points, share in taken.items()
    )
    rows = {bid: (made, silent, spoken) for bid, made, silent, spoken in result["rows"]}
    assert list(rows) == list(range(50, 101, 5))
    made = sum(share for points, share in taken.items() if points >= 65)
    assert rows[65] == pytest.approx((made, expected, None))
    # « La partie » is won as often as the bidders take everything.
    assert result["partie"] == pytest.approx((taken[100], taken[100]))
    assert result["now"] == equity(rules(), (340, 285), 3)[0]
    sentence = plain(answer.sentence)
    assert sentence.startswith("À 340–285, d'une main qui promet 70 points : miser 65 vaut ")
    assert "la partie" in sentence
    assert "Miser vaut mieux que laisser jusqu'à" in sentence


def test_a_defence_at_the_cap_is_told_silent_and_spoken():
    result, answer = bids(ours=420, theirs=410)
    rows = {bid: (silent, spoken) for bid, _made, silent, spoken in result["rows"]}
    # The defence cannot have spoken before a bid of the minimum. Above it, a defence that spoke
    # scores its points against us.
    assert rows[50][1] is None
    assert all(spoken < silent for bid, (silent, spoken) in rows.items() if bid > 50)
    # If we leave the bid to them, our own points count only if we spoke before.
    assert result["left_silent"] < result["left_spoken"]
    heads = [plain(str(column.head)) for column in answer.grids[0].columns]
    assert heads == ["Mise", "Réussie", "Défense muette", "Défense qui parle"]


def test_below_the_cap_there_is_one_column():
    result, answer = bids(theirs=395)
    assert {row[3] for row in result["rows"]} == {None}
    assert (result["left_silent"], result["left_spoken"]) == (None, None)
    assert len(answer.grids[0].columns) == 3


def test_a_price_is_not_made_and_la_partie_is_not_bid():
    result, answer = bids(preset="achat-argent", our_purse=3, their_purse=0)
    assert [row[0] for row in result["rows"]] == [1, 2, 3]
    # The lower the price, the better the chance.
    worths = [row[2] for row in result["rows"]]
    assert worths == sorted(worths, reverse=True)
    assert result["partie"] is None
    assert [plain(str(column.head)) for column in answer.grids[0].columns] == [
        "Mise",
        "Chance du match",
    ]


def test_the_curve_rises_to_the_score_asked_and_beyond():
    conditions = conditions_of(ours=345)
    result = equity_lab.run_chance(conditions, lambda done, total: None)
    chances = dict(result["curve"])
    assert chances[345] == result["chance"] == equity(rules(), (345, 285), 3)[0]
    assert list(chances.values()) == sorted(chances.values())
    answer = equity_lab.chance_of_winning(conditions, result)
    assert [row[0] for row in answer.grids[0].rows][answer.grids[0].mark] == 345
    assert plain(answer.sentence).startswith("À 345–285 : ")
