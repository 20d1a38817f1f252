"""Tests of ways between pages on a phone: the bar at the bottom, the browser's back arrow."""

import pytest
from playwright.sync_api import expect

from tests import factories

pytestmark = [pytest.mark.browser, pytest.mark.one_database]

PLACES = {
    "/": "Jouer",
    "/regles/": None,
    "/tournois/": "Tournois",
    "/classements/dix/": "Classements",
    "/records/dix/": "Classements",
    "/transmission/dix/": "Graphe",
    "/clubs/valet/": "Club",
    "/clubs/": "Club",
    "/labo/": None,
}


@pytest.mark.nightly
def test_the_bar_of_places_stands_under_the_thumb_and_marks_where_one_is(phones, live_server):
    factories.club("valet", name="Le Valet noir")
    phone = phones(viewport={"width": 320, "height": 568})
    for path, here in PLACES.items():
        phone.open(path)
        places = phone.page.locator(".places a")
        expect(places).to_have_count(5)
        for place in places.all():
            expect(place).to_be_in_viewport(ratio=1)
            assert place.evaluate("(link) => link.scrollWidth <= link.clientWidth"), path
        marked = [
            place.inner_text() for place in phone.page.locator(".places [aria-current]").all()
        ]
        assert marked == ([here] if here else []), path
        # The last line of the page is not under the bar.
        phone.page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
        expect(phone.page.locator(".site-footer li").last).to_be_in_viewport(ratio=1)
        assert phone.overflow() == 0, path


def test_a_page_found_as_it_was_left_is_brought_up_to_date(phone):
    """The test sends the event that the browser sends after its back arrow.

    The browser's own page cache would need a server that keeps streams open.
    """
    table = factories.table(None, factories.HAND)
    phone.page.clock.install()  # nothing is asked for by the hour
    phone.watch(table)
    # The request that the page makes when it opens gets no news.
    phone.page.route("**/suivre/*", lambda route: route.fulfill(status=204))
    table.record(factories.FAILED)
    expect(phone.page.locator("#table")).to_have_attribute("data-version", "2")
    phone.page.unroute("**/suivre/*")
    phone.page.evaluate(
        "window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))"
    )
    expect(phone.page.locator("#table")).to_have_attribute("data-version", "3")
