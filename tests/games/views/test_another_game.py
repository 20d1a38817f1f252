"""A sixth game has all its pages by its folder alone."""

import re

import pytest

from tests import factories
from tests.games import pages
from tests.games.views.common import at_table, page, send

pytestmark = pytest.mark.django_db


def test_the_sixth_game_is_played_from_the_home_page_to_its_result():
    browser = factories.browser()
    assert 'href="/jouer/toy/"' in browser.get("/").content.decode()
    form = pages.form(browser.get("/jouer/toy/"), field="name_0")
    response = send(browser, form, "/jouer/toy/", name_0="Anne", name_1="Bruno", name_2="Chloé")
    assert response.status_code == 302
    address = response.url
    for _ in range(3):
        pad = pages.form(browser.get(address), f"{address}inscrire/")
        assert send(browser, pad, "", die_0=6, die_1=2, die_2=3).status_code == 302
    words = pages.text(browser.get(address))
    assert "Le but est atteint." in words
    assert "Anne gagne sans perdre un tour." in words


def test_the_start_page_of_a_game_without_a_dealer_asks_for_none():
    content = factories.browser().get("/jouer/toy/").content.decode()
    assert "first_dealer" not in content
    assert 'type="radio" name=""' not in content
    assert "donne d'abord" not in content


def test_the_start_page_of_a_game_of_two_to_four_asks_how_many_and_needs_no_name():
    content = factories.browser().get("/jouer/toy/").content.decode()
    tags = [tag.partition(">")[0] for tag in content.split("<input")[1:]]
    names = [tag for tag in tags if 'name="name_' in tag]
    assert [" required" in tag for tag in names] == [False, False, False, False]
    counts = [re.search(r'value="(\d+)"', tag) for tag in tags if 'name="players"' in tag]
    assert [count and count[1] for count in counts] == ["2", "3", "4"]


def test_a_line_of_the_sixth_game_is_corrected_by_its_page():
    table, browser = at_table({"values": [6, 1]}, game="toy", seats=[{"name": "A"}, {"name": "B"}])
    address = f"/parties/{table.id}/lignes/1/"
    form = pages.form(browser.get(address), field="die_0")
    assert (form.fields["die_0"], form.fields["die_1"]) == (["6"], ["1"])
    preview = send(browser, form, address, die_1=6)
    assert preview.status_code == 200
    send(browser, pages.form(preview, field="die_0"), address, button=("keep", "1"))
    assert [side["score"] for side in table.body()["sides"]] == [1, 1]


def test_a_page_of_one_game_is_404_for_a_match_of_another():
    table, browser = at_table(game="toy", seats=[{"name": "A"}, {"name": "B"}])
    assert page(table, browser, "cartes/").status_code == 404
