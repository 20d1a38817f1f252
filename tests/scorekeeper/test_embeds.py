"""Tests of the small pages for other sites (`/integrer/`).

Only a club that allows it lets other sites show them in a frame. They are the same for every
reader.
"""

import re
from html import unescape

import pytest
from django.test import Client

from clubs import services
from clubs.callers import Caller
from clubs.models import Club
from tests import factories
from tests.scorekeeper.test_public_face import SOON, queries_of
from tests.tournaments.services.test_challenges import Season
from tournaments.models import Challenge, Tournament
from tournaments.services import EveningAsked, make_evenings

pytestmark = pytest.mark.django_db
HOSTILE = '"><script>alert(1)</script>'


@pytest.fixture
def season():
    """A club with a closed round, a challenge, a planned evening and a tournament's table of two
    pairs.
    """
    season = Season(4)
    night, drawn = season.evening([season.people[:2], season.people[2:]], name=f"T {HOSTILE}")
    night.play(drawn)
    season.ended = night.id
    season.table = season.challenge(name=f"C {HOSTILE}")
    caller = Caller(user=factories.member(season.club, "officer"))
    make_evenings(club=season.club, evening=EveningAsked(f"S {HOSTILE}", SOON), caller=caller)
    return season


def frames(season, language="fr"):
    start = f"/integrer/{language}/"
    of_club = f"{start}clubs/{season.club.slug}/"
    return [
        f"{of_club}calendrier/",
        f"{of_club}palmares/",
        f"{of_club}bulletin/",
        f"{of_club}classements/dix/",
        f"{start}challenges/{season.table}/",
        f"{start}tournois/{season.ended}/",
    ]


def allow(season):
    Club.objects.filter(pk=season.club.pk).update(embeddable=True)


def framed(answer):
    """Return the two headers that say who may frame an answer: X-Frame-Options, frame-ancestors."""
    policy = answer["Content-Security-Policy"]
    return answer.get("X-Frame-Options"), re.search(r"frame-ancestors ([^;]*)", policy)[1]


def test_only_an_allowing_club_serves_them_and_nothing_else_of_it_is_framed(season):
    owner = factories.browser(factories.member(season.club, "owner"))
    for client in (Client(), owner):
        for address in frames(season):
            answer = client.get(address)
            assert (answer.status_code, framed(answer)) == (404, ("DENY", "'none'"))
    allow(season)
    for address in frames(season):
        answer = Client().get(address)
        assert (answer.status_code, framed(answer)) == (200, (None, "*"))
    for address in (f"/clubs/{season.club.slug}/", "/", "/api/v1/clubs/"):
        assert framed(Client().get(address)) == ("DENY", "'none'")
    # A club that only its members may read serves no small page, not even to a member.
    Club.objects.filter(pk=season.club.pk).update(public=False)
    for client in (Client(), owner):
        for address in frames(season):
            answer = client.get(address)
            assert (answer.status_code, framed(answer)) == (404, ("DENY", "'none'"))


def test_a_challenge_of_several_clubs_needs_them_all_and_a_hidden_tournament_stays_so(season):
    allow(season)
    other = factories.club()
    (challenge,) = (frame for frame in frames(season) if "challenges" in frame)
    (tournament,) = (frame for frame in frames(season) if "tournois" in frame)
    assert Client().get(challenge).status_code == 200
    Challenge.objects.get().clubs.add(other)
    assert Client().get(challenge).status_code == 404
    Club.objects.filter(pk=other.pk).update(embeddable=True)
    assert Client().get(challenge).status_code == 200
    Tournament.objects.update(public=False)
    assert Client().get(tournament).status_code == 404


def test_they_are_alike_for_everybody_set_no_cookie_and_do_nothing(season):
    allow(season)
    owner = factories.browser(factories.member(season.club, "owner"))
    for address in frames(season):
        stranger, seen = Client().get(address), owner.get(address)
        assert stranger.content == seen.content
        assert not stranger.cookies
        assert not seen.cookies
        text = stranger.content.decode()
        assert not re.search(r"<(form|button|input|script)", text)
        assert "je-viens" not in text
        links = re.findall(r'<a [^>]*href="([^"]*)"([^>]*)>', text)
        assert [how.split() for _where, how in links] == [['target="_blank"', 'rel="noopener"']]
        assert Client().get(unescape(links[0][0])).status_code == 200
        # Each small page links to its data as JSON.
        json = unescape(re.search(r'type="application/json" href="([^"]*)"', text)[1])
        assert Client().get(json)["Content-Type"] == "application/json"
        assert Client().post(address).status_code == 405


def test_the_language_is_in_the_address(season):
    allow(season)
    for language, word in (("fr", "Calendrier"), ("en", "Calendar")):
        answer = Client(headers={"accept-language": "fr"}).get(frames(season, language)[0])
        assert answer["Content-Language"] == language
        assert f'<html lang="{language}">' in answer.content.decode()
        assert f"<h1>{word}</h1>" in answer.content.decode()
    assert Client().get(frames(season, "de")[0]).status_code == 404


def test_the_settings_offer_what_to_paste_only_once_it_is_allowed(season):
    owner = factories.browser(factories.member(season.club, "owner"))
    settings = f"/clubs/{season.club.slug}/reglages/"
    assert "iframe" not in owner.get(settings).content.decode()
    caller = Caller(user=factories.member(season.club, "officer"))
    assert factories.browser(caller.user).get(settings).status_code == 302
    owner_caller = Caller(user=factories.member(season.club, "owner"))
    services.change_club(club=season.club, changes={"embeddable": True}, caller=owner_caller)
    page = owner.get(settings).content.decode()
    pasted = [unescape(frame) for frame in re.findall(r"<textarea class=\"frame[^>]*>(.*?)<", page)]
    served = {re.search(r'src="http://testserver([^"]*)"', frame)[1] for frame in pasted}
    assert set(frames(season)) < served
    assert {Client().get(address).status_code for address in served} == {200}
    # A hostile name does not break out of the frame's title in the pasted text.
    assert not any("<script" in frame or 'title=""' in frame for frame in pasted)


@pytest.mark.parametrize("rounds", [1, 3])
def test_as_many_queries_whatever_they_tell(rounds):
    season = Season(4)
    for number in range(rounds):
        night, drawn = season.evening([season.people[:2], season.people[2:]], number)
        night.play(drawn)
        season.ended = night.id
    season.table = season.challenge()
    allow(season)
    counts = [queries_of(Client(), address) for address in frames(season)]
    assert counts == [3, 7, 2, 3, 9, 7]
