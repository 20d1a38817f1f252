"""Reads the head of a page, as a search engine and a messenger do."""

from dataclasses import dataclass, field
from html.parser import HTMLParser


@dataclass
class Head:
    """The title of a page, and its meta elements by name or property."""

    title: str = ""
    meta: dict[str, str] = field(default_factory=dict)

    @property
    def preview(self) -> dict[str, str]:
        """The elements of a link preview."""
        return {
            name: content
            for name, content in self.meta.items()
            if name.startswith(("og:", "twitter:"))
        }


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.head = Head()
        self._in_title = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = dict(attrs)
        if tag == "title" and not self.head.title:
            self._in_title = True
        if tag == "meta" and (name := values.get("property") or values.get("name")):
            assert name not in self.head.meta or name == "theme-color", f"{name} stands twice"
            self.head.meta[name] = values.get("content") or ""

    def handle_endtag(self, tag: str) -> None:
        if tag == "title":
            self._in_title = False

    def handle_data(self, data: str) -> None:
        if self._in_title:
            self.head.title += data


def head_of(html: str) -> Head:
    """Return the head of a page."""
    reader = _Reader()
    reader.feed(html.partition("</head>")[0])
    reader.head.title = " ".join(reader.head.title.split())
    return reader.head
