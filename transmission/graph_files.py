"""Reads the nodes and edges of GraphML and GEXF files, with their line numbers. Pure.

yEd's files and Gephi's are supported.
"""

from dataclasses import dataclass, field
from typing import Any
from xml.sax import SAXException
from xml.sax.handler import ContentHandler

from defusedxml import DefusedXmlException
from defusedxml.sax import parseString

# The key under which the label that yEd draws on a node is stored. In a file, no key has an
# empty id.
_LABEL = ""


class GraphFileFault(ValueError):
    """The file is not valid in its format."""


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
        data = self.data
        return data.get("name") or data.get("label") or data.get(_LABEL) or self._gexf_label

    @property
    def _gexf_label(self) -> str:
        return one_line(self.attributes.get("label", ""))


@dataclass(frozen=True, slots=True)
class GraphContent:
    """The content of a file: the nodes by their `id`, and the edges."""

    nodes: dict[str, Element]
    edges: list[Element]


def read_graph(root: str, content: str) -> GraphContent:
    """Return the nodes and edges of a file. `root` is the name of its first element, `graphml` or
    `gexf`.

    Raise `GraphFileFault` if the file is not valid. A file with entities or a document type is
    refused before they are evaluated.
    """
    reader = _GraphReader(root)
    try:
        parseString(content.encode(), reader, forbid_dtd=True)
    except GraphFileFault:
        raise
    except (SAXException, DefusedXmlException, ValueError, LookupError) as fault:
        raise GraphFileFault(type(fault).__name__) from None
    for kind, elements in (("node", reader.nodes.values()), ("edge", reader.edges)):
        for element in elements:
            element.data = {
                reader.keys.get((kind, key), key) if key else key: text
                for key, text in element.data.items()
            }
    return GraphContent(reader.nodes, reader.edges)


class _GraphReader(ContentHandler):
    """Collects the elements of a file. While it is being read, data are stored by the `id` of their
    key.
    """

    def __init__(self, root: str) -> None:
        super().__init__()
        self.root = root
        # The names of the keys, by the kind of element and the `id`: GEXF may use an `id` for
        # nodes and again for edges.
        self.keys: dict[tuple[str, str], str] = {}
        self.kind = ""
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
        if not self.started and tag != self.root:
            raise GraphFileFault(self.root)
        self.started = True
        if tag in ("key", "attributes", "attribute"):
            self._declare(tag, attrs)
        elif tag == "attvalue" and self.open:
            # `id` is what GEXF 1.1 called it.
            key, text = attrs.get("for") or attrs.get("id", ""), one_line(attrs.get("value", ""))
            if key and text:
                self.open[-1].data.setdefault(key, text)
        elif tag == "data":
            self.slot = attrs.get("key") or None
        elif tag == "NodeLabel":
            self.slot = _LABEL
        elif tag in ("node", "edge"):
            self._open(tag, Element(self.locator.getLineNumber(), dict(attrs.items())))

    def _declare(self, tag: str, attrs: Any) -> None:
        """Store the name of a key: a `key` of GraphML, or an `attribute` of GEXF."""
        own = attrs.get("id", "")
        if tag == "attributes":
            self.kind = attrs.get("class", "")
        elif tag == "attribute":
            self.keys[self.kind, own] = (attrs.get("title") or own).casefold()
        else:
            name = (attrs.get("attr.name") or own).casefold()
            self.keys["node", own] = self.keys["edge", own] = name

    def _open(self, tag: str, element: Element) -> None:
        self.open.append(element)
        if tag == "edge":
            self.edges.append(element)
        elif self.nodes.setdefault(element.attributes.get("id", ""), element) is not element:
            raise GraphFileFault("id")

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
