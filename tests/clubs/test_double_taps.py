"""A form that is sent twice by a double tap creates one thing, and both answers show it."""

import re
import uuid

import pytest
from django.test import Client

from clubs import services
from clubs.links.models import CapabilityLink
from clubs.models import Club, ClubPlayer, FirstAnswer, Invitation
from leaderboards.models import Feat
from tests import factories

pytestmark = pytest.mark.django_db


@pytest.fixture
def club():
    return factories.club("cercle")


@pytest.fixture
def officer(club):
    browser = Client()
    browser.force_login(factories.member(club, "officer"))
    return browser


def twice(browser, address, **sent):
    """Send one form twice with the same `client_id`; return both answers."""
    sent["client_id"] = str(uuid.uuid4())
    return [browser.post(address, sent) for _tap in range(2)]


def test_founding_a_club_twice_founds_one(officer):
    first, second = twice(officer, "/clubs/", name="Le trèfle")
    assert first["Location"] == second["Location"] == "/clubs/le-trefle/reglages/"
    assert Club.objects.filter(name="Le trèfle").count() == 1


def test_a_name_added_twice_is_on_the_list_once_and_no_mistake(officer, club):
    first, second = twice(officer, "/clubs/cercle/joueurs/", name="Anne")
    assert first["Location"] == second["Location"] == "/clubs/cercle/joueurs/"
    assert ClubPlayer.objects.filter(club=club).count() == 1


def test_merging_twice_merges_once(officer, club):
    survivor, other = factories.player("Anne", club), factories.player("Annie", club)
    address = f"/joueurs/{survivor.pk}/reglages/"
    first, second = twice(officer, address, merge=other.pk)
    assert first["Location"] == second["Location"]
    assert services.last_merger(survivor).absorbed == other


def test_an_invitation_made_twice_is_one_and_is_shown_twice(officer):
    pages = twice(officer, "/clubs/cercle/inviter/", role="member", days="7")
    links = [re.search(r"/invitation/([\w-]{32})/", page.content.decode())[1] for page in pages]
    assert links[0] == links[1]
    assert Invitation.objects.count() == 1
    assert services.open_invitation(links[0])
    assert links[0] not in FirstAnswer.objects.get().body


def test_a_link_made_twice_is_one_and_is_shown_twice(officer):
    pages = twice(officer, "/clubs/cercle/liens/", lasts="year")
    links = [re.search(r"/l/([\w.-]{68})/", page.content.decode())[1] for page in pages]
    assert links[0] == links[1]
    assert CapabilityLink.objects.count() == 1
    assert Client().get(f"/l/{links[0]}/").status_code == 302


def test_a_record_by_hand_written_twice_is_one(officer):
    address = "/records/dix/?club=cercle"
    first, second = twice(officer, address, text="Trois dix", date="2026-01-31", witness="Jean")
    assert first["Location"] == second["Location"]
    assert Feat.objects.count() == 1


def test_a_refused_form_is_not_remembered(officer):
    first, second = twice(officer, "/clubs/cercle/joueurs/", name=" ")
    assert (first.status_code, second.status_code) == (400, 400)
    assert not FirstAnswer.objects.exists()


def test_an_old_page_sent_with_other_words_is_a_new_write(officer, club):
    name = str(uuid.uuid4())
    for sent in ("Anne", "Bruno"):
        officer.post("/clubs/cercle/joueurs/", {"name": sent, "client_id": name})
    assert ClubPlayer.objects.filter(club=club).count() == 2


@pytest.mark.parametrize(
    "page",
    [
        "/clubs/",
        "/clubs/cercle/joueurs/",
        "/clubs/cercle/membres/",
        "/clubs/cercle/liens/",
        "/records/dix/?club=cercle",
    ],
)
def test_each_form_names_its_sending(page, officer):
    text = officer.get(page).content.decode()
    assert re.search(r'name="client_id" value="[0-9a-f-]{36}"', text)
