"""Tests of the log's page.

Only organisers see who did what, under the name that everybody may read.
"""

import re
from html import unescape

import pytest

from clubs.callers import Caller
from clubs.models import Player, User
from tests import factories
from tests.tournaments.stages import arranged
from tournaments import links, permissions, services, storage
from tournaments.models import LogEntry
from tournaments.services import EntrantAsked, TableAddress, Writing
from tournaments.state.reported_result import ReportedResult

pytestmark = pytest.mark.django_db


@pytest.fixture
def club():
    return factories.club("le-club")


@pytest.fixture
def officer(club):
    account = factories.member(club, "officer")
    factories.player("Odile Roy", club, user=account)
    return account


@pytest.fixture
def night(club, officer):
    return arranged(club, officer, "published")


def authors(night, account=None):
    """Return the author of each line of the page, newest first, or "" if the line shows none."""
    page = factories.browser(account).get(f"/tournois/{night.pk}/journal/").content.decode()
    lines = re.findall(r"<li>\s*<time.*?</li>", page, re.S)
    matches = [re.search(r"par <bdi>(.*?)</bdi>", line) for line in lines]
    return [unescape(match[1]) if match else "" for match in matches]


def test_organisers_read_who_did_it_and_others_do_not(night, officer):
    assert authors(night, officer) == ["Odile Roy"] * 4
    assert authors(night) == [""] * 4


def test_who_is_hidden_has_no_name_there_and_who_is_gone_nothing(night, officer, club):
    other = factories.member(club, "officer")
    Player.objects.update(shown="hidden")
    assert authors(night, other) == ["joueur anonyme"] * 4
    User.objects.filter(pk=officer.pk).delete()
    assert authors(night, other) == [""] * 4


def caller_with(night, account, kind):
    made = links.make_link(tournament=night, kind=kind, lasts=None, caller=Caller(user=account))
    return Caller(link_tokens=(made.token,))


def test_a_link_without_account_is_told_by_its_kind(night, officer):
    at = TableAddress(night.pk, 1, 1)
    seated = storage.load(night).round(1).table(1)
    token = permissions.side_token(night, 1, seated, 0)
    services.report(at=at, result=ReportedResult((5, 3)), by=Writing(Caller(), token))
    services.confirm(at=at, by=Writing(caller_with(night, officer, "score_tournament")))
    runner = Writing(caller_with(night, officer, "run_tournament"))
    services.close(tournament_id=night.pk, number=1, by=runner)
    assert authors(night, officer)[:3] == [
        "lien pour mener",
        "lien pour marquer",
        "lien d'une table",
    ]
    log = factories.api(officer).get(f"/api/v1/tournaments/{night.pk}/log/").json()
    assert [(line["by"], line["by_link"]) for line in log[-4:]] == [
        (officer.pk, None),
        (None, "table"),
        (None, "score_tournament"),
        (None, "run_tournament"),
    ]


def test_an_entrants_own_link_is_told(club, officer):
    night = arranged(club, officer)
    token = permissions.entrant_token(night, 2)
    phone = factories.browser()
    page = phone.get(f"/tournois/{night.pk}/inscrits/2/{token}/")["Location"]
    phone.post(page)
    assert authors(night, officer)[0] == "lien d'un inscrit"


def test_an_account_without_a_person_is_named_by_its_role_to_those_who_see_the_members(club):
    night = arranged(club, factories.member(club, "officer"))
    nobody, other = factories.member(club, "officer"), factories.member(club, "officer")
    services.enter(
        tournament_id=night.pk, entrants=[EntrantAsked("Zoé")], by=Writing(Caller(user=nobody))
    )
    assert authors(night, other)[0] == f"responsable (compte n° {nobody.pk})"
    phone = factories.browser()
    page = phone.get(f"/tournois/{night.pk}/journal/").content.decode()
    assert f"compte n° {nobody.pk}" not in page


def test_whoever_is_signed_in_is_named_also_where_they_carry_a_link(night, officer, club):
    guest = factories.user()
    caller = caller_with(night, officer, "run_tournament")
    services.enter(
        tournament_id=night.pk,
        entrants=[EntrantAsked("Ève & Zoé")],
        by=Writing(Caller(user=guest, link_tokens=caller.link_tokens)),
    )
    assert LogEntry.objects.latest("version").by_link == ""
    assert authors(night, officer)[0] == f"compte n° {guest.pk}"
