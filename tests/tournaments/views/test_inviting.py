"""What people are told before they come, wherever they read it; and from where an address opens."""

import xml.etree.ElementTree as ET
from datetime import timedelta

import pytest
from django.utils import timezone

from tests import factories
from tests.plain import plain
from tests.tournaments.evening import Evening, evening
from tournaments.models import LogEntry, Tournament

pytestmark = pytest.mark.django_db

TEXT = "Apporter un jeu.\nEntrée <b>par la cour</b>."
TOLD = {"about": TEXT, "price": 7.5, "price_per": "person", "contact": "Anne, 06 1"}
ATOM = "{http://www.w3.org/2005/Atom}"
ROOM = "Dans la salle seulement"


@pytest.fixture
def night():
    made = evening("Zoé", "Yves")
    made.do("patch", "", TOLD)
    made.do("put", "sign-up/", {"open": True})
    return made


def pages(night):
    yield f"/tournois/{night.id}/je-viens/"
    yield f"/tournois/{night.id}/imprimer/affiche/"
    yield f"/clubs/{night.club.slug}/"
    yield f"/clubs/{night.club.slug}/calendrier.ics"
    yield f"/clubs/{night.club.slug}/bulletin/fil.atom"


def test_it_stands_where_people_decide_to_come(night):
    for page in pages(night):
        content = plain(factories.browser().get(page).content.decode().replace("\r\n ", ""))
        for text in ("Apporter un jeu.", "7,50", "par personne", "Anne", "06 1"):
            assert text in content.replace("\\", ""), (page, text)
        assert "<b>par" not in content or page.endswith(".ics")


def test_a_feed_announces_what_is_public_and_to_come_and_says_when_it_was_changed(night):
    feed = f"/clubs/{night.club.slug}/bulletin/fil.atom"

    def entries():
        read = ET.fromstring(factories.browser().get(feed).content)
        return read.findall(f"{ATOM}entry")

    (entry,) = entries()
    link = f"http://testserver/tournois/{night.id}/"
    assert [child.get("href") for child in entry.findall(f"{ATOM}link")] == [link]
    known, before = (entry.find(f"{ATOM}{name}").text for name in ("id", "updated"))
    # Who comes changes nothing of it, and another price does.
    night.enter("Xavier")
    assert entries()[0].find(f"{ATOM}updated").text == before
    night.do("patch", "", {"price": 8})
    LogEntry.objects.filter(kind="described").update(at=timezone.now() + timedelta(hours=1))
    (entry,) = entries()
    assert (entry.find(f"{ATOM}id").text, "8 par" in plain(entry.find(f"{ATOM}summary").text)) == (
        known,
        True,
    )
    assert entry.find(f"{ATOM}updated").text > before
    night.draw()
    assert entries() == []
    Tournament.objects.update(state="registration", public=False)
    assert entries() == []


def test_programs_read_it_and_files_bring_it_back(night):
    read = night.do("get", client=factories.api())
    assert {name: read[name] for name in TOLD} == TOLD
    for kind in ("json", "csv"):
        body = night.call("get", f"export/?format={kind}")
        posted = (
            body.json()
            if kind == "json"
            else {"format": "csv", "content": body.content.decode(), "club": night.club.slug}
        )
        again = night.client.post("/api/v1/tournaments/import/", posted)
        assert again.status_code == 201, again.json()
        made = Evening(again.json()["id"], night.client, night.club)
        assert {name: made.do("get")[name] for name in TOLD} == TOLD


def test_the_officers_form_sets_it_and_a_price_of_a_person_is_due_of_each(night):
    keeper = factories.browser(factories.member(night.club, "officer"))
    form = {"open": "on", "about": "Venez.", "price": "5", "price_per": "person", "contact": ""}
    assert keeper.post(f"/tournois/{night.id}/je-viens/reglages/", form).status_code == 302
    row = Tournament.objects.get()
    assert (row.about, row.price, row.contact, row.due(2)) == ("Venez.", 500, "", 1000)
    # A program of before says nothing of it, and takes nothing away.
    night.do("put", "sign-up/", {"open": False})
    assert Tournament.objects.get().about == "Venez."


@pytest.mark.parametrize("public", [None, "https://carnet.example"])
def test_paper_feeds_embeds_and_invitations_say_where_they_work(night, settings, public):
    settings.PUBLIC_URL, settings.ALLOWED_HOSTS = public, ["*"]
    night.club.embeddable = True
    night.club.save()
    keeper = factories.browser(factories.member(night.club, "owner"))
    tournament, club = f"/tournois/{night.id}", f"/clubs/{night.club.slug}"
    host = {"HTTP_HOST": "192.168.1.5:8000"} if public is None else {}
    for address in (
        *(
            f"{tournament}/imprimer/affiche/",
            f"{tournament}/cartes/inscrits/",
            f"{tournament}/cartes/tables/",
        ),
        *(f"{club}/calendrier/", f"{club}/calendrier.ics", f"{club}/bulletin/fil.atom"),
        *(f"{club}/reglages/", f"{tournament}/je-viens/reglages/"),
        f"/integrer/fr{club}/calendrier/",
    ):
        answer = keeper.get(address, **host)
        assert answer.status_code == 200, address
        content = answer.content.decode().replace("\r\n ", "")
        assert (ROOM in content) == (public is None), address
        assert ("192.168.1.5" in content) <= (public is None), address
    made = factories.api(factories.member(night.club, "owner")).post(
        f"/api/v1/clubs/{night.club.slug}/members/", {}, **host
    )
    assert made.json()["reach"] == ("room" if public is None else "public")


def test_a_printed_card_says_what_its_code_is_for(night):
    keeper = factories.browser(factories.member(night.club, "officer"))
    for kind, words in (("inscrits", "trouver sa table"), ("tables", "qui joue ici")):
        assert words in keeper.get(f"/tournois/{night.id}/cartes/{kind}/").content.decode()
