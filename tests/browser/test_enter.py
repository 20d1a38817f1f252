"""Tests that Enter in a field of a pad records the line, as a phone's « Go » key does.

The page of the match must stay.
"""

import re
from dataclasses import dataclass
from typing import Any

import pytest
from playwright.sync_api import expect

from tests import factories
from tests.browser.phones import NAMES, Phone
from tests.extents import some

pytestmark = [pytest.mark.browser, pytest.mark.one_database]

DIX = {"bidder": 0, "bid": 70, "taken": 80}
MANCHE = {
    "contract": 50, "trick_points": 10, "trick_cards": 5, "trick_valued": 3, "chute_points": 0,
    "discard_value": 0, "coffre_major": 9, "coffre_minor": 1, "player": 4,
}  # fmt: skip
FORBIDDEN = {"coffre_forbidden": "on", "coffre_major": None, "coffre_minor": None}
STOPPED = {"cards_0": 30, "cards_1": 24, "tricks": 200, "battles": 12}
DICE = {f"die_{place}": 3 for place in range(1, 6)}


@dataclass(frozen=True)
class Pad:
    """The lines to tap on a game's pad, each with the field in which Enter is pressed."""

    lines: list[tuple[str, dict[str, Any]]]
    # An incomplete line: the field in which Enter is pressed, the values, and the field at
    # fault.
    half: tuple[str, dict[str, Any], str]
    seats: int = 2
    changes: dict[str, Any] | None = None


PADS = {
    # The bidders' opponents are above the cap from the second line on.
    "dix": Pad(
        [
            ("bidder", DIX),
            ("bid", {**DIX, "bidder": 1}),
            ("taken", DIX),
            ("trump", {**DIX, "trump": "hearts"}),
            ("defenders_bid", {**DIX, "defenders_bid": "on"}),
        ],
        half=("bidder", {"bidder": 0}, "bid"),
        seats=4,
        changes={"rules": {"target": 5000, "defence_cap": 5}},
    ),
    "dix-mille": Pad(
        [
            ("points", {"points": 700}),
            ("carried", {"carried": "on", "points": 800}),
            ("mode", {"points": 700}),
            ("plus", {"points": 500, "plus": 1000}),
            ("other", {"other": 1200}),
            ("points", {"points": "off"}),
        ],
        half=("mode", {}, "points"),
    ),
    "yams": Pad(
        [
            ("cell", {"cell": "libre-1", "value": 3, "throws": 2}),
            ("value", {"cell": "libre-1", "value": 3, "throws": 2}),
            ("throws", {"cell": "libre-2", "value": 4, "throws": 2}),
            *(
                (name, {"cell": f"libre-{row}", **DICE})
                for row, name in zip("23344", DICE, strict=True)
            ),
        ],
        half=("cell", {"cell": "libre-1"}, "value"),
    ),
    "maitre": Pad(
        [
            *((name, MANCHE) for name in MANCHE),
            ("coffre_forbidden", MANCHE | FORBIDDEN),
        ],
        half=("contract", {"contract": 50}, "coffre_major"),
        seats=3,
        changes={"rules": {"tours": 5}},
    ),
    "bataille": Pad(
        [(name, STOPPED) for name in STOPPED] + [("joker", {**STOPPED, "joker": "on"})],
        half=("tricks", {"tricks": 200}, "outcome"),
        changes={"preset": "joker-vole", "rules": {"wins_needed": 9}},
    ),
}
# The ways in which a line goes to the server: by the page's form, by the phone's own rules with
# network, by these rules without network, and by a page without scripts.
WAYS = ("form", "phone", "offline", "plain")
# The console errors that are expected for a refused line and without network. Any other error is
# a fault.
EXPECTED = (
    "Failed to load resource",
    "Response Status Error Code 400",
    "htmx:sendError",
    "Failed to fetch",
)


@pytest.fixture(autouse=True)
def _only_faults_are_left(console_errors):
    yield
    console_errors[:] = [error for error in console_errors if not error.startswith(EXPECTED)]


def opened(phones, game, way):
    """Return a phone with the pad of a new match, prepared for one of the ways."""
    pad = PADS[game]
    seats = [{"name": name} for name in NAMES[: pad.seats]]
    table = factories.table(None, game=game, seats=seats, **(pad.changes or {}))
    phone = phones(java_script_enabled=way != "plain")
    if way == "form":
        saves = "Object.defineProperty(navigator, 'connection', { value: { saveData: true } })"
        phone.page.add_init_script(saves)
    phone.score(table)
    if way in ("phone", "offline"):
        phone.page.wait_for_selector("html[data-playable]")
    phone.page.context.set_offline(way == "offline")
    return phone


def field(phone: Phone, name: str, value: Any = None):
    """Return an input of the pad.

    If the field has several keys, return the key of `value`, or the checked one if `value` is
    None.
    """
    begins = "^" if name == "player" else ""
    inputs = phone.page.locator(f"input[name{begins}='{name}']:not([type=hidden])")
    keys = inputs.and_(phone.page.locator("[type=radio], [type=checkbox]"))
    if not keys.count():
        return inputs.first
    if value is None:
        return keys.and_(phone.page.locator(":checked")).first
    return keys.and_(phone.page.locator(f"[value='{value}'], :not([value])")).first


def fill(phone: Phone, line: dict[str, Any]) -> None:
    """Choose the values of a line, also in folded parts of the pad."""
    for name, value in line.items():
        if name == "player":
            for other in phone.page.locator("input[name^=player]").all():
                other.fill(str(value))
        elif value is not None:
            control = field(phone, name, value)
            if control.get_attribute("type") in ("radio", "checkbox"):
                control.evaluate("(key) => key.checked || key.click()")
            else:
                control.fill(str(value))


def unfold(phone: Phone) -> None:
    for fold in phone.page.locator("#pad details:not([open]) > summary").all():
        fold.click()


def press_through(phone: Phone, game: str, lines) -> set[str]:
    """Record each of these lines by Enter. Return the names of all fields that the pad had."""
    names = set()
    for number, (name, line) in enumerate(lines, 1):
        unfold(phone)
        fill(phone, line)
        names |= set(fields(phone))
        field(phone, name).press("Enter")
        # Wait for the pad of the next line.
        expect(phone.page.locator("#pad-form [name=after]")).to_have_value(str(number + 1))
        expect(phone.page.locator("main #pad")).to_be_visible()
    return names


def fields(phone: Phone) -> list[str]:
    """Return the names of the pad's fields in which Enter may be pressed.

    The fields of the players have the same name, `player`.
    """
    names = phone.page.locator("#pad-form").evaluate(
        """(form) => [...form.elements]
            .filter((one) => one.matches("input:not([type=hidden], [hidden], :disabled)"))
            .filter((one) => one.closest("label, .number, .count, .choice").offsetParent)
            .map((one) => one.name)"""
    )
    return [re.sub(r"^player_\d$", "player", name) for name in names]


@pytest.mark.parametrize("game", some(list(PADS), 5))
def test_enter_writes_the_line_on_the_first_and_on_the_next(phones, game):
    phone = opened(phones, game, "form")
    press_through(phone, game, PADS[game].lines[:2])


@pytest.mark.nightly
@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("game", PADS)
def test_enter_in_any_field_of_the_pad_writes_the_line(phones, game, way):
    phone = opened(phones, game, way)
    lines = PADS[game].lines
    names = press_through(phone, game, lines)
    assert names - {name for name, _line in lines} == set(), "a field that no line tries"
    phone.page.context.set_offline(False)
    phone.expect_sent()
    assert phone.match.changes.filter(kind="record").count() == len(lines)


@pytest.mark.nightly
@pytest.mark.parametrize("way", WAYS[:-1])
def test_enter_among_the_dice_of_a_turn_writes_it(phones, way):
    phone = opened(phones, "dix-mille", way)
    phone.page.locator("#mode-dice").evaluate("(key) => key.click()")
    for face in (1, 1, 1, 2, 3):
        free = phone.page.locator("#turn .die:not(:has(:checked))").first
        free.locator(f"input[value='{face}']").evaluate("(key) => key.click()")
    expect(phone.page.locator(".turn__throws li")).to_have_count(1)
    # In this form, the button that takes the throw back comes before the record button.
    phone.page.locator("#turn .die input").first.press("Enter")
    expect(phone.page.locator("#pad-form [name=after]")).to_have_value("2")
    phone.page.context.set_offline(False)
    phone.expect_sent()
    assert phone.match.changes.get(kind="record").after["throws"]


@pytest.mark.parametrize(
    "way", ["form", *(pytest.param(other_way, marks=pytest.mark.nightly) for other_way in WAYS[1:])]
)
@pytest.mark.parametrize("game", some(list(PADS), 5))
def test_enter_in_half_a_line_says_what_is_missing_and_loses_nothing(phones, game, way):
    phone = opened(phones, game, way)
    pressed, line, missing = PADS[game].half
    unfold(phone)
    fill(phone, line)
    field(phone, pressed).press("Enter")
    expect(phone.page.locator(f"#pad #id_{missing}_error")).to_be_visible()
    for name, value in line.items():
        expect(field(phone, name, value)).to_have_js_property(*property_of(phone, name, value))
    expect(phone.page.locator("#table")).to_have_attribute("data-version", "1")


def property_of(phone: Phone, name: str, value: Any) -> tuple[str, Any]:
    key = field(phone, name, value).get_attribute("type") in ("radio", "checkbox")
    return ("checked", True) if key else ("value", str(value))
