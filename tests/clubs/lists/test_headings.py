"""A header line or a title that is pasted with a list is no person."""

import pytest

from clubs.lists.reading import read

TITLES = [
    "Tournoi du 12 mars",
    "CONCOURS DE LA SAINT-MARTIN",
    "Soirée du jeudi 5 novembre",
    "Noms et prénoms des joueurs",
    "Inscriptions :",
    "Tournoi de Noël / Salle des fêtes",
    "Saison 2026-2027",
    "List of players",
    "Championship, 5 november;;",
    "Paires du mardi",
    "Les joueurs du jeudi soir",
    "Tuesday pairs",
    "Mardi",
]


@pytest.mark.parametrize("title", TITLES)
@pytest.mark.parametrize("size", [1, 2])
def test_a_title_above_a_list_is_no_person(title, size):
    first, *rest = read(f"{title}\nAnne Roy\nBruno Cyr", size=size)
    assert [remark.code for remark in first.remarks] == ["header"]
    assert [row.people for row in rest] == [("Anne Roy",), ("Bruno Cyr",)]


def test_a_part_of_a_list_has_a_title_too():
    rows = read("Anne\nPrésents :\nBruno\nPaires du mardi\nListe d'attente\nZoé")
    assert [row.people[0] for row in rows if not row.out] == ["Anne", "Bruno", "Zoé"]


@pytest.mark.parametrize(
    "text",
    [
        "Équipe rouge\nÉquipe bleue",
        "Club des As",
        "Anne\nClub des As",
        "Rose Mars\nJean Coupe",
        "Jean Vendredi\nZoé",
    ],
)
def test_teams_and_surnames_stay_names(text):
    assert not any(row.out for row in read(text))
