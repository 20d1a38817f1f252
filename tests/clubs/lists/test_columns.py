"""Column titles are recognised in the many ways in which clubs write them."""

import pytest

from clubs.lists.columns import Title, head_at, is_head, is_title, plain, title_of

TITLES = {
    "name": "Nom, NAME, Noms, Nom de famille, Surname, Family name, Nom joueur, Nom du joueur,"
    " Player name",
    "team": "Équipe, Team, Nom de l'équipe, Nom d’équipe, Team name, Paire, Pair, Doublette",
    "first": "Prénom, Prénoms, First name, Given name, Prénom joueur, Prénom du joueur",
    "full": "Nom Prénom, Nom et prénom, Prénom et nom, Nom complet, Full name, Joueur, J, P,"
    " Participante, Membre, Inscrit, Entrant",
    "people": "Personnes, People, Joueurs, Entrants, Paires, Équipes, Teams, Joueuses,"
    " Liste des inscrits, Liste des joueurs, Liste des participants, Noms des joueurs,"
    " Joueurs inscrits, Doublettes",
    "club": "Club, Association, Clubs",
    "seed": "Tête de série, Seed, Tête, TS",
    "other": "État, Mail, E-mail, Courriel, Adresse, N°, Rang, Points, Date,"
    " Horodateur, Remarque, Niveau, Table, Sexe, Civilité, Adresse mail, Adresse e-mail,"
    " Email address, Total",
    "phone": "Téléphone, Tél., Numéro de téléphone, Portable, Phone",
    "licence": "Licence, N° de licence, License",
    "paid": "Payé, Réglé, Paid",
}


@pytest.mark.parametrize("column", TITLES)
def test_the_titles_of_each_column(column):
    titles = [title.strip() for title in TITLES[column].split(",")]
    assert {title: title_of(title) for title in titles} == dict.fromkeys(titles, (column, None))


@pytest.mark.parametrize(
    ("title", "expected"),
    [
        ("Joueur 1", ("full", 0)),
        ("Joueur 2", ("full", 1)),
        ("Joueur A", ("full", 0)),
        ("Player b", ("full", 1)),
        ("J1", ("full", 0)),
        ("Prénom 2", ("first", 1)),
        ("Nom du joueur 2", ("name", 1)),
        ("Prénom J2", ("first", 1)),
        # Titles that mean the partner, who is always the second person.
        ("Partenaire", ("full", 1)),
        ("Partner", ("full", 1)),
        ("Équipier", ("full", 1)),
        ("Coéquipier", ("full", 1)),
        ("Partenaire 2", ("full", 1)),
        ("Nom du partenaire", ("name", 1)),
        ("Prénom de la coéquipier", ("first", 1)),
        ("Téléphone 2", ("phone", 1)),
        # Numbered, but of no person.
        ("Club 2", None),
        ("Joueur 3", None),
        ("Anne", None),
        ("", None),
    ],
)
def test_whose_column_a_numbered_title_is(title, expected):
    assert title_of(title) == expected
    assert is_title(title) is (expected is not None)


def test_alone_on_its_line_a_number_makes_somebody_without_a_name():
    assert title_of("Joueur 1", alone=True) is None
    assert title_of("Joueur", alone=True) == ("full", None)
    assert (is_head(["Joueur 1"]), is_head(["Joueur 1", "Joueur 2"])) == (False, True)


@pytest.mark.parametrize(
    ("cells", "head"),
    [
        (["Nom", "Prénom"], True),
        # At least half of the non-empty cells must be titles, and at least one of these must
        # name somebody.
        (["Nom", "Anne", ""], True),
        (["Nom", "Anne", "Luc"], False),
        (["Club", "Téléphone"], False),
        (["Club", "Équipe"], True),
        (["Nom"], True),
    ],
)
def test_what_line_names_the_columns(cells, head):
    assert is_head(cells) is head


def test_the_head_may_stand_below_the_evenings_title():
    head = (Title("name"), Title("first"))
    assert head_at([["Nom", "Prénom"]]) == (0, list(head))
    assert head_at([["Tournoi d'hiver", "12/01"], ["Nom", "Prénom"]]) == (1, list(head))
    assert head_at([["Tournoi"], ["le 12"], ["Anne"], [""], ["Nom", "", "Prénom"]]) == (
        4,
        [Title("name"), None, Title("first")],
    )
    # Only the first five lines are searched, and the search ends at a line of two names.
    assert head_at([["Tournoi"]] * 5 + [["Nom", "Prénom"]]) is None
    assert head_at([["Anne", "Luc"], ["Nom", "Prénom"]]) is None
    # Below the first line, a single title does not make a head.
    assert head_at([["Tournoi"], ["Nom"]]) is None


def test_the_second_column_of_a_title_is_the_second_persons():
    assert head_at([["Prénom", "Nom", "Prénom", "Nom", "Club"]]) == (
        0,
        [Title("first"), Title("name"), Title("first", 1), Title("name", 1), Title("club")],
    )
    assert head_at([["Joueur 2", "Joueur 1"]]) == (0, [Title("full", 1), Title("full")])


@pytest.mark.parametrize(
    ("text", "bare"),
    [
        ("  Prénom_du  JOUEUR ", "prenom du joueur"),
        ("N°", "n"),
        ("Œuvre-d’art", "œuvre d art"),
        ("Ærøskøbing", "ærøskøbing"),
        ("فَاطِمَة", "فاطمة"),
    ],
)
def test_what_of_a_title_counts(text, bare):
    assert plain(text) == bare
