"""Tests that a match of each game can be played to its end without network.

The phone then uses its own rules.
"""

import re
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import pytest
from playwright.sync_api import expect

from clubs.callers import Caller
from games import queries
from games.models import Match
from games.registry import installed
from tests import factories
from tests.browser.phones import Phone
from tests.browser.test_hostile_names import AT_ONE_TABLE

pytestmark = [pytest.mark.browser, pytest.mark.one_database]

# The console errors that a browser reports for requests without network.
CUT = ("ERR_INTERNET_DISCONNECTED", "htmx:sendError", "[object Event]")
# Rules that make a match as short as possible.
SHORT: dict[str, dict[str, Any]] = {
    "bataille": {"wins_needed": 6},
    "dix-mille": {"target": 3000},
}
# The number of lines in the middle of a long match that are recorded at the server, with
# network. The phone would draw all of them alike.
FROM_ELSEWHERE: dict[str, int] = {"yams": 96}

# `make test` plays only the jeu du 10; the nightly run plays all games.
GAMES = [
    pytest.param(
        game,
        id=game.slug,
        marks=[] if game.slug == "dix" else [pytest.mark.nightly],
    )
    for game in installed.games()
]

# A script that empties the pad, taps the values that a form would send, and records them.
TAP = """
(values) => {
  const form = document.getElementById("pad-form");
  const inputs = [...form.elements].filter((one) => one.type !== "hidden" && one.name);
  for (const one of inputs) {
    if (one.type === "radio" || one.type === "checkbox") one.checked = false;
    else if (one.type === "number") one.value = "";
  }
  let button = null;
  for (const [name, value] of values) {
    const own = inputs.filter((one) => one.name === name);
    const key = own.find((one) => one.value === value && one.type !== "number") ?? own[0];
    if (!key) throw new Error(`no input ${name}=${value}`);
    if (key.type === "submit") button = key;
    else if (key.type === "radio" || key.type === "checkbox") key.checked = true;
    else key.value = value;
  }
  (button ?? document.getElementById("record") ?? form.querySelector(".pad__record")).click();
}
"""


@pytest.fixture
def cut(phone: Phone, console_errors: list[str]) -> Iterator[None]:
    """Ignore the console errors that a missing network causes."""
    yield
    phone.page.close()
    console_errors[:] = [
        error for error in console_errors if not any(sign in error for sign in CUT)
    ]


def away(phone: Phone) -> None:
    """Wait until the phone can play without network, then cut the network."""
    expect(phone.page.locator("html[data-playable]")).to_be_attached()
    phone.page.context.set_offline(True)


def back(phone: Phone) -> None:
    """Restore the network, and wait until everything is sent."""
    phone.page.context.set_offline(False)
    expect(phone.page.locator(".is-waiting")).to_have_count(0, timeout=60_000)


def drawn(phone: Phone, place: str) -> str:
    """Return the markup of an element, without versions, tokens and momentary marks.

    White space is normalised.
    """
    html = phone.page.locator(place).evaluate("element => element.outerHTML")
    html = re.sub(
        r'<span class="visually-hidden" data-unsent-line=""> \(à envoyer\)</span>', "", html
    )
    for moving in (
        # The number of hidden lines is updated one frame later.
        r'<p class="sheet__hidden.*?</p>',
        r'data-version="\d+"',
        r"version=\d+",
        r'name="after" value="\d+"',
        r' value="[\w-]+" id="id_(client_id|after)"',
        r'csrfmiddlewaretoken" value="\w+"',
        r"\bis-fresh\b|\bis-waiting\b|\bis-lit\b",
        r' inert=""',  # of the sheets of the Yams, until the next player's comes
    ):
        html = re.sub(moving, "", html, flags=re.DOTALL)
    html = re.sub(r'class="\s*([^"]*?)\s*"', r'class="\1"', html).replace(' class=""', "")
    html = re.sub(r"\s*([<>])\s*", r"\1", re.sub(r"\s+", " ", html))
    return html.replace("<", "\n<")


class Twin:
    """The same match on the server. It provides the lines to tap, and gets the same lines."""

    def __init__(self, game: Any, people: list[dict[str, str]]) -> None:
        changes = {"game": game.slug, "seats": people, "rules": SHORT.get(game.slug, {})}
        self.game, self.random = game, Random(7)
        self.phones = factories.table(None, **changes)
        self.own = factories.table(None, **changes)

    def table(self) -> Any:
        return queries.table_of(Match.objects.get(pk=self.own.id), Caller())

    def pad(self) -> Any:
        """Return the pad, filled with a line that is legal now."""
        table = self.table()
        entry = self.game.demonstration.sample(table.rules, table.sheet, self.random)
        row = self.game.entry.model()
        row.fill(entry)
        sheet = self.game.replay(table.rules, len(table.seats), [*table.entries, row])
        values = {**entry, **sheet.lines[-1].completed}
        given = {name: value for name, value in values.items() if value is not None}
        pad = self.game.pad.form.again(table, given)
        assert pad.is_valid(), pad.errors
        return pad

    def record(self, pad: Any) -> None:
        assert self.own.record(pad.entry).status_code == 201


def tap(phone: Phone, pad: Any) -> None:
    """Tap a line on the phone, and record it."""
    names = [name for name in pad.data if name not in ("client_id", "after", "lot")]
    phone.page.evaluate(TAP, [[name, value] for name in names for value in pad.data.getlist(name)])


def line(phone: Phone, number: int) -> Any:
    """The link of a line on the sheet."""
    return phone.page.locator(f'#table a[href$="/lignes/{number}/"]').first


def played(phone: Phone, twin: Twin, number: int) -> None:
    """Play a line on the phone and on its twin."""
    pad = twin.pad()
    tap(phone, pad)
    expect(line(phone, number)).to_be_attached()
    twin.record(pad)


@pytest.mark.nightly
@pytest.mark.parametrize(
    "game",
    [
        pytest.param(
            game,
            id=game.slug,
            marks=[] if game.slug == "dix" else [pytest.mark.nightly],
        )
        for game in installed.games()
    ],
)
def test_a_whole_match_without_network_is_the_servers(phone: Phone, cut: None, game: Any) -> None:
    count = min(game.seats.most or 2, max(game.seats.least, 2))
    twin = Twin(game, factories.SEATS[:count])
    page = phone.page
    phone.score(twin.phones)
    away(phone)

    played(phone, twin, 1)
    played(phone, twin, 2)
    # A line is taken back, changed and recorded, on this phone only.
    wrong = twin.pad()
    tap(phone, wrong)
    expect(line(phone, 3)).to_be_attached()
    page.locator("#undo").click()
    expect(line(phone, 3)).not_to_be_attached()
    page.get_by_role("link", name="Modifier").click()
    refused_form = page.locator("#pad-form[data-kept]")
    expect(refused_form).to_be_attached()
    # A line that was not sent yet is corrected in the pad.
    played(phone, twin, 3)
    right = twin.pad()
    tap(phone, twin.pad())
    expect(line(phone, 4)).to_be_attached()
    line(phone, 4).dispatch_event("click")  # the sheet of the Yams is leaving
    expect(page.locator("#pad .notice")).to_be_visible()
    tap(phone, right)
    expect(page.locator("#pad .notice")).to_have_count(0)
    twin.record(right)
    # The sheet and the pad that the phone has drawn are the same as the server's.
    sheet, pad = drawn(phone, "#table"), drawn(phone, "#pad")
    back(phone)
    phone.watch(twin.phones)
    assert drawn(phone, "#table") == sheet
    assert drawn(phone, "#pad") == pad

    number = 4
    for _line in range(FROM_ELSEWHERE.get(game.slug, 0)):
        number += 1
        entry = twin.pad().entry
        for table in (twin.phones, twin.own):
            assert table.record(entry).status_code == 201
    phone.watch(twin.phones)
    away(phone)
    while twin.table().result is None:
        number += 1
        played(phone, twin, number)
    ended = page.locator(".result__sentence").inner_text()
    board = drawn(phone, ".board")
    back(phone)
    phone.watch(twin.phones)
    assert page.locator(".result__sentence").inner_text() == ended
    assert drawn(phone, ".board") == board
    ours, theirs = twin.phones.body(), twin.own.body()
    assert ours["sides"] == theirs["sides"]
    assert [row["data"] for row in ours["entries"]] == [row["data"] for row in theirs["entries"]]
    assert [row["line"] for row in ours["entries"]] == [row["line"] for row in theirs["entries"]]


@pytest.mark.nightly
def test_a_page_reloaded_without_network_comes_back_with_its_lines(
    phones: Callable[..., Phone], console_errors: list[str]
) -> None:
    phone, twin = phones(service_workers="allow"), Twin(installed.game_of("dix"), factories.SEATS)
    phone.score(twin.phones)
    expect(phone.page.locator("[data-sign]")).to_have_attribute("data-ready", "")
    away(phone)
    played(phone, twin, 1)
    played(phone, twin, 2)
    sheet = drawn(phone, "#table")
    phone.page.reload()
    expect(line(phone, 2)).to_be_attached()
    assert drawn(phone, "#table") == sheet
    played(phone, twin, 3)
    back(phone)
    ours, theirs = twin.phones.body(), twin.own.body()
    assert [entry["line"] for entry in ours["entries"]] == [
        entry["line"] for entry in theirs["entries"]
    ]
    phone.page.close()
    console_errors.clear()  # of a network that was missing


@pytest.mark.nightly
def test_names_are_text_in_what_the_phone_draws(phone: Phone, cut: None) -> None:
    people = [{"name": name} for name in AT_ONE_TABLE[:4]]
    twin = Twin(installed.game_of("dix"), people)
    phone.score(twin.phones)
    away(phone)
    played(phone, twin, 1)
    before = drawn(phone, "#table"), drawn(phone, "#pad"), phone.page.title()
    back(phone)
    phone.watch(twin.phones)
    assert (drawn(phone, "#table"), drawn(phone, "#pad"), phone.page.title()) == before
