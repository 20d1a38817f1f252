"""Tests of a tournament's files: each kind can be exported from its page and imported again."""

from html import unescape

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from tests import factories
from tests.extents import some
from tests.plain import plain
from tests.tournaments.api.test_files import TRF
from tests.tournaments.evening import BASE, PAIRS, Evening, evening, result_of, send_list
from tournaments.models import Entrant, Tournament

pytestmark = pytest.mark.django_db


def played(**changes):
    """Return an evening with a corrected result, a withdrawn entrant, and names that a spreadsheet
    might run.
    """
    night = evening("=A1", "@B", '"C"; D', "É & F", "-3", **changes)
    night.do("patch", "entrants/2/", {"seed": 1})
    first = night.draw()
    night.play(first, [500, -70], [9.5, 3])
    night.draw()
    night.do("put", result_of(first, first["tables"][0]), {"scores": [9, 2], "later": "keep"})
    night.do("patch", "entrants/3/", {"state": "withdrawn"})
    night.do("post", "timer/", {"action": "start", "minutes": 45})
    return night


def same(first, second):
    """Return whether two exports are equal, apart from the first event, which the import makes
    anew.
    """
    return {**first, "log": first["log"][1:]} == {**second, "log": second["log"][1:]}


@pytest.mark.parametrize("slug", ["swiss", "single_elimination", "round_robin"])
def test_the_csv_comes_back_to_the_letter(slug):
    night = played(format=slug, options={"points": {"win": 3}}, place="Salle «=1»")
    text = night.call("get", "export/?format=csv").content.decode()
    body = {"format": "csv", "content": text, "club": night.club.slug}
    answer = night.client.post(f"{BASE}import/", body)
    assert answer.status_code == 201, answer.content
    again = Evening(answer.json()["id"], night.client, night.club)
    assert same(again.do("get", "export/"), night.do("get", "export/"))
    assert again.do("get", "standings/") == night.do("get", "standings/")


def test_the_csv_comes_back_with_another_separator_and_a_mark_at_its_beginning():
    night = played()
    text = night.call("get", "export/?format=csv").content.decode()
    import csv
    import io

    out = io.StringIO()
    csv.writer(out, delimiter=";").writerows(csv.reader(io.StringIO(text, newline="")))
    body = {"format": "csv", "content": "\ufeff" + out.getvalue(), "club": night.club.slug}
    answer = night.client.post(f"{BASE}import/", body)
    assert answer.status_code == 201, answer.content


@pytest.mark.parametrize(
    "content",
    ["", "a,b", '#log,opened,{"x', "#log,opened", '#log,opened,{"a":NaN},x', '"', "#log,x,[],2"],
)
def test_a_csv_that_cannot_be_read_is_refused(content):
    night = evening("A", "B")
    body = {"format": "csv", "content": content, "club": night.club.slug}
    assert night.client.post(f"{BASE}import/", body).status_code == 400
    assert Tournament.objects.count() == 1


def test_no_cell_that_a_spreadsheet_would_run_leaves_in_a_csv():
    night = played()
    import csv
    import io

    browser = factories.browser()
    for kind in ("csv", "inscrits"):
        text = browser.get(f"/tournois/{night.id}/fichiers/{kind}/").content.decode("utf-8-sig")
        cells = [cell for row in csv.reader(io.StringIO(text, newline="")) for cell in row]
        run = [cell for cell in cells if cell[:1] in tuple("=+-@") and not cell[1:2].isdigit()]
        assert run == []


@pytest.mark.parametrize("how", ["file", "text"])
@pytest.mark.parametrize("kind", some(["json", "csv", "trf"], 3))
def test_the_page_takes_back_what_the_pages_gave(kind, how):
    night = evening(*PAIRS[:4])
    night.play(night.draw())
    officer = factories.browser(factories.member(night.club, "officer"))
    file = officer.get(f"/tournois/{night.id}/fichiers/{kind}/")
    assert file["Content-Disposition"] == f'attachment; filename="{night.id}.{kind}"'
    given = (
        {"file": SimpleUploadedFile("tournoi", file.content)}
        if how == "file"
        else {"text": file.content.decode()}
    )
    answer = officer.post("/tournois/importer/", {**given, "club": night.club.slug})
    assert answer.status_code == 302, answer.content
    made = answer["Location"].split("/")[2]
    again = Evening(made, night.client, night.club)
    names = [row["name"] for row in again.do("get", "entrants/")]
    assert sorted(names) == sorted(PAIRS[:4])
    if kind != "trf":
        assert same(again.do("get", "export/"), night.do("get", "export/"))


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        ("", "Choisir un fichier, ou coller son contenu."),
        ("{", "Ce fichier ne se lit pas : JSON."),
        ("{}", "name : Ce champ est obligatoire."),
        ("bonjour", "Ce fichier ne se lit pas : #log."),
        (
            TRF.replace("2 w 1", "2 w X"),
            "Ce fichier ne se lit pas : ronde 1, joueur 1 : "
            "« X » n&#x27;est pas le résultat d&#x27;une rencontre.",
        ),
    ],
)
def test_a_file_that_cannot_be_read_says_why_and_nothing_is_kept(content, sentence):
    club = factories.club()
    officer = factories.browser(factories.member(club, "officer"))
    answer = officer.post("/tournois/importer/", {"text": content, "club": club.slug})
    assert (answer.status_code, sentence in plain(answer.content.decode())) == (400, True)
    assert Tournament.objects.count() == 0


@pytest.mark.parametrize("language", ["fr", "en"])
def test_entrants_of_a_csv_are_those_of_the_file_it_was_made_of(language):
    night = evening()
    anne = factories.player("Anne", night.club)
    night.do(
        "post",
        "entrants/",
        [
            {"players": [{"player": anne.pk}, {"name": "Bruno"}], "seed": 2, "club": "Le Valet"},
            {"name": "Les =1", "players": [{"name": "-C"}, {"name": "D"}]},
        ],
    )
    officer = factories.browser(factories.member(night.club, "officer"))
    path = f"/tournois/{night.id}/fichiers/inscrits/"
    file = officer.get(path, headers={"accept-language": language}).content
    assert file.decode("utf-8-sig").startswith({"fr": "nom,", "en": "name,"}[language])
    other = Evening(
        night.client.post(
            BASE, {"name": "B", "game": "dix", "format": "swiss", "club": night.club.slug}
        ).json()["id"],
        night.client,
        night.club,
    )
    path = f"/tournois/{other.id}/inscrits/"
    answer = send_list(officer, path, file=SimpleUploadedFile("a.csv", file))
    assert answer.status_code == 302
    assert other.do("get", "entrants/") == [
        {**entrant, "token": mine["token"]}
        for entrant, mine in zip(
            night.do("get", "entrants/"), other.do("get", "entrants/"), strict=True
        )
    ]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("nom;club;tête de série\nAnne & Bruno;Valet;3", [("Anne & Bruno", "Valet", 3)]),
        ("Name\tPlayers\nLes as\tAnne & Bruno\n", [("Les as", "", None)]),
        ("nom,état\n\nAnne,inscrit\n'=B,\n", [("Anne", "", None), ("=B", "", None)]),
        # Without a header line the text is a list, and two names on one line are a pair.
        ("Anne, Bruno\nnom", [("Anne & Bruno", "", None)]),
    ],
)
def test_a_pasted_table_is_read_by_its_head(text, expected):
    night = evening()
    officer = factories.browser(factories.member(night.club, "officer"))
    answer = send_list(officer, f"/tournois/{night.id}/inscrits/", text)
    assert answer.status_code == 302, answer.content
    assert list(Entrant.objects.values_list("name", "from_club", "seed")) == expected


def test_what_is_no_seed_is_left_out_and_said():
    night = evening()
    officer = factories.browser(factories.member(night.club, "officer"))
    text = "nom;tête de série\nAnne;1\nBruno;premier"
    answer = officer.post(f"/tournois/{night.id}/inscrits/", {"entrants": text})
    assert "« premier » n'est pas une tête de série" in unescape(plain(answer.content.decode()))
    assert Entrant.objects.count() == 0
