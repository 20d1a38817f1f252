"""Checks of a page: axe's complaints, elements wider than the screen, broken words."""

from collections.abc import Iterator
from typing import Any

from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Page

from tests.browser.phones import Phone

# Passed rules are not listed node by node, and nothing is fetched again for rules about sound,
# because the site has none. This halves the time of a run. Contrast takes most of the remaining
# time. So it is checked only for the first two of all texts with the same colours and letters on
# the same backgrounds.
RUN = """async () => {
  const below = new Map();
  function ground(element) {
    if (!element) return "";
    if (!below.has(element)) {
      const style = getComputedStyle(element);
      const placed = style.position === "relative" ? "static" : style.position;
      const {backgroundColor, backgroundImage, opacity, filter} = style;
      const seen = [backgroundColor, backgroundImage, opacity, filter, placed].join();
      const own = seen === "rgba(0, 0, 0, 0),none,1,none,static" ? "" : `>${seen}`;
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
    """Return axe's complaints about the page, as axe returns them."""
    page.evaluate(AXE_SCRIPT)
    return page.evaluate(RUN)


def found_by_axe(page: Page) -> list[str]:
    """Return axe's complaints about the page, one text for each element."""
    return [
        f"{violation['id']}: {node['target']} {node['failureSummary']}"
        for violation in violations(page)
        for node in violation["nodes"]
    ]


def culprits(phone: Phone) -> list[str]:
    """Return the innermost elements that extend beyond the screen's right edge, five at most."""
    return phone.page.evaluate(
        """() => [...document.querySelectorAll("body *")]
          .filter((element) => element.getBoundingClientRect().right > innerWidth + 0.5)
          .filter((element) => ![...element.children].some(
            (child) => child.getBoundingClientRect().right > innerWidth + 0.5))
          .slice(0, 5).map((element) => element.outerHTML.slice(0, 120))"""
    )


def too_wide(phone: Phone) -> Iterator[str]:
    """Set the text size to 200 %, and yield a fault if the page is wider than the screen.

    The text size stays at 200 %.
    """
    phone.page.evaluate("document.documentElement.style.fontSize = '200%'")
    if phone.overflow() > 0:
        yield f"{phone.overflow()} px: {culprits(phone)}"


def broken_words(page: Page) -> list[str]:
    """Return the words that are broken over two lines at a place other than a hyphen."""
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


def hidden_words(page: Page) -> list[str]:
    """Return the words on the screen that something cuts off or covers.

    Texts that their style shortens by « … » or to a number of lines are not counted.
    """
    return page.evaluate(
        """() => {
          const found = [];
          const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
          const scrolls = (style) => /auto|scroll/.test(style.overflowX + style.overflowY);
          for (let node = walker.nextNode(); node; node = walker.nextNode()) {
            const owner = node.parentElement;
            if (!node.data.trim() || !owner.checkVisibility({ opacityProperty: true })) continue;
            const range = document.createRange();
            range.selectNodeContents(node);
            const box = range.getBoundingClientRect();
            if (box.width < 2 || box.height < 2) continue;
            let shortens = false;
            let inScroller = false;
            let hidden = false;
            for (let around = owner; around !== document.body; around = around.parentElement) {
              const style = getComputedStyle(around);
              if (style.clipPath !== "none" || style.clip !== "auto") hidden = true;
              if (style.textOverflow === "ellipsis") shortens = true;
              if (style.webkitLineClamp !== "none") shortens = true;
              if (scrolls(style)) inScroller = true;
              if (shortens || inScroller || style.overflow === "visible") continue;
              const room = around.getBoundingClientRect();
              if (box.left < room.left - 2 || box.right > room.right + 2 || box.top < room.top - 4
                  || box.bottom > room.bottom + 4) {
                if (!hidden) found.push(`cut: ${node.data.trim().slice(0, 40)}`);
                hidden = true;
              }
            }
            if (hidden || inScroller || shortens) continue;
            const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
            if (x < 0 || y < 0 || x > innerWidth || y > innerHeight) continue;
            const top = document.elementFromPoint(x, y);
            if (!top || top.contains(owner) || owner.contains(top)) continue;
            if (top.closest("label") && top.closest("label") === owner.closest("label")) continue;
            if (top.matches("input") && top.parentElement.contains(owner)) continue;
            // What sticks to an edge of the screen has a ground of its own.
            const sticks = (part) => /sticky|fixed/.test(getComputedStyle(part).position);
            let above = top;
            while (above && !sticks(above)) above = above.parentElement;
            if (above && !above.contains(owner)) continue;
            const words = node.data.trim().slice(0, 40);
            found.push(`covered: ${words} by ${top.outerHTML.slice(0, 60)}`);
          }
          return found;
        }"""
    )


def cut_reasons(page: Page) -> list[str]:
    """Return the previews, refusals and outcomes of lines that are shortened or cut off.

    Names in them may be shortened.
    """
    return page.evaluate(
        """() => {
          const parts = document.querySelectorAll(
            ".preview, .preview *, .errorlist, .errorlist *, .waits > p, td.dix__bid, .dix__value, "
            + ".mille__cell, .mille__cell *, td.maitre__story, td.maitre__story *, .manche, "
            + ".manche__how, .mille-pad__who > .soft, .next__line");
          const names = ".preview__name, .dix__bidder, .mille__who, .next__line, b";
          const shortens = (style) => style.textOverflow === "ellipsis"
            || style.webkitLineClamp !== "none";
          const found = [];
          for (const part of parts) {
            if (!part.checkVisibility() || part.closest("svg, .visually-hidden")) continue;
            if (part.closest(names)) continue;
            const style = getComputedStyle(part);
            const wide = part.scrollWidth > part.clientWidth + 1;
            const high = part.scrollHeight > part.clientHeight + 2;
            const cuts = style.overflow !== "visible" && part.clientWidth && (wide || high);
            if (shortens(style) || cuts) found.push(`cut: ${part.textContent.trim().slice(0, 60)}`);
            const box = part.getBoundingClientRect();
            if (box.left < -1 || box.right > innerWidth + 1) {
              found.push(`off: ${part.textContent.trim().slice(0, 60)}`);
            }
          }
          return found;
        }"""
    )
