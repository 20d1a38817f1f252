"""A new site and a new club say what to do next, with one button."""

import re

import pytest

from clubs import services
from clubs.accounts.links import Purpose, make_link
from clubs.callers import Caller
from clubs.models import Club, User
from tests import factories

pytestmark = pytest.mark.django_db

BUTTON = re.compile(r'class="button button--main[^"]*"\s+href="([^"]*)"')


def test_the_owners_link_lands_on_the_steps_and_each_says_the_next():
    club = services.first_start()
    club.open_recording = True
    club.save()
    token = make_link(user=User.objects.get(), purpose=Purpose.OWNER)
    browser = factories.browser()
    typed = dict.fromkeys(("password1", "password2"), "un mot de passe long")
    taken = {"email": "a@exemple.org", **typed}
    answer = browser.post(f"/compte/lien/{token}/", taken)
    assert answer.headers["Location"] == "/clubs/mon-club/premiers-pas/"
    owner = Caller(user=User.objects.get())

    def button():
        page = browser.get("/clubs/mon-club/premiers-pas/").content.decode()
        (address,) = BUTTON.findall(page)
        assert f'href="{address}"' in browser.get("/clubs/mon-club/").content.decode()
        return address

    assert button() == "/clubs/mon-club/reglages/"
    services.change_club(club=club, changes={"name": "Le Valet noir"}, caller=owner)
    assert button() == "/clubs/mon-club/joueurs/liste/"
    for name in ("Anne", "Bruno"):
        factories.player(name, club)
    assert button() == "/jouer/?club=mon-club"
    factories.started(club=club)
    assert button() == "/clubs/mon-club/membres/#invite-title"
    services.invite(club=club, caller=owner)
    assert button() == "/clubs/mon-club/"
    assert "premiers-pas" not in browser.get("/clubs/mon-club/").content.decode()


def test_only_its_owners_have_the_steps_of_a_club():
    club = factories.club("un")
    for role, code in (("officer", 302), ("owner", 200)):
        browser = factories.browser(factories.member(club, role))
        assert browser.get("/clubs/un/premiers-pas/").status_code == code
        steps = "premiers-pas" in browser.get("/clubs/un/").content.decode()
        assert steps == (role == "owner")


def test_an_empty_home_page_says_what_this_is_and_one_thing_to_do():
    services.first_start()
    page = factories.browser().get("/").content.decode()
    assert BUTTON.findall(page) == ["/jouer/"]
    assert "Voir un exemple" not in page
    club = factories.club("un")
    factories.recorded(factories.started(club=club, rules=factories.IN_100), factories.ALL_TAKEN)
    Club.objects.exclude(pk=club.pk).delete()
    assert "Voir un exemple" in factories.browser().get("/").content.decode()
