"""Tests of the room's screen: its views, their order and durations, its message and its code."""

import re
from itertools import pairwise

import pytest

from tests import factories
from tests.tournaments.evening import evening
from tournaments.models import Tournament
from tournaments.presentation.bracket.boxes import SIZE
from tournaments.views import drawing, wall
from tournaments.views.common import even_parts
from tournaments.views.screen_form import VIEWS

pytestmark = pytest.mark.django_db

PAIRS = ["Zoé & Anne", "Émile & Fanny", "Bruno & Éva", "David & Chloé", "Léa & Jean"]


@pytest.fixture
def night():
    made = evening(options={"rounds": 3})
    people = [[{"name": name} for name in pair.split(" & ")] for pair in PAIRS]
    made.do("post", "entrants/", [{"players": two} for two in people])
    return made


def scene(night, at=0):
    page = factories.browser().get(f"/tournois/{night.id}/mur/?vue={at}&marche=garder")
    assert page.status_code == 200
    return page


def chosen(**seconds):
    """Return the form data that shows these views in this order, each for its seconds, and no
    others.
    """
    order = [*seconds, *(slug for slug in VIEWS if slug not in seconds)]
    return {
        **{f"place_{slug}": str(at) for at, slug in enumerate(order, start=1)},
        **{f"seconds_{slug}": str(stay) for slug, stay in seconds.items()},
    }


def test_everybody_finds_their_table_by_their_own_name(night):
    night.draw()
    page = scene(night, 1)
    assert page.context["scene"] == "names"
    calls = page.context["calls"]
    assert [call["name"] for call in calls] == [
        "Anne", "Bruno", "Chloé", "David", "Émile", "Éva", "Fanny", "Jean", "Léa", "Zoé",
    ]  # fmt: skip
    table = {call["name"]: next(iter(call["tables"]), None) for call in calls}
    assert [table["Anne"], table["Bruno"]] == [table["Zoé"], table["Éva"]]
    assert sorted(set(table.values()) - {None}) == [1, 2]
    assert list(table.values()).count(None) == 2  # a pair rests


def test_a_long_list_comes_in_parts_of_about_the_same_length():
    assert even_parts(61, 60) == [(0, 30), (30, 61)]
    assert even_parts(7, 60) == [(0, 7)]
    assert even_parts(0, 60) == []


def test_an_officer_chooses_the_views_their_order_and_time_and_a_message(night):
    night.draw()
    officer = factories.browser(factories.member(night.club, "officer"))
    address = f"/tournois/{night.id}/mur/reglages/"
    payload = {**chosen(standings=30, tables=10), "message": "La <buvette> ferme à 23 h"}
    assert officer.post(address, payload).status_code == 302
    assert Tournament.objects.get().screen == {
        "views": [["standings", 30], ["tables", 10]],
        "message": "La <buvette> ferme à 23 h",
    }
    page = factories.browser().get(f"/tournois/{night.id}/mur/")
    text = page.content.decode()
    assert (page.context["scene"], page.context["stay"]) == ("standings", 30)
    assert '<p class="wall__message">La &lt;buvette&gt; ferme à 23 h</p>' in text
    assert scene(night, 1).context["scene"] == "tables"
    assert scene(night, 2).context["scene"] == "standings"
    refused = officer.post(address, chosen(tables=2))
    assert refused.status_code == 400
    form = officer.get(address).context["form"]
    assert [str(row["name"]) for row in form.rows][:2] == ["Le classement", "Les tables"]


def test_the_timer_alone_fills_the_screen_where_it_is_asked_for(night):
    night.draw()
    officer = factories.browser(factories.member(night.club, "officer"))
    officer.post(f"/tournois/{night.id}/mur/reglages/", chosen(timer=30))
    assert scene(night).context["scene"] == "entrants"  # nobody has set it
    night.do("post", "timer/", {"action": "reset", "minutes": 25})
    page = scene(night)
    assert page.context["scene"] == "timer"
    assert "25:00" in page.content.decode()


def test_the_podium_is_first_once_all_is_played(night):
    for _round in range(3):
        night.play(night.draw())
    page = factories.browser().get(f"/tournois/{night.id}/mur/")
    assert (page.context["scene"], page.context["stay"]) == ("podium", wall.PODIUM)


def test_a_bracket_is_shown_by_parts_that_are_read_from_afar():
    night = evening(*(f"Équipe {at}" for at in range(40)), format="single_elimination")
    night.draw()
    pages = [scene(night, at) for at in range(9)]
    pictures = [
        len(re.findall(r'class="tree__box"', page.content.decode()))
        for page in pages
        if page.context["scene"] == "bracket"
    ]
    # The bracket is shown in two halves up to a semi-final, with 4 + 8 + 4 + 2 + 1 meetings each.
    # The final is not shown, because nobody is known in it yet.
    assert pictures == [19, 19]


def test_a_long_way_through_a_bracket_is_shown_a_few_rounds_at_a_time():
    night = evening(*(f"Équipe {at}" for at in range(16)), format="double_elimination")
    for _ in range(3):
        night.play(night.draw())
    night.draw()
    wide = []
    for at in range(12):
        page = scene(night, at)
        if page.context["scene"] == "bracket":
            box = re.search(r'viewBox="0 0 (\d+) (\d+)"', page.content.decode())
            wide.append((int(box[1]), int(box[2])))
    assert len(wide) > 1
    for width, height in wide:
        scale = min(drawing.SCREEN_WIDTH / width, drawing.SCREEN_HEIGHT / height)
        assert SIZE * scale > 1 / 60


def test_standings_show_the_tie_break_where_it_decides_and_a_shared_rank(night):
    night.play(night.draw(), [5, 3], [5, 3])

    def rows():
        pages = (scene(night, at) for at in range(6))
        return next(page for page in pages if "rows" in page.context).context["rows"]

    for above, row in pairwise(rows()):
        names = [{name for name, _value in standing.deciding} for standing in (above, row)]
        assert bool(names[0] & names[1]) or above.points != row.points
    night.do("patch", "", {"tie_breaks": ["points"]})
    assert [(row.rank, row.points, row.deciding) for row in rows()] == [
        *[(1, "1", [])] * 3,
        *[(4, "0", [])] * 2,
    ]


def test_a_podium_names_its_fields_and_each_pair_once():
    night = evening(format="single_elimination", options={"b_final": True})
    people = [[{"name": name} for name in pair.split(" & ")] for pair in PAIRS[:4]]
    night.do("post", "entrants/", [{"players": two} for two in people])
    night.play(night.draw())
    night.play(night.draw())
    text = scene(night).content.decode()
    podium = text.split('class="wall__podiums"')[1].split("wall__ways")[0]
    assert [podium.count(f"Tableau {letter}") for letter in "AB"] == [1, 1]
    assert [podium.count(name) for name in ("Zoé", "Anne", "Chloé")] == [1, 1, 1]


def test_the_code_to_follow_is_of_public_tournaments_only(night):
    assert 'class="wall__code"' in scene(night).content.decode()
    night.do("patch", "", {"public": False})
    officer = factories.browser(factories.member(night.club, "officer"))
    page = officer.get(f"/tournois/{night.id}/mur/")
    assert 'class="wall__code"' not in page.content.decode()
