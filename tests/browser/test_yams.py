"""A whole five-column Yams at the table, by taps on a phone of 360 × 740."""

import re

import pytest
from playwright.sync_api import expect

from tests import factories
from tests.browser.checks import violations
from tests.extents import some
from tests.games.yams.builders import ORDER, THROWS

pytestmark = [pytest.mark.browser, pytest.mark.one_database]


def yams_table(seats=2, **changes):
    people = [{"name": name} for name in (*factories.NAMES, "Élise")[:seats]]
    return factories.table(game="yams", seats=people, **changes)


def cell(phone, column, row):
    """Return the key of a cell on the sheet."""
    return phone.page.locator(f'[name="cell"][value="{column}-{row}"]')


def die(phone, place, face):
    group = phone.page.get_by_role("radiogroup", name=f"Dé {place}")
    return group.get_by_role("radio", name=str(face), exact=True)


def throw(phone, *dice):
    for place, face in enumerate(dice, start=1):
        phone.tap(die(phone, place, face))


def value(phone, points):
    return phone.page.locator(f'[name="value"][value="{points}"]')


def record(phone, *, look=False):
    """Tap the button; wait for the line and the next sheet. With `look`, stay at the new cell."""
    before = phone.page.locator("#table").get_attribute("data-version")
    phone.tap(phone.record_button)
    expect(phone.page.locator("#table")).not_to_have_attribute("data-version", before)
    if not look:
        phone.page.locator(".bar").dispatch_event("pointerdown")


TAPPED = [("descendre", ORDER["descendre"][0]), ("en_2", ORDER["en_2"][-1])]


def test_a_whole_match_by_value_takes_three_taps_a_turn(phone):
    """Only the cells in `TAPPED` are tapped; the other turns are recorded by the API."""
    table = yams_table()
    turns = 0
    for column in ("descendre", "libre", "monter", "en_1", "en_2"):
        for row in ORDER[column]:
            tapped = (column, row) in TAPPED
            for seat in (0, 1):
                # In the row of ones, the first player scores in the first three columns, and the
                # second player in the last two. All other cells are struck.
                scores = row == "1" and (column in ("descendre", "libre", "monter")) == (seat == 0)
                turns += 1
                if not tapped:
                    turn = {"column": column, "row": row, "throws": THROWS.get(column, 3)}
                    filled = {"value": 5} if scores else {"barred": True}
                    assert table.record(turn | filled).status_code == 201
                    continue
                if seat == 0:
                    phone.score(table)
                phone.taps = 0
                phone.tap(cell(phone, column, row))
                phone.tap(value(phone, "5" if scores else "barred"))
                record(phone)
                assert phone.taps == 3
                assert phone.page.evaluate("scrollY") == 0, "the thumb had to scroll"
    assert turns == 110
    page = phone.page
    expect(
        page.get_by_role("heading", name="Anne gagne 3 à −3 contre Bruno, en 110 tours.")
    ).to_be_visible()
    expect(page.locator(".yboard__figure")).to_have_text(["+3", "−3"])
    phone.tap(page.get_by_role("button", name="Revanche"))
    expect(page.locator("#pad")).to_be_visible()


@pytest.mark.nightly
def test_a_turn_by_dice_takes_seven_taps_and_lights_the_cells(phone):
    table = yams_table()
    phone.score(table)
    throw(phone, 2, 2, 2, 3, 3)
    expect(phone.page.locator(".ykey.is-lit")).to_have_count(35)
    key = phone.page.locator(".ykey", has=cell(phone, "en_2", "full"))
    expect(key).to_have_text("20")
    struck = phone.page.locator(".ykey", has=cell(phone, "en_2", "suite")).locator("span")
    expect(struck).to_have_class(re.compile("is-crossed"))
    phone.tap(cell(phone, "en_2", "full"))
    expect(phone.preview).to_contain_text("Colonne en 2 : full. +20")
    record(phone)
    assert phone.taps == 7
    assert table.body()["entries"][0]["data"] == {
        "seat": 0, "column": "en_2", "row": "full", "dice": [2, 2, 2, 3, 3],
        "value": 20, "barred": False, "throws": 2,
    }  # fmt: skip


@pytest.mark.nightly
def test_dice_that_make_nothing_strike_the_cell(phone):
    table = yams_table()
    phone.score(table)
    throw(phone, 1, 2, 2, 4, 6)
    phone.tap(cell(phone, "monter", "yams"))
    expect(phone.preview).to_contain_text("case barrée")
    record(phone)
    assert table.body()["entries"][0]["data"]["barred"] is True


@pytest.mark.nightly
def test_a_die_and_a_cell_are_taken_back_by_a_second_tap(phone):
    phone.score(yams_table())
    throw(phone, 1, 6)
    phone.tap(die(phone, 2, 6))
    phone.tap(die(phone, 2, 5))
    expect(die(phone, 2, 5)).to_be_checked()
    key = cell(phone, "libre", "1")
    phone.tap(key)
    expect(key).to_be_checked()
    phone.tap(key)
    expect(key).not_to_be_checked()


@pytest.mark.nightly
def test_the_throws_say_which_columns_are_open(phone):
    table = yams_table()
    phone.score(table)
    phone.tap(phone.page.get_by_role("radio", name="en 1", exact=True))
    throw(phone, 6, 6, 6, 1, 1)
    phone.tap(cell(phone, "libre", "6"))
    record(phone)
    assert table.body()["entries"][0]["data"]["throws"] == 1


@pytest.mark.nightly
def test_a_warning_comes_before_plus_and_moins_fall(phone):
    turns = [("libre", "moins", 20), ("libre", "1", 1)]
    table = yams_table()
    for column, row, points in turns:
        table.record({"column": column, "row": row, "value": points, "throws": 3})
    phone.score(table)
    throw(phone, 4, 4, 4, 4, 4)
    lit = phone.page.locator(".ykey", has=cell(phone, "libre", "plus")).locator("span")
    expect(lit).to_have_text("20")
    expect(lit).to_have_class(re.compile("is-crossed"))
    phone.tap(cell(phone, "libre", "plus"))
    expect(phone.preview).to_contain_text("Attention.")
    expect(phone.preview).to_contain_text("les deux cases sont barrées")


def ended(table, seats=2):
    """Strike every cell, so that lots must be drawn for all five columns."""
    for column, rows in ORDER.items():
        for row in rows:
            for _seat in range(seats):
                throws = {"en_1": 1, "en_2": 2}.get(column, 3)
                turn = {"column": column, "row": row, "barred": True, "throws": throws}
                assert table.record(turn).status_code == 201


@pytest.mark.nightly
def test_lots_are_drawn_one_tap_each_and_shown_as_they_fall(phone):
    table = yams_table()
    ended(table)
    phone.score(table)
    for fallen in range(5):
        expect(phone.page.locator(".lots li:not(.soft)")).to_have_count(fallen)
        phone.taps = 0
        record(phone)
        assert phone.taps == 1
    expect(phone.page.locator(".lots li")).to_have_count(5)
    expect(phone.page.locator(".result__sentence")).to_contain_text("gagne")


@pytest.mark.nightly
def test_lots_drawn_at_the_table_are_written(phone):
    table = yams_table()
    ended(table)
    phone.score(table)
    phone.tap(phone.page.get_by_role("radio", name="Bruno", exact=True))
    expect(phone.preview).to_contain_text("le sort désigne Bruno")
    phone.page.get_by_role("radio", name="Bruno", exact=True).press("Enter")
    expect(phone.page.locator(".lots li:not(.soft)")).to_have_count(1)
    phone.expect_sent()
    assert table.body()["entries"][-1]["data"] == {"draw": {"column": "descendre", "winner": 1}}


@pytest.mark.nightly
def test_without_network_lots_are_drawn_at_the_table(phone, console_errors):
    table = yams_table()
    ended(table)
    page = phone.score(table).page
    expect(page.locator("html[data-playable]")).to_be_attached()
    page.context.set_offline(True)
    phone.tap(phone.record_button)
    sentence = "Sans réseau, tirer au sort à la table et toucher qui l'emporte."
    expect(page.locator("#pad .errorlist")).to_have_text(sentence)
    expect(page.locator(".lots li:not(.soft)")).to_have_count(0)
    for fallen in range(1, 6):
        phone.tap(page.get_by_role("radio", name="Bruno", exact=True))
        phone.tap(phone.record_button)
        expect(page.locator(".lots li:not(.soft)")).to_have_count(fallen)
    expect(page.locator(".result__sentence")).to_contain_text("Bruno gagne")
    page.context.set_offline(False)
    expect(page.locator(".result__facts")).to_be_visible()
    drawn = [entry["data"]["draw"] for entry in table.body()["entries"][-5:]]
    assert [draw["winner"] for draw in drawn] == [1] * 5
    page.close()
    console_errors.clear()  # of a network that was missing


@pytest.mark.nightly
def test_a_figure_of_another_sheet_is_explained_two_taps_away(phone):
    table = yams_table(4)
    table.record({"column": "libre", "row": "full", "value": 20, "throws": 1})
    phone.score(table)
    phone.tap(phone.page.locator("#seen-0"))
    phone.tap(phone.page.get_by_role("link", name="20", exact=True))
    assert phone.taps == 2
    expect(phone.page.get_by_role("heading", name="Tour 1")).to_be_visible()
    expect(phone.page.get_by_text("Colonne libre : full.")).to_be_visible()
    # A player whom the line does not affect has a total, but no sum.
    expect(phone.page.locator(".why__total:visible")).to_have_count(4)
    expect(phone.page.locator(".why__sum:visible")).to_have_count(0)


def test_without_javascript_the_pad_shows_first_and_records(phones):
    table = yams_table()
    phone = phones(java_script_enabled=False)
    phone.score(table)
    throw(phone, 3, 3, 3, 5, 5)
    phone.tap(phone.page.get_by_role("button", name="Voir d'abord"))
    expect(phone.page.locator(".ykey.is-lit")).to_have_count(35)
    phone.tap(cell(phone, "libre", "full"))
    phone.tap(phone.record_button)
    expect(phone.page.locator(".ysheet--0 a")).to_have_text("20")


@pytest.mark.nightly
@pytest.mark.parametrize("scheme", some(["light", "dark"], 2))
def test_axe_finds_nothing(phones, scheme):
    table = yams_table(4)
    struck = {"column": "libre", "row": "full", "dice": [1, 1, 1, 1, 2], "barred": True}
    table.record(struck, throws=3)
    for _ in range(4):
        table.record({"column": "libre", "row": "6", "value": 18, "throws": 3})
    phone = phones(color_scheme=scheme)
    phone.score(table)
    throw(phone, 3, 3, 3, 5, 5)
    phone.tap(cell(phone, "en_1", "full"))
    expect(phone.preview).to_contain_text("full")
    for path in ("", "lignes/1/"):
        if path:
            phone.page.goto(phone.site + f"/parties/{table.id}/{path}")
        faults = violations(phone.page)
        assert [(rule["id"], [node["html"] for node in rule["nodes"]][:3]) for rule in faults] == []


@pytest.mark.nightly
@pytest.mark.parametrize("width", [320, 360])
def test_nothing_is_wider_than_the_screen(phones, width):
    table = yams_table(4)
    phone = phones(viewport={"width": width, "height": 740})
    phone.score(table)
    throw(phone, 3, 3, 3, 5, 5)
    assert phone.overflow() <= 0


LUMINANCE = """(colour) => {
  const [red, green, blue] = colour.match(/[\\d.]+/g).slice(0, 3).map((part) => part / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}"""


def contrast(page, first, other):
    """The contrast of two colours, as WCAG computes it."""
    light, dark = sorted(
        (page.evaluate(LUMINANCE, colour) for colour in (first, other)), reverse=True
    )
    return (light + 0.05) / (dark + 0.05)


def painted(locator, what):
    return locator.evaluate(f"(cell) => getComputedStyle(cell).{what}")


@pytest.mark.nightly
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_cell_that_may_be_written_stands_out_from_one_that_may_not(phones, scheme):
    phone = phones(color_scheme=scheme)
    phone.score(yams_table())
    key = phone.page.locator(".ykey:visible").first
    waiting = phone.page.locator(".ysheet:visible tbody td:empty").first
    frame = painted(key, "boxShadow").split(")")[0]
    for ground in (painted(key, "backgroundColor"), painted(waiting, "backgroundColor")):
        assert contrast(phone.page, frame, ground) >= 3
    assert painted(waiting, "boxShadow") == "none"


@pytest.mark.nightly
@pytest.mark.parametrize("seats", [2, 5])
def test_the_thirteen_rows_and_all_totals_stand_on_a_phone_at_once(phone, seats):
    phone.page.set_viewport_size({"width": 360, "height": 620})
    phone.score(yams_table(seats))
    seen = phone.page.locator(".ysheet--0")
    for row in seen.locator("tbody tr, tfoot tr").all():
        expect(row).to_be_in_viewport(ratio=1)
    assert seen.locator("tbody tr").count() == 13
    assert seen.locator("tfoot tr").count() == seats
    below = phone.page.evaluate(
        "document.querySelector('.ysheet--0 tfoot').getBoundingClientRect().top -"
        "document.querySelector('.ysheet--0 tbody tr:last-child').getBoundingClientRect().bottom"
    )
    assert below > -1, "the totals stand over the last row"
    for hidden in phone.page.locator("[data-hidden]").all():
        expect(hidden).to_be_hidden()
    for row in seen.locator("tbody tr:has(.ykey)").all():
        assert row.bounding_box()["height"] >= 24


@pytest.mark.nightly
@pytest.mark.parametrize("size", [(360, 560), (320, 568), (740, 360)])
def test_of_five_nothing_is_cut_on_the_smallest_screens_and_all_totals_are_seen(phone, size):
    table = yams_table(5)
    for _seat in range(5):
        table.record({"column": "libre", "row": "4", "dice": [4, 4, 4, 1, 2], "throws": 3})
    phone.page.set_viewport_size({"width": size[0], "height": size[1]})
    phone.score(table)
    for part in (
        *phone.page.locator(".ysheet--0 tfoot tr, .ysheet--0 thead tr").all(),
        *phone.page.locator(".yboard__side, .yboard__figure, .dice__row").all(),
        *phone.page.locator(".ythrows .key, #record, #undo").all(),
    ):
        expect(part).to_be_in_viewport(ratio=0.9)
    expect(phone.page.locator(".ysheet--0 tfoot td:nth-child(3)")).to_have_text(["12"] * 5)
    rows = phone.page.locator(".ysheet--0 tbody tr:has(.ykey)").all()
    foot = phone.page.locator(".ysheet--0 tfoot").bounding_box()["y"]
    boxes = [row.bounding_box() for row in rows]
    assert sum(box["y"] + box["height"] <= foot + 1 for box in boxes) >= 8


@pytest.mark.nightly
def test_the_sign_of_hidden_lines_counts_the_seen_sheet_alone(phone):
    table = yams_table(5)
    for _seat in range(5):
        table.record({"column": "libre", "row": "yams", "dice": [4, 4, 4, 4, 4], "throws": 3})
    phone.page.set_viewport_size({"width": 320, "height": 480})
    phone.score(table)
    sheet = phone.page.locator(".sheet__scroll")
    foot = phone.page.locator(".ysheet--0 tfoot").bounding_box()["y"]
    rows = phone.page.locator(".ysheet--0 tbody tr:has(a, input)").all()
    unseen = sum(row.bounding_box()["y"] > foot - 8 for row in rows)
    assert unseen >= 1
    sign = phone.page.locator("[data-hidden='below'] span")
    expect(sign).to_have_text(re.compile(rf"^{unseen}\s"))
    phone.tap(sign)
    expect(rows[-1]).to_be_in_viewport()
    assert sheet.evaluate("(sheet) => sheet.scrollLeft") == 0
    assert phone.overflow() == 0


@pytest.mark.nightly
def test_a_short_figure_on_a_tab_is_explained_and_its_sheet_comes(phone):
    phone.score(yams_table(5))
    figure = phone.page.locator(".yboard__figure").nth(4).bounding_box()
    phone.page.touchscreen.tap(figure["x"] + 4, figure["y"] + 8)
    explanation = phone.page.locator(".explained")
    expect(explanation).to_have_text("en tête dans 0 des 5 colonnes, total de 0")
    expect(phone.page.locator("#seen-4")).to_be_checked()


@pytest.mark.nightly
def test_the_cell_just_written_is_seen_before_the_next_sheet_comes_and_a_tap_ends_the_wait(phone):
    phone.page.clock.install()
    phone.score(yams_table())
    for player, other in ((0, 1), (1, 0)):
        phone.tap(cell(phone, "libre", "5").locator("visible=true").first)
        phone.tap(value(phone, 15))
        record(phone, look=True)
        expect(phone.page.locator(f".ysheet--{player} [data-line]")).to_be_in_viewport()
        expect(phone.page.locator(f".ysheet--{other} tbody th").first).not_to_be_in_viewport()
        if player == 0:
            phone.page.clock.run_for(1100)
        else:
            phone.tap(phone.page.locator(f".ysheet--{player} [data-line]"))
        expect(phone.page.locator(f".ysheet--{other} tbody th").first).to_be_in_viewport()
    expect(phone.page.locator("#pad")).to_be_visible()  # the tap opened no page


@pytest.mark.nightly
def test_a_cell_is_corrected_on_the_sheet_itself(phone):
    table = yams_table()
    table.record({"column": "libre", "row": "4", "dice": [4, 4, 4, 1, 2], "throws": 3})
    phone.score(table)
    phone.watch(table, "lignes/1/")
    keys = phone.page.locator(".ysheet--correction .ykey")
    expect(keys).to_have_count(35)  # three free columns, and one cell of each ordered one
    phone.tap(keys.locator('[value="libre-plus"]'))
    phone.tap(phone.page.get_by_role("button", name="Voir ce que ça change"))
    phone.tap(phone.page.get_by_role("button", name="Garder la correction"))
    expect(phone.page.locator(".ysheet--0 [data-line]")).to_have_text("15")
