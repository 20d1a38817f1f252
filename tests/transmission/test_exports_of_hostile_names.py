"""Tests of exported files with hostile names, read back by other libraries."""

import csv
import io
import json
import re
from itertools import pairwise
from xml.etree import ElementTree

import networkx
import pytest
import rustworkx
from PIL import Image

from tests import factories
from tests.made_once import made_once
from tests.test_hostile_names import HOSTILE
from tests.transmission.families import DIX, linked, played
from tests.transmission.test_exports import export

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]

NAMES = [*HOSTILE, 'Guille"met \\', "a\\", "<!--", "]]>", "\ufffe bout", "é" * 80, "&amp;"]


@pytest.fixture(scope="module")
def hostile(django_db_setup, django_db_blocker):
    """People with hostile names, each of whom taught the next."""
    with made_once(django_db_blocker):
        club = factories.club("le-club")
        officer = factories.member(club, "officer")
        people = [played(name, club) for name in NAMES]
        for teacher, learner in pairwise(people):
            linked(teacher, learner, officer, note=f"note de {teacher.name}"[:200])
        yield people


def kept_by_xml(name):
    return name.replace("\ufffe", "\ufffd")


def chain(people):
    return {(teacher.pk, two.pk) for teacher, two in pairwise(people)}


def test_graphml_says_the_same_to_networkx(hostile):
    graph = networkx.parse_graphml(export("graphml").decode())
    assert {(int(a[1:]), int(b[1:])) for a, b in graph.edges} == chain(hostile)
    names = [graph.nodes[f"n{person.pk}"]["name"] for person in hostile]
    assert names == [kept_by_xml(name) for name in NAMES]
    assert [graph.nodes[f"n{person.pk}"]["generation"] for person in hostile] == list(
        range(len(NAMES))
    )


def test_gexf_says_the_same_to_networkx(hostile):
    graph = networkx.read_gexf(io.BytesIO(export("gexf")))
    assert {(int(a), int(b)) for a, b in graph.edges} == chain(hostile)
    labels = [graph.nodes[str(person.pk)]["label"] for person in hostile]
    assert labels == [kept_by_xml(name) for name in NAMES]


GEXF = "{http://www.gexf.net/1.2draft}"
# From the schema of GEXF 1.2: the children of an element in their order, and below the patterns of
# its attributes.
HOLDS = {
    "gexf": ["graph"],
    "graph": ["attributes", "nodes", "edges"],
    "attributes": ["attribute"],
    "attribute": [],
    "nodes": ["node"],
    "node": ["attvalues"],
    "edges": ["edge"],
    "edge": ["attvalues"],
    "attvalues": ["attvalue"],
    "attvalue": [],
}
ATTRIBUTES = {
    "gexf": {"version": "1.2"},
    "graph": {"defaultedgetype": "directed|undirected|mutual", "mode": "static|dynamic"},
    "attributes": {"class": "node|edge"},
    "attribute": {
        "id": ".+",
        "title": ".+",
        "type": "integer|long|double|float|boolean|liststring|string|anyURI",
    },
    "nodes": {},
    "node": {"id": "[0-9]+", "label": "(?s).+"},
    "edges": {},
    "edge": {"id": "[0-9]+", "source": "[0-9]+", "target": "[0-9]+"},
    "attvalues": {},
    "attvalue": {"for": ".+", "value": "(?s).+"},
}


def test_gexf_is_built_as_its_schema_wants(hostile):
    root = ElementTree.fromstring(export("gexf"))
    assert root.tag == f"{GEXF}gexf"
    for element in root.iter():
        name = element.tag.removeprefix(GEXF)
        children = [child.tag.removeprefix(GEXF) for child in element]
        order = [HOLDS[name].index(child) for child in children]
        assert order == sorted(order), name
        assert element.attrib.keys() == ATTRIBUTES[name].keys(), name
        for key, wanted in ATTRIBUTES[name].items():
            assert re.fullmatch(wanted, element.get(key)), (name, key)
        assert not (element.text or "").strip()
    numbers = [node.get("id") for node in root.iter(f"{GEXF}node")]
    assert len(set(numbers)) == len(numbers) == len(NAMES)
    declared = {
        attributes.get("class"): {
            attribute.get("id"): attribute.get("type") for attribute in attributes
        }
        for attributes in root.iter(f"{GEXF}attributes")
    }
    for kind in ("node", "edge"):
        for element in root.iter(f"{GEXF}{kind}"):
            for value in element.iter(f"{GEXF}attvalue"):
                typed = declared[kind][value.get("for")]
                assert typed != "integer" or int(value.get("value")) >= 0
    for edge in root.iter(f"{GEXF}edge"):
        assert {edge.get("source"), edge.get("target")} <= set(numbers)


def test_graphml_says_the_same_to_rustworkx(hostile, tmp_path):
    file = tmp_path / "graph.graphml"
    file.write_bytes(export("graphml"))
    (graph,) = rustworkx.read_graphml(str(file))
    people = graph.nodes()
    assert [person["name"] for person in people] == [kept_by_xml(name) for name in NAMES]
    edges = {(int(people[a]["id"][1:]), int(people[b]["id"][1:])) for a, b in graph.edge_list()}
    assert edges == chain(hostile)


def test_json_and_csv_say_the_same_to_networkx(hostile):
    body = json.loads(export("json"))
    links = [(edge["teacher"], edge["learner"]) for edge in body["links"]]
    graph = networkx.DiGraph(links)
    assert set(graph.edges) == chain(hostile)
    assert [node["generation"] for node in body["nodes"]] == [
        networkx.shortest_path_length(graph, hostile[0].pk, node["id"]) for node in body["nodes"]
    ]
    rows = csv.DictReader(io.StringIO(export("csv").decode(), newline=""))
    named = networkx.DiGraph((row["teacher"], row["learner"]) for row in rows)
    assert networkx.is_isomorphic(named, graph)


def test_csv_has_no_cell_that_a_spreadsheet_runs(hostile):
    rows = list(csv.DictReader(io.StringIO(export("csv").decode(), newline="")))
    assert len(rows) == len(NAMES) - 1
    cells = [cell for row in rows for cell in row.values()]
    assert not any(cell.startswith(("=", "+", "-", "@", "\t", "\r")) for cell in cells)
    assert [row["teacher"].removeprefix("'") for row in rows] == NAMES[:-1]


def test_svg_is_drawing_and_text_alone(hostile):
    root = ElementTree.fromstring(export("svg"))
    tags = {element.tag.rpartition("}")[2] for element in root.iter()}
    assert tags == {"svg", "title", "rect", "defs", "marker", "g", "path", "text"}
    titles = [element.text for element in root.iter() if element.tag.endswith("title")][1:]
    assert titles == [kept_by_xml(name) for name in NAMES]
    assert not any(name.startswith("on") for element in root.iter() for name in element.attrib)


def test_json_is_what_the_api_answers(hostile):
    body = factories.api().get(DIX).json()
    del body["proposed"]
    assert json.loads(export("json")) == body


def test_png_is_a_picture(hostile):
    image = Image.open(io.BytesIO(export("png")))
    image.load()
    assert image.format == "PNG"
    assert len(set(image.convert("RGB").getcolors(1_000_000))) > 3
