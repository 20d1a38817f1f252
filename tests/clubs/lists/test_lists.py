"""Two hundred lists as clubs really write them are read into the rows that a person would
expect.
"""

import json

import pytest

from clubs.lists.judging import judge
from clubs.lists.near import Directory
from clubs.lists.reading import read
from core.text.texts import text_of
from tests.clubs.lists.make import EXPECTED, FILES

LISTS = json.loads(EXPECTED.read_text())


def summary(judged):
    """Return a row in the notation of `expected.json`."""
    row = judged.row
    name = f"{row.name}: " if row.name else ""
    club = f" [{row.club}]" if row.club else ""
    seed = f" #{row.seed}" if row.seed else ""
    people = " & ".join(person.name for person in judged.people)
    return f"{name}{people}{' (alone)' if judged.alone else ''}{club}{seed}"


@pytest.mark.parametrize(
    "listed", LISTS, ids=[f"{entry['file']} {entry['what']}" for entry in LISTS]
)
def test_a_list_becomes_the_rows_that_a_person_would_expect(listed):
    text = text_of((FILES / listed["file"]).read_bytes())
    rows = judge(read(text, size=listed["size"]), Directory())
    out = {str(row.row.at): row.row.remarks[-1].code for row in rows if row.out}
    assert ([summary(row) for row in rows if not row.out], out) == (listed["rows"], listed["out"])


def test_there_are_two_hundred():
    assert len(LISTS) >= 200
    assert len(list(FILES.iterdir())) == len(LISTS)
