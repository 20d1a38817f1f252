"""Tests that no script fails when every button of every form is pressed. Nothing is sent."""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from playwright.sync_api import Page, expect

from tests import factories
from tests.browser.pages import walk
from tests.browser.phones import Phone
from tests.tournaments.evening import PAIRS, evening

pytestmark = [pytest.mark.browser, pytest.mark.one_database]

# A script that does everything that the page's scripts react to, without leaving the page. It
# reads no property of a form, because a field of the same name may hide the property. That is
# one of the faults that the test looks for.
PRESS_ALL = """() => {
  const stop = (event) => event.preventDefault();
  window.addEventListener("submit", stop);
  document.addEventListener("htmx:beforeRequest", stop, true);
  document.addEventListener("click", (event) => event.target.closest("a[href]") && stop(event));
  HTMLFormElement.prototype.submit = () => {};
  window.print = () => {};
  let pressed = 0;
  for (const button of document.querySelectorAll("[type=submit]:not(:disabled)")) {
    if (!button.form) continue;
    HTMLFormElement.prototype.requestSubmit.call(button.form, button);
    pressed += 1;
  }
  const key = { key: "Enter", bubbles: true, cancelable: true };
  const fields = document.querySelectorAll("input:not([type=hidden], [type=file]), select");
  for (const field of [...fields, ...document.querySelectorAll("textarea")]) {
    field.dispatchEvent(new KeyboardEvent("keydown", key));
    for (const kind of ["input", "change"]) field.dispatchEvent(new Event(kind, { bubbles: true }));
  }
  for (const button of document.querySelectorAll("button[type=button]:not(:disabled)")) {
    if (button.matches("[data-reload], [hidden] *")) continue;
    button.click();
    pressed += 1;
  }
  return pressed;
}"""


@contextmanager
def beside(phone: Phone, errors: list[str]) -> Iterator[Page]:
    """Open the phone's page in a second tab, and add its errors to `errors`. It writes nothing."""
    tab = phone.page.context.new_page()
    tab.on("pageerror", lambda error: errors.append(f"{tab.url}: {error}"))
    tab.on("dialog", lambda dialog: dialog.dismiss())
    tab.route(
        "**/*",
        lambda route: (
            route.fallback() if route.request.method == "GET" else route.fulfill(status=204)
        ),
    )
    tab.goto(phone.page.url)
    yield tab
    tab.close()


@pytest.mark.nightly
def test_the_clock_of_a_tournament_is_started_stopped_and_reset(phone):
    night = evening(*PAIRS[:4])
    night.draw()
    phone.sign_in(factories.member(night.club, "officer")).open(f"/tournois/{night.id}/")
    page = phone.page
    for name, runs in (("Lancer", True), ("Pause", False), ("Lancer", True), ("Remettre", False)):
        page.locator("summary", has_text="Minuteur").click()
        page.get_by_role("button", name=name).click()
        expect(page.locator("[data-timer][data-running]")).to_have_count(int(runs))


@pytest.mark.nightly
@pytest.mark.parametrize("game", ["dix", "dix-mille", "yams", "maitre", "bataille"])
def test_no_script_fails_on_a_pad_or_what_goes_with_it(phone, console_errors, game):
    seats = [{"name": name} for name in factories.NAMES[: 4 if game == "dix" else 3]]
    table = factories.table(None, game=game, seats=seats)
    phone.score(table)
    errors: list[str] = []
    pages = ("", "reglages/", "partager/", "places/", "historique/")
    for page in (*(f"/parties/{table.id}/{page}" for page in pages), f"/jouer/{game}/"):
        phone.open(page)
        with beside(phone, errors) as tab:
            if page.endswith(f"{table.id}/"):
                tab.wait_for_selector("html[data-playable]")
            assert tab.evaluate(PRESS_ALL), page
            tab.wait_for_timeout(300)
    console_errors.clear()
    assert errors == []


@pytest.mark.nightly
def test_no_script_fails_on_any_page(phones, club, console_errors):
    phone = phones()
    errors: list[str] = []
    pressed = 0
    visited = set()
    for _stop in walk(phone, club):
        if phone.page.url in visited or phone.page.url == "about:blank":
            continue
        visited.add(phone.page.url)
        with beside(phone, errors) as tab:
            pressed += tab.evaluate(PRESS_ALL)
            tab.wait_for_timeout(50)
    console_errors.clear()  # the walk provokes 400, 404 and 409
    assert errors == []
    assert pressed > 300
