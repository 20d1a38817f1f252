"""Tests each game from its start page to its end, on every screen, in both schemes and languages.

Each walk includes a mistake, a refusal, a correction and the end. At each stop, nothing that a
line needs may be off the screen, and nothing may be cut, covered or broken. From stop to stop
the phone is turned and shrunk; `make nightly` does so in each colour scheme and language. With
`PICTURES=folder`, each stop is checked at every size, and screenshots are stored.
"""

import os
from pathlib import Path
from typing import Any, ClassVar

import pytest
from django.conf import settings
from playwright.sync_api import Locator, expect

from games import services
from games.models import Match
from tests import factories
from tests.browser.checks import broken_words, culprits, cut_reasons, hidden_words
from tests.browser.phones import Phone
from tests.games.maitre.test_api import QUICK
from tests.games.yams.builders import ORDER, THROWS

pytestmark = [pytest.mark.browser, pytest.mark.one_database]

SIZES = ((360, 740), (360, 560), (320, 568), (740, 360))
SHORT = ("Anne", "Bruno", "Chloé", "Maximilien")
LONG = ("Anne-Frédérique Charbonneau", "Jean-Sébastien Delacroix", "Chloé", "Maximilien")
# Each way is a language, a colour scheme, the names of the players, and the index of the size at
# which the walk starts.
WAYS = [
    (language, scheme, names, first)
    for language, scheme in (("fr", "light"), ("en", "dark"), ("fr", "dark"), ("en", "light"))
    for first, names in enumerate((LONG, SHORT, LONG, SHORT))
]
PICTURES = os.environ.get("PICTURES")


class Walk:
    """A match of one game, played by taps on a phone."""

    slug: str
    people: int
    most_taps: int
    digits = 0  # of the figures somebody reads off the cards: no pad can spare them
    rules: ClassVar[dict[str, str]] = {}
    # The selector of what must be on the screen besides the record button.
    keys: str

    def __init__(self, phone: Phone, way: tuple[str, str, tuple[str, ...], int]) -> None:
        self.phone, self.page = phone, phone.page
        self.language, self.scheme, names, self.turn = way
        self.names = names[: self.people]
        self.stops = 0
        self.faults: dict[str, list[str]] = {}

    # --- What differs from game to game ---

    def enter(self, number: int) -> None:
        """Tap a line, without recording it."""
        raise NotImplementedError

    def refused(self) -> None:
        """Try to record a line that is refused."""
        self.page.locator("#record").tap()

    def change(self) -> None:
        """Change something of the first line on its page."""
        raise NotImplementedError

    def rest(self) -> list[dict[str, Any]]:
        """Return the entries that are recorded between the tapped lines and the last line."""
        raise NotImplementedError

    # --- What all games share ---

    @property
    def size(self) -> tuple[int, int]:
        return SIZES[self.turn % len(SIZES)]

    def input(self, name: str, value: object) -> Locator:
        return self.page.locator(f'#pad [name="{name}"][value="{value}"]').first

    def tap(self, key: Locator) -> None:
        """Check that a key is on the screen, where nobody has to look for it, and tap it."""
        expect(key).to_be_in_viewport(ratio=0.5)
        self.phone.tap(key)

    def save(self) -> None:
        self.tap(self.page.locator("#record"))

    def record(self, number: int) -> None:
        """Tap and record a line at the next size, and check the number of taps."""
        self.turn += 1
        self.resize(*self.size)
        before = self.page.locator("#table").get_attribute("data-version")
        self.phone.taps = 0
        self.enter(number)
        self.look(f"line {number} tapped")
        self.save()
        taps = self.phone.taps - self.digits
        assert taps <= self.most_taps, (self.slug, taps)
        expect(self.page.locator("#table")).not_to_have_attribute("data-version", before)
        self.phone.expect_sent()

    def resize(self, width: int, height: int) -> None:
        self.page.set_viewport_size({"width": width, "height": height})

    def settle(self) -> None:
        """Make the words of a small sign disappear and the next player's sheet appear."""
        self.page.locator(".bar, .site-header").first.dispatch_event("pointerdown")
        self.page.locator("body").dispatch_event("keydown", {"key": "Escape", "bubbles": True})

    def look(self, stop: str, *, pad: bool = True) -> None:
        """Check the page at the next size, or with `PICTURES` at each; restore the present size."""
        self.stops += 1
        for size in SIZES if PICTURES else [SIZES[(self.turn + self.stops) % len(SIZES)]]:
            self.resize(*size)
            faults = [*self.off_the_screen()] if pad else []
            if self.phone.overflow() > 0:
                faults += [f"wide: {what}" for what in culprits(self.phone)]
            faults += [f"broken: {word}" for word in broken_words(self.page)]
            faults += hidden_words(self.page)
            faults += cut_reasons(self.page)
            if faults:
                self.faults[f"{stop} {size}"] = faults
            if PICTURES:
                name = f"{self.slug}-{stop}-{size[0]}x{size[1]}-{self.language}-{self.scheme}"
                folder = Path(PICTURES)
                folder.mkdir(parents=True, exist_ok=True)
                self.page.screenshot(path=folder / f"{name.replace(' ', '_')}.png")
        self.resize(*self.size)

    def off_the_screen(self) -> list[str]:
        """Return the needed parts that are off the screen or covered."""
        return self.page.evaluate(
            """(needed) => {
              const off = (part) => {
                const { left, width, top, bottom } = part.getBoundingClientRect();
                if (top < -1 || bottom > innerHeight + 1) return "off the screen";
                const over = document.elementFromPoint(left + width / 2, bottom - 3);
                return part.contains(over) || over.contains(part) ? "" : "covered";
              };
              const parts = [...document.querySelectorAll(needed)];
              const line = [...document.querySelectorAll("#table tr[data-line]")].pop();
              return (line ? [...parts, line] : parts)
                .filter((part) => part.checkVisibility() && part.getClientRects().length)
                .filter(off)
                .map((part) => `${off(part)}: ${part.outerHTML.slice(0, 80)}`);
            }""",
            f"#record, .board, {self.keys}",
        )

    def play(self) -> None:
        page = self.page
        page.context.add_cookies(
            [
                {
                    "name": settings.LANGUAGE_COOKIE_NAME,
                    "value": self.language,
                    "url": self.phone.site,
                }
            ]
        )
        page.emulate_media(color_scheme=self.scheme)
        self.resize(*self.size)
        self.phone.open(f"/jouer/{self.slug}/")
        for seat, name in enumerate(self.names):
            page.locator(f"#id_name_{seat}").fill(name)
        for rule, value in self.rules.items():
            page.locator(f"#id_rule-{rule}").evaluate(
                "(field, value) => { field.value = value }", value
            )
        self.look("start", pad=False)
        self.tap(page.locator("form[data-start] .button--main"))
        expect(page.locator("#pad")).to_be_visible()
        expect(page.locator("html[data-playable]")).to_be_attached()
        self.settle()
        self.look("blank")
        self.refused()
        expect(page.locator("#pad .errorlist").first).to_be_visible()
        self.look("refused", pad=self.slug != "bataille")  # its fold is open
        page.reload()
        for number in (1, 2, 3):
            self.record(number)
            self.settle()
            if number == 1:
                self.look("recorded")
        # The third line was a mistake.
        page.locator("#undo").tap()
        expect(page.locator(".messages .notice")).to_be_visible()
        self.settle()
        self.look("undone")
        self.phone.expect_sent()  # else the correction would be of an older match
        match = self.phone.match
        self.phone.open(f"/parties/{match.pk}/lignes/1/")
        self.change()
        self.look("correction", pad=False)
        page.locator(".correction .pad__record").tap()
        expect(page.locator(".changes")).to_be_visible()
        self.look("differences", pad=False)
        page.locator("[name=keep]").tap()
        expect(page.locator("#pad")).to_be_visible()
        self.between(match)
        self.phone.open(f"/parties/{match.pk}/")
        self.settle()
        self.look("near the end")
        self.turn += 1
        self.resize(*self.size)
        self.enter(0)
        self.look("end foretold")
        self.save()
        expect(page.locator(".result")).to_be_visible()
        self.phone.expect_sent()
        page.reload()
        self.look("ended", pad=False)
        self.phone.open(f"/parties/{match.pk}/mur/")
        self.look("wall", pad=False)

    def between(self, match: Match) -> None:
        for line in self.rest():
            services.record(match_id=match.pk, data=line, by=factories.by_link(match))


class Dix(Walk):
    slug, people, most_taps = "dix", 4, 4
    keys = "#pad .bidder, #pad .strip"

    def enter(self, number: int) -> None:
        bidder, bid, taken = {1: (0, 70, 80), 2: (1, 65, 55), 3: (2, 60, 80)}.get(
            number, (0, 70, 80)
        )
        self.tap(self.input("bidder", bidder))
        self.tap(self.input("bid", bid))
        for points in range(bid - 10, bid + 25, 5):
            expect(self.input("taken", points)).to_be_in_viewport(ratio=0.9)
        self.tap(self.input("taken", taken))

    def change(self) -> None:
        self.page.locator("[name=taken][value='90']").tap()

    def rest(self) -> list[dict[str, Any]]:
        return [{"bidder": 0, "bid": 90, "taken": 95}] * 3


class Mille(Walk):
    slug, people, most_taps = "dix-mille", 3, 3
    keys = "#pad .mille-keys .key"

    def enter(self, number: int) -> None:
        points = {1: 1000, 2: 0, 3: 1300}.get(number, 1000)
        self.tap(self.page.locator(f".mille-keys--fresh input[value='{points}']"))

    def change(self) -> None:
        self.page.locator(".mille-keys--fresh input[value='1000']").tap()

    def rest(self) -> list[dict[str, Any]]:
        turns = [{"points": 1000}, {"bust": True}, {"bust": True}]
        return [turns[1], *turns * 8]


class Yams(Walk):
    slug, people, most_taps = "yams", 2, 3
    keys = "#pad .dice, #pad .ythrows"

    def enter(self, number: int) -> None:
        cell, value = {1: ("libre-4", 12), 2: ("libre-5", 15), 3: ("libre-6", 18)}.get(
            number, ("en_2-yams", "barred")
        )
        self.phone.tap(self.page.locator(f'.match [name="cell"][value="{cell}"]:visible').first)
        self.tap(self.input("value", value))

    def change(self) -> None:
        self.page.locator("[name=value][value='16']").tap()

    def rest(self) -> list[dict[str, Any]]:
        cells = [(column, row) for column in ORDER for row in ORDER[column]]
        turns = []
        for seat in (0, 1):
            written = ("libre", "4") if seat == 0 else ("libre", "5")
            turns.append([cell for cell in cells if cell != written])
        # Only the first player has ones. So no column is a tie, for which lots would be drawn.
        return [
            {"column": column, "row": row, "throws": THROWS.get(column, 3)}
            | ({"value": 5} if row == "1" and seat == 0 else {"barred": True})
            for pair in zip(*turns, strict=True)
            for seat, (column, row) in enumerate(pair)
        ][:-1]


class Maitre(Walk):
    slug, people, most_taps = "maitre", 3, 6
    digits = 9
    keys = "#pad .number, #pad .keypad"

    def enter(self, number: int) -> None:
        for sign in ("4", "0", "1", "0", "6", "9", "1", "next", "3", "next", "2"):
            self.tap(self.page.locator(f'[data-key="{sign}"]'))

    def change(self) -> None:
        self.page.locator("[name=discard_value]").fill("4")

    def rest(self) -> list[dict[str, Any]]:
        return [
            QUICK | {"players": {str(seat): 3 for seat in range(3) if seat != maitre}}
            for maitre in (2, 0, 1)
        ]


class Bataille(Walk):
    slug, people, most_taps = "bataille", 2, 1
    rules: ClassVar[dict[str, str]] = {"wins_needed": "4"}
    keys = "#pad .winners"

    def enter(self, number: int) -> None:
        """Tap nothing, because one tap both chooses and records."""

    def save(self) -> None:
        self.tap(self.page.locator("#pad .winner").first)

    def refused(self) -> None:
        self.page.locator("#pad .pad__more > summary").tap()
        for place, cards in enumerate((30, 21)):
            self.page.locator("#pad .pad__more input[type=number]").nth(place).fill(str(cards))
        self.page.locator("#pad .pad__more [value=stopped]").tap()

    def change(self) -> None:
        self.page.locator("[name=outcome][value='1']").tap()

    def rest(self) -> list[dict[str, Any]]:
        return [{"winner": 1}, {"winner": 0}, {"winner": 0}]


GAMES = (Dix, Mille, Yams, Maitre, Bataille)


# `make test` plays whole matches in the modules of the games.
@pytest.mark.nightly
@pytest.mark.parametrize(
    ("game", "way"),
    [
        pytest.param(game, way, id=f"{game.slug}-{way[0]}-{way[1]}-{way[3]}")
        for game in GAMES
        for way in WAYS
    ],
)
def test_a_match_fits_every_screen_from_its_start_to_its_end(
    phones, club, game, way, console_errors
):
    walk = game(phones(is_mobile=True), way)
    walk.play()
    console_errors.clear()  # the browser reports the 400 of the refusal
    assert not walk.faults, "\n".join(
        f"{stop}: {fault}" for stop, founds in walk.faults.items() for fault in founds
    )
