"""Tests of the sign that separates the cells of a text, and of what is left of each cell."""

import csv

import pytest

from clubs.lists.cells import CellLine, lines_of


def cells(text):
    return [line.cells for line in lines_of(text)]


def numbered(text):
    return [(line.at, *line.filled) for line in lines_of(text)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        # A plain list: each line is a cell.
        ("Anne Roy\nLuc", [("Anne Roy",), ("Luc",)]),
        ("", []),
        # A separator of tables on most lines separates cells.
        ("Anne;Roy\nLuc;Côté", [("Anne", "Roy"), ("Luc", "Côté")]),
        ("Anne\tRoy\nLuc\tCôté", [("Anne", "Roy"), ("Luc", "Côté")]),
        ("Anne|Roy\nLuc|Côté", [("Anne", "Roy"), ("Luc", "Côté")]),
        # On one of two lines, which is not most of them, the separator is part of a name.
        ("Anne;Roy\nLuc", [("Anne;Roy",), ("Luc",)]),
        # Commas separate cells if each of several lines has the same number of them.
        ("Roy, Anne\nCôté, Luc", [("Roy", "Anne"), ("Côté", "Luc")]),
        ("Roy, Anne", [("Roy, Anne",)]),
        ("Roy, Anne\nLuc", [("Roy, Anne",), ("Luc",)]),
        ("Roy, Anne\nA, B, C", [("Roy, Anne",), ("A, B, C",)]),
        # They do not if another sign separates people on a line.
        ("Roy, Anne & Luc\nCôté, Zoé", [("Roy, Anne & Luc",), ("Côté, Zoé",)]),
        # Commas also separate cells under titles, and between quoted cells.
        ("Nom,Prénom\nRoy,Anne", [("Nom", "Prénom"), ("Roy", "Anne")]),
        ('"Roy, Anne", Luc\nZoé', [("Roy, Anne", "Luc"), ("Zoé",)]),
        ('"Roy, A." , "Luc"', [("Roy, A.", "Luc")]),
        # A quoted cell may follow a space, and may contain the separator or the end of a line.
        ('Anne; "Roy; Luc"\nZoé;Côté', [("Anne", "Roy; Luc"), ("Zoé", "Côté")]),
        ('Anne;"Roy\r\nCôté"\nZoé;Luc', [("Anne", "Roy Côté"), ("Zoé", "Luc")]),
        # A quotation mark that is never closed is an ordinary character.
        ('Anne;"Roy\nZoé;Luc', [("Anne", '"Roy'), ("Zoé", "Luc")]),
        # The line that Excel writes above a table names the separator, which may also be a
        # comma.
        ("sep=;\nAnne;Roy", [("Anne", "Roy")]),
        ('"sep=,"\nAnne,Roy', [("Anne", "Roy")]),
        ("\ufeffAnne\nLuc", [("Anne",), ("Luc",)]),
    ],
)
def test_what_parts_a_text(text, expected):
    assert cells(text) == expected


@pytest.mark.parametrize(
    ("raw", "cell"),
    [
        ("  Anne   Roy ", "Anne Roy"),
        ("Anne\u00a0 Roy", "Anne Roy"),
        ("Anne \t \t Roy", "Anne \tRoy"),
        ("« Anne »", "Anne"),
        ("«\u202fAnne\u00a0»", "Anne"),
        ("“Anne”", "Anne"),
        ('"Anne"', "Anne"),
        # Two quoted names keep their quotation marks, and a single mark is an ordinary
        # character.
        ("« Anne » et « Luc »", "« Anne » et « Luc »"),
        ('"Anne" et "Luc"', '"Anne" et "Luc"'),
        ('"', '"'),
        # A spreadsheet puts an apostrophe before a text that it would run as a formula.
        ("'=1+1", "=1+1"),
        ("'+33 6", "+33 6"),
        ("'-5", "-5"),
        ("'@anne", "@anne"),
        ("'Anne", "'Anne"),
    ],
)
def test_what_is_left_of_a_cell(raw, cell):
    # A second line is added, so that quotation marks around the first one are not read as a
    # table.
    assert lines_of(f"{raw}\nLuc")[0].cells == (cell,)


def test_two_quotes_around_nothing_are_nothing():
    assert numbered('""\nAnne') == [(2, "Anne")]


def test_lines_have_the_numbers_of_the_text():
    assert numbered("Anne\n\nLuc") == [(1, "Anne"), (3, "Luc")]
    assert numbered("Anne;Roy\n\n;\nLuc;Côté") == [(1, "Anne", "Roy"), (4, "Luc", "Côté")]
    # This also holds below the line that names the separator, and below a cell of two lines.
    assert numbered("sep=;\nAnne;Roy\nLuc;Côté") == [(2, "Anne", "Roy"), (3, "Luc", "Côté")]
    assert numbered("sep=:\nAnne\nLuc") == [(2, "Anne"), (3, "Luc")]
    assert numbered('A;"B\nC"\nD;E') == [(1, "A", "B C"), (3, "D", "E")]
    assert lines_of("sep=;\nAnne;Roy")[0] == CellLine(2, ("Anne", "Roy"), ";")
    assert lines_of("Anne")[0] == CellLine(1, ("Anne",), "")


def test_a_cell_longer_than_any_list_makes_the_rest_plain_lines():
    long = "x" * (csv.field_size_limit() + 1)
    lines = lines_of(f"sep=;\nAnne;Roy\n{long};Luc\nZoé;Côté")
    assert [(line.at, line.sign) for line in lines] == [(2, ";"), (3, ";"), (4, ";")]
    assert lines[1].cells == (f"{long};Luc",)
    assert lines[2].cells == ("Zoé;Côté",)
