"""The site's own Markdown files as pages: rules and help."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from pathlib import Path

from django.utils.safestring import SafeString, mark_safe
from django.utils.text import slugify
from markdown_it import MarkdownIt
from markdown_it.token import Token

from core.text.typography import glued, whole_figures


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading of the page, for its table of contents."""

    anchor: str
    text: str
    level: int


@dataclass(frozen=True, slots=True)
class Prose:
    """A rendered text and its headings."""

    html: SafeString
    headings: tuple[Heading, ...]


@lru_cache(maxsize=32)
def rendered(path: Path) -> Prose:
    """Return a file of the repository as HTML, with an anchor on each heading.

    Raw HTML in the file is shown as text. This is a precaution, because only the project writes
    these files.
    """
    parser = MarkdownIt("commonmark", {"html": False}).enable("table")
    tokens = parser.parse(path.read_text(encoding="utf-8"))
    _hold(tokens, glued if ".fr" in path.suffixes else whole_figures)
    headings: list[Heading] = []
    for token, inline in pairwise(tokens):
        if token.type == "heading_open":
            anchor = slugify(inline.content.replace("\u2011", "-")) or f"s{len(headings)}"
            token.attrSet("id", anchor)
            headings.append(Heading(anchor, inline.content, int(token.tag[1])))
    html = parser.renderer.render(tokens, parser.options, {})
    return Prose(mark_safe(html), tuple(headings))  # noqa: S308 (our own files)


def _hold(tokens: list[Token], held: Callable[[str], str]) -> None:
    """Apply `held`, which marks where no line may break, to all texts except code."""
    for token in tokens:
        if token.type == "inline":
            token.content = held(token.content)
        for child in token.children or ():
            if child.type == "text":
                child.content = held(child.content)
