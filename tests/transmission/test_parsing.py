"""Tests of reading a file of links: empty rows are ignored, and reading stops at the fiftieth
fault.
"""

import pytest

from tests.plain import plain
from tests.transmission.families import GAME, House
from transmission import parsing, services
from transmission.errors import Refused
from transmission.exports.texts import to_graphml
from transmission.graph_json import Edge, GraphData, GraphPerson
from transmission.parsing import FilePerson, LinkRow, read
from transmission.services import ImportAsked, Writing, importing


def row(number, teacher, learner, date="", note=""):
    return LinkRow(number, FilePerson(teacher), FilePerson(learner), date, note)


@pytest.mark.parametrize("blank", ["", ",", ",,,", " , "])
def test_blank_lines_are_passed_over_and_counted(blank):
    content = "\n".join(["teacher,learner", *[blank] * 3, "Anne,Bruno", blank, "Bruno,Chloé"])
    assert read("csv", content) == [
        row(5, "Anne", "Bruno"),
        row(7, "Bruno", "Chloé"),
    ]


def test_a_spreadsheets_empty_end_is_not_looked_at_cell_by_cell(monkeypatch):
    looked = []
    cell = parsing._cell
    monkeypatch.setattr(parsing, "_cell", lambda *given: looked.append(1) or cell(*given))
    for end in ("\n" * 20_000, ",\n" * 20_000):
        assert len(read("csv", f"teacher,learner\nAnne,Bruno\n{end}")) == 1
    assert len(looked) == 2 * 2


def test_a_file_has_so_many_lines_at_most(monkeypatch):
    monkeypatch.setattr(parsing, "MOST", 3)
    assert len(read("csv", "teacher,learner\n" + "a,b\n" * 3)) == 3
    with pytest.raises(Refused) as caught:
        read("csv", "teacher,learner\n" + "a,b\n" * 4)
    assert [fault.code for fault in caught.value.faults] == ["import_too_long"]


@pytest.mark.django_db
def test_the_fiftieth_fault_ends_the_reading(monkeypatch):
    house = House()
    named = []
    fault_of = importing._fault_of
    monkeypatch.setattr(importing, "_fault_of", lambda name: named.append(name) or fault_of(name))
    content = "teacher,learner\n" + "Charles,\n" * 10_000
    with pytest.raises(Refused) as caught:
        services.import_links(
            game=GAME,
            import_asked=ImportAsked("csv", content, house.club.slug),
            by=Writing(importing.Caller(user=house.officer)),
        )
    assert [fault.field for fault in caught.value.faults] == [f"lines.{at}" for at in range(2, 52)]
    assert len(named) == 50


# --- What files of other programs look like ------------------------------------------------------

YED = """<?xml version="1.0" encoding="UTF-8"?>
<graphml xmlns="http://graphml.graphdrawing.org/xmlns" xmlns:y="http://www.yworks.com/xml/graphml">
<key for="node" id="d5" attr.name="description" attr.type="string"/>
<key for="node" id="d6" yfiles.type="nodegraphics"/>
<graph edgedefault="directed" id="G">
<node id="n0"><data key="d5"/><data key="d6"><y:ShapeNode>
<y:NodeLabel>Maître
Un<y:LabelModel><y:Text>autre</y:Text></y:LabelModel></y:NodeLabel>
<y:NodeLabel>son club</y:NodeLabel></y:ShapeNode></data></node>
<node id="n1"><data key="d6"><y:ShapeNode><y:NodeLabel>Élève Deux</y:NodeLabel>
</y:ShapeNode></data></node>
<node id="n2"><data key="d6"><y:ShapeNode/></data></node>
<node id="n3"><data key="d6"><y:ShapeNode><y:NodeLabel>{third}</y:NodeLabel>
</y:ShapeNode></data></node>
{edge}
</graph></graphml>"""


def faults_of(kind, content):
    with pytest.raises(Refused) as caught:
        read(kind, content)
    refused = caught.value
    return [
        (fault.code, fault.field, plain(refused.sentence_of(fault))) for fault in refused.faults
    ]


def test_a_yed_file_names_its_people_in_their_labels():
    content = YED.format(third="Élève Deux", edge='<edge id="e0" source="n0" target="n1"/>')
    assert read("graphml", content) == [row(15, "Maître Un", "Élève Deux")]


def test_two_nodes_of_one_name_are_refused_both_by_their_line():
    edges = '<edge source="n0" target="n1"/><edge source="n0" target="n3"/>'
    # Names that a club's list treats as the same, although they are spelled differently.
    for name in ("Élève Deux", "élève  deux"):
        assert faults_of("graphml", YED.format(third=name, edge=edges)) == [
            (
                "nodes_of_one_name",
                "lines.13",
                f"« {' '.join(name.split())} » est le nom de deux personnes, ligne 10 (nœud n1) et "
                "ligne 13 (nœud n3) : ajouter une marque à l'un des deux, « Jean Roy "
                "(Saint-Roch) ».",
            )
        ]


def test_nobody_is_made_of_a_nodes_number():
    edges = '<edge source="n0" target="n2"/>\n<edge source="n9" target="n1"/>'
    assert faults_of("graphml", YED.format(third="Zoé", edge=edges)) == [
        ("node_unnamed", "lines.12", "Le nœud n2 n'a pas de nom : l'écrire dans le fichier."),
        ("node_unknown", "lines.16", "Il n'y a pas de nœud n9 dans ce fichier."),
    ]


def test_a_file_of_our_own_has_its_links_on_lines_of_their_own():
    people = [GraphPerson(1, "Anne", 0, None, (), 1), GraphPerson(2, "Luc", 1, None, (), 0)]
    graph = GraphData("10", "dix", people, [Edge(5, 1, 2, "2019", "", None)])
    content = to_graphml(graph).decode()
    (link,) = read("graphml", content)
    assert link[1:4] == (FilePerson("Anne", 1), FilePerson("Luc", 2), "2019")
    assert 'source="n1"' in content.splitlines()[link.number - 1]


@pytest.mark.parametrize(
    ("head", "line"),
    [
        ("maître,élève,date,note", "Anne,Luc,2019,au local"),
        ("Élève;Maître;Année;Remarque", "Luc;Anne;2019;au local"),
        ("Qui a enseigné\tQui a appris\tQuand\tNotes", "Anne\tLuc\t2019\tau local"),
        ("Enseignante|Apprenant|Date|Commentaire", "Anne|Luc|2019|au local"),
        ("Teacher,Learner,Date,Note", "Anne,Luc,2019,au local"),
    ],
)
@pytest.mark.parametrize(("above", "number"), [("", 2), ("sep={}\r\n", 3), ('"sep={}"\n\n', 4)])
def test_headings_in_french_and_the_line_that_names_a_spreadsheets_sign(head, line, above, number):
    sign = next(separator for separator in ",;\t|" if separator in head)
    content = f"\ufeff{above.format(sign)}{head}\r\n{line}\r\n"
    assert read("csv", content) == [row(number, "Anne", "Luc", "2019", "au local")]


def test_a_heading_of_neither_language_says_which_there_are():
    assert faults_of("csv", "sep=;\na;b\nAnne;Luc") == [
        (
            "import_columns",
            "content",
            "La première ligne nomme les colonnes : maître, élève, date, note "
            "(ou teacher, learner, date, note).",
        )
    ]


@pytest.mark.parametrize(("stated", "confirmed"), [("false", False), ("0", False), ("true", True)])
def test_a_graphml_says_which_links_are_only_proposed(stated, confirmed):
    edge = f'<edge source="n0" target="n1"><data key="confirmed">{stated}</data></edge>'
    (link,) = read("graphml", YED.format(third="Zoé", edge=edge))
    assert link.confirmed is confirmed
