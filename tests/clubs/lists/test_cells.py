"""Which sign parts a text into cells, and what is left of each cell."""

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
        # A sign of tables on most lines.
        ("Anne;Roy\nLuc;Côté", [("Anne", "Roy"), ("Luc", "Côté")]),
        ("Anne\tRoy\nLuc\tCôté", [("Anne", "Roy"), ("Luc", "Côté")]),
        ("Anne|Roy\nLuc|Côté", [("Anne", "Roy"), ("Luc", "Côté")]),
        # On one of two, which are not most, it is part of a name.
        ("Anne;Roy\nLuc", [("Anne;Roy",), ("Luc",)]),
        # As many commas on each of several lines.
        ("Roy, Anne\nCôté, Luc", [("Roy", "Anne"), ("Côté", "Luc")]),
        ("Roy, Anne", [("Roy, Anne",)]),
        ("Roy, Anne\nLuc", [("Roy, Anne",), ("Luc",)]),
        ("Roy, Anne\nA, B, C", [("Roy, Anne",), ("A, B, C",)]),
        # Unless people stand on a line that another sign parts.
        ("Roy, Anne & Luc\nCôté, Zoé", [("Roy, Anne & Luc",), ("Côté, Zoé",)]),
        # Commas under titles, or between quotes.
        ("Nom,Prénom\nRoy,Anne", [("Nom", "Prénom"), ("Roy", "Anne")]),
        ('"Roy, Anne", Luc\nZoé', [("Roy, Anne", "Luc"), ("Zoé",)]),
        ('"Roy, A." , "Luc"', [("Roy, A.", "Luc")]),
        # A quote may stand behind a space, and hold the sign or the end of a line.
        ('Anne; "Roy; Luc"\nZoé;Côté', [("Anne", "Roy; Luc"), ("Zoé", "Côté")]),
        ('Anne;"Roy\r\nCôté"\nZoé;Luc', [("Anne", "Roy Côté"), ("Zoé", "Luc")]),
        # A quote that nothing closes is a letter.
        ('Anne;"Roy\nZoé;Luc', [("Anne", '"Roy'), ("Zoé", "Luc")]),
        # What Excel writes above a table names its sign, also a comma.
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
        # Two names between quotes keep theirs, and a quote alone is a letter.
        ("« Anne » et « Luc »", "« Anne » et « Luc »"),
        ('"Anne" et "Luc"', '"Anne" et "Luc"'),
        ('"', '"'),
        # A spreadsheet guards what it would run.
        ("'=1+1", "=1+1"),
        ("'+33 6", "+33 6"),
        ("'-5", "-5"),
        ("'@anne", "@anne"),
        ("'Anne", "'Anne"),
    ],
)
def test_what_is_left_of_a_cell(raw, cell):
    # With a second line, so that quotes around the first are no table.
    assert lines_of(f"{raw}\nLuc")[0].cells == (cell,)


def test_two_quotes_around_nothing_are_nothing():
    assert numbered('""\nAnne') == [(2, "Anne")]


def test_lines_have_the_numbers_of_the_text():
    assert numbered("Anne\n\nLuc") == [(1, "Anne"), (3, "Luc")]
    assert numbered("Anne;Roy\n\n;\nLuc;Côté") == [(1, "Anne", "Roy"), (4, "Luc", "Côté")]
    # Also below the line that names the sign, and below a cell of two lines.
    assert numbered("sep=;\nAnne;Roy\nLuc;Côté") == [(2, "Anne", "Roy"), (3, "Luc", "Côté")]
    assert numbered("sep=:\nAnne\nLuc") == [(2, "Anne"), (3, "Luc")]
    assert numbered('A;"B\nC"\nD;E') == [(1, "A", "B C"), (3, "D", "E")]
    assert lines_of("sep=;\nAnne;Roy")[0] == CellLine(2, ("Anne", "Roy"), ";")
    assert lines_of("Anne")[0] == CellLine(1, ("Anne",), "")


def test_a_cell_longer_than_any_list_makes_the_rest_plain_lines():
    long = "x" * (csv.field_size_limit() + 1)
    found = lines_of(f"sep=;\nAnne;Roy\n{long};Luc\nZoé;Côté")
    assert [(line.at, line.sign) for line in found] == [(2, ";"), (3, ";"), (4, ";")]
    assert found[1].cells == (f"{long};Luc",)
    assert found[2].cells == ("Zoé;Côté",)
