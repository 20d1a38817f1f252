"""Checks of a page: axe's complaints, elements wider than the screen, broken words."""

from collections.abc import Iterator
from typing import Any

from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Page

from tests.browser.phones import Phone

# Passed rules are not listed node by node, and nothing is fetched again for rules about sound, as
# the site has none: this halves the time of a run. Contrast takes most of the rest, so it is looked
# at for the first two of all texts of the same colours and letters, on the same grounds.
RUN = """async () => {
  const below = new Map();
  function ground(element) {
    if (!element) return "";
    if (!below.has(element)) {
      const style = getComputedStyle(element);
      const placed = style.position === "relative" ? "static" : style.position;
      const { backgroundColor, backgroundImage, opacity, filter } = style;
      const seen = [backgroundColor, backgroundImage, opacity, filter, placed];
      const own = seen.join() === "rgba(0, 0, 0, 0),none,1,none,static" ? "" : `>${seen}`;
      below.set(element, ground(element.parentElement) + own);
    }
    return below.get(element);
  }
  const alike = new Map();
  for (const element of document.body.querySelectorAll("*")) {
    const speaks = [...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim());
    if (!speaks && !element.matches("input, select, textarea")) continue;
    if (!element.checkVisibility()) continue;
    const style = getComputedStyle(element);
    const letters = [style.color, style.fontSize, style.fontWeight, style.textShadow];
    const look = `${letters} ${ground(element)}`;
    alike.set(look, [...(alike.get(look) ?? []), element]);
  }
  const some = [...alike.values()].flatMap((elements) => elements.slice(0, 2));
  const how = {resultTypes: ["violations"], preload: false};
  const found = await axe.run({...how, rules: {"color-contrast": {enabled: false}}});
  if (!some.length) return found.violations;
  const contrast = await axe.run({include: some}, {...how, runOnly: ["color-contrast"]});
  return [...found.violations, ...contrast.violations];
}"""


def violations(page: Page) -> list[dict[str, Any]]:
    """axe's complaints about the page, as it returns them."""
    page.evaluate(AXE_SCRIPT)
    return page.evaluate(RUN)


def found_by_axe(page: Page) -> list[str]:
    """axe's complaints about the page, one line each."""
    return [
        f"{violation['id']}: {node['target']} {node['failureSummary']}"
        for violation in violations(page)
        for node in violation["nodes"]
    ]


def culprits(phone: Phone) -> list[str]:
    """The innermost elements that stick out on the right."""
    return phone.page.evaluate(
        """() => [...document.querySelectorAll("body *")]
          .filter((element) => element.getBoundingClientRect().right > innerWidth + 0.5)
          .filter((element) => ![...element.children].some(
            (child) => child.getBoundingClientRect().right > innerWidth + 0.5))
          .slice(0, 5).map((element) => element.outerHTML.slice(0, 120))"""
    )


def too_wide(phone: Phone) -> Iterator[str]:
    """What sticks out on the right with text of 200 %; the text stays that large."""
    phone.page.evaluate("document.documentElement.style.fontSize = '200%'")
    if phone.overflow() > 0:
        yield f"{phone.overflow()} px: {culprits(phone)}"


def broken_words(page: Page) -> list[str]:
    """The words that are shown on two lines, broken elsewhere than at a hyphen of their own."""
    return page.evaluate(
        """() => {
          const found = [];
          const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
          for (let node = walker.nextNode(); node; node = walker.nextNode()) {
            if (!node.parentElement.checkVisibility()) continue;
            for (const word of node.data.matchAll(/[\\p{L}\\p{N}]+/gu)) {
              const range = document.createRange();
              range.setStart(node, word.index);
              range.setEnd(node, word.index + word[0].length);
              const tops = new Set([...range.getClientRects()]
                .filter((rect) => rect.width > 1).map((rect) => Math.round(rect.top)));
              if (tops.size > 1) found.push(word[0]);
            }
          }
          return found;
        }"""
    )
