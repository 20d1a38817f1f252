"""A file of links, read: what is empty costs nothing, and faults stop at the fiftieth."""

import pytest

from tests.transmission.families import GAME, House
from transmission import parsing, services
from transmission.errors import Refused
from transmission.parsing import LinkRow, read
from transmission.services import ImportAsked, Writing, importing


@pytest.mark.parametrize("blank", ["", ",", ",,,", " , "])
def test_blank_lines_are_passed_over_and_counted(blank):
    content = "\n".join(["teacher,learner", *[blank] * 3, "Anne,Bruno", blank, "Bruno,Chloé"])
    assert read("csv", content) == [
        LinkRow(5, "Anne", "Bruno", "", ""),
        LinkRow(7, "Bruno", "Chloé", "", ""),
    ]


def test_a_spreadsheets_empty_end_is_not_looked_at_cell_by_cell(monkeypatch):
    looked = []
    cell = parsing._cell
    monkeypatch.setattr(parsing, "_cell", lambda *given: looked.append(1) or cell(*given))
    for end in ("\n" * 20_000, ",\n" * 20_000):
        assert len(read("csv", f"teacher,learner\nAnne,Bruno\n{end}")) == 1
    assert len(looked) == 2 * 4


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
            asked=ImportAsked("csv", content, house.club.slug),
            by=Writing(importing.Caller(user=house.officer)),
        )
    assert [fault.field for fault in caught.value.faults] == [f"lines.{at}" for at in range(2, 52)]
    assert len(named) == 50
