"""Rows as files: opened by a parser as a French and an English office would."""

import csv
import datetime as dt
import io
from decimal import Decimal
from fractions import Fraction

import pytest
from openpyxl import load_workbook

from core.spreadsheets import Sheet, Struck, csv_text, workbook

HOSTILE = ("=1+1", "+33 6 12", "-C", "@x", "\t=2")
ROWS = [
    ["nom", "points", "part", "réglé"],
    ['Zoé; l\'as, "vite"', 3.5, Fraction(7, 2), Decimal("7.50")],
    ["Yves", -2, Fraction(4), ""],
]


@pytest.mark.parametrize(
    ("dialect", "between", "figures"),
    [("en", ",", ["3.5", "3.5", "7.50"]), ("fr", ";", ["3,5", "3,5", "7,50"])],
)
def test_each_dialect_has_the_signs_of_its_office(dialect, between, figures):
    text = csv_text(ROWS, dialect)
    read = list(csv.reader(io.StringIO(text, newline=""), delimiter=between))
    assert read == [ROWS[0], [ROWS[1][0], *figures], ["Yves", "-2", "4", ""]]


@pytest.mark.parametrize("cell", [*HOSTILE, "0612345678", "1234567890123456"])
def test_no_text_of_a_csv_is_a_formula_or_loses_figures(cell):
    (row,) = csv.reader(io.StringIO(csv_text([[cell]]), newline=""))
    assert row == [f"'{cell}"]


def test_a_struck_number_is_no_negative_one():
    assert csv_text([[Struck(2.5)]], "fr") == "[2,5]\r\n"


def test_a_workbook_has_texts_as_texts_and_numbers_as_numbers():
    day = dt.date(2026, 11, 25)
    rows = [["a"], [*HOSTILE[:4], "0612", 3.5, Fraction(1, 2), Decimal("7.50"), day, "\x01b"]]
    data = workbook([Sheet("Ronde 1/2 : [x]", rows), Sheet("", [["b"]]), Sheet("", [["c"]])])
    book = load_workbook(io.BytesIO(data))
    assert len(book.worksheets) == 3
    cells = next(iter(book.worksheets[0].iter_rows(min_row=2)))
    values = [cell.value for cell in cells]
    assert values[:5] == [*HOSTILE[:4], "0612"]
    assert {cell.data_type for cell in cells[:5]} == {"s"}
    assert [cell.quotePrefix for cell in cells[:5]] == [True] * 4 + [False]
    assert values[5:8] == [3.5, 0.5, 7.5]
    assert values[8] == dt.datetime(2026, 11, 25)
    assert values[9] == "b"
