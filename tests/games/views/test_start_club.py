"""The one line of the start form about clubs: where the match counts, and until when the phone
vouches.
"""

from datetime import timedelta

import pytest
from django.utils import timezone

from clubs.links.models import CapabilityLink
from games.models import Match
from tests import factories
from tests.games import pages

pytestmark = pytest.mark.django_db
START = "/jouer/dix/?club=ici"


@pytest.fixture
def club():
    factories.owner_who_came()
    return factories.club("ici", name="Ici")


def lines(browser):
    return pages.text(browser.get(START))


def test_an_unknown_phone_proposes_or_stays_at_its_table(club):
    browser = factories.browser()
    assert "Proposer à Ici" in lines(browser)
    form = pages.form(browser.get(START), field="name_0")
    browser.post(START, form.data())
    browser.post(START, form.data(club="", client_id="7d5b3c1e-52a6-4f0f-9d8e-0b6a1c2d3e4f"))
    assert sorted(match.counts for match in Match.objects.all()) == ["no", "proposed"]


def test_a_member_counts(club):
    assert "Compte pour Ici" in lines(factories.browser(factories.member(club)))


def test_a_phone_with_the_evenings_code_counts_and_is_told_the_end(club):
    link, token = factories.table_link(club)
    browser = factories.browser()
    browser.get(f"/l/{token}/")
    assert "Compte pour Ici" in lines(browser)
    assert "jusqu'au" not in lines(browser)
    soon = timezone.now() + timedelta(days=6)
    CapabilityLink.objects.filter(pk=link.pk).update(expires_at=soon)
    assert "Ce téléphone compte pour Ici jusqu'au" in lines(browser)


def test_a_house_without_an_owner_says_that_any_phone_counts():
    factories.club("ici", name="Ici")
    page_lines = lines(factories.browser())
    assert "Compte pour Ici" in page_lines
    assert "Ce site n'a pas encore de propriétaire" in page_lines


def test_a_site_of_several_clubs_proposes_to_none_that_the_address_does_not_name(club):
    factories.club("ailleurs")
    page = pages.text(factories.browser().get("/jouer/dix/"))
    assert "Proposer à" not in page


def test_the_owner_is_asked_once_whether_any_phone_goes_on_counting(club):
    club.open_recording = club.asks_open_recording = True
    club.save()
    owner = factories.browser(factories.member(club, "owner"))
    question = "Garder « Tout téléphone compte »"
    address = "/clubs/ici/"
    assert question not in pages.text(factories.browser().get(address))
    assert question in pages.text(owner.get(address)).replace("\u00a0", " ")
    form = pages.form(owner.get("/clubs/ici/reglages/"), field="name")
    owner.post("/clubs/ici/reglages/", form.data())
    club.refresh_from_db()
    assert (club.open_recording, club.asks_open_recording) == (True, False)
    assert question not in pages.text(owner.get(address)).replace("\u00a0", " ")


def test_one_tap_on_the_clubs_page_shows_the_evenings_code(club):
    officer = factories.browser(factories.member(club, "officer"))
    form = pages.form(officer.get("/clubs/ici/"), field="client_id")
    page = officer.post("/clubs/ici/liens/", form.data() | {"lasts": "evening"})
    link = CapabilityLink.objects.get()
    assert (page.status_code, link.kind) == (200, "open_table")
    assert timezone.localtime(link.expires_at).hour == 4
    assert "Tout téléphone qui le lit compte pour le club" in pages.text(page)
