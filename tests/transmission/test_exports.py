"""Tests of exported files, read back by other libraries."""

import pytest
import rustworkx

from clubs.models import Player
from tests import factories
from tests.transmission.families import DIX, House
from transmission.exports.texts import to_dot
from transmission.graph_json import Edge, GraphData, GraphPerson

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]


def export(kind):
    answer = factories.api().get(f"{DIX}export/?format={kind}")
    assert answer.status_code == 200
    suffix = "ged" if kind == "gedcom" else kind
    assert answer["Content-Disposition"] == f'attachment; filename="transmission-dix.{suffix}"'
    return answer.content


def test_dot_says_the_same_to_rustworkx():
    house = House().tell()
    graph = rustworkx.from_dot(export("dot").decode())
    people = [house.charles, house.jean, house.anne, house.bruno]
    assert graph.nodes() == [f"n{person.pk}" for person in people]
    assert set(graph.edge_list()) == {(0, 1), (0, 2), (2, 3)}
    dates = [edge.get("label", "") for edge in graph.edges()]
    assert dates == ["2019", "2020-10-05", ""]


def test_dot_quotes_every_text():
    nodes = [GraphPerson(1, 'A"; evil [x=1]; "', 0, None, (), 1), node(2, "b\\")]
    data = GraphData("Jeu", "dix", nodes, [Edge(1, 1, 2, "2019", "", None)])
    assert to_dot(data) == (
        'digraph "Jeu" {\n'
        '  n1 [label="A\\"; evil [x=1]; \\"", generation=0];\n'
        '  n2 [label="b\\\\", generation=1];\n'
        '  n1 -> n2 [label="2019"];\n'
        "}\n"
    )


def node(number, name):
    return GraphPerson(number, name, 1, None, (), 0)


@pytest.mark.parametrize("kind", ["csv", "graphml", "gexf", "gedcom", "dot", "json", "svg", "png"])
def test_nobody_is_a_graph_too(kind):
    assert export(kind)


def test_who_is_hidden_has_no_name_in_a_file():
    house = House().tell()
    Player.objects.filter(pk=house.anne.pk).update(shown="hidden")
    for kind in ("csv", "graphml", "gexf", "gedcom", "dot", "json", "svg"):
        assert "Anne" not in export(kind).decode()
