"""A graph as GraphML, GEXF or DOT, for programs that draw or analyse graphs."""

import re
from xml.etree.ElementTree import Element, SubElement, indent, tostring

from transmission.graph_json import Edge, GraphData, GraphPerson

# Characters that XML 1.0 can't hold, even escaped.
_NOT_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_NODE_KEYS = {
    "name": "string",
    "number": "int",
    "generation": "int",
    "source": "string",
    "clubs": "string",
}
_EDGE_KEYS = {"date": "string", "note": "string", "club": "string", "confirmed": "boolean"}


def xml_text(text: str) -> str:
    """Return a text in which characters that XML can't hold are replaced by U+FFFD."""
    return _NOT_XML.sub("\ufffd", text)


def _node_values(node: GraphPerson) -> dict[str, str]:
    values = {
        "name": node.name,
        "number": str(node.id),
        "generation": str(node.generation),
        "source": node.source or "",
        "clubs": " ".join(node.clubs),
    }
    return {key: xml_text(value) for key, value in values.items() if value}


def _edge_values(edge: Edge) -> dict[str, str]:
    values = {
        "date": edge.date or "",
        "note": edge.note,
        "club": edge.club or "",
        "confirmed": "true",  # a graph has only confirmed links
    }
    return {key: xml_text(value) for key, value in values.items() if value}


def to_graphml(graph_data: GraphData) -> bytes:
    """Return the graph as GraphML. The `id` of a data key is its name."""
    root = Element("graphml", xmlns="http://graphml.graphdrawing.org/xmlns")
    for kind, keys in (("node", _NODE_KEYS), ("edge", _EDGE_KEYS)):
        for key, type_name in keys.items():
            attributes = {"id": key, "for": kind, "attr.name": key, "attr.type": type_name}
            SubElement(root, "key", attributes)
    graph = SubElement(root, "graph", id=graph_data.slug, edgedefault="directed")
    for node in graph_data.nodes:
        element = SubElement(graph, "node", id=f"n{node.id}")
        for key, value in _node_values(node).items():
            SubElement(element, "data", key=key).text = value
    for edge in graph_data.edges:
        ends = {"source": f"n{edge.teacher}", "target": f"n{edge.learner}"}
        element = SubElement(graph, "edge", {"id": f"e{edge.id}", **ends})
        for key, text in _edge_values(edge).items():
            SubElement(element, "data", key=key).text = text
    indent(root)  # so that the line of a refusal leads to the link at fault, here as in GEXF
    return tostring(root, encoding="utf-8", xml_declaration=True)


def to_gexf(graph_data: GraphData) -> bytes:
    """Return the graph as GEXF 1.2."""
    root = Element("gexf", xmlns="http://www.gexf.net/1.2draft", version="1.2")
    graph = SubElement(root, "graph", defaultedgetype="directed", mode="static")
    for kind, keys in (("node", _NODE_KEYS), ("edge", _EDGE_KEYS)):
        attributes = SubElement(graph, "attributes", {"class": kind})
        for key, type_name in keys.items():
            how = "integer" if type_name == "int" else type_name
            SubElement(attributes, "attribute", id=f"{kind}-{key}", title=key, type=how)
    nodes = SubElement(graph, "nodes")
    for node in graph_data.nodes:
        element = SubElement(nodes, "node", id=str(node.id), label=xml_text(node.name))
        _gexf_values(element, "node", _node_values(node))
    edges = SubElement(graph, "edges")
    for edge in graph_data.edges:
        ends = {"source": str(edge.teacher), "target": str(edge.learner)}
        element = SubElement(edges, "edge", {"id": str(edge.id), **ends})
        _gexf_values(element, "edge", _edge_values(edge))
    indent(root)
    return tostring(root, encoding="utf-8", xml_declaration=True)


def _gexf_values(element: Element, kind: str, values: dict[str, str]) -> None:
    if not values:
        return
    holder = SubElement(element, "attvalues")
    for key, value in values.items():
        SubElement(holder, "attvalue", {"for": f"{kind}-{key}", "value": value})


def to_dot(graph_data: GraphData) -> str:
    """Return the graph as DOT. All texts are quoted."""
    lines = [f"digraph {_quoted(graph_data.title)} {{"]
    for node in graph_data.nodes:
        lines.append(f"  n{node.id} [label={_quoted(node.name)}, generation={node.generation}];")
    for edge in graph_data.edges:
        label = f" [label={_quoted(edge.date)}]" if edge.date else ""
        lines.append(f"  n{edge.teacher} -> n{edge.learner}{label};")
    return "\n".join([*lines, "}", ""])


def _quoted(text: str) -> str:
    """Return a text in DOT quotes, with backslashes and quotes escaped."""
    return '"{}"'.format(text.replace("\\", "\\\\").replace('"', '\\"'))
