"""The remarks on the rows of a list: what was left out, joined or split, and what keeps a row
out.
"""

import pytest

from clubs.lists import reading
from clubs.lists.reading import ListFault, Remark, Row, read


def rows_read(text, size=1):
    """Return each row as its line number, its people, and the parameters of its remarks by code."""
    return [
        (row.at, row.people, {remark.code: dict(remark.params) for remark in row.remarks})
        for row in read(text, size=size)
    ]


def test_under_titles_a_seed_is_a_number_and_a_total_is_none():
    text = (
        "Nom;Prénom;Tête de série;Club;Téléphone\n"
        "Roy;Anne;1;Le club;06 12 34 56 78\n"
        "Côté;Luc;x;;\n"
        "Or;Zoé;40000;;\n"
        "Zed;Max;32767;;\n"
        "Total;3;;;\n"
        "12;;;;"
    )
    assert rows_read(text) == [
        (1, ("Nom",), {"header": {}}),
        (2, ("Anne Roy",), {}),
        (3, ("Luc Côté",), {"seed_invalid": {"value": "x"}}),
        (4, ("Zoé Or",), {"seed_invalid": {"value": "40000"}}),
        (5, ("Max Zed",), {}),
        (6, ("Total",), {"total": {}}),
        (7, ("12",), {"number": {}}),
    ]
    rows = read(text)
    assert [row.seed for row in rows] == [None, 1, None, None, 32767, None, None]
    assert [row.club for row in rows[:3]] == ["", "Le club", ""]


def test_under_titles_of_two_people():
    text = (
        "Équipe;Joueur 1;Joueur 2\nLes As;Anne;Luc\nÉquipe 3;Zoé;?\n;Roy, Yves;Max a@b.fr\n;12;13"
    )
    assert rows_read(text, 2) == [
        (1, ("Équipe",), {"header": {}}),
        (2, ("Anne", "Luc"), {}),
        (3, ("Zoé",), {"alone": {}}),
        (4, ("Yves Roy", "Max"), {"left": {"cells": "a@b.fr"}}),
        (5, ("12",), {"number": {}}),
    ]
    # « Équipe 3 » is the number of a table, not an entrant's name.
    assert [row.name for row in read(text, size=2)] == ["", "Les As", "", "", ""]


def test_a_column_of_people_holds_a_whole_entrant():
    assert rows_read("Joueurs;Club\nAnne & Luc;A\nRoy, Zoé;B") == [
        (1, ("Joueurs",), {"header": {}}),
        (2, ("Anne",), {"split": {}}),
        (2, ("Luc",), {"split": {}}),
        (3, ("Zoé Roy",), {"flipped": {"name": "Roy, Zoé"}}),
    ]


@pytest.mark.parametrize(
    ("text", "size", "expected"),
    [
        # Several entrants on one line.
        (
            "Anne / Luc, Zoé / Max",
            2,
            [(1, ("Anne", "Luc"), {"split": {}}), (1, ("Zoé", "Max"), {"split": {}})],
        ),
        ("Anne, Luc, Zoé", 1, [(1, (name,), {"split": {}}) for name in ("Anne", "Luc", "Zoé")]),
        ("Anne & Luc", 1, [(1, (name,), {"split": {}}) for name in ("Anne", "Luc")]),
        ("Anne, ?", 1, [(1, ("? Anne",), {"flipped": {"name": "Anne, ?"}})]),
        # The form « Roy, Anne »: surname, comma, first name.
        (
            "Roy, Anne\nCôté, Luc\nZoé\nMax",
            1,
            [
                (1, ("Anne Roy",), {"flipped": {"name": "Roy, Anne"}}),
                (2, ("Luc Côté",), {"flipped": {"name": "Côté, Luc"}}),
                (3, ("Zoé",), {}),
                (4, ("Max",), {}),
            ],
        ),
        # Cells without titles: a surname, a first name, and other things that are left out.
        (
            "Roy;Anne;1200;06 12 34 56 78\nCôté;Luc;-;",
            1,
            [
                (1, ("Roy Anne",), {"left": {"cells": "1200 ; 06 12 34 56 78"}, "joined": {}}),
                (2, ("Côté Luc",), {"joined": {}}),
            ],
        ),
        (
            "Anne Roy;Le club\nLuc Côté;Le club",
            1,
            [
                (1, ("Anne Roy",), {"left": {"cells": "Le club"}}),
                (2, ("Luc Côté",), {"left": {"cells": "Le club"}}),
            ],
        ),
        # Four words make two names.
        (
            "Anne;Roy;Luc;Côté\nZ;Or;Max;Li",
            2,
            [
                (1, ("Anne Roy", "Luc Côté"), {"joined": {}}),
                (2, ("Z Or", "Max Li"), {"joined": {}}),
            ],
        ),
        # One cell holds the whole entrant. Before it stands the entrant's name or number, after
        # it something else.
        (
            "1;Anne / Luc;fort;12\n2;Zoé / Max;faible;",
            2,
            [
                (1, ("Anne", "Luc"), {"left": {"cells": "fort"}}),
                (2, ("Zoé", "Max"), {"left": {"cells": "faible"}}),
            ],
        ),
        # Lines that are a total, a number or a contact, and a contact beside a name.
        (
            "Anne\nTotal 2\n12\n06 12 34 56 78\nLuc 06 12 34 56 78",
            1,
            [
                (1, ("Anne",), {}),
                (2, ("Total 2",), {"total": {}}),
                (3, ("12",), {"number": {}}),
                (
                    4,
                    ("06 12 34 56 78",),
                    {"left": {"cells": "06 12 34 56 78"}, "number": {}},
                ),
                (5, ("Luc",), {"left": {"cells": "06 12 34 56 78"}}),
            ],
        ),
        ("1. Total 2\n2. Anne", 1, [(1, ("Total 2",), {"total": {}}), (2, ("Anne",), {})]),
        # Numbers without a sign are the lines' own numbers only if all lines have one.
        ("1 Anne\n2 Luc", 1, [(1, ("Anne",), {}), (2, ("Luc",), {})]),
        ("1 Anne\nLuc", 1, [(1, ("1 Anne",), {}), (2, ("Luc",), {})]),
        # Too many people on a line, and too few.
        (
            "Anne & Luc & Zoé\nAnne\nMax & ?",
            2,
            [
                (1, ("Anne", "Luc", "Zoé"), {"too_many": {"count": 3, "size": 2}}),
                (2, ("Anne",), {"alone": {}}),
                (3, ("Max",), {"alone": {}}),
            ],
        ),
        # « Joueur 1 » and « Joueur 2 » are column titles on one line, but invented names on
        # separate lines.
        ("Joueur 1\nJoueur 2", 1, [(1, ("Joueur 1",), {}), (2, ("Joueur 2",), {})]),
        # Texts that cannot be a name.
        ("x" * 90, 1, [(1, (), {"name_too_long": {}})]),
        ("Anne\x07", 1, [(1, (), {"name_control": {}})]),
        ("Anne " * 101, 1, [(1, (), {"line_too_long": {}})]),
    ],
)
def test_what_is_remarked(text, size, expected):
    assert rows_read(text, size) == expected


def test_an_entrants_own_name():
    named = read("Les As : Anne & Luc\nBleu : Zoé & Max", size=2)
    assert [(row.name, row.people) for row in named] == [
        ("Les As", ("Anne", "Luc")),
        ("Bleu", ("Zoé", "Max")),
    ]
    cells = read("Bleu;Anne / Luc\nVert;Zoé / Max", size=2)
    assert [row.name for row in cells] == ["Bleu", "Vert"]
    # A cell that repeats the people's own names is not the name of their pair.
    assert read("Équipe;Joueurs\nAnne & Luc;Anne / Luc", size=2)[1].name == ""


def test_what_of_a_long_line_is_shown():
    (row,) = read(f"{'Anne ' * 30}Luc 06 12 34 56 78", size=1)
    assert len(row.text) == reading.SHOWN == 120
    twelve = read(" & ".join(f"N{at}" for at in range(20)), size=2)
    assert len(twelve[0].people) == reading.MOST_PEOPLE == 12
    assert dict(twelve[0].remarks[0].params) == {"count": 20, "size": 2}
    (total,) = read(f"1. Total {'x' * 50} {'y' * 50} 4")
    assert len(total.people[0]) == 80


def test_a_text_that_is_no_list():
    with pytest.raises(ListFault) as fault:
        read("a" * 400_001)
    assert (fault.value.code, fault.value.params) == ("list_too_long", {"most": 2000})
    with pytest.raises(ListFault) as fault:
        read("a\n" * 2001)
    assert (fault.value.code, fault.value.params) == ("list_too_many", {"most": 2000})
    assert len(read("a\n" * 2000)) == 2000
    # The limit holds also for entrants who share fewer lines.
    with pytest.raises(ListFault, match="list_too_many"):
        read("Ed & Al & Bo\n" * 700)


@pytest.mark.parametrize("code", sorted(reading.OUT))
def test_some_remarks_keep_a_row_out(code):
    assert Row(1, "Anne").with_remark(code).out
    assert Row(1, "Anne").with_remark("left").with_remark(code).out


def test_other_remarks_do_not():
    row = Row(1, "Anne")
    for code in ("alone", "left", "joined", "split", "flipped", "seed_invalid"):
        row = row.with_remark(code, value=1)
    assert not row.out
    assert row.remarks[0] == Remark("alone", {"value": 1})
