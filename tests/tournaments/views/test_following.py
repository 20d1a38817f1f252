"""Tests of pages that update themselves.

The answer is empty while the version is the same. Then it is the part that the page itself would
show.
"""

import re

import pytest

from clubs.callers import Caller
from tests import factories
from tests.extents import some
from tests.tournaments.stages import arranged
from tournaments import services
from tournaments.services import TableAddress, Writing
from tournaments.state.reported_result import ReportedResult

pytestmark = pytest.mark.django_db

HTMX = {"HTTP_HX_REQUEST": "true"}
PAGES = (
    "", "inscrits/", "classement/", "poules/", "tableau/", "rondes/1/", "rondes/1/tables/1/",
    "rondes/1/tables/1/suite/",
    "mur/", "mur/?vue=1&marche=garder", "mur/?vue=1&marche=pause",
)  # fmt: skip


@pytest.fixture
def night():
    club = factories.club()
    return arranged(club, factories.member(club, "officer"), "published")


def followed(page):
    """Return the address that a page polls for updates."""
    return re.search(r'hx-get="([^"]*)"', page)[1].replace("&amp;", "&")


def part(page):
    """Return the part of a page that is updated."""
    return page[page.index('<div id="follow"') : page.rindex("</div>")]


def same(text):
    """Return a page's text without the tokens and the white space that differ at each visit."""
    return re.sub(r'value="[\w]{64}"', "", re.sub(r"\s+", " ", text))


@pytest.mark.parametrize("page", some(PAGES, 3))
def test_a_page_that_follows_is_told_nothing_then_what_a_fresh_page_holds(night, page):
    browser = factories.browser()
    followed_address = followed(browser.get(f"/tournois/{night.pk}/{page}").content.decode())
    answer = browser.get(followed_address, **HTMX)
    assert (answer.status_code, answer.content) == (204, b"")
    by = Writing(Caller(user=night.organiser))
    at = TableAddress(night.pk, 1, 1)
    services.report(at=at, result=ReportedResult((500, 321)), by=by)
    answer = browser.get(followed_address, **HTMX)
    assert answer.status_code == 200
    assert "<html" not in answer.content.decode()
    assert "Refresh" not in answer.headers
    fresh = browser.get(f"/tournois/{night.pk}/{page}").content.decode()
    assert same(answer.content.decode()).strip().startswith('<div id="follow"')
    assert same(part(answer.content.decode() + "</div>")) in same(fresh)


def test_what_is_not_to_be_seen_is_404_to_a_page_that_follows_too():
    club = factories.club(public=False)
    night = arranged(club, factories.member(club, "officer"))
    address = f"/tournois/{night.pk}/?version={night.version}"
    assert factories.browser().get(address, **HTMX).status_code == 404


def test_the_wall_goes_on_by_itself_unless_it_is_held_or_stopped(night):
    browser = factories.browser()
    goes = {
        way: re.findall(
            r'data-stay="(\d+)"\s+data-next="[^"]*(\?vue=\d+)"',
            browser.get(f"/tournois/{night.pk}/mur/?vue=1{way}").content.decode(),
        )
        for way in ("", "&marche=garder", "&marche=pause", "&marche=x")
    }
    # The views are tables, names and standings. The second is followed by the third.
    assert goes == {
        "": [("15", "?vue=2")],
        "&marche=garder": [],
        "&marche=pause": [],
        "&marche=x": [("15", "?vue=2")],
    }
    alone = browser.get(f"/tournois/{night.pk}/mur/").content.decode()
    assert '<noscript><meta http-equiv="refresh" content="15;url=?vue=1"></noscript>' in alone
    stopped = browser.get(f"/tournois/{night.pk}/mur/?marche=pause").content.decode()
    assert "follow.js" not in stopped  # stopped is stopped
    assert "follow.js" in browser.get(f"/tournois/{night.pk}/mur/?marche=garder").content.decode()
