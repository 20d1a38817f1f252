"""Writes the drawing of a bracket as SVG. A template would take ten times as long for 2000
meetings.

Screen readers skip the picture, because the list of rounds beside it has the same content.
"""

from collections.abc import Iterator, Sequence
from decimal import Decimal

from django.utils.html import conditional_escape as escape
from django.utils.safestring import SafeString, mark_safe

from games.presentation.wording import figure
from tournaments.people_queries import Person
from tournaments.presentation.bracket.boxes import (
    LINE,
    NUMBER,
    PAD,
    Box,
    Champion,
    Tree,
    champion_title,
)
from tournaments.presentation.linked_names import linked_text


def svg(tree: Tree, *, links: bool = False) -> SafeString:
    """Return a bracket's drawing as an SVG element. With `links`, names lead to their people."""
    size = f'viewBox="0 0 {tree.width} {tree.height}" width="{tree.width}" height="{tree.height}"'
    drawn = "\n".join(_drawn(tree, links=links))
    return mark_safe(  # noqa: S308 - what people have written is escaped where it is put in
        f'<svg class="tree" {size} aria-hidden="true" focusable="false">\n{drawn}\n</svg>'
    )


def _drawn(tree: Tree, *, links: bool) -> Iterator[str]:
    for stage in tree.stages:
        yield f'<text class="tree__stage" x="{stage["x"]}" y="16">{escape(stage["name"])}</text>'
    # Lines that nobody has gone yet are drawn first, so that they do not cross the others.
    for link in sorted(tree.links, key=lambda link: link.won):
        won = " data-won" if link.won else ""
        yield f'<path class="tree__link" data-from="{link.of}"{won} d="{link.path}"/>'
    for box in tree.boxes:
        yield from _box(box, *tree.box, links=links)
    for champion in tree.champions:
        yield from _champion(champion, tree.box[0], links=links)


def _box(box: Box, width: int, height: int, *, links: bool) -> Iterator[str]:
    x, y = box.x, box.y
    size = f'width="{width}" height="{height}"'
    running = " data-running" if box.running else ""
    yield f'<rect class="tree__box" data-slot="{box.slot}"{running} x="{x}" y="{y}" {size} rx="6"/>'
    if box.table is not None:
        yield from _table(box, height)
    rule = f"M{x + NUMBER} {y + height // 2}h{width - NUMBER}M{x + NUMBER} {y}v{height}"
    yield f'<path class="tree__rule" d="{rule}"/>'
    if box.title:
        yield _text("tree__title", x + width - 4, y - 5, box.title)
    for line in box.lines:
        outcome = " tree__name--wins" if line.wins else " tree__name--loses" if line.loses else ""
        people = line.people if links else ()
        yield from _lines(f"tree__name{outcome}", x + NUMBER + PAD, line.y, line.texts, people)
        if line.score is not None:
            score = figure(Decimal(line.score))
            yield _text(f"tree__score{outcome}", x + width - PAD, line.score_y, score)


def _table(box: Box, height: int) -> Iterator[str]:
    """Yield the number of a table. While it is played, the number stands on the accent's colour."""
    x, y, middle = box.x, box.y, box.y + height // 2
    running = ""
    if box.running:
        running = " tree__table--running"
        size = f'width="{NUMBER}" height="{height}"'
        yield f'<rect class="tree__running" x="{x}" y="{y}" {size} rx="6"/>'
    yield _text(f"tree__table{running}", x + NUMBER // 2, middle + 6, str(box.table))


def _champion(champion: Champion, width: int, *, links: bool) -> Iterator[str]:
    x, y, height = champion.x, champion.y, champion.height
    size = f'width="{width}" height="{height}"'
    yield f'<rect class="tree__champion" x="{x}" y="{y}" {size} rx="6"/>'
    yield _text("tree__title tree__title--champion", x, y - 6, champion_title())
    first = y + (height - len(champion.texts) * LINE) // 2 + LINE - 5
    people = champion.people if links else ()
    yield from _lines("tree__name tree__name--wins", x + PAD + 4, first, champion.texts, people)


def _lines(
    classes: str, x: int, y: int, texts: Sequence[str], people: Sequence[Person]
) -> Iterator[str]:
    for at, text in enumerate(texts):
        if text:
            yield _text(classes, x, y + at * LINE, linked_text(text, people))


def _text(classes: str, x: int, y: int, text: str) -> str:
    return f'<text class="{classes}" x="{x}" y="{y}">{escape(text)}</text>'
