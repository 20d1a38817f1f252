"""The chances of a match are shown to nobody until the match and its tournament are over.

Who may see the match is tested by the permission table (`chances/`). This module tests from when
on.
"""

import pytest

from games.models import Match, Status
from tests import factories
from tests.extents import some
from tests.factories import HAND
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db

# Texts that only the chances contain.
TOLD = ("curve--chances", "Chances de gagner", "solved_deals", "donnes résolues")
PLACES = ("/parties/{}/", "/parties/{}/suivre/?version=0&pad=1", "/parties/{}/mur/")
PLACES += ("/api/v1/matches/{}/", "/api/v1/matches/{}/export/", "/api/v1/matches/{}/history/")
NOTHING = {"pending": False, "model": None, "chances": None, "turning_point": None}


@pytest.fixture
def club():
    return factories.club(open_recording=True)


def callers(club):
    """Yield everybody to whom the match may be shown, the site's owner included."""
    yield None
    yield from (factories.member(club, role) for role in ("member", "scorer", "officer", "owner"))
    yield factories.site_owner()


def told_to_anybody(club, match):
    """Return the addresses of the match that tell the chances to any caller."""
    revealing = set()
    for caller in callers(club):
        browser, api = factories.browser(caller), factories.api(caller)
        for place in PLACES:
            body = (api if "/api/" in place else browser).get(place.format(match.pk))
            assert body.status_code == 200, place
            if any(word in body.content.decode() for word in TOLD):
                revealing.add(place)
        if api.get(f"/api/v1/matches/{match.pk}/chances/").json() != NOTHING:
            revealing.add("chances")
    return revealing


def in_tournament(match, state):
    tournament = Tournament.objects.create(club=match.club, name="Soirée", state=state)
    Match.objects.filter(pk=match.pk).update(event_id=tournament.pk)


def test_nothing_is_told_while_the_match_runs(club):
    match = factories.recorded(factories.started(club=club), HAND, HAND)
    assert match.status == Status.IN_PROGRESS
    assert told_to_anybody(club, match) == set()


def test_nothing_is_told_of_an_abandoned_match(club):
    match = factories.recorded(factories.started(club=club), HAND, HAND)
    Match.objects.filter(pk=match.pk).update(status=Status.ABANDONED)
    assert told_to_anybody(club, match) == set()


@pytest.mark.parametrize("state", some(["running", "draft", "registration"], 3))
def test_nothing_is_told_while_the_tournament_runs(club, state):
    match = factories.finished(club=club)
    in_tournament(match, state)
    assert told_to_anybody(club, match) == set()


def test_nothing_is_told_where_the_tournament_is_gone(club):
    match = factories.finished(club=club)
    Match.objects.filter(pk=match.pk).update(event_id="GONEGONE")
    assert told_to_anybody(club, match) == set()


@pytest.mark.parametrize("of", ["itself", "a tournament"])
def test_they_are_told_once_it_is_over(club, of):
    match = factories.finished(club=club)
    if of == "a tournament":
        in_tournament(match, "finished")
    assert told_to_anybody(club, match) == {
        "/parties/{}/",
        "/parties/{}/suivre/?version=0&pad=1",
        "chances",
    }
