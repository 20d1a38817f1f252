"""Tests of the desk as officers use it: the outcome of each line, and what two officers see."""

import re

import pytest

from tests import factories
from tests.tournaments.evening import evening
from tournaments.log_queries import log_gives
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
def night():
    made = evening(*(f"Paire {number}" for number in range(1, 41)))
    made.draw()
    return made


@pytest.fixture
def anne(night):
    account = factories.member(night.club, "officer")
    player = factories.player("Anne", night.club)
    player.user = account
    player.save()
    return factories.browser(account)


@pytest.fixture
def bruno(night):
    return factories.browser(factories.member(night.club, "officer"))


def address(night, number=1):
    return f"/tournois/{night.id}/rondes/{number}/resultats/"


def filled(page):
    """Return the values of the text and hidden fields of the page's form, by name."""
    values = {}
    for tag in re.findall(r"<input[^>]*>", page):
        attributes = dict(re.findall(r'(\w+)="([^"]*)"', tag))
        if "name" in attributes and attributes.get("type") in ("text", "hidden"):
            values[attributes["name"]] = attributes.get("value", "")
    return values


def opened(browser, night):
    answer = browser.get(address(night))
    assert answer.status_code == 200
    return filled(answer.content.decode())


def sent(browser, night, form, **typed):
    answer = browser.post(address(night), {**form, **typed}, follow=True)
    return " ".join(answer.content.decode().split())


def standing(night, table):
    result = night.do("get", "rounds/1/")["tables"][table - 1]["result"]
    return result and result["scores"]


def test_twenty_tables_are_forty_numbers_and_one_click(night, anne):
    form = opened(anne, night)
    scores = [name for name in form if name.startswith("score_")]
    assert len(scores) == 40
    typed = {name: "500" if name.endswith("_0") else "350" for name in scores}
    page = sent(anne, night, form, **typed)
    assert "20 résultats notés." in page
    # The page offers to close the round, which is followed by the next draw.
    assert "Clore la ronde 1" in page
    assert [standing(night, table) for table in range(1, 21)] == [[500, 350]] * 20
    assert log_gives(Tournament.objects.get(pk=night.id))


def test_a_second_officer_is_told_and_nothing_is_lost(night, anne, bruno):
    first, second = opened(anne, night), opened(bruno, night)
    sent(anne, night, first, score_3_0="500", score_3_1="420")
    typed = {"score_3_0": "420", "score_3_1": "500", "score_4_0": "500", "score_4_1": "300"}
    page = sent(bruno, night, second, **typed)
    assert "1 résultat noté." in page
    assert re.search(r"Déjà noté par <bdi>Anne</bdi> à \d\d:\d\d :", page)
    assert "<strong>500–420</strong>" in page
    assert (standing(night, 3), standing(night, 4)) == ([500, 420], [500, 300])
    # Bruno's values are still in the form. If he sends it without an answer, he is asked again.
    again = filled(page)
    assert (again["score_3_0"], again["score_3_1"]) == ("420", "500")
    assert "Déjà noté" in sent(bruno, night, again)
    assert standing(night, 3) == [500, 420]
    # Anne corrects the result meanwhile, so it is no longer the one that Bruno agreed to replace.
    sent(anne, night, opened(anne, night), score_3_1="425")
    page = sent(bruno, night, again, answer_3="replace")
    assert "<strong>500–425</strong>" in page
    page = sent(bruno, night, filled(page), answer_3="replace")
    assert "1 résultat noté." in page
    assert standing(night, 3) == [420, 500]


def test_a_line_may_be_kept_as_the_other_wrote_it(night, anne, bruno):
    other = opened(bruno, night)
    sent(anne, night, opened(anne, night), score_1_0="500", score_1_1="420")
    page = sent(bruno, night, other, score_1_0="480", score_1_1="500")
    page = sent(bruno, night, filled(page), answer_1="keep")
    assert "Déjà noté" not in page
    assert standing(night, 1) == [500, 420]


def test_what_is_odd_is_asked_and_the_rest_is_noted(night, anne):
    page = sent(
        anne,
        night,
        opened(anne, night),
        **{"score_1_0": "50", "score_1_1": "42", "score_2_0": "500"},
        **{"score_3_0": "5oo", "score_3_1": "3", "score_4_0": "500", "score_4_1": "300"},
    )
    assert "Personne n&#x27;atteint 500" in page
    assert "Il manque un score." in page
    assert "Un score est un nombre." in page
    assert [standing(night, table) for table in (1, 2, 3, 4)] == [None, None, None, [500, 300]]
    typed = {"sure_1": "1", "score_2_1": "310", "score_3_0": "500", "score_3_1": "300"}
    page = sent(anne, night, filled(page), **typed)
    assert "3 résultats notés." in page
    assert [standing(night, table) for table in (1, 2, 3)] == [[50, 42], [500, 310], [500, 300]]


def test_a_dispute_is_settled_by_one_version_or_a_third(night, anne):
    tokens = [table["tokens"] for table in night.do("get", "rounds/1/")["tables"]]
    side = factories.api()
    for table in (1, 2):
        for at, scores in enumerate(([500, 300], [300, 500])):
            place = f"rounds/1/tables/{table}/result/"
            night.do("post", place, {"scores": scores}, client=side, token=tokens[table - 1][at])
    page = sent(anne, night, opened(anne, night))
    assert page.count("Choisir l'un d'eux") == 2
    sent(anne, night, filled(page), answer_1="1", score_2_0="500", score_2_1="305")
    assert (standing(night, 1), standing(night, 2)) == ([300, 500], [500, 305])


def test_who_may_not_enter_results_goes_back(night):
    browser = factories.browser(factories.member(night.club, "member"))
    answer = browser.get(address(night))
    assert (answer.status_code, answer.url) == (302, f"/tournois/{night.id}/")


def test_a_phone_and_the_form_that_corrects_ask_about_an_odd_score_too(night, anne):
    """A phone and the correction form ask whether an unlikely score is meant.

    The target is 500, so 5000 is probably a typing error.
    """
    table = f"/tournois/{night.id}/rondes/1/tables/1/"
    card = anne.get(f"/tournois/{night.id}/rondes/1/cartes/").context["cards"][0]["sides"][0]
    phone = factories.browser()
    phone.get(card["path"])
    form = {"score_0": "5000", "score_1": "300"}
    refused = phone.post(f"{table}resultat/", form)
    assert (refused.status_code, standing(night, 1)) == (400, None)
    assert 'name="sure"' in refused.content.decode()
    assert phone.post(f"{table}resultat/", {**form, "sure": "1"}).status_code == 302
    assert standing(night, 1) == [5000, 300]
    # Somebody who enters the same score confirms it, and is not asked.
    assert anne.post(f"{table}resultat/", form).status_code == 302
    wrong = {"score_0": "503", "score_1": "300"}
    assert anne.post(f"{table}corriger/", wrong).status_code == 400
    ways = anne.post(f"{table}corriger/", {**wrong, "sure": "1"})
    assert (ways.status_code, 'name="sure"' in ways.content.decode()) == (200, True)
    assert anne.post(f"{table}corriger/", {**wrong, "later": "keep"}).status_code == 400
    assert standing(night, 1) == [5000, 300]
    anne.post(f"{table}corriger/", {**wrong, "later": "keep", "sure": "1"})
    assert standing(night, 1) == [503, 300]
