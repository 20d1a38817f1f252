"""A visitor's page of a club or a person is made once, until anything is written."""

import threading
from functools import partial

import pytest
from django.db import connection, transaction

from clubs.models import Club, Player
from scorekeeper.pages import clubs, for_visitors, players
from scorekeeper.pages.for_visitors import state_of_database
from tests import factories
from tests.games.views.common import HTMX

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def _nothing_kept():
    for_visitors.forget()
    yield
    for_visitors.forget()


@pytest.fixture
def made(monkeypatch):
    """How often a page was really made."""
    found = []

    def make(real, *asked):
        found.append(real.__name__)
        return real(*asked)

    monkeypatch.setattr(clubs, "_club", partial(make, clubs._club))
    monkeypatch.setattr(players, "_player", partial(make, players._player))
    return found


@pytest.fixture
def club():
    return factories.club(name="Les As")


def elsewhere(write):
    """Write on another connection, as another thread or process does."""

    def run():
        write()
        connection.close()

    thread = threading.Thread(target=run)
    thread.start()
    thread.join()


def test_it_is_made_once_and_anew_after_a_write_here_or_elsewhere(club, made):
    person = factories.player("Émile", club)
    paths = (f"/clubs/{club.slug}/", f"/joueurs/{person.pk}/")
    browser = factories.browser()
    for path, name in zip(paths, ("_club", "_player"), strict=True):
        made.clear()
        first = browser.get(path).content
        assert b"\xc3\x89mile" in first
        assert len(browser.get(path).content) == len(first)
        # On PostgreSQL a write in any database of the server may have come between.
        assert made[0] == name
        assert connection.vendor != "sqlite" or len(made) == 1
    Player.objects.update(name="Zoé")
    for path in paths:
        assert "Zoé" in browser.get(path).content.decode()
    elsewhere(lambda: Player.objects.update(name="Chloé"))
    for path in paths:
        page = browser.get(path).content.decode()
        assert ("Chloé" in page, "Zoé" in page) == (True, False)


def test_nobody_sees_what_was_closed_meanwhile(club):
    browser = factories.browser()
    assert browser.get(f"/clubs/{club.slug}/").status_code == 200
    Club.objects.filter(pk=club.pk).update(public=False)
    assert browser.get(f"/clubs/{club.slug}/").status_code == 404


def test_whoever_is_somebody_has_a_page_of_their_own(club, made):
    path = f"/clubs/{club.slug}/"
    visitor, member = factories.browser(), factories.browser(factories.member(club))
    keeper = factories.browser()
    keeper.cookies["links"] = "x" * 68
    for browser in (visitor, member, keeper, member, keeper, visitor):
        browser.get(path)
    # The member's sign-in wrote nothing between them, but a session's first use may.
    assert made.count("_club") >= 5
    assert "Quitter le club" not in visitor.get(path).content.decode()


def test_languages_and_addresses_are_apart(club, made):
    path = f"/clubs/{club.slug}/"
    french = factories.browser().get(path).content.decode()
    english = factories.browser().get(path, headers={"accept-language": "en"}).content.decode()
    assert french != english
    factories.browser().get(f"{path}?a=1", headers=HTMX)
    assert made == ["_club"] * 3


def test_a_page_with_a_form_is_not_kept(club, made, monkeypatch):
    monkeypatch.setattr(for_visitors, "SECRET", "Les As")
    for _ in range(2):
        factories.browser().get(f"/clubs/{club.slug}/")
    assert made == ["_club"] * 2


def test_the_way_to_whom_somebody_was_merged_with_is_not_kept(club, monkeypatch):
    monkeypatch.setattr(players, "_player", lambda *_: players.redirect("/"))
    path = f"/joueurs/{factories.player('Émile', club).pk}/"
    assert [factories.browser().get(path).status_code for _ in range(2)] == [302, 302]


def test_no_more_pages_are_kept_than_a_limit(club, monkeypatch):
    monkeypatch.setattr(for_visitors, "MOST", 2)
    for number in range(4):
        factories.browser().get(f"/clubs/{club.slug}/?a={number}")
    assert len(for_visitors._kept) == 2


def test_a_state_is_told_by_what_is_committed(club):
    first = state_of_database()
    assert state_of_database() == first
    Club.objects.update(city="Québec")
    second = state_of_database()
    elsewhere(lambda: Club.objects.update(city="Lévis"))
    assert len({first, second, state_of_database()}) == 3
    with transaction.atomic():
        assert state_of_database() is None
