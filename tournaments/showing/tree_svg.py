"""A drawn bracket as SVG. In a template two thousand meetings would cost ten times as much.

The list of the rounds beside it says the same to a screen reader.
"""

from collections.abc import Iterator
from decimal import Decimal

from django.utils.html import conditional_escape as escape
from django.utils.safestring import SafeString, mark_safe

from games.wording import figure
from tournaments.showing.bracket import HEIGHT, WIDTH, Box, Tree

# Letters that a box has room for at their usual width.
LONG = 18


def svg(tree: Tree) -> SafeString:
    """Return the picture of a bracket."""
    size = f'viewBox="0 0 {tree.width} {tree.height}" width="{tree.width}" height="{tree.height}"'
    drawn = "\n".join(_drawn(tree))
    return mark_safe(  # noqa: S308 - what people have written is escaped where it is put in
        f'<svg class="tree" {size} aria-hidden="true" focusable="false">\n{drawn}\n</svg>'
    )


def _drawn(tree: Tree) -> Iterator[str]:
    for stage in tree.stages:
        yield f'<text class="tree__stage" x="{stage["x"]}" y="16">{escape(stage["name"])}</text>'
    for path in tree.links:
        yield f'<path class="tree__link" d="{path}"/>'
    for box in tree.boxes:
        yield from _box(box)


def _box(box: Box) -> Iterator[str]:
    x, y = box.x, box.y
    yield f'<rect class="tree__box" x="{x}" y="{y}" width="{WIDTH}" height="{HEIGHT}" rx="6"/>'
    yield f'<path class="tree__rule" d="M{x} {y + HEIGHT // 2}h{WIDTH}"/>'
    if box.title:
        yield f'<text class="tree__title" x="{x + 216}" y="{y - 3}">{escape(box.title)}</text>'
    for line in box.lines:
        wins = " tree__name--wins" if line.wins else ""
        # A long name is drawn narrower: it is never cut.
        narrow = (
            ' textLength="150" lengthAdjust="spacingAndGlyphs"' if len(line.name) > LONG else ""
        )
        name = f'<text class="tree__name{wins}" x="0" y="18"{narrow}>{escape(line.name)}</text>'
        yield f'<svg x="{x + 10}" y="{line.y - 18}" width="150" height="26">{name}</svg>'
        if line.score is not None:
            score = escape(figure(Decimal(line.score)))
            yield f'<text class="tree__score{wins}" x="{x + 210}" y="{line.y}">{score}</text>'
