"""Reads the nodes and edges of a GraphML file, yEd's too, each with its line. Pure."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any
from xml.sax import SAXException
from xml.sax.handler import ContentHandler

from defusedxml import DefusedXmlException
from defusedxml.sax import parseString

# Where yEd's own label of a node is kept: no key of a file has an empty name.
_LABEL = ""


class GraphMLFault(ValueError):
    """A file that is no GraphML."""


@dataclass(slots=True)
class Element:
    """A node or an edge: its line in the file, its attributes, and its data by the key's name."""

    line: int
    attributes: dict[str, str]
    data: dict[str, str] = field(default_factory=dict)

    @property
    def name(self) -> str:
        """What a node is called: its `name`, its `label`, or what yEd draws on it."""
        return self.data.get("name") or self.data.get("label") or self.data.get(_LABEL, "")


@dataclass(frozen=True, slots=True)
class GraphML:
    """The nodes of a file by their number, and its edges."""

    nodes: dict[str, Element]
    edges: list[Element]


def read_graphml(content: str) -> GraphML:
    """Return what a file holds. Raises `GraphMLFault`.

    Entities and document types are refused before they can do anything.
    """
    reader = _GraphMLReader()
    try:
        parseString(content.encode(), reader, forbid_dtd=True)
    except GraphMLFault:
        raise
    except (SAXException, DefusedXmlException, ValueError, LookupError) as fault:
        raise GraphMLFault(type(fault).__name__) from None
    for element in (*reader.nodes.values(), *reader.edges):
        element.data = dict(_by_name(element.data, reader.keys))
    return GraphML(reader.nodes, reader.edges)


def _by_name(data: dict[str, str], keys: dict[str, str]) -> Iterator[tuple[str, str]]:
    return ((keys.get(key, key) if key else key, text) for key, text in data.items())


class _GraphMLReader(ContentHandler):
    """Takes a file's elements as they come; data are by the key's number until all are known."""

    def __init__(self) -> None:
        super().__init__()
        self.keys: dict[str, str] = {}
        self.nodes: dict[str, Element] = {}
        self.edges: list[Element] = []
        self.open: list[Element] = []
        self.started = False
        # The key of the text that is being read, if any, and its parts so far.
        self.slot: str | None = None
        self.parts: list[str] = []
        self.locator: Any = None

    def setDocumentLocator(self, locator: Any) -> None:  # noqa: N802 -- a name of SAX
        self.locator = locator

    def startElement(self, name: str, attrs: Any) -> None:  # noqa: N802 -- a name of SAX
        self._end_text()
        tag = _tag(name)
        if not self.started and tag != "graphml":
            raise GraphMLFault("graphml")
        self.started = True
        if tag == "key":
            own = attrs.get("id", "")
            self.keys[own] = (attrs.get("attr.name") or own).casefold()
        elif tag == "data":
            self.slot = attrs.get("key") or None
        elif tag == "NodeLabel":
            self.slot = _LABEL
        elif tag in ("node", "edge"):
            self._open(tag, Element(self.locator.getLineNumber(), dict(attrs.items())))

    def _open(self, tag: str, element: Element) -> None:
        self.open.append(element)
        if tag == "edge":
            self.edges.append(element)
        elif self.nodes.setdefault(element.attributes.get("id", ""), element) is not element:
            raise GraphMLFault("id")

    def characters(self, content: str) -> None:
        if self.slot is not None:
            self.parts.append(content)

    def endElement(self, name: str) -> None:  # noqa: N802 -- a name of SAX
        self._end_text()
        if _tag(name) in ("node", "edge"):
            self.open.pop()

    def _end_text(self) -> None:
        """Keep the text before the next tag; of several of one key, the first that has any."""
        if self.slot is not None and self.open:
            text = one_line("".join(self.parts))
            if text:
                self.open[-1].data.setdefault(self.slot, text)
        self.slot = None
        self.parts.clear()


def _tag(name: str) -> str:
    """Return an element's name without its namespace's."""
    return name.rpartition(":")[2]


def one_line(text: str) -> str:
    """Return a text on one line, without signs that can't be printed."""
    return " ".join("".join(sign if sign.isprintable() else " " for sign in text).split())
