"""Tests of groups on pages, wall and paper, and of the text before the draw."""

import pytest

from tests.tournaments.evening import evening
from tournaments.views import printing

pytestmark = pytest.mark.django_db


def page(night, rest=""):
    answer = night.client.get(f"/tournois/{night.id}/{rest}")
    assert answer.status_code == 200
    return " ".join(answer.content.decode().split())


@pytest.fixture
def night():
    names = [f"Paire {number}" for number in range(1, 10)]
    made = evening(*names, format="groups", tie_breaks=["points", "seed"])
    for number in range(1, 10):
        made.do("patch", f"entrants/{number}/", {"seed": number})
    user = made.club.memberships.get().user
    made.client.force_login(user)
    return made


def test_what_there_will_be_is_said_before_the_draw(night):
    assert "3 poules de 3, 3 rondes, 6 qualifiés." in page(night)
    for number in range(10, 25):
        night.enter(f"Paire {number}")
    assert "6 poules de 4, 3 rondes, 12 qualifiés." in page(night)


def test_groups_have_their_page_their_sheet_and_the_wall(night):
    assert "Poules viennent" not in page(night, "poules/")
    night.play(night.draw(), [520, 410])
    night.draw()
    for place in ("poules/", "imprimer/poules/", "mur/?vue=2"):
        text = page(night, place)
        assert ("Poule A" in text, "Poule C" in text, "520–410" in text) == (True, True, True)
        assert "en course" in text
    assert 'href="/tournois/' + night.id + '/poules/"' in page(night)
    tree = page(night, "tableau/")
    assert ("1er poule A" in tree, "2ᵉ poule B" in tree) == (True, True)


def test_a_festival_s_groups_are_printed_in_parts(night, monkeypatch):
    monkeypatch.setattr(printing, "POOLS", 2)
    night.draw()
    first, second = page(night, "imprimer/poules/"), page(night, "imprimer/poules/?page=2")
    assert [f"Poule {name}" in first for name in "ABC"] == [True, True, False]
    assert [f"Poule {name}" in second for name in "ABC"] == [False, False, True]
    assert 'rel="next" href="?page=2"' in first


@pytest.mark.parametrize(
    ("count", "format_", "options", "sentence"),
    [
        (5, "melee", {}, "Un repos vaut une victoire (1 point), sans écart de score."),
        (
            *(5, "melee", {"bye_score": [500, 350], "points": {"win": 3}}),
            "Un repos vaut une victoire (3 points), au score de 500 à 350.",
        ),
        (5, "swiss", {"points": {"bye": 0.5}}, "Un repos vaut 0,5 point, sans écart de score."),
        (5, "round_robin", {}, "Un repos ne vaut rien."),
        (7, "tables", {}, "gagner vaut autant à une table de 3 qu'à une table de 5."),
    ],
)
def test_what_a_rest_is_worth_is_said_before_and_after(count, format_, options, sentence):
    names = [f"Personne {number}" for number in range(count)]
    night = evening(*names, format=format_, options=options)
    night.client.force_login(night.club.memberships.get().user)
    sentence = sentence.replace("'", "&#x27;")
    assert sentence in page(night)
    night.draw()
    assert sentence in page(night, "rondes/1/")


def test_thirds_of_a_point_are_shown_as_such():
    # Points by place: 4, 3, 2, 1, 0 at a table of five, and 4, 2⅔, 1⅓, 0 at a table of four.
    night = evening(*"ABCDEFGHI", format="tables", options={"table_size": 5})
    night.client.force_login(night.club.memberships.get().user)
    night.play(night.draw(), [9, 8, 7, 6, 5], [9, 8, 7, 6])
    assert "2 ⅔" in page(night, "classement/")
