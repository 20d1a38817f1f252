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


def told(one):
    """Return a row in the notation of `expected.json`."""
    row = one.row
    name = f"{row.name}: " if row.name else ""
    club = f" [{row.club}]" if row.club else ""
    seed = f" #{row.seed}" if row.seed else ""
    people = " & ".join(who.name for who in one.people)
    return f"{name}{people}{' (alone)' if one.alone else ''}{club}{seed}"


@pytest.mark.parametrize("listed", LISTS, ids=[f"{one['file']} {one['what']}" for one in LISTS])
def test_a_list_becomes_the_rows_that_a_person_would_expect(listed):
    text = text_of((FILES / listed["file"]).read_bytes())
    rows = judge(read(text, size=listed["size"]), Directory())
    out = {str(one.row.at): one.row.remarks[-1].code for one in rows if one.out}
    assert ([told(one) for one in rows if not one.out], out) == (listed["rows"], listed["out"])


def test_there_are_two_hundred():
    assert len(LISTS) >= 200
    assert len(list(FILES.iterdir())) == len(LISTS)
