"""A phone of the page tests: it opens pages, taps and counts its taps."""

import re
from typing import Any, Self
from urllib.parse import urlsplit

from django.test import Client
from playwright.sync_api import Locator, Page, expect

from clubs.models import User
from games.models import Match

MINUS = "\u2212"
NAMES = ("Anne", "Bruno", "Chloé", "David")


class Phone:
    """A separate browser on the site, used by one person at the table."""

    def __init__(self, page: Page, site: str) -> None:
        self.page = page
        self.site = site
        self.taps = 0

    # --- Going somewhere ---------------------------------------------------------------------

    def open(self, path: str = "/") -> Self:
        """Go to an address of the site."""
        self.page.goto(self.site + path)
        return self

    def sign_in(self, account: User) -> Self:
        """Sign in without the sign-in page."""
        client = Client()
        client.force_login(account)
        session = client.cookies["sessionid"].value
        self.page.context.add_cookies([{"name": "sessionid", "value": session, "url": self.site}])
        return self

    def watch(self, table: Any, page: str = "") -> Self:
        """Open a match, or one of its pages, as anybody may."""
        return self.open(f"/parties/{table.id}/{page}")

    def score(self, table: Any) -> Self:
        """Open the table's link, which allows scoring."""
        return self.open(f"/parties/{table.id}/marquer/{table.token}/")

    def by_card(self, table: Any) -> Self:
        """Open the page where the next hand of a match is entered card by card."""
        return self.score(table).watch(table, "cartes/")

    def follow_link(self, other: "Phone", label: str) -> Self:
        """Open a link that the other phone shows, at the address of the test server.

        The link itself contains the address at which other phones on the network reach the
        machine.
        """
        link = other.page.get_by_role("textbox", name=label).input_value()
        return self.open(urlsplit(link).path)

    @property
    def match(self) -> Match:
        """The stored match of the page that is open."""
        found_id = re.search(r"/parties/(\w+)/", self.page.url)
        assert found_id, self.page.url
        return Match.objects.get(pk=found_id[1])

    # --- Actions ------------------------------------------------------------------------------

    def tap(self, target: Locator) -> None:
        """Tap something, and count it."""
        target.tap()
        self.taps += 1

    def key(self, question: str, answer: str) -> Locator:
        """Return a key of the pad, found by the words of its row and of the key."""
        row = self.page.get_by_role("group", name=question, exact=True)
        # A bidder's key has the side's name below the player's.
        return row.get_by_role("radio", name=re.compile(rf"^{re.escape(answer)}( \w+)?$"))

    @property
    def record_button(self) -> Locator:
        """The button that writes the line."""
        return self.page.locator("#record")

    @property
    def preview(self) -> Locator:
        """The part of the page that shows the line before it is recorded."""
        return self.page.locator("#preview")

    def choose(self, bidder: str, bid: str | int, taken: int, *, spoke: bool = False) -> None:
        """Tap a hand on the pad, without recording it."""
        self.tap(self.key("Qui a misé ?", bidder))
        self.tap(self.key("Mise", str(bid)))
        self.tap(self.key("Points ramassés", str(taken)))
        if spoke:
            self.tap(self.page.get_by_text("La défense a parlé"))  # the words are the target

    def record(self, bidder: str, bid: str | int, taken: int, *, spoke: bool = False) -> None:
        """Tap a hand and record it. Wait until it is on the sheet and has been sent."""
        written = self.lines.count()
        self.choose(bidder, bid, taken, spoke=spoke)
        self.tap(self.record_button)
        expect(self.lines).to_have_count(written + 1)
        self.expect_sent()

    def start(self, *names: str) -> None:
        """Fill the seats of the start page and begin."""
        for seat, name in enumerate(names or NAMES):
            self.page.locator(f"#id_name_{seat}").fill(name)
        self.tap(self.page.get_by_role("button", name="Commencer le match"))
        expect(self.page.locator("#pad")).to_be_visible()

    # --- What is on the screen ---------------------------------------------------------------

    @property
    def lines(self) -> Locator:
        """The lines of the sheet."""
        return self.page.locator("[data-line]")

    def line(self, number: int) -> Locator:
        """One line of the sheet, counted from 1."""
        return self.page.locator(f"[data-line]:has(#line-{number})")

    def expect_sent(self) -> None:
        """Wait until the server has all that was recorded, corrected and undone."""
        expect(
            self.page.locator(".is-waiting, [data-unsent-lines]:not([data-unsent-lines=''])")
        ).to_have_count(0)

    def expect_scores(self, ours: int, theirs: int) -> None:
        """Wait until the board shows those two figures."""
        figures = [str(score).replace("-", MINUS) for score in (ours, theirs)]
        expect(self.page.locator(".board__figure")).to_have_text(figures)

    def expect_totals(self, number: int, ours: int, theirs: int) -> None:
        """Wait until a line of the sheet shows those two totals."""
        figures = [str(score).replace("-", MINUS) for score in (ours, theirs)]
        expect(self.line(number).locator(".paper__total")).to_have_text(figures)

    def overflow(self) -> int:
        """How many pixels the page is wider than its screen."""
        return self.page.evaluate(
            "document.documentElement.scrollWidth - document.documentElement.clientWidth"
        )
