"""Tests of the pages with a keyboard, with a screen reader and with reduced motion."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests import factories

pytestmark = [pytest.mark.browser, pytest.mark.one_database]


def focused(page: Page) -> str:
    """Return what has the focus: its id, or else its HTML."""
    return page.evaluate("() => document.activeElement.id || document.activeElement.outerHTML")


def tab_to(page: Page, selector: str, most: int = 40) -> None:
    """Press Tab until something has the focus."""
    for _press in range(most):
        if page.locator(f"{selector}:focus").count():
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"{selector} is not reached, the focus is on {focused(page)}")


@pytest.mark.nightly
def test_with_the_keyboard_alone_two_hands_are_recorded_and_the_focus_is_kept(phones):
    # A device with a keyboard has a wide screen, on which the pad has step keys for the points.
    phone = phones(has_touch=False, viewport={"width": 800, "height": 900})
    page = phone.score(factories.table()).page
    keyboard = page.keyboard

    tab_to(page, "#pad [name=bidder]")
    keyboard.press("ArrowRight")  # Bruno
    expect(phone.key("Qui a misé ?", "Bruno")).to_be_checked()
    tab_to(page, "#pad [name=bid]")
    keyboard.press("Space")
    keyboard.press("ArrowRight")
    keyboard.press("ArrowRight")  # 60
    tab_to(page, "[data-step='1']")
    keyboard.press("Enter")  # the points of the bid
    keyboard.press("Enter")
    expect(phone.key("Points ramassés", "65")).to_be_checked()
    expect(phone.preview).to_contain_text("Vous +65 → 65")
    tab_to(page, "#record")
    keyboard.press("Enter")
    expect(phone.lines).to_have_count(1)
    phone.expect_scores(35, 65)

    expect(page.locator("#match :focus")).to_have_count(1)
    # From there, Tab reaches the next hand.
    tab_to(page, "#pad [name=bidder]", most=60)
    keyboard.press("Space")
    tab_to(page, "#pad [name=bid]")
    keyboard.press("Space")
    tab_to(page, "#pad [name=taken]")
    keyboard.press("Space")
    tab_to(page, "#record")
    keyboard.press("Space")
    expect(phone.lines).to_have_count(2)


def test_enter_on_a_key_of_the_pad_records_the_hand(phones):
    phone = phones(has_touch=False)
    phone.score(factories.table())
    for name, value in (("bidder", "0"), ("bid", "70"), ("taken", "80")):
        phone.page.locator(f"#pad [name={name}][value='{value}']").focus()
        phone.page.keyboard.press("Space")
    phone.page.keyboard.press("Enter")
    expect(phone.lines).to_have_count(1)
    phone.expect_scores(80, 20)


@pytest.mark.nightly
def test_with_the_keyboard_the_last_line_is_undone_and_the_focus_is_kept(phones):
    phone = phones(has_touch=False)
    page = phone.score(factories.table(None, factories.HAND, factories.HAND)).page
    page.locator("#undo").focus()
    page.keyboard.press("Enter")
    expect(phone.lines).to_have_count(1)
    assert focused(page) == "undo"


@pytest.mark.nightly
def test_the_first_tab_offers_to_skip_to_the_content(phones):
    phone = phones(has_touch=False).open()
    phone.page.keyboard.press("Tab")
    skip = phone.page.get_by_role("link", name="Aller au contenu")
    expect(skip).to_be_focused()
    expect(skip).to_be_in_viewport(ratio=1)
    phone.page.keyboard.press("Enter")
    expect(phone.page.locator("main")).to_be_focused()


@pytest.mark.nightly
def test_escape_closes_the_menu_and_gives_the_focus_back(phones):
    phone = phones(has_touch=False)
    page = phone.score(factories.table()).page
    menu = page.locator("main details[data-menu]")
    menu.locator("summary").focus()
    page.keyboard.press("Enter")
    expect(menu).to_have_attribute("open", "")
    page.keyboard.press("Tab")
    page.keyboard.press("Escape")
    expect(menu).not_to_have_attribute("open", "")
    expect(menu.locator("summary")).to_be_focused()


@pytest.mark.nightly
def test_with_the_keyboard_a_line_is_opened_and_corrected(phones):
    phone = phones(has_touch=False)
    page = phone.score(factories.table(None, factories.HAND)).page
    page.locator("html[data-playable]").wait_for(state="attached")
    page.locator("#line-1").focus()
    page.keyboard.press("Enter")
    expect(page.locator(".correcting")).to_be_visible()
    tab_to(page, "[name=taken]")
    page.keyboard.press("ArrowRight")
    tab_to(page, "#record")
    page.keyboard.press("Enter")
    expect(page.locator("[data-announce]")).to_have_text(
        "Brasse 1 : la correction est gardée. Nous 85, Vous 15."
    )
    phone.expect_scores(85, 15)


def test_what_was_recorded_and_what_was_refused_is_told_to_a_screen_reader(phone, console_errors):
    phone.score(factories.table())
    announcement = phone.page.locator("[data-announce]")
    phone.record("Anne", 70, 80)
    expect(announcement).to_have_text("Anne, 70 réussie : 80. Nous 80, Vous 20.")
    phone.tap(phone.record_button)
    expect(announcement).to_contain_text("Qui a remporté la mise ?")
    console_errors.clear()  # the browser reports the 400


@pytest.mark.nightly
@pytest.mark.parametrize(
    ("motion", "animation"), [("no-preference", "written"), ("reduce", "none")]
)
def test_the_new_line_moves_only_for_those_who_take_motion(phones, motion, animation):
    phone = phones(reduced_motion=motion)
    phone.score(factories.table())
    phone.record("Anne", 70, 80)
    expect(phone.lines.last).to_have_class(re.compile("is-fresh"))
    style = phone.lines.last.evaluate("(line) => getComputedStyle(line).animationName")
    assert style == animation
    scrolling = "smooth" if motion == "no-preference" else "auto"
    strip = phone.page.locator("[data-strip=bid]")
    assert strip.evaluate("(row) => getComputedStyle(row).scrollBehavior") == scrolling


WAKE_LOCKS = {
    "granted": "{request: async () => { window.lit = (window.lit || 0) + 1; }}",
    "refused": "{request: async () => { window.lit = 1; throw new DOMException('no'); }}",
    "missing": "undefined",
}


@pytest.mark.nightly
@pytest.mark.parametrize("kind", WAKE_LOCKS)
def test_the_screen_is_kept_lit_where_the_phone_allows_it(phones, kind):
    phone = phones()
    lock = f"{{get: () => ({WAKE_LOCKS[kind]})}}"
    phone.page.add_init_script(f"Object.defineProperty(Navigator.prototype, 'wakeLock', {lock});")
    phone.score(factories.table())
    assert bool(phone.page.evaluate("window.lit")) == (kind != "missing")
    # The lock ends when another app is shown. The page requests it again when it is back.
    phone.page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    if kind == "granted":
        assert phone.page.evaluate("window.lit") == 2
    phone.record("Anne", 70, 80)
    phone.open()
    assert not phone.page.evaluate("window.lit")  # only during a match
