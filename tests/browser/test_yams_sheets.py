"""The sheets of a five-column Yams: side by side by swipe and by tabs, on paper, in large text."""

import re

import pytest
from playwright.sync_api import expect

from games.yams.engine.cells import COLUMNS
from tests import factories
from tests.browser.checks import found_by_axe, too_wide
from tests.browser.test_layout import pages_of
from tests.browser.test_yams import cell, die, ended, record, throw, value
from tests.extents import some

pytestmark = [pytest.mark.browser, pytest.mark.one_database]
PLAYERS = ("Anne-Frédérique Charbonneau", "Bruno", "Chloé", "David", "Élise")


def table_of(seats, *turns, **changes):
    """Return a table of people, some with long names, with the given turns (column, row, value)."""
    people = [{"name": name} for name in PLAYERS[:seats]]
    table = factories.table(game="yams", seats=people, **changes)
    for column, row, points in turns:
        throws = {"en_1": 1, "en_2": 2}.get(column, 3)
        answer = table.record({"column": column, "row": row, "value": points, "throws": throws})
        assert answer.status_code == 201
    return table


PLACE = """() => {
    const paper = document.querySelector(".sheet__scroll");
    return [paper.scrollLeft, paper.scrollWidth - paper.clientWidth];
}"""


def swipe(phone, distance):
    """Move a finger across the sheet, to the left if the distance is negative.

    If nothing moved, the finger is moved again, as anybody would do. In two of about ten runs of
    the whole suite on a busy machine, the first swipe on a fresh page was lost, for an unknown
    reason.
    """
    before, last = phone.page.evaluate(PLACE)
    can_move = before < last if distance < 0 else before > 0
    for _again in range(3):
        draw(phone, distance)
        if not can_move or came_to_rest(phone) != before:
            return


def draw(phone, distance):
    """Put a finger down, move it, and lift it."""
    box = phone.page.locator(".sheet__scroll").bounding_box()
    x, y = box["x"] + (box["width"] - distance) / 2, box["y"] + box["height"] / 2
    touch = phone.page.context.new_cdp_session(phone.page)
    for step in range(11):
        kind = "touchMove" if step else "touchStart"
        point = {"x": x + distance * step / 10, "y": y}
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [point]})
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


def came_to_rest(phone):
    """Return how many pixels the sheets are scrolled, once they have been still for 0.5 seconds."""
    places = [phone.page.evaluate(PLACE)[0]]
    while len(places) < 6 or len(set(places[-6:])) > 1:
        phone.page.wait_for_timeout(100)
        places.append(phone.page.evaluate(PLACE)[0])
    return places[-1]


def expect_sheet(phone, seen, of):
    """Wait until one sheet fills the width, its tab is checked, and all others are inert."""
    page = phone.page
    expect(page.locator(f"#seen-{seen}")).to_be_checked()
    for seat in range(of):
        sheet = page.locator(f".ysheet--{seat}")
        if seat == seen:
            expect(sheet.locator("..")).not_to_have_attribute("inert", "")
            expect(sheet).to_be_in_viewport()
            left = page.locator(".sheet__scroll").bounding_box()["x"]
            assert sheet.bounding_box()["x"] == pytest.approx(left, abs=1)
        else:
            expect(sheet.locator("..")).to_have_attribute("inert", "")
            expect(sheet).not_to_be_in_viewport()


@pytest.mark.nightly
def test_a_swipe_goes_from_one_sheet_to_the_next_and_back(phone):
    phone.score(table_of(3))
    expect_sheet(phone, 0, of=3)
    for distance, seen in ((-250, 1), (-250, 2), (-250, 2), (250, 1), (250, 0)):
        swipe(phone, distance)
        expect_sheet(phone, seen, of=3)
    assert phone.page.evaluate("[scrollX, scrollY]") == [0, 0], "the page itself moved"
    expect(phone.page.locator(".ykey :checked")).to_have_count(0)


@pytest.mark.nightly
def test_a_tab_brings_its_sheet_by_the_thumb_and_by_the_keyboard(phone):
    phone.score(table_of(5))
    phone.tap(phone.page.locator("#seen-4"))
    expect_sheet(phone, 4, of=5)
    phone.page.locator("#seen-4").focus()
    phone.page.keyboard.press("ArrowLeft")
    expect_sheet(phone, 3, of=5)
    # From its tab, the keyboard goes into the visible sheet and into no other.
    table = table_of(2, ("libre", "full", 20), ("libre", "suite", 30))
    phone.score(table)
    phone.page.locator("#seen-0").focus()
    phone.page.keyboard.press("ArrowRight")
    expect_sheet(phone, 1, of=2)
    phone.page.keyboard.press("Tab")
    focused = phone.page.evaluate("document.activeElement.textContent")
    assert focused == "30"


@pytest.mark.nightly
def test_columns_being_won_are_marked_on_every_sheet(phone):
    turns = [("libre", "full", 20), ("en_1", "full", 20), ("libre", "1", 1), ("en_1", "1", 2)]
    phone.score(table_of(2, *turns))
    for seat, columns in ((0, [1]), (1, [3])):
        phone.tap(phone.page.locator(f"#seen-{seat}"))
        expect_sheet(phone, seat, of=2)
        totals = phone.page.locator(f".ysheet--{seat} .ysheet__total td").all()
        led = [place for place, total in enumerate(totals) if total.locator("svg").count()]
        assert led == columns


@pytest.mark.nightly
def test_after_a_turn_the_next_player_s_sheet_comes_by_itself(phone):
    phone.score(table_of(3))
    swipe(phone, -250)
    expect_sheet(phone, 1, of=3)
    swipe(phone, 250)
    expect_sheet(phone, 0, of=3)
    phone.tap(cell(phone, "libre", "full"))
    phone.tap(value(phone, 20))
    record(phone)
    expect_sheet(phone, 1, of=3)


@pytest.mark.nightly
def test_whoever_watches_keeps_the_sheet_they_went_to(phones):
    table = table_of(3)
    watcher = phones().watch(table)
    swipe(watcher, -250)
    expect_sheet(watcher, 1, of=3)
    table.record({"column": "libre", "row": "full", "value": 20, "throws": 3})
    table.record({"column": "libre", "row": "full", "value": 20, "throws": 3})
    expect(watcher.page.locator("#table")).to_have_attribute("data-version", "3")
    expect(watcher.page.locator(".yboard__side").nth(2)).to_have_class(re.compile("is-current"))
    expect_sheet(watcher, 1, of=3)


@pytest.mark.nightly
def test_without_javascript_the_tabs_show_the_sheets(phones):
    phone = phones(java_script_enabled=False)
    phone.score(table_of(3, ("libre", "full", 20)))
    expect(phone.page.locator(".ysheet:visible")).to_have_count(1)
    phone.tap(phone.page.locator("#seen-0"))
    expect(phone.page.locator(".ysheet--0")).to_be_visible()
    expect(phone.page.locator(".ysheet--1")).to_be_hidden()
    assert phone.overflow() <= 0


@pytest.mark.nightly
@pytest.mark.parametrize("scripts", [True, False], ids=["scripts", "no scripts"])
def test_on_paper_every_sheet_is_there_under_its_name(phones, scripts):
    phone = phones(viewport={"width": 680, "height": 1009}, java_script_enabled=scripts)
    phone.score(table_of(4, ("libre", "full", 20)))
    phone.page.emulate_media(media="print")
    for seat, name in enumerate(PLAYERS[:4]):
        caption = phone.page.locator(f".ysheet--{seat} caption")
        expect(caption).to_contain_text(name)
        expect(caption).to_be_visible()
        box = phone.page.locator(f".ysheet--{seat}").bounding_box()
        assert 0 <= box["x"] <= box["x"] + box["width"] <= 680
    assert pages_of(phone) <= 2


@pytest.mark.nightly
@pytest.mark.parametrize("seats", [2, 5])
def test_on_the_wall_the_figures_are_large_and_all_of_them_seen(phones, seats):
    phone = phones(viewport={"width": 1920, "height": 1080})
    people = [{"name": "W" * 80}, *({"name": name} for name in PLAYERS[1:seats])]
    phone.watch(factories.table(game="yams", seats=people), "mur/")
    for figure in phone.page.locator(".yboard__figure").all():
        assert figure.bounding_box()["height"] > 1080 / 8
        expect(figure).to_be_in_viewport(ratio=1)
    for more in phone.page.locator(".yboard__more").all():
        expect(more).to_be_in_viewport(ratio=1)
    assert phone.overflow() == 0


# -- Throwing for who begins ------------------------------------------------------------------


@pytest.mark.nightly
def test_the_start_screen_throws_for_who_begins(phone):
    phone.open("/jouer/yams/")
    page = phone.page
    for seat, name in enumerate(("Anne", "Bruno", "Chloé")):
        page.locator(f"#id_name_{seat}").fill(name)
    phone.tap(page.locator("#throw"))
    drawn = page.locator("[data-thrown]")
    expect(drawn).to_have_text(re.compile(r"^(Anne|Bruno|Chloé) commence\.$"))
    names = [page.locator(f"#id_name_{seat}").input_value() for seat in range(3)]
    assert drawn.inner_text() == f"{names[0]} commence."
    around = ["Anne", "Bruno", "Chloé"] * 2
    turn = around.index(names[0])
    assert names == around[turn : turn + 3], "whoever sits next no longer plays next"
    dice = [
        [int(die.get_attribute("aria-label")) for die in seat.locator("[role=img]").all()]
        for seat in page.locator(".seat").all()
    ]
    thrown = [face for face in dice if face]
    assert len(thrown) == 3
    assert thrown[0] == min(thrown), "a throw lower than that of whoever begins"
    expect(page.locator("[data-announce]")).to_have_text(drawn.inner_text())
    expect(page.locator("#throw")).to_be_focused()
    phone.tap(page.get_by_role("button", name="Commencer le match"))
    expect(page.locator("#pad")).to_be_visible()
    assert [seat.name for seat in phone.match.seats.all()] == names


# -- Large text -------------------------------------------------------------------------------


def states(phone):
    """Yield a name for every page of the game that looks different, one after the other."""
    phone.open("/jouer/yams/")
    phone.page.locator("#id_name_0").fill(PLAYERS[0])
    phone.page.locator("#id_name_1").fill(PLAYERS[1])
    phone.page.locator("#throw").tap()
    expect(phone.page.locator("[data-thrown]")).to_be_visible()
    yield "start"
    running = table_of(5, *[("libre", "full", 20)] * 5, ("descendre", "1", 3))
    phone.score(running)
    yield "running"
    phone.watch(table_of(2))
    yield "nothing written, seen by a watcher"
    phone.score(running)
    throw(phone, 2, 2)
    yield "two dice"
    for place in (3, 4, 5):
        die(phone, place, 3).tap()
    expect(phone.page.locator(".ykey.is-lit").first).to_be_visible()
    yield "five dice"
    phone.score(running)
    cell(phone, "en_1", "plus").tap()
    yield "a cell, and its values"
    phone.watch(running, "lignes/1/")
    yield "a line to correct"
    phone.watch(running, "mur/")
    yield "wall"
    table = table_of(2)
    ended(table)
    phone.score(table)
    yield "lots to draw"
    # Four columns and their bonus against one column give the longest figures of a result.
    for column, winner in zip(COLUMNS, (0, 1, 0, 0, 0), strict=True):
        drawn = {"draw": {"column": column, "winner": winner}}
        assert table.record(drawn).status_code == 201
    phone.score(table)
    expect(phone.page.locator(".yboard__figure")).to_have_text(["+13,5", "−13,5"])
    yield "ended"
    phone.open("/regles/yams/feuille/")
    yield "blank sheet"
    seats = [{"name": name} for name in PLAYERS[:2]]
    phone.score(factories.table(game="dix-mille", seats=seats))
    phone.page.locator("#mode-dice").tap()
    yield "the dice of another game"


def cut(phone):
    """Return the texts that are wider than their cell, tab or key."""
    return phone.page.evaluate(
        """(boxes) => [...document.querySelectorAll(boxes)]
          .filter((box) => box.getClientRects().length && !box.closest("[inert]"))
          .filter((box) => {
            const words = document.createRange();
            words.selectNodeContents(box);
            return words.getBoundingClientRect().width > box.getBoundingClientRect().width + 1;
          })
          .map((box) => box.textContent.trim().slice(0, 40))""",
        ".ysheet th, .ysheet td, main:not(.wall) .yboard__name, .yboard__figure, .key > span",
    )


@pytest.mark.nightly
@pytest.mark.parametrize("first", some(range(2), 2))
def test_at_320_px_axe_finds_nothing_and_with_200_percent_text_nothing_sticks_out(phones, first):
    """The pages are checked in the light and the dark scheme alternately."""
    phone = phones(viewport={"width": 320, "height": 640})
    wrong = {}
    for number, state in enumerate(states(phone), first):
        phone.page.emulate_media(color_scheme=("light", "dark")[number % 2])
        faults = [*found_by_axe(phone.page), *too_wide(phone)]
        faults += [f"cut: {what}" for what in cut(phone)]
        phone.page.evaluate("document.documentElement.style.fontSize = ''")
        if faults:
            wrong[state] = faults
    assert not wrong, "\n".join(f"{state}: {what}" for state, what in wrong.items())
