"""The chances of a finished match: the turning point, the words of the page, the API's body."""

from itertools import pairwise

import pytest

from games.presentation.curve import share_curve
from games.registry.chances import Chances
from games.review.chances import Turn, percent, turning_point
from tests import factories
from tests.plain import plain


def of(*first):
    """Return the chances of two sides, given those of the first side."""
    return Chances("m", "Modèle", (first, tuple(1 - chance for chance in first)))


def test_the_turning_point_is_the_line_that_brought_the_winner_most():
    run = of(0.5, 0.375, 0.75, 0.625, 1.0)
    # Lines 2 and 4 brought 0.375 each: the first counts.
    assert turning_point(run, (0,)) == Turn(2, 0, 0.375, 0.75)
    # For the other side, line 1 (from 0.5 to 0.625) and line 3 (from 0.25 to 0.375) brought
    # equally much: the first counts.
    assert turning_point(run, (1,)) == Turn(1, 1, 0.5, 0.625)


def test_a_match_that_nobody_won_alone_has_no_turning_point():
    assert turning_point(of(0.5, 1.0), ()) is None
    assert turning_point(of(0.5), (0,)) is None


@pytest.mark.parametrize(
    ("chance", "text"),
    [
        (0.0, "0 %"),
        (0.004, "moins de 1 %"),
        (0.005, "0 %"),
        (0.314, "31 %"),
        (0.994, "99 %"),
        (0.996, "plus de 99 %"),
        (1.0, "100 %"),
    ],
)
def test_a_chance_in_whole_percents(chance, text):
    assert plain(percent(chance)) == text


def test_the_curve_goes_from_foot_to_top():
    drawn = share_curve(((0.5, 0.0, 1.0), (0.5, 1.0, 0.0)))
    # The drawing is 320 × 140 with a margin of 10.
    assert [line.points for line in drawn.polylines] == [
        "10,70 160,130 310,10",
        "10,70 160,10 310,130",
    ]
    assert (drawn.target_y, drawn.zero_y) == (10, 70)
    assert [label.value for label in drawn.labels] == [100, 50]
    assert share_curve(((0.5, 1.0),)) is None


HANDS = (
    {"bidder": 0, "bid": 50, "taken": 100},
    {"bidder": 1, "bid": 80, "taken": 80},
    {"bidder": 2, "bid": 90, "taken": 85},
    {"bidder": 3, "bid": 60, "taken": 100},
    {"bidder": 1, "partie": True, "taken": 100},
)


@pytest.mark.django_db
def test_a_match_tells_them_by_page_and_by_api(client):
    match = factories.recorded(factories.started(), *HANDS)
    body = factories.api().get(f"/api/v1/matches/{match.pk}/chances/").json()
    assert body["model"]["code"] == "solved_deals"
    assert [moment["after"] for moment in body["chances"]] == [0, 1, 2, 3, 4, 5]
    runs = [moment["sides"] for moment in body["chances"]]
    assert all(sum(sides) == pytest.approx(1) for sides in runs)
    # The scores are 100–0, 120–80, 30–95 and 30–195; then « la partie » ends the match.
    assert runs[1][0] > runs[2][0] > runs[3][0] > runs[4][0] > runs[5][0] == 0
    turn = body["turning_point"]
    steps = [after[1] - before[1] for before, after in pairwise(runs)]
    assert turn["side"] == 1
    assert turn["number"] == steps.index(max(steps)) + 1
    assert (turn["before"], turn["after"]) == (
        runs[turn["number"] - 1][1],
        runs[turn["number"]][1],
    )
    html = plain(client.get(f"/parties/{match.pk}/").content.decode())
    percents = (plain(percent(turn["before"])), plain(percent(turn["after"])))
    assert f"brasse {turn['number']}, de {percents[0]} à {percents[1]} pour" in html
    # One turning point, one account of it.
    # The picture's label says the same.
    assert html.count("Le tournant, selon les chances") == html.count("tournant") == 2
    assert "Modèle « donnes résolues »" in html
    english = client.get(f"/parties/{match.pk}/", headers={"accept-language": "en"})
    assert "Chances of winning" in english.content.decode()


@pytest.mark.django_db
def test_a_game_without_a_model_tells_none():
    table = factories.table(None, game="toy", seats=factories.SEATS[:2], rules={"target": 3})
    answer = table.get("chances/")
    assert answer.json() == {
        "pending": False,
        "model": None,
        "chances": None,
        "turning_point": None,
    }


def test_rules_that_take_too_long_tell_none():
    from games.dix.analysis.equity.chances import chances_of_match
    from tests.games.dix.builders import rules

    assert chances_of_match(rules(target=5000), (), None) is None
