"""Default names of sides: each reader sees them in their own language, programs see one form; given
names stay.
"""

import pytest

from games.models import Match, Side
from tests import factories
from tests.games import pages

pytestmark = pytest.mark.django_db

TYPED = {"name_0": "Anne", "name_1": "Bruno", "name_2": "Chloé", "name_3": "David"}


def started(language, **filled):
    """Start a match on the page in a language; return it and the browser."""
    browser = factories.browser()
    form = pages.form(
        browser.get("/jouer/dix/", headers={"accept-language": language}), field="name_0"
    )
    answer = browser.post(
        "/jouer/dix/", form.data(**TYPED, **filled), headers={"accept-language": language}
    )
    assert answer.status_code == 302, answer.content.decode()
    return Match.objects.latest("started_at"), browser


def names(browser, match, language):
    page = browser.get(f"/parties/{match.pk}/", headers={"accept-language": language})
    return [side.name for side in page.context["table"].sides]


def stored(match):
    return list(Side.objects.filter(match=match).values_list("name", flat=True))


@pytest.mark.parametrize("language", ["fr", "en"])
def test_whatever_language_starts_the_match_each_reads_their_own(language):
    match, browser = started(language)
    assert stored(match) == ["Nous", "Vous"]
    assert names(browser, match, "fr") == ["Nous", "Vous"]
    assert names(browser, match, "en") == ["Us", "Them"]


def test_programs_read_the_same_names_in_any_language():
    table = factories.table(factories.api(language="en"))
    assert [side["name"] for side in table.first["sides"]] == ["Nous", "Vous"]
    body = factories.api(language="en").get(table.url()).json()
    assert [side["name"] for side in body["sides"]] == ["Nous", "Vous"]
    exported = factories.api(language="en").get(table.url("export/?format=json")).json()
    assert "Us" not in str(exported)


def test_a_table_that_was_started_in_english_before_is_read_in_french_too():
    match, browser = started("fr")
    for number, name in enumerate(("Us", "Them")):
        Side.objects.filter(match=match, number=number).update(name=name)
    assert names(browser, match, "fr") == ["Nous", "Vous"]


def test_names_that_were_given_stay_in_any_language():
    match, browser = started("en", side_0="Les Bons", side_1="Vous autres")
    assert names(browser, match, "fr") == ["Les Bons", "Vous autres"]
    assert names(browser, match, "en") == ["Les Bons", "Vous autres"]


def test_a_default_name_changed_to_one_of_the_other_side_is_that():
    match, browser = started("fr", side_0="Vous", side_1="Nous")
    assert names(browser, match, "en") == ["Vous", "Nous"]


def test_putting_one_name_right_in_english_leaves_the_other_as_it_is_stored():
    match, browser = started("fr")
    address = f"/parties/{match.pk}/reglages/"
    english = {"accept-language": "en"}
    form = pages.form(browser.get(address, headers=english), field="side_0")
    assert form.fields["side_1"] == ["Them"]
    browser.post(address, form.data(side_0="The Good"), headers=english)
    assert stored(match) == ["The Good", "Vous"]


def test_a_rematch_of_a_table_started_anew_in_english_keeps_the_default():
    match, browser = started("fr")
    english = {"accept-language": "en"}
    address = f"/jouer/dix/?refaire={match.pk}"
    form = pages.form(browser.get(address, headers=english), field="name_0")
    assert form.fields["side_0"] == ["Us"]
    assert browser.post("/jouer/dix/", form.data(), headers=english).status_code == 302
    assert stored(Match.objects.latest("started_at")) == ["Nous", "Vous"]
