"""Tests of a club's public page: noticeboard, calendar, honours by year, how to join."""

import datetime as dt
import re
from html import unescape

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from clubs import services
from clubs.callers import Caller
from clubs.models import Action, Club, ClubChange
from tests import factories
from tests.plain import plain
from tests.tournaments.evening import PAIRS, Evening
from tests.tournaments.services.test_challenges import Season
from tests.tournaments.stages import arranged
from tournaments.models import ClubEvening, Tournament
from tournaments.services import EveningAsked, make_evenings

pytestmark = pytest.mark.django_db

V1 = "/api/v1/clubs/un/"
HOSTILE = "<script>alert('1')</script> & \u202e"
SOON = timezone.localdate() + dt.timedelta(days=3)


@pytest.fixture
def club():
    return factories.club("un", name="Le Valet noir")


@pytest.fixture
def officer(club):
    return factories.browser(factories.member(club, "officer"))


def page(client, address="/clubs/un/"):
    answer = client.get(address)
    assert answer.status_code == 200
    return answer.content.decode()


def text_of(client, address="/clubs/un/"):
    """Return the text of a page without its tags, with single spaces."""
    text = plain(unescape(re.sub(r"<[^>]*>", " ", page(client, address))))
    return re.sub(r"\s+", " ", text)


def queries_of(client, address):
    """Return the number of database queries that a page takes."""
    with CaptureQueriesContext(connection) as queries:
        assert client.get(address).status_code == 200
    return len(queries)


def finished(club, name, date, *pairs):
    """Play a tournament of one round between two pairs."""
    client = factories.api(factories.member(club, "officer"))
    body = {"name": name, "game": "dix", "format": "swiss", "date": date, "club": club.slug}
    made = client.post("/api/v1/tournaments/", {**body, "options": {"rounds": 1}}).json()
    night = Evening(made["id"], client, club)
    night.enter(*pairs)
    night.play(night.draw())
    return night


# -- The noticeboard --------------------------------------------------------------------------


def test_an_officers_line_is_shown_dated_and_escaped_until_it_is_taken_off(club, officer):
    text = f"  Mardi\n on joue chez Anne. {HOSTILE}"
    assert officer.post("/clubs/un/annonce/", {"text": text}).status_code == 302
    seen = page(factories.browser())
    assert "Mardi on joue chez Anne. &lt;script&gt;alert(&#x27;1&#x27;)&lt;/script&gt;" in seen
    assert "<script>alert" not in seen
    club.refresh_from_db()
    answer = factories.api().get(V1).json()
    assert answer["notice"] == f"Mardi on joue chez Anne. {HOSTILE}".strip()
    assert answer["noticed_at"] is not None
    assert officer.post("/clubs/un/annonce/", {"remove": "1", "text": text}).status_code == 302
    assert "on joue chez Anne" not in page(factories.browser())
    assert factories.api().get(V1).json()["noticed_at"] is None
    logged = ClubChange.objects.filter(kind=Action.NOTICE).order_by("id")
    assert [(line.before["notice"] == "", line.after["notice"] == "") for line in logged] == [
        (True, False),
        (False, True),
    ]


def test_a_line_too_long_or_unreadable_changes_nothing(club, officer):
    for text, sentence in (
        ("x" * 281, "C'est trop long : 280 caractères au plus."),
        ("x\0y", "Ce texte contient un caractère invisible qui ne se garde pas."),
    ):
        answer = officer.post("/clubs/un/annonce/", {"text": text}, follow=True)
        assert sentence in plain(unescape(answer.content.decode()))
    program = factories.api(factories.member(club, "officer"))
    refused = program.put(f"{V1}notice/", {"text": "x" * 281})
    assert refused.json()["errors"][0]["attr"] == "text"
    assert Club.objects.get().notice == ""
    assert not ClubChange.objects.exists()


# -- How to join --------------------------------------------------------------------------------


def test_a_stranger_is_told_how_to_join_and_a_member_is_not(club):
    owner = factories.browser(factories.member(club, "owner"))
    stranger = factories.browser()
    assert "Pour venir Demander une invitation à un responsable du club" in text_of(stranger)
    settings = {"name": "Le Valet noir", "language": "fr", "public": "on"}
    text = "Le mardi à 20 h.\nÉcrire à x@exemple.org"
    owner.post("/clubs/un/reglages/", {**settings, "joining": text})
    assert "Pour venir Le mardi à 20 h. Écrire à x@exemple.org" in text_of(stranger)
    assert "Pour venir" not in text_of(factories.browser(factories.member(club)))
    refused = owner.post("/clubs/un/reglages/", {**settings, "joining": "x" * 501})
    assert refused.status_code == 400


# -- The calendar -------------------------------------------------------------------------------


def test_an_officer_keeps_the_calendar_and_everybody_reads_it(club, officer):
    evening = {"title": "Soirée du club", "date": SOON.isoformat(), "start": "20:30", "weeks": "2"}
    assert officer.post("/clubs/un/calendrier/", evening).status_code == 302
    first, second = ClubEvening.objects.order_by("date")
    first_address = f"/clubs/un/calendrier/{first.pk}/"
    officer.post(
        first_address, {"title": "Soirée du club", "date": SOON.isoformat(), "note": HOSTILE}
    )
    officer.post(f"/clubs/un/calendrier/{second.pk}/", {"do": "cancel"})
    for address in ("/clubs/un/", "/clubs/un/calendrier/"):
        seen = page(factories.browser(), address)
        assert "&lt;script&gt;alert" in seen
        assert "<script>alert" not in seen
        assert first_address not in seen
        assert text_of(factories.browser(), address).count("annulée") == 1
    assert first_address in page(officer, "/clubs/un/calendrier/")
    officer.post(f"/clubs/un/calendrier/{second.pk}/", {"do": "restore"})
    assert "annulée" not in text_of(factories.browser())
    officer.post(first_address, {"do": "remove"})
    assert [row.pk for row in ClubEvening.objects.all()] == [second.pk]
    # An error is shown at its field, and nothing is stored.
    refused = officer.post("/clubs/un/calendrier/", {**evening, "date": "2062-01-01"})
    assert refused.status_code == 400
    (fault,) = refused.context["form"].errors["date"]
    assert plain(fault) == "Cette date est bien loin : l'année est-elle la bonne ?"
    assert ClubEvening.objects.count() == 1


def test_a_tournament_to_come_says_its_hour_and_offers_to_come(club):
    account = factories.member(club, "officer")
    night = arranged(club, account, "signing", name="Tournoi d'automne")
    Tournament.objects.update(date=SOON, start_at=dt.time(19, 45))
    seen = page(factories.browser())
    assert "19:45" in seen
    assert f'href="/tournois/{night.pk}/je-viens/"' in seen
    Tournament.objects.update(signing_up=False)
    assert "je-viens" not in page(factories.browser())


def test_the_feed_and_the_api_tell_the_same_and_a_private_club_tells_members_alone(club):
    account = factories.member(club, "officer")
    caller = Caller(user=account)
    evening = EveningAsked("Soirée", SOON, dt.time(20, 30), note="Sonner ; deux fois")
    (made,) = make_evenings(club=club, evening=evening, caller=caller)
    arranged(club, account, name="Tournoi")
    Tournament.objects.update(date=SOON)
    listed = factories.api().get(f"{V1}calendar/").json()["evenings"]
    assert [(line["kind"], line["title"], line["start"]) for line in listed] == [
        ("tournament", "Tournoi", None),
        ("evening", "Soirée", "20:30:00"),
    ]
    here = "DESCRIPTION:Dans la salle seulement\xa0: ce site n'a pas d'adresse publique"
    for address in ("/clubs/un/calendrier.ics", f"{V1}calendar.ics"):
        answer = factories.browser().get(address)
        assert answer["Content-Type"] == "text/calendar; charset=utf-8"
        lines = answer.content.decode().split("\r\n")
        assert [line for line in lines if line.startswith(("UID", "SUMMARY", "DESC"))] == [
            here,
            f"UID:tournament-{Tournament.objects.get().pk}@le-carnet",
            "SUMMARY:Tournoi",
            here,
            f"UID:evening-{made.pk}@le-carnet",
            "SUMMARY:Soirée",
            "DESCRIPTION:Sonner \\; deux fois",
        ]
    Club.objects.update(public=False)
    for address in ("/clubs/un/calendrier.ics", f"{V1}calendar.ics", f"{V1}calendar/"):
        assert factories.browser().get(address).status_code == 404
        assert factories.browser(factories.member(club)).get(address).status_code == 200


def test_a_program_keeps_the_calendar(club):
    program = factories.api(factories.member(club, "officer"))
    made = program.post(f"{V1}calendar/", {"title": "Soirée", "date": SOON.isoformat(), "weeks": 2})
    assert (made.status_code, len(made.json())) == (201, 2)
    address = f"{V1}calendar/{made.json()[0]['id']}/"
    changed = program.patch(address, {"start": "20:30", "cancelled": True}).json()
    assert (changed["start"], changed["cancelled"], changed["sequence"]) == ("20:30:00", True, 1)
    assert factories.api().get(address).json() == changed
    assert program.delete(address).status_code == 204
    assert program.get(address).status_code == 404
    elsewhere = factories.club("deux")
    other = factories.api(factories.member(elsewhere, "officer"))
    left = f"/api/v1/clubs/deux/calendar/{made.json()[1]['id']}/"
    assert [other.get(left).status_code, other.delete(left).status_code] == [404, 404]


# -- Honours ------------------------------------------------------------------------------------


def test_honours_are_told_by_year_from_finished_tournaments_and_frozen_challenges():
    season = Season(4)
    club, people = season.club, season.people
    finished(club, "Tournoi d'hiver", "2025-02-01", "Anne & Bruno", "Chloé & David")
    night, drawn = season.evening([people[:2], people[2:]], name="Octobre")
    night.play(drawn)
    season.challenge(name="Saison 26")
    frozen = season.challenge(name="Automne", last="2026-12-31")
    season.client.post(f"/api/v1/challenges/{frozen}/freeze/", {})
    address = f"/api/v1/clubs/{club.slug}/honours/"
    body = factories.api().get(address).json()
    assert (body["years"], body["year"]) == ([2026, 2025], 2026)
    assert [(honour["name"], honour["date"]) for honour in body["honours"]] == [
        ("Automne", "2026-12-31"),
        ("Octobre", "2026-09-05"),
    ]
    before = factories.api().get(address, {"year": 2025}).json()["honours"]
    ((name, podium),) = [(honour["name"], honour["podium"]) for honour in before]
    assert (name, [place["rank"] for place in podium]) == ("Tournoi d'hiver", [1, 2])
    assert {place["name"] for place in podium} == {"Anne & Bruno", "Chloé & David"}
    assert factories.api().get(address, {"year": 1999}).json()["honours"] == []
    assert factories.api().get(address, {"year": "x"}).status_code == 400
    stranger, here = factories.browser(), f"/clubs/{club.slug}/"
    assert "Palmarès Automne 31 décembre 2026" in text_of(stranger, here)
    # The club's own page lists the latest honours of all years.
    assert "Tournoi d'hiver 1er février 2025" in text_of(stranger, here)
    of_2025 = text_of(stranger, f"{here}palmares/?annee=2025")
    assert "Palmarès 2025 2026 2025 Tournoi d'hiver 1er février 2025 1. " in of_2025
    assert f"1. {podium[0]['name']} · 2. {podium[1]['name']}" in of_2025


@pytest.mark.parametrize("many", [1, 4])
def test_the_clubs_pages_take_as_many_queries_whatever_they_tell(club, many):
    caller = Caller(user=factories.member(club, "officer"))
    services.post_notice(club=club, text="Mardi", caller=caller)
    make_evenings(club=club, evening=EveningAsked("Soirée", SOON, weeks=many), caller=caller)
    for number in range(many):
        finished(club, f"Tournoi {number}", "2025-02-01", *PAIRS[:2])
    client = factories.browser()
    pages = ("", "calendrier/", "calendrier.ics", "palmares/")
    counts = [queries_of(client, f"/clubs/un/{rest}") for rest in pages]
    counts += [queries_of(client, f"{V1}{rest}/") for rest in ("calendar", "honours")]
    assert counts == [11, 3, 3, 7, 3, 7]
