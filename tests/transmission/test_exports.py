"""Files read back by readers that are not ours, also with names made to break them."""

import csv
import io
import json
from itertools import pairwise
from xml.etree import ElementTree

import networkx
import pytest
from PIL import Image

from clubs.models import Player
from tests import factories
from tests.test_hostile_names import HOSTILE
from tests.transmission.families import DIX, House, linked, played
from transmission.exports.texts import to_dot
from transmission.telling import Edge, Node, Told

pytestmark = pytest.mark.django_db

NAMES = [*HOSTILE, 'Guille"met \\', "a\\", "<!--", "]]>", "\ufffe bout", "é" * 80, "&amp;"]


@pytest.fixture
def hostile():
    """A line of people with such names, each teaching the next."""
    club = factories.club("le-club")
    officer = factories.member(club, "officer")
    people = [played(name, club) for name in NAMES]
    for teacher, learner in pairwise(people):
        linked(teacher, learner, officer, note=f"note de {teacher.name}"[:200])
    return people


def export(kind):
    answer = factories.api().get(f"{DIX}export/?format={kind}")
    assert answer.status_code == 200
    assert answer["Content-Disposition"] == f'attachment; filename="transmission-dix.{kind}"'
    return answer.content


def kept_by_xml(name):
    return name.replace("\ufffe", "\ufffd")


def chain(people):
    return {(one.pk, two.pk) for one, two in pairwise(people)}


def test_graphml_says_the_same_to_networkx(hostile):
    graph = networkx.parse_graphml(export("graphml").decode())
    assert {(int(a[1:]), int(b[1:])) for a, b in graph.edges} == chain(hostile)
    names = [graph.nodes[f"n{person.pk}"]["name"] for person in hostile]
    assert names == [kept_by_xml(name) for name in NAMES]
    assert [graph.nodes[f"n{who.pk}"]["generation"] for who in hostile] == list(range(len(NAMES)))


def test_gexf_says_the_same_to_networkx(hostile):
    graph = networkx.read_gexf(io.BytesIO(export("gexf")))
    assert {(int(a), int(b)) for a, b in graph.edges} == chain(hostile)
    labels = [graph.nodes[str(person.pk)]["label"] for person in hostile]
    assert labels == [kept_by_xml(name) for name in NAMES]


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


def test_dot_quotes_every_text():
    nodes = [Node(1, 'A"; evil [x=1]; "', 0, None, (), 1), node(2, "b\\")]
    told = Told("Jeu", "dix", nodes, [Edge(1, 1, 2, "2019", "", None)])
    assert to_dot(told) == (
        'digraph "Jeu" {\n'
        '  n1 [label="A\\"; evil [x=1]; \\"", generation=0];\n'
        '  n2 [label="b\\\\", generation=1];\n'
        '  n1 -> n2 [label="2019"];\n'
        "}\n"
    )


def node(number, name):
    return Node(number, name, 1, None, (), 0)


@pytest.mark.parametrize("kind", ["csv", "graphml", "gexf", "dot", "json", "svg", "png"])
def test_nobody_is_a_graph_too(kind):
    assert export(kind)


def test_who_is_hidden_has_no_name_in_a_file():
    house = House().tell()
    Player.objects.filter(pk=house.anne.pk).update(shown="hidden")
    for kind in ("csv", "graphml", "gexf", "dot", "json", "svg"):
        assert "Anne" not in export(kind).decode()
