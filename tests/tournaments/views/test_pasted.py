"""Lists of entrants as they are pasted or exported by spreadsheets: understood, or refused."""

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from tests import factories
from tests.plain import plain
from tests.tournaments.evening import evening, send_list

pytestmark = pytest.mark.django_db

PAIRS = [["Anne Roy", "Bruno d’Or"], ["Chloé Lefèvre", "Zoé Noël"]]
LINES = ["Anne Roy{}Bruno d’Or", "Chloé Lefèvre{}Zoé Noël"]
HEADED = "Équipe;Joueur 1;Joueur 2;Téléphone\r\n"


def entered(night, text=None, file=None):
    """Post a list on the page of entrants; who is entered then, and what it says."""
    officer = factories.browser(factories.member(night.club, "officer"))
    sent = SimpleUploadedFile("liste.csv", file) if file is not None else None
    answer = send_list(officer, f"/tournois/{night.id}/inscrits/", text or "", sent)
    people = [[who["name"] for who in one["players"]] for one in night.do("get", "entrants/")]
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
    rows = [f"{at};{one};{other};06" for at, (one, other) in enumerate(PAIRS, start=1)]
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
