"""Tests of « Ma table »: an entrant's own page leads their phone through the evening."""

from datetime import datetime

import pytest
import time_machine

from tests import factories
from tests.factories import ALL_TAKEN, IN_100
from tests.tournaments.evening import evening
from tournaments.models import Entrant, Table

pytestmark = pytest.mark.django_db

PAIRS = ["Anne & Bruno", "Chloé & David", "Eve & Fred", "Gil & Hana"]


@pytest.fixture
def night():
    return evening(*PAIRS, rules=IN_100, options={"rounds": 2})


def phone_of(night, number):
    """Return a phone that has opened an entrant's card, and the address of the entrant's page."""
    token = night.do("get", "entrants/")[number - 1]["token"]
    phone = factories.browser()
    home = f"/tournois/{night.id}/inscrits/{number}/"
    assert phone.get(f"{home}{token}/")["Location"] == home
    return phone, home


def text_of(phone, address):
    answer = phone.get(address)
    assert answer.status_code == 200
    return " ".join(answer.content.decode().split())


def table_of(drawn, number):
    return next(table for table in drawn["tables"] if number in table["entrants"])


def signed_up(night, number):
    """Sign a pair up by « Je viens »; return the phone and the address that it is redirected to."""
    night.do("put", "sign-up/", {"open": True})
    phone, (name, partner) = factories.browser(), PAIRS[number - 1].split(" & ")
    answer = phone.post(f"/tournois/{night.id}/je-viens/", {"name": name, "partner": partner})
    return phone, answer["Location"]


@pytest.mark.parametrize(
    ("entered", "own", "mine"), [(PAIRS, phone_of, 1), (PAIRS[:3], signed_up, 4)]
)
def test_one_code_goes_from_the_check_in_to_the_next_table(entered, own, mine):
    """One code leads from the check-in to the next table: that of a card, or that of the poster."""
    night = evening(*entered, rules=IN_100, options={"rounds": 2})
    ours, home = own(night, mine)
    assert home == f"/tournois/{night.id}/inscrits/{mine}/"
    assert "Première table" in text_of(ours, home)
    assert ours.post(home, {"state": "checked_in"})["Location"] == home
    drawn = night.draw()
    table = table_of(drawn, mine)
    assert f'data-mine="1.{table["number"]}"' in text_of(ours, home)
    (facing,) = set(table["entrants"]) - {mine}
    theirs, other = phone_of(night, facing)
    at = f"/tournois/{night.id}/rondes/1/tables/{table['number']}/"
    first = table["sides"][0] == [mine]
    scores = {"score_0": "100", "score_1": "40"} if first else {"score_0": "40", "score_1": "100"}
    assert ours.post(f"{at}resultat/", scores)["Location"] == home
    page = text_of(ours, home)
    assert "L'autre camp confirme" in page
    assert "confirmer/" not in page
    assert "C'est bien le résultat : confirmer" in text_of(theirs, other)
    assert theirs.post(f"{at}confirmer/")["Location"] == other
    assert Table.objects.get(number=table["number"]).state == "confirmed"
    page = text_of(ours, home)
    assert "Table suivante" in page
    assert "Rang : 1 sur 4" in page
    others = [drawn_table for drawn_table in drawn["tables"] if drawn_table != table]
    night.play({**drawn, "tables": others})
    second = night.draw()
    assert f'data-mine="2.{table_of(second, mine)["number"]}"' in text_of(ours, home)


def test_a_match_scored_on_that_phone_leads_back_to_its_page(night):
    drawn = night.draw()
    ours, home = phone_of(night, 1)
    at = f"/tournois/{night.id}/rondes/1/tables/{table_of(drawn, 1)['number']}/"
    match = ours.post(f"{at}jouer/")["Location"]
    back = f"/tournois/{night.id}/moi/"
    assert f'class="bar__home" href="{back}"' in text_of(ours, match)
    assert ours.get(back)["Location"] == home
    ours.post(f"/api/v1{match}entries/".replace("parties", "matches"), ALL_TAKEN)
    assert ours.get(f"{at}suite/")["Location"] == home


def test_signing_in_opens_the_page_of_ones_player():
    club = factories.club()
    account = factories.member(club)
    player = factories.player("Anne", club, user=account)
    night = evening()
    night.do("post", "entrants/", [{"name": "Anne seule"}, {"name": "B"}])
    Entrant.objects.get(number=1).members.create(
        tournament_id=night.id, club_id=night.club.pk, place=0, player=player
    )
    drawn = night.draw(without_partner="alone")
    home = f"/tournois/{night.id}/inscrits/1/"
    browser = factories.browser(account)
    assert browser.get(f"/tournois/{night.id}/moi/")["Location"] == home
    assert f'href="{home}"' in text_of(browser, f"/tournois/{night.id}/")
    # This browser has no card in its cookies: the account alone gives it the right of its side.
    at = f"/tournois/{night.id}/rondes/1/tables/{drawn['tables'][0]['number']}/"
    browser.post(f"{at}resultat/", {"score_0": "500", "score_1": "300"})
    assert Table.objects.get().state == "reported"


def test_others_see_where_an_entrant_sits_and_may_do_nothing(night):
    drawn = night.draw()
    passer = factories.browser()
    home = f"/tournois/{night.id}/inscrits/1/"
    page = text_of(passer, home)
    assert f'data-mine="1.{table_of(drawn, 1)["number"]}"' in page
    assert 'method="post"' not in page.partition("<main")[2].partition("</main>")[0]
    passer.post(home, {"state": "withdrawn"})
    # A card of another tournament opens nothing here.
    stranger = evening("X", "Y")
    token = stranger.do("get", "entrants/")[0]["token"]
    assert passer.get(f"{home}{token}/").status_code == 404
    assert set(Entrant.objects.filter(tournament=night.id).values_list("state", flat=True)) == {
        "registered"
    }


def test_an_organiser_who_opens_a_card_stays_an_organiser(night):
    drawn = night.draw()
    officer = night.club.memberships.get().user
    keeper, home = factories.browser(), f"/tournois/{night.id}/inscrits/1/"
    token = night.do("get", "entrants/")[0]["token"]
    at = f"/tournois/{night.id}/rondes/1/tables/{table_of(drawn, 1)['number']}/"
    # An officer who opened a card before signing in still acts as an officer.
    keeper.get(f"{home}{token}/")
    keeper.force_login(officer)
    keeper.post(f"{at}resultat/", {"score_0": "100", "score_1": "40"})
    assert Table.objects.get(number=table_of(drawn, 1)["number"]).state == "confirmed"
    other = factories.browser(officer)
    assert other.get(f"{home}{token}/")["Location"] == home
    assert "tournaments" not in other.cookies


@pytest.mark.parametrize(
    ("hour", "too_early", "in_time", "moment"),
    [
        (
            "20:30",
            "2026-11-25T18:29+01:00",
            "2026-11-25T18:30+01:00",
            "mercredi 25 novembre, 18 h 30",
        ),
        (None, "2026-11-24T23:59+01:00", "2026-11-25T00:00+01:00", "mercredi 25 novembre"),
    ],
)
def test_the_check_in_opens_two_hours_before_or_with_the_day(hour, too_early, in_time, moment):
    night = evening(*PAIRS[:2], date="2026-11-25", start_at=hour)
    ours, home = phone_of(night, 1)
    token = night.do("get", "entrants/")[0]["token"]
    present = {"state": "checked_in"}
    with time_machine.travel(datetime.fromisoformat(too_early), tick=False):
        page = text_of(ours, home)
        assert f"« Présent » s'ouvre ici le {moment}." in page.replace("&#x27;", "'")
        assert 'value="checked_in"' not in page
        own = {"client": factories.api(), "token": token}
        refused = (400, "check_in_early", "state")
        assert night.refusal("patch", "entrants/1/", present, **own) == refused
        mine = night.do("get", "me/", **own)["entrants"][0]
        assert mine["moves"] == ["withdrawn"]
        assert datetime.fromisoformat(mine["check_in_from"]) == datetime.fromisoformat(in_time)
        # An officer may always tick.
        night.do("patch", "entrants/2/", present)
    with time_machine.travel(datetime.fromisoformat(in_time), tick=False):
        assert 'value="checked_in"' in text_of(ours, home)
        assert ours.post(home, present).status_code == 302
    assert set(Entrant.objects.values_list("state", flat=True)) == {"checked_in"}


def test_the_check_in_is_open_once_something_is_drawn_whatever_the_date():
    night = evening(*PAIRS[:2], date="2027-11-25")
    ours, home = phone_of(night, 1)
    assert 'value="checked_in"' not in text_of(ours, home)
    night.draw()
    ours.post(home, {"state": "checked_in"})
    assert Entrant.objects.get(number=1).state == "checked_in"
