"""The GEDCOM of a graph, read by a strict little reader of GEDCOM 5.5.1."""

import re
from dataclasses import dataclass, field

import pytest

from tests import factories
from tests.test_hostile_names import HOSTILE
from tests.transmission.families import DIX, House, linked, played
from tests.transmission.test_exports import export
from transmission.exports.gedcom import to_gedcom
from transmission.graph_json import Edge, GraphData, GraphPerson

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]

LINE = re.compile(r"(\d) (?:(@[A-Z]\d+@) )?([A-Z]+)(?: (.+))?")
# What may stand under what, in 5.5.1, of what is written here.
GRAMMAR = {
    "": {"HEAD", "SUBM", "INDI", "FAM", "TRLR"},
    "HEAD": {"SOUR", "SUBM", "GEDC", "CHAR", "NOTE"},
    "GEDC": {"VERS", "FORM"},
    "SUBM": {"NAME"},
    "INDI": {"NAME", "SEX", "REFN", "FACT", "EVEN", "FAMS", "FAMC", "ASSO"},
    "FAM": {"HUSB", "CHIL"},
    "REFN": {"TYPE"},
    "FACT": {"TYPE"},
    "EVEN": {"TYPE", "DATE", "CONC"},
    "FAMC": {"PEDI"},
    "ASSO": {"RELA", "NOTE"},
    "NOTE": {"CONC"},
    "NAME": {"CONC"},
}
POINTERS = {"FAMS": "FAM", "FAMC": "FAM", "HUSB": "INDI", "CHIL": "INDI", "ASSO": "INDI"}
VALUES = {
    "DATE": r"(\d{1,2} (JAN|FEB|MAR|APR|MAY|JUN|JUL|AUG|SEP|OCT|NOV|DEC) )?\d{3,4}",
    "SEX": "[MFU]",
    "PEDI": "adopted|birth|foster|sealing",
    "VERS": r"5\.5\.1",
    "FORM": "LINEAGE-LINKED",
    "CHAR": "UTF-8",
}


@dataclass
class Record:
    tag: str
    value: str = ""
    key: str = ""
    children: list["Record"] = field(default_factory=list)

    def all(self, tag):
        return [child for child in self.children if child.tag == tag]

    def text(self, tag, *way):
        """Return the value of the first child of that tag, or of a child of it; empty without."""
        for child in self.all(tag):
            return child.text(*way) if way else child.value
        return ""


def parse(text):
    """Return the records by key. Anything that 5.5.1 does not allow is an error."""
    root = Record("")
    branch = [root]
    for line in text.removesuffix("\n").split("\n"):
        assert len(line) <= 255, line
        level, key, tag, value = LINE.fullmatch(line).groups(default="")
        assert int(level) < len(branch), line
        del branch[int(level) + 1 :]
        assert line == line.strip(), line
        assert tag in GRAMMAR.get(branch[-1].tag, ()), line
        pointer = re.fullmatch(r"@[A-Z]\d+@", value)
        assert pointer or "@" not in value.replace("@@", ""), line
        assert bool(pointer) == (tag in POINTERS or (tag, level) == ("SUBM", "1")), line
        assert re.fullmatch(VALUES.get(tag, ".*"), value), line
        if tag == "CONC":
            branch[-1].value += value.replace("@@", "@")
            continue
        record = Record(tag, value if pointer else value.replace("@@", "@"), key)
        branch[-1].children.append(record)
        branch.append(record)
    assert [root.children[0].tag, root.children[-1].tag] == ["HEAD", "TRLR"]
    records = {record.key: record for record in root.children if record.key}
    for record in records.values():
        for child in record.children:
            if child.tag in POINTERS:
                assert records[child.value].tag == POINTERS[child.tag]
    return records


def lessons(records):
    """Return the links: teacher, learner, date and note, checked to be told alike thrice."""
    links = []
    people = {key: record for key, record in records.items() if record.tag == "INDI"}
    for record in people.values():
        teachers = [asso.value for asso in record.all("ASSO")]
        assert all(asso.text("RELA") == "Teacher" for asso in record.all("ASSO"))
        families = [records[family.value] for family in record.all("FAMC")]
        assert [family.text("HUSB") for family in families] == teachers
        assert all(record.key in [c.value for c in family.all("CHIL")] for family in families)
        # A slash would mark a surname, in a name alone.
        dates = {event.value.replace("/", "⁄"): event.text("DATE") for event in record.all("EVEN")}
        for asso in record.all("ASSO"):
            teacher = people[asso.value].text("NAME")
            note = asso.text("NOTE")
            links.append((teacher, record.text("NAME"), dates.get(teacher, ""), note))
    children = sum(len(record.all("CHIL")) for record in records.values())
    assert children == len(links)
    return sorted(links)


def test_a_genealogist_reads_the_links_of_the_graph():
    house = House().tell()
    linked(house.jean, house.bruno, house.officer, note="en second")
    body = {"player": house.charles.pk, "kind": "family", "note": ""}
    factories.api(house.officer).post(f"{DIX}sources/", body)
    records = parse(export("gedcom").decode())
    assert lessons(records) == [
        ("Anne", "Bruno", "", ""),
        ("Charles", "Anne", "5 OCT 2020", "au local"),
        ("Charles", "Jean", "2019", ""),
        ("Jean", "Bruno", "", "en second"),
    ]
    charles = records[f"@I{house.charles.pk}@"]
    assert (charles.text("REFN"), charles.text("FACT")) == (str(house.charles.pk), "family")


def test_any_name_and_any_note_is_read_back():
    club = factories.club("le-club")
    officer = factories.member(club, "officer")
    people = [played(name, club) for name in [*HOSTILE, "a@b @@ c", "é" * 80, "x/y/z"]]
    note = "@ deux @@ " * 49
    for learner in people[1:]:
        linked(people[0], learner, officer, note=note, date="2020-01-31")
    records = parse(export("gedcom").decode())
    names = [record.text("NAME") for record in records.values() if record.tag == "INDI"]
    assert sorted(names) == sorted(person.name.replace("/", "⁄") for person in people)
    assert [link[2:] for link in lessons(records)] == [("31 JAN 2020", note.strip())] * (
        len(people) - 1
    )


def test_a_text_goes_on_at_the_letter():
    nodes = [GraphPerson(1, "Anne", 0, None, (), 1), GraphPerson(2, "Luc", 1, None, (), 0)]
    note = "deux " * 24 + "deux"
    text = to_gedcom(GraphData("Jeu", "dix", nodes, [Edge(5, 1, 2, None, note, None)]))
    assert f"2 NOTE {note[:98]}\n3 CONC {note[98:]}\n" in text
