"""Tests of pasted lists of entrants and of spreadsheet exports: they are understood, or refused."""

from io import BytesIO

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from openpyxl import Workbook

from tests import factories
from tests.plain import plain
from tests.tournaments.evening import evening, send_list
from tournaments.models import LogEntry, Tournament

pytestmark = pytest.mark.django_db

PAIRS = [["Anne Roy", "Bruno d’Or"], ["Chloé Lefèvre", "Zoé Noël"]]
LINES = ["Anne Roy{}Bruno d’Or", "Chloé Lefèvre{}Zoé Noël"]
HEADED = "Équipe;Joueur 1;Joueur 2;Téléphone\r\n"


def entered(night, text=None, file=None):
    """Post a list on the page of entrants; return (people of each entrant, status, text of the
    page).
    """
    officer = factories.browser(factories.member(night.club, "officer"))
    sent = SimpleUploadedFile("liste.csv", file) if file is not None else None
    answer = send_list(officer, f"/tournois/{night.id}/inscrits/", text or "", sent)
    people = [
        [person["name"] for person in entrant["players"]]
        for entrant in night.do("get", "entrants/")
    ]
    return people, answer.status_code, plain(answer.content.decode())


@pytest.mark.parametrize(
    "mark", [";", "\t", "|", " | ", " & ", " / ", " + ", ", ", " et ", " - ", " – "]
)
def test_two_people_of_a_line_whatever_is_between_them(mark):
    text = "\n".join(line.format(mark) for line in LINES)
    assert entered(evening(), text)[:2] == (PAIRS, 302)


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "cp1252", "utf-16", "utf-16-le"])
@pytest.mark.parametrize("head", ["", "sep=;\r\n"])
def test_a_french_excel_file(encoding, head):
    rows = [";".join(f'"{name}"' for name in pair) for pair in PAIRS]
    file = (head + "\r\n".join(rows)).encode(encoding)
    assert entered(evening(), file=file)[:2] == (PAIRS, 302)


def test_quoted_cells_are_parted_by_a_comma_too():
    rows = "\n".join(",".join(f'"{name}"' for name in pair) for pair in PAIRS)
    assert entered(evening(), rows)[:2] == (PAIRS, 302)


def test_columns_are_known_by_their_titles_and_others_passed_over():
    rows = [f"{at};{name};{other};06" for at, (name, other) in enumerate(PAIRS, start=1)]
    people, code, _text = entered(evening(), file=(HEADED + "\r\n".join(rows)).encode("cp1252"))
    assert (people, code) == (PAIRS, 302)
    night = evening(game="yams")
    text = "Nom;Prénom;Club\nRoy;Anne;Cercle"
    assert entered(night, text)[:2] == ([["Anne Roy"]], 302)
    assert night.do("get", "entrants/")[0]["club"] == "Cercle"


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("Anne;Bruno;Chloé", "3 personnes : ici 2 au plus."),
        ("Anne & Bruno\nAndrÃ© & Zoé", "Ces lettres ont été mal lues"),
        ("Anne & Bruno\nAndr\ufffd & Zoé", "Ces lettres ont été mal lues"),
    ],
)
def test_what_is_not_understood_is_shown_and_left_out(text, sentence):
    night = evening()
    officer = factories.browser(factories.member(night.club, "officer"))
    answer = officer.post(f"/tournois/{night.id}/inscrits/", {"entrants": text})
    assert sentence in plain(answer.content.decode())
    rest = [["Anne", "Bruno"]] if "&" in text else []
    assert entered(night, text)[:2] == (rest, 302)


@pytest.mark.parametrize(
    ("file", "sentence"),
    [
        (b"PK\x03\x04", "C'est un classeur"),
        ("André & François".encode("mac_roman"), "ne se lit pas comme du texte"),
    ],
)
def test_a_file_that_is_no_text_is_refused(file, sentence):
    people, code, page = entered(evening(), file=file)
    assert (people, code, sentence in page.replace("&#x27;", "'")) == ([], 400, True)


def test_both_apostrophes_are_one_person():
    night = evening("Anne d’Or")
    assert night.refusal("post", "entrants/", {"name": "anne d'or"})[1] == "entrant_repeated"


def workbook(rows):
    """Return an Excel file with these rows."""
    book = Workbook()
    for row in rows:
        book.active.append(row)
    file = BytesIO()
    book.save(file)
    return file.getvalue()


THIRTY_TWO = [[f"Éric {at}", f"Zoë d’Or {at}"] for at in range(32)]
SLASHED = [[" / ".join(pair), "10,00"] for pair in THIRTY_TWO]


@pytest.mark.parametrize(
    ("name", "file"),
    [
        ("liste.xlsx", workbook([["Paire", "Payé"], *SLASHED])),
        ("liste.csv", "\r\n".join(["Paire;Payé", *map(";".join, SLASHED)]).encode("cp1252")),
    ],
)
def test_a_french_excel_file_opens_a_tournament_and_once_more_changes_nothing(name, file):
    club = factories.club()
    officer = factories.browser(factories.member(club, "officer"))
    about = {"name": "Soirée", "club": club.slug, "ruleset": "dix traditionnel", "format": "swiss"}
    about |= {"date": "2026-12-01"}
    page = officer.post("/tournois/nouveau/", about | {"file": SimpleUploadedFile(name, file)})
    assert (page.status_code, page.context["list"]["count"]) == (200, 32)
    assert not Tournament.objects.exists()
    # The form contains the list and everything that was typed, and can be sent unchanged.
    typed = {name: value for name, value in page.context["form"].initial.items() if value}
    assert typed.items() >= about.items()
    sent = officer.post("/tournois/nouveau/", typed | {"seen": page.context["list"]["seen"]})
    assert sent.status_code == 302, sent.context["form"].errors
    (made,) = Tournament.objects.all()
    home = f"/tournois/{made.pk}/inscrits/"
    assert made.entrants.count() == 32
    before = LogEntry.objects.count()
    again = send_list(officer, home, "", SimpleUploadedFile(name, file))
    assert (again.status_code, made.entrants.count()) == (302, 32)
    assert LogEntry.objects.count() == before


def test_a_file_that_is_no_list_says_so_next_to_it_and_keeps_what_was_typed():
    club = factories.club()
    officer = factories.browser(factories.member(club, "officer"))
    file = SimpleUploadedFile("liste.csv", b"\x00\x01\x02\xff" * 40)
    page = officer.post("/tournois/nouveau/", {"name": "Soirée", "club": club.slug, "file": file})
    assert page.status_code == 200
    assert page.context["file_faults"] != []
    assert page.context["form"]["name"].value() == "Soirée"
