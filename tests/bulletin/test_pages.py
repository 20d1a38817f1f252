"""The pages of bulletins and their feed."""

import xml.etree.ElementTree as ET
from datetime import datetime

import pytest
from django.core.cache import cache

from bulletin.models import Bulletin
from clubs.models import Club
from tests import factories
from tests.bulletin.evenings import DAY, match_on, published
from tests.plain import plain

pytestmark = pytest.mark.django_db
LIST, PAGE = "/clubs/le-club/bulletin/", f"/clubs/le-club/bulletin/{DAY}/"
ATOM = "{http://www.w3.org/2005/Atom}"


@pytest.fixture
def club():
    """A club that anybody may see."""
    return factories.club("le-club", name="Le <club> & \u200fאב")


@pytest.fixture
def officer(club, client):
    """A browser where an officer has signed in."""
    client.force_login(factories.member(club, "officer"))
    return client


def texts(response):
    """The page's text with plain spaces."""
    return plain(response.content.decode())


def test_an_officer_reads_changes_publishes_and_withdraws(club, officer, django_user_model):
    match_on(club, by=factories.Caller(user=factories.site_owner()))
    assert f"{DAY}/" in texts(officer.get(LIST))
    assert "Brouillon" in texts(officer.get(PAGE))
    form = officer.get(f"{PAGE}modifier/").context["form"]
    typed = {"title": "Bravo <b>", "text": "Un.\n\nDeux <i>.", "after": form.initial["after"]}
    assert officer.post(f"{PAGE}modifier/", typed).status_code == 302
    page = texts(officer.get(PAGE))
    assert "<p>Deux &lt;i&gt;.</p>" in page
    assert "Bravo &lt;b&gt;" in page
    # The version that another officer stored meanwhile is shown, and may then be overwritten.
    late = officer.post(f"{PAGE}modifier/", {**typed, "title": "Autre"})
    assert late.status_code == 400
    assert late.context["now"].title == "Bravo <b>"
    again = {**typed, "title": "Autre", "after": late.context["form"]["after"].value()}
    assert officer.post(f"{PAGE}modifier/", again).status_code == 302
    blank = officer.post(f"{PAGE}modifier/", {"title": " ", "text": "x", "after": ""})
    assert blank.context["form"].errors == {"title": ["Un bulletin a un titre et un texte."]}
    officer.post(PAGE, {"do": "publish", "after": "2"})
    assert Bulletin.objects.get().published
    assert "Autre" in texts(officer.get("/clubs/le-club/"))
    officer.post(PAGE, {"do": "withdraw", "after": "2"})
    assert Bulletin.objects.get().published
    officer.post(PAGE, {"do": "withdraw", "after": "3"})
    assert not Bulletin.objects.get().published
    officer.post(PAGE, {"do": "remake", "after": "4"})
    assert "Autre" not in texts(officer.get(PAGE))


@pytest.mark.parametrize("day", ["2026-1-30", "2026-02-30", "20260130", "hier", "2026-W05-5"])
def test_an_address_that_is_no_day_is_nothing(club, officer, day):
    assert officer.get(f"{LIST}{day}/").status_code == 404


def test_the_feed_is_what_atom_wants(club, client):
    published(club, factories.site_owner())
    officer = factories.site_owner()
    published(club, officer, title="L'énigme & \u0001 <b>", text="Un.\n\nDeux\ufdd0 « ici ».")
    response = client.get(f"{LIST}fil.atom")
    assert response["Content-Type"] == "application/atom+xml; charset=utf-8"
    feed = ET.fromstring(response.content)
    assert feed.tag == f"{ATOM}feed"
    # RFC 4287, 4.1.1 and 4.1.2: these elements must be there exactly once.
    for element in (feed, *feed.findall(f"{ATOM}entry")):
        for name in ("id", "title", "updated"):
            (child,) = element.findall(f"{ATOM}{name}")
            assert child.text
        (alternate,) = [
            link for link in element.findall(f"{ATOM}link") if link.get("rel") == "alternate"
        ]
        assert alternate.get("href").startswith("http://testserver/clubs/le-club/bulletin/")
        moment = datetime.fromisoformat(element.find(f"{ATOM}updated").text)
        assert moment.tzinfo is not None
    (author,) = feed.findall(f"{ATOM}author")
    assert author.find(f"{ATOM}name").text == club.name
    (own,) = [link for link in feed.findall(f"{ATOM}link") if link.get("rel") == "self"]
    assert own.get("href") == f"http://testserver{LIST}fil.atom"
    (entry,) = feed.findall(f"{ATOM}entry")
    bulletin = Bulletin.objects.get()
    assert entry.find(f"{ATOM}id").text == f"urn:uuid:{bulletin.uid}"
    assert entry.find(f"{ATOM}title").text == "L'énigme & <b>"
    summary = entry.find(f"{ATOM}summary")
    assert (summary.get("type"), plain(summary.text)) == (
        "html",
        "<p>Un.</p>\n<p>Deux « ici ».</p>",
    )
    assert feed.find(f"{ATOM}updated").text == entry.find(f"{ATOM}updated").text
    # The entry keeps its identity, whatever is written.
    before = bulletin.uid
    published(club, officer, text="Trois.")
    assert Bulletin.objects.get().uid == before


def test_a_feed_without_entries_is_as_old_as_the_club_and_a_closed_club_has_none(club, client):
    feeds = [client.get(f"{LIST}fil.atom").content for _again in range(2)]
    assert feeds[0] == feeds[1]
    Club.objects.update(public=False)
    cache.clear()
    assert client.get(f"{LIST}fil.atom").status_code == 404


def test_pages_cost_the_same_however_many_people_they_name(
    club, client, django_assert_max_num_queries
):
    published(club, factories.site_owner())
    with django_assert_max_num_queries(14):
        client.get(PAGE)
    with django_assert_max_num_queries(8):
        client.get(LIST)
    with django_assert_max_num_queries(5):
        client.get(f"{LIST}fil.atom")
