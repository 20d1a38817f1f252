"""A tournament for spreadsheets: what was pasted comes out again, for organisers alone."""

import csv
import io

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from openpyxl import load_workbook

from core.keyed import delete_rows
from tests import factories
from tests.tournaments.evening import evening, result_of, send_list
from tournaments.models import Entrant, LogEntry

pytestmark = pytest.mark.django_db

PASTED = (
    "Nom;Prénom;Nom du partenaire;Prénom du partenaire;Club;Téléphone;Tél 2;Licence;Réglé\n"
    "Roy;Anne;Cyr;Bruno;Le Valet;+33 6 12;0612345678;007;7,50\n"
    "Dion;Zoé;Fortin;Yves;;;;;oui\n"
    "Blais;Ida;Caron;Luc;;06 1;;;non"
)


@pytest.fixture
def night():
    return evening()


@pytest.fixture
def officer(night):
    return factories.browser(factories.member(night.club, "officer"))


def paste(night, officer, text=PASTED):
    assert send_list(officer, f"/tournois/{night.id}/inscrits/", text).status_code == 302
    return list(Entrant.objects.order_by("number").values_list("phone", "licence", "paid"))


def table(content, between):
    return list(csv.reader(io.StringIO(content.decode("utf-8-sig"), newline=""), delimiter=between))


def test_columns_that_are_known_are_kept_and_come_out_again(night, officer):
    expected = [("+33 6 12 / 0612345678", "007", 750), ("", "", 0), ("06 1", "", None)]
    assert paste(night, officer) == expected
    address = f"/tournois/{night.id}/fichiers/inscrits/"
    french = table(officer.get(f"{address}?dialect=fr").content, ";")
    assert french[0] == [
        *("nom", "personnes", "club", "tête de série", "état", "réglé", "téléphone", "licence")
    ]
    assert french[1][4:] == ["inscrit", "7,50", "'+33 6 12 / 0612345678", "'007"]
    english = table(officer.get(address).content, ",")
    assert english[1][5] == "7.50"
    book = load_workbook(io.BytesIO(officer.get(f"{address}?format=xlsx").content))
    rows = [list(row) for row in book.worksheets[0].iter_rows(values_only=True)]
    assert rows[1][4:] == ["inscrit", 7.5, "+33 6 12 / 0612345678", "007"]


@pytest.mark.parametrize("query", ["", "?dialect=fr", "?format=xlsx"])
def test_a_file_pasted_again_gives_the_same_entrants(night, officer, query):
    before = paste(night, officer)
    file = officer.get(f"/tournois/{night.id}/fichiers/inscrits/{query}").content
    delete_rows(Entrant.objects.all(), tournament=night.id)
    other = evening(name="Autre")
    club_officer = factories.browser(factories.member(other.club, "officer"))
    name = "a.xlsx" if "xlsx" in query else "a.csv"
    sent = send_list(
        club_officer,
        f"/tournois/{other.id}/inscrits/",
        file=SimpleUploadedFile(name, file),
    )
    assert sent.status_code == 302
    rows = Entrant.objects.filter(tournament=other.id).order_by("number")
    assert list(rows.values_list("phone", "licence", "paid")) == before


def test_phones_are_for_organisers_alone_and_in_no_log(night, officer):
    paste(night, officer)
    stranger = factories.browser()
    for kind in ("inscrits/", "json/", "csv/", "tableur/"):
        content = stranger.get(f"/tournois/{night.id}/fichiers/{kind}").content
        if kind == "tableur/":
            book = load_workbook(io.BytesIO(content))
            cells = [cell for sheet in book for row in sheet.values for cell in row]
            assert not any("0612345678" in str(cell) or cell == "téléphone" for cell in cells)
        else:
            assert b"0612345678" not in content
    assert "phone" not in night.do("get", "entrants/", client=factories.api())[0]
    assert night.do("get", "entrants/")[0]["phone"] == "+33 6 12 / 0612345678"
    assert "0612345678" not in str(list(LogEntry.objects.values_list("data", flat=True)))


def test_an_export_of_an_organiser_gives_phones_back(night, officer):
    before = paste(night, officer)
    body = night.do("get", "export/")
    answer = night.client.post("/api/v1/tournaments/import/", body)
    assert answer.status_code == 201, answer.json()
    rows = Entrant.objects.filter(tournament=answer.json()["id"]).order_by("number")
    assert list(rows.values_list("phone", "licence", "paid")) == before


def test_a_program_asks_for_one_table_in_a_dialect(night, officer):
    paste(night, officer)
    drawn = night.draw()
    table_played = next(candidate for candidate in drawn["tables"] if not candidate["bye"])
    night.do("post", result_of(drawn, table_played), {"scores": [500, 320]})
    export = f"/api/v1/tournaments/{night.id}/export/"
    answer = night.client.get(f"{export}?format=csv&table=standings&dialect=fr")
    rows = table(answer.content, ";")
    assert rows[0][:5] == ["rang", "nom", "personnes", "club", "points"]
    assert rows[0][-3:] == ["ronde 1, contre", "ronde 1, marqué", "ronde 1, encaissé"]
    assert {tuple(row[-2:]) for row in rows[1:]} >= {("500", "320"), ("320", "500")}
    for query, code in (("dialect=de", "dialect_unknown"), ("table=x", "export_table_unknown")):
        refused = night.client.get(f"{export}?format=csv&{query}")
        assert (refused.status_code, refused.json()["errors"][0]["code"]) == (400, code)
    whole = night.client.get(f"{export}?format=xlsx")
    sheets = load_workbook(io.BytesIO(whole.content)).sheetnames
    assert sheets == ["Inscrits", "Classement", "Tables"]


def test_a_phone_leaves_with_the_person_whom_another_replaces(night, officer):
    paste(night, officer)
    night.do("patch", "entrants/1/", {"players": [{"name": "Anne Roy"}, {"name": "Max Côté"}]})
    assert Entrant.objects.get(number=1).phone == ""
    night.do("patch", "entrants/1/", {"phone": "06 2"})
    assert Entrant.objects.get(number=1).phone == "06 2"
    assert (
        "Téléphone ou licence noté"
        in officer.get(f"/tournois/{night.id}/journal/").content.decode()
    )


def test_people_and_challenges_are_files_too():
    club = factories.club()
    factories.player("=Anne", club)
    client = factories.api(factories.member(club, "officer"))
    answer = client.get(f"/api/v1/clubs/{club.slug}/players/export/?format=xlsx")
    rows = list(load_workbook(io.BytesIO(answer.content)).worksheets[0].values)
    assert rows[1][:3] == ("=Anne", "nom complet", "non") or rows[1][0] == "=Anne"
    page = factories.browser().get(f"/clubs/{club.slug}/joueurs/fichier/?dialect=fr")
    assert table(page.content, ";") == [["nom"], ["'=Anne"]]


def test_a_forgotten_person_leaves_no_phone():
    made = evening()
    zoe = factories.player("Zoé Dion", made.club)
    entrant = {"players": [{"player": zoe.pk}, {"name": "Yves"}], "phone": "06 1", "licence": "7"}
    made.do("post", "entrants/", entrant)
    factories.api(factories.site_owner()).delete(f"/api/v1/players/{zoe.pk}/")
    assert list(Entrant.objects.values_list("phone", "licence")) == [("", "")]
