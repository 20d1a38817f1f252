"""What one cell of a list means: people, an empty place, a number, a total, or a contact."""

import pytest

from clubs.lists.people import (
    has_bare_number,
    is_label,
    is_nobody,
    is_total,
    is_value,
    parted,
    straight,
    team_of,
    without_contact,
    without_number,
)


@pytest.mark.parametrize(
    "cell",
    [
        *("", "?", "X", "xx", "XXX", "à trouver", "Cherche", "cherche partenaire", "seul", "SEULE"),
        *("cherche un partenaire", "Recherche partenaire", "sans partenaire", "personne", "libre"),
        *("partenaire", "à définir", "vide", "none", "nobody", "TBD", "NA", "no partner"),
        *("looking for partner", "Partner wanted"),
    ],
)
def test_a_place_for_nobody_yet(cell):
    assert is_nobody(cell)


@pytest.mark.parametrize("cell", ["Anne", "Xavier", "Libre Luc", "seule Anne", "N/A"])
def test_somebody_is_not_nobody(cell):
    assert not is_nobody(cell)


@pytest.mark.parametrize(
    "cell",
    [
        *("", "12", "12/01/2026", "10 €", "10 EUR", "1 euro", "5 euros", "1 pt", "30 pts", "2 h"),
        *("12 ans", "oui", "NON", "yes", "no", "OK", "payé", "Paye", "payée", "payee", "-", "?"),
    ],
)
def test_a_value_is_no_name(cell):
    assert is_value(cell)
    assert not is_value(f"Anne {cell}")


@pytest.mark.parametrize(
    "cell",
    [
        *("Total", "TOTAL : 12", "Totaux", "Total général", "total inscrits", "Soit 12 paires"),
        *("12 inscrits", "1 paire", "24 joueurs en tout", "8 équipes", "Nb : 4"),
        *("Nombre de joueurs 12", "Somme 120", "Sous-total 4", "12 players", "3 teams"),
    ],
)
def test_what_counts_the_lines_above(cell):
    assert is_total(cell)


@pytest.mark.parametrize("cell", ["Anne", "Total Luc", "Soit Luc", "12 Anne", "Nbah 4"])
def test_what_counts_nothing(cell):
    assert not is_total(cell)


@pytest.mark.parametrize(
    ("cell", "label"),
    [
        *(("Équipe 3", True), ("Paire n° 12", True), ("Table 1", True), ("Team 4", True)),
        *(("N° 5", True), ("Poule 2", True), ("Équipe", False), ("Équipe Roy", False)),
        ("Équipe 12345", False),
    ],
)
def test_what_only_numbers_a_line(cell, label):
    assert is_label(cell) is label


@pytest.mark.parametrize(
    ("cell", "bare", "taken"),
    [
        ("Anne Roy", "Anne Roy", ""),
        ("Anne Roy (06 12 34 56 78)", "Anne Roy", "06 12 34 56 78"),
        ("Anne Roy <anne.roy@club.example>", "Anne Roy", "<anne.roy@club.example>"),
        ("Anne, tél. 0612345678", "Anne", "tél. 0612345678"),
        ("Anne - +33 6 12 34 56 78", "Anne", "+33 6 12 34 56 78"),
        ("a@b.fr Anne 06.12.34.56.78", "Anne", "a@b.fr 06.12.34.56.78"),
        # Too few digits for a telephone number, and no valid e-mail address.
        ("Anne 12345678", "Anne 12345678", ""),
        ("Anne @ home", "Anne @ home", ""),
    ],
)
def test_a_contact_is_taken_out(cell, bare, taken):
    assert (without_contact(cell)[0], without_contact(cell)[1].strip("() ")) == (bare, taken)


@pytest.mark.parametrize(
    ("cell", "bare", "with_bare"),
    [
        *(
            ("1. Anne", "Anne", "Anne"),
            ("12) Anne", "Anne", "Anne"),
            ("n° 3 : Anne", "Anne", "Anne"),
        ),
        *(("3 - Anne", "Anne", "Anne"), ("• Anne", "Anne", "Anne"), ("- 2. Anne", "Anne", "Anne")),
        *(("☑ Anne", "Anne", "Anne"), ("4 Anne", "4 Anne", "Anne"), ("12", "12", "12")),
        # A number is only taken off before a name, and only if it has at most four digits.
        *(("3.", "3.", "3."), ("12345. Anne", "12345. Anne", "12345. Anne")),
        ("3-Anne", "3-Anne", "3-Anne"),
    ],
)
def test_a_lines_number_is_taken_off(cell, bare, with_bare):
    assert (without_number(cell), without_number(cell, bare=True)) == (bare, with_bare)


def test_a_bare_number_begins_a_line():
    assert [has_bare_number(cell) for cell in ("4 Anne", "4. Anne", "Anne 4", "4", "12345 A")] == [
        *(True, False, False, False, False)
    ]


@pytest.mark.parametrize(
    ("cell", "people"),
    [
        ("Anne / Luc", ["Anne", "Luc"]),
        ("Anne & Luc + Zoé", ["Anne", "Luc", "Zoé"]),
        ("Anne et Luc", ["Anne", "Luc"]),
        ("Anne AND Luc", ["Anne", "Luc"]),
        ("Anne avec Luc", ["Anne", "Luc"]),
        ("Anne with Luc", ["Anne", "Luc"]),
        ("Anne - Luc", ["Anne", "Luc"]),
        ("Anne – Luc", ["Anne", "Luc"]),
        ("Anne, Luc", ["Anne", "Luc"]),
        # A cell is split at its surest separator; a weaker separator then belongs to a name.
        ("Roy, Anne / Côté, Luc", ["Roy, Anne", "Côté, Luc"]),
        ("Anne et Luc - Zoé", ["Anne", "Luc - Zoé"]),
        ("Anne-Marie Roy", ["Anne-Marie Roy"]),
        # A separator splits the cell even if nobody follows it.
        ("Roy, Anne /", ["Roy, Anne"]),
        (" ", []),
    ],
)
def test_the_people_of_a_cell(cell, people):
    assert parted(cell) == people


@pytest.mark.parametrize(
    ("cell", "expected"),
    [
        ("Les As : Anne & Luc", ("Les As", "Anne & Luc")),
        ("Les As: Anne, Luc", ("Les As", "Anne, Luc")),
        # With only one person after the colon, or without a space after it, there is no team
        # name.
        ("Les As : Anne", ("", "Les As : Anne")),
        ("Les As :Anne & Luc", ("", "Les As :Anne & Luc")),
        ("Anne & Luc", ("", "Anne & Luc")),
    ],
)
def test_the_name_before_the_people(cell, expected):
    assert team_of(cell) == expected


def test_a_surname_before_a_comma_comes_last():
    assert [
        straight(name) for name in ("Roy, Anne", "Roy ,Anne", "Anne Roy", "A, B, C", "Roy,")
    ] == [*("Anne Roy", "Anne Roy", "Anne Roy", "A, B, C", "Roy,")]
