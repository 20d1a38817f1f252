"""Reads the nodes and edges of GraphML files, with their line numbers. yEd's files are supported.
Pure.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any
from xml.sax import SAXException
from xml.sax.handler import ContentHandler

from defusedxml import DefusedXmlException
from defusedxml.sax import parseString

# The key under which the label that yEd draws on a node is stored. In a file, no key has an
# empty id.
_LABEL = ""


class GraphMLFault(ValueError):
    """The file is not valid GraphML."""


@dataclass(slots=True)
class Element:
    """A node or an edge: its line in the file, its attributes, and its data by the name of the
    key.
    """

    line: int
    attributes: dict[str, str]
    data: dict[str, str] = field(default_factory=dict)

    @property
    def name(self) -> str:
        """The name of a node: its `name`, else its `label`, else the label that yEd draws on it."""
        return self.data.get("name") or self.data.get("label") or self.data.get(_LABEL, "")


@dataclass(frozen=True, slots=True)
class GraphML:
    """The content of a GraphML file: the nodes by their `id`, and the edges."""

    nodes: dict[str, Element]
    edges: list[Element]


def read_graphml(content: str) -> GraphML:
    """Return the nodes and edges of a file. Raise `GraphMLFault` if it is not valid.

    A file with entities or a document type is refused before they are evaluated.
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
    """Collects the elements of a file. While it is being read, data are stored by the `id` of their
    key.
    """

    def __init__(self) -> None:
        super().__init__()
        self.keys: dict[str, str] = {}
        self.nodes: dict[str, Element] = {}
        self.edges: list[Element] = []
        self.open: list[Element] = []
        self.started = False
        # The key of the text that is being read (None outside of a text), and the parts of this
        # text so far.
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
        """Store the text that has just ended. If a key has several texts, only the first is
        stored.
        """
        if self.slot is not None and self.open:
            text = one_line("".join(self.parts))
            if text:
                self.open[-1].data.setdefault(self.slot, text)
        self.slot = None
        self.parts.clear()


def _tag(name: str) -> str:
    """Return the name of an element without its namespace prefix."""
    return name.rpartition(":")[2]


def one_line(text: str) -> str:
    """Return a text on one line, without characters that can't be printed."""
    return " ".join("".join(sign if sign.isprintable() else " " for sign in text).split())
