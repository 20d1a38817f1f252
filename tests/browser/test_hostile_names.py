"""Tests that names made to break a page are shown as they are, and have no effect."""

import pytest
from playwright.sync_api import expect

from tests.browser.pages import BESIDE, table_of_the_club, walk
from tests.browser.phones import Phone
from tests.extents import some

pytestmark = [pytest.mark.browser, pytest.mark.one_database]

NAMES = {
    "markup": "<script>alert(1)</script><img src=x onerror=alert(1)>",
    "attribute": "\" onfocus=alert(1) autofocus x='${alert(1)}",
    "template": "{{ 7*7 }}{% debug %}%(name)s %s {0}",
    "right to left": "שלום (עולם) 12",
    "joined": "👩\u200d👩\u200d👧\u200d👦" * 10,
    "emoji": "🂡" * 80,
    "marks": ("Z" + "\u0351" * 3) * 20,
    "one word": "W" * 80,
}
AT_ONE_TABLE = [NAMES[key] for key in ("markup", "emoji", "right to left", "one word")]
# The pages on which the first name must appear.
SHOWN = {
    "match seen by a watcher",
    "running match with a preview",
    "ended match",
    "home of a club with matches",
    "line with the differences",
    "cards",
    "mur",
}


@pytest.mark.nightly
def test_on_every_page_hostile_names_do_nothing_and_the_layout_holds(phones, club, console_errors):
    phone, names = phones(), AT_ONE_TABLE
    dialogs: list[str] = []
    phone.page.on("dialog", lambda dialog: (dialogs.append(dialog.message), dialog.dismiss()))
    club.name = names[0]
    club.save()
    wider, squeezed = {}, []
    # tests/test_hostile_names.py checks that every page has the same elements with such names.
    # The browser only checks the pages on which names take the most room.
    for stop in walk(phone, club, names, BESIDE):
        expected = ("400 (", "403 (", "404 (", "409 (", "[object Event]")
        assert not [error for error in console_errors if not any(map(error.count, expected))], stop
        if phone.overflow() > 0:
            wider[stop] = phone.overflow()
        if stop in SHOWN:
            text = phone.page.locator("body").evaluate("(body) => body.textContent")
            assert names[0] in text, stop
        if stop == "running match with a preview":
            expect(phone.record_button).to_be_in_viewport(ratio=1)
            squeezed += hidden_by_names(phone)
    console_errors.clear()  # what the walk provokes
    assert not dialogs
    assert not wider
    assert not squeezed


def hidden_by_names(phone: Phone) -> list[str]:
    """Return the parts of the match page that a long name makes too high.

    The page must fit a screen of 740 px.
    """
    hidden = []
    keys = [key.bounding_box()["height"] for key in phone.page.locator(".bidder").all()]
    if max(keys) > 100:
        hidden.append(f"a bidder's key is {max(keys):.0f} px high")
    board = phone.page.locator(".board").bounding_box()["height"]
    if board > 200:
        hidden.append(f"the board is {board:.0f} px high")
    head = phone.page.locator(".paper thead").bounding_box()["height"]
    if head > 60:
        hidden.append(f"the head of the sheet is {head:.0f} px high, over its lines")
    return hidden


@pytest.mark.parametrize("kinds", some([list(NAMES)[:4], list(NAMES)[4:]], 2), ids=", ".join)
def test_hostile_names_typed_at_the_start_are_shown_as_they_are(phone, club, kinds):
    names = [NAMES[kind] for kind in kinds]
    phone.open("/jouer/dix/")
    for side in range(2):
        field = phone.page.locator(f"#id_side_{side}")
        field.evaluate("(field) => { field.closest('details').open = true; }")
        field.fill(names[side])
    phone.start(*names)
    match = phone.match
    assert [seat.name for seat in match.seats.all()] == names
    assert [side.name for side in match.sides.all()] == names[:2]
    for side, board_name in enumerate(phone.page.locator(".board__name").all()):
        # The template writes the name on a separate line, so line ends and spaces around it are
        # removed.
        assert board_name.evaluate("(one) => one.textContent").strip(" \n") == names[side]
    for question, value in (("bidder", 0), ("bid", 70), ("taken", 80)):
        phone.page.locator(f"#pad [name={question}][value='{value}']").tap()
    expect(phone.preview).to_contain_text(names[0])
    phone.record_button.tap()
    expect(phone.lines).to_have_count(1)
    # At the next table the names are suggested. A tap puts a name unchanged into a seat.
    phone.open("/jouer/dix/")
    for seat, name in enumerate(names):
        phone.page.locator("[data-name]:visible").first.tap()
        expect(phone.page.locator(f"#id_name_{seat}")).to_have_value(name)
    assert phone.overflow() == 0


@pytest.mark.nightly
def test_a_name_in_an_error_of_the_preview_is_text(phone, club, console_errors):
    hand = {"bidder": 0, "bid": 15, "taken": 60}
    table = table_of_the_club(club, AT_ONE_TABLE, hand, preset="achat-argent")
    phone.score(table).watch(table, "reglages/")
    phone.page.get_by_label("Camp 1").fill(NAMES["markup"])
    phone.page.get_by_role("button", name="Enregistrer").tap()
    phone.page.locator("#pad [name=bidder]").first.tap()
    phone.page.locator("#pad [name=bid][value='10']").tap()
    phone.page.locator("#pad [name=taken][value='80']").tap()
    expect(phone.preview).to_contain_text(f"dans la bourse ({NAMES['markup']})")
    phone.record_button.tap()
    expect(phone.page.locator("#pad .errorlist")).to_contain_text(NAMES["markup"])
    console_errors.clear()  # the browser reports the 400
