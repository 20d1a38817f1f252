"""Tests of many matches open in one browser, over HTTP/1.1.

All tabs share six connections to the site.
"""

import pytest
from playwright.sync_api import Page

from tests.browser.phones import Phone
from tests.scorekeeper.server.test_serve import Site, record_hand, start_match

pytestmark = [pytest.mark.browser, pytest.mark.nightly, pytest.mark.one_database]


def see(page: Page, seen: bool) -> None:
    """Make a tab visible or hidden for its page. Without a window, all tabs count as visible."""
    page.evaluate(
        """(hidden) => {
          Object.defineProperty(document, "hidden", { value: hidden, configurable: true });
          document.dispatchEvent(new Event("visibilitychange"));
        }""",
        not seen,
    )


def test_eight_matches_open_in_one_browser(new_phone, tmp_path_factory):
    site = Site(tmp_path_factory.mktemp("tabs"))
    address = f"http://localhost:{site.port}"
    first = new_phone()
    context = first.context
    try:
        site.wait_until_ready()
        matches = [start_match(site) for _ in range(7)]
        tabs = [first, *(context.new_page() for _ in matches[1:])]
        for number, (tab, match) in enumerate(zip(tabs, matches, strict=True)):
            with tab.expect_response("**/live/?view=*"):
                tab.goto(f"{address}/parties/{match['id']}/{'' if number else 'mur/'}")
            see(tab, False)
        eighth = Phone(context.new_page(), address).open("/jouer/dix/")
        eighth.start()
        eighth.choose("Anne", 70, 80)
        eighth.tap(eighth.record_button)
        eighth.expect_scores(80, 20)

        # Lines are recorded elsewhere for a wall and for a page. Each tab shows them when it is
        # visible again.
        for tab, match in zip(tabs[:2], matches, strict=False):
            record_hand(site, match)  # 60, made with 70
            match_page = Phone(tab, address)
            match_page.expect_scores(0, 0)
            with tab.expect_response("**/live/?view=*"):
                see(tab, True)
            match_page.expect_scores(70, 30)
            record_hand(site, match)
            match_page.expect_scores(140, 60)  # by the stream
    finally:
        for page in context.pages:
            page.close()
        site.stop()
