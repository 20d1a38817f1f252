"""Writes the drawing of a bracket as SVG. A template would take ten times as long for 2000
meetings.

Screen readers skip the picture, because the list of rounds beside it has the same content.
"""

from collections.abc import Iterator
from decimal import Decimal

from django.utils.html import conditional_escape as escape
from django.utils.safestring import SafeString, mark_safe

from games.presentation.wording import figure
from tournaments.presentation.bracket import HEIGHT, WIDTH, Box, Tree

# How many letters of the usual width fit in a box (`LONG`), and how many of the wider letters of
# a winner's name (`WIDE`).
LONG, WIDE = 16, 14
# A pair's name longer than `TWO_LINES` letters is written on two lines, in smaller letters.
# `SMALL` of the smaller letters fit on a line.
TWO_LINES, SMALL = 26, 22
BETWEEN = " & "


def svg(tree: Tree) -> SafeString:
    """Return a bracket's drawing as an SVG element."""
    size = f'viewBox="0 0 {tree.width} {tree.height}" width="{tree.width}" height="{tree.height}"'
    drawn = "\n".join(_drawn(tree))
    return mark_safe(  # noqa: S308 - what people have written is escaped where it is put in
        f'<svg class="tree" {size} aria-hidden="true" focusable="false">\n{drawn}\n</svg>'
    )


def _drawn(tree: Tree) -> Iterator[str]:
    for stage in tree.stages:
        yield f'<text class="tree__stage" x="{stage["x"]}" y="16">{escape(stage["name"])}</text>'
    for slot, path in tree.links:
        yield f'<path class="tree__link" data-from="{slot}" d="{path}"/>'
    for box in tree.boxes:
        yield from _box(box)


def _box(box: Box) -> Iterator[str]:
    x, y = box.x, box.y
    size = f'width="{WIDTH}" height="{HEIGHT}"'
    yield f'<rect class="tree__box" data-slot="{box.slot}" x="{x}" y="{y}" {size} rx="6"/>'
    yield f'<path class="tree__rule" d="M{x} {y + HEIGHT // 2}h{WIDTH}"/>'
    if box.title:
        yield f'<text class="tree__title" x="{x + 216}" y="{y - 3}">{escape(box.title)}</text>'
    for line in box.lines:
        wins = " tree__name--wins" if line.wins else ""
        name = "".join(_name(line.name, wins))
        yield f'<svg x="{x + 10}" y="{line.y - 18}" width="150" height="26">{name}</svg>'
        if line.score is not None:
            score = escape(figure(Decimal(line.score)))
            yield f'<text class="tree__score{wins}" x="{x + 210}" y="{line.y}">{score}</text>'


def _name(name: str, wins: str) -> Iterator[str]:
    """Yield the elements of a name in its box. A name that is too long is squeezed, not cut."""
    first, between, second = name.partition(BETWEEN)
    if len(name) <= TWO_LINES or not between:
        yield _text(name, f"tree__name{wins}", 18, narrow=len(name) > (WIDE if wins else LONG))
        return
    for part, y in ((f"{first}{BETWEEN.rstrip()}", 10), (second, 22)):
        yield _text(part, f"tree__name tree__name--two{wins}", y, narrow=len(part) > SMALL)


def _text(text: str, classes: str, y: int, *, narrow: bool) -> str:
    fitted = ' textLength="150" lengthAdjust="spacingAndGlyphs"' if narrow else ""
    return f'<text class="{classes}" x="0" y="{y}"{fitted}>{escape(text)}</text>'
