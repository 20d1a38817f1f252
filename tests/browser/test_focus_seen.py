"""Tests that whatever has the focus is wholly visible, on a phone with a keyboard (WCAG 2.4.11)."""

from collections.abc import Iterator, Sequence

import pytest
from playwright.sync_api import Page

from tests.browser.pages import walk
from tests.browser.phones import Phone
from tests.browser.test_every_page import NAMES

pytestmark = [pytest.mark.browser, pytest.mark.one_database]

SIZES = ((390, 844), (320, 568))
# Enough for the longest pages; a page has more stops than anybody presses Tab.
MOST_STOPS = 60
# The part of the page that shows the focus: of a key, its label.
SHOWN = """async () => {
  await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  const focused = document.activeElement;
  if (!focused || focused === document.body) return null;
  const key = focused.matches("label input") ? focused.closest("label") : focused;
  const small = focused.getBoundingClientRect();
  const owner = small.width < 4 || small.height < 4 || getComputedStyle(focused).opacity === "0"
    || focused.matches("input.visually-hidden") ? key : focused;
  const boxes = [...owner.getClientRects()].filter((box) => box.width && box.height);
  const name = owner.outerHTML.replace(/\\s+/g, " ").slice(0, 110);
  if (!boxes.length) return { name, fault: "no box" };
  for (const box of boxes) {
    if (box.height > 0.75 * innerHeight || box.width > innerWidth) continue;
    const ends = [box.left, box.top, box.right, box.bottom].map(Math.round);
    if (ends[0] < -1 || ends[1] < -1 || ends[2] > innerWidth + 1 || ends[3] > innerHeight + 1) {
      return { name, fault: `outside: ${ends.join(" ")}` };
    }
    for (const [x, y] of [[0.5, 0.5], [0.5, 0.15], [0.5, 0.85], [0.1, 0.5], [0.9, 0.5]]) {
      const top = document.elementFromPoint(box.left + x * box.width, box.top + y * box.height);
      if (!top || owner.contains(top) || top.contains(owner)) continue;
      if (top.closest("label") && top.closest("label") === owner.closest("label")) continue;
      return { name, fault: `under ${top.outerHTML.slice(0, 60)}` };
    }
  }
  return { name, fault: "" };
}"""


def hidden_stops(page: Page, most: int = MOST_STOPS) -> Iterator[str]:
    """Press Tab through a page, and yield each thing that has the focus and is not wholly
    visible.
    """
    page.evaluate("() => { scrollTo(0, 0); document.activeElement.blur(); }")
    first = ""
    for _press in range(most):
        page.keyboard.press("Tab")
        focused = page.evaluate(SHOWN)
        if focused is None or focused["name"] == first:
            return  # the browser's own bar, or the first thing again
        first = first or focused["name"]
        if focused["fault"]:
            yield f"{focused['fault']}: {focused['name']}"


def unseen(phone: Phone, stops: Iterator[str], sizes: Sequence[tuple[int, int]]) -> list[str]:
    """Return what is hidden on the pages of a walk, at each size."""
    faults = []
    for stop in stops:
        for width, height in sizes:
            phone.page.set_viewport_size({"width": width, "height": height})
            faults += [f"{stop} at {width}: {fault}" for fault in hidden_stops(phone.page)]
    return faults


def everyday(phone: Phone, club) -> Iterator[str]:
    """Go to the pages that everybody uses, and yield at each."""
    for path in ("/", "/jouer/dix/", "/labo/", f"/clubs/{club.slug}/", "/classements/dix/"):
        phone.open(path)
        yield path


@pytest.mark.nightly
def test_the_focus_is_seen_on_everyday_pages(phones, club):
    phone = phones()
    faults = unseen(phone, everyday(phone, club), SIZES)
    assert not faults, "\n".join(faults)


@pytest.mark.nightly
def test_the_focus_is_seen_on_every_page(phones, club, console_errors):
    phone = phones()
    faults = unseen(phone, walk(phone, club, NAMES), SIZES)
    console_errors.clear()  # the walk provokes 400, 404 and 409
    assert not faults, "\n".join(faults)
