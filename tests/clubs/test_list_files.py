"""Files of lists: plain texts and workbooks."""

import datetime as dt
import io
import zipfile

import pytest
from openpyxl import Workbook

from clubs import list_files
from clubs.list_files import text_of_file
from clubs.lists.reading import read
from core.text.texts import NotText


def packed(**files):
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as file:
        for name, data in files.items():
            file.writestr(name, data)
    return out.getvalue()


def test_a_text_is_read_in_its_encoding():
    assert text_of_file("Zoé / Élise".encode("cp1252")) == "Zoé / Élise"


@pytest.mark.parametrize("data", [b"PK\x03\x04", packed(a=b"x"), packed(big=b"0" * 9_000_000)])
def test_what_is_no_workbook_is_refused(data):
    with pytest.raises(NotText) as refused:
        text_of_file(data)
    assert refused.value.code == "workbook"


def workbook(rows):
    book, out = Workbook(), io.BytesIO()
    for row in rows:
        book.active.append(row)
    book.save(out)
    return out.getvalue()


def test_a_workbooks_first_sheet_is_a_list():
    rows = [
        ["Tournoi", None, None, dt.datetime(2026, 11, 22)],
        ["Joueur 1", "Joueur 2", "Téléphone", "Payé"],
        ["Zoé Noël", "Anne\nRoy", 612345678, 10.0],
        [None, None],
        ["Bruno", None, None, None],
    ]
    actual = [(row.people, row.out) for row in read(text_of_file(workbook(rows)), size=2)]
    assert actual == [
        (("Tournoi",), True),
        (("Joueur 1",), True),
        (("Zoé Noël", "Anne Roy"), False),
        (("Bruno",), False),
    ]


def test_of_a_long_sheet_one_row_too_many_is_read():
    text = text_of_file(workbook([[f"Nom {at}"] for at in range(2100)]))
    assert len(text.splitlines()) == 2001


def bomb(part, data):
    """Return a valid workbook in which one part is replaced by `data`, or by `data(part)` if it is
    callable.
    """
    book = zipfile.ZipFile(io.BytesIO(workbook([["Anne"]])))
    files = {name: book.read(name) for name in book.namelist()}
    return packed(**{**files, part: data(files[part]) if callable(data) else data})


@pytest.mark.parametrize(
    "data",
    [
        bomb("xl/worksheets/sheet1.xml", b"<row>" + b"<c/>" * 100_000),
        bomb("xl/worksheets/sheet1.xml", ("<c/>" * 100_001).encode("utf-16")),
        bomb("xl/styles.xml", b"<fonts>" + b"<font/>" * 12_000),
        bomb("xl/workbook.xml", b'<!DOCTYPE x [<!ENTITY a "<c/><c/><c/>">]>'),
        # The content types declare the sheet under the name of the workbook.
        bomb("[Content_Types].xml", lambda it: it.replace(b"/xl/workbook", b"/xl/worksheets/a")),
        bomb("[Content_Types].xml", lambda it: it.replace(b"/xl/workbook", b"/xl/&#119;ork")),
    ],
    ids=["cells", "utf-16", "styles", "entities", "disguised", "escaped"],
)
def test_a_workbook_made_to_be_slow_is_refused_before_it_is_opened(data, monkeypatch):
    opened = []
    monkeypatch.setattr(list_files, "load_workbook", lambda *args, **kwargs: opened.append(1))
    with pytest.raises(NotText):
        text_of_file(data)
    assert opened == []


def test_a_full_list_of_seven_columns_is_no_heavy_workbook():
    rows = [[f"Nom {at}", *("x" * 6)] for at in range(2000)]
    assert len(text_of_file(workbook(rows)).splitlines()) == 2000
