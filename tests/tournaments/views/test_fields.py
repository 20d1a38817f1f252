"""Tests of a tournament with a field B, from its draw to its podiums, on pages, screen and
paper.
"""

import re

import pytest

from tests import factories
from tests.plain import plain
from tests.tournaments.evening import evening

pytestmark = pytest.mark.django_db


def test_a_consolation_is_drawn_shown_and_ends_on_two_podiums():
    pairs = [f"Paire {number}" for number in range(1, 9)]
    night = evening(*pairs, format="single_elimination", options={"b_final": True})
    for number in (1, 2, 3):
        night.do("post", "rounds/")
        night.do("post", f"rounds/{number}/publish/")
        for table in night.do("get", f"rounds/{number}/")["tables"]:
            night.do(
                "post", f"rounds/{number}/tables/{table['number']}/result/", {"scores": [5, 3]}
            )
        night.do("post", f"rounds/{number}/close/")
    nodes = night.do("get", "bracket/")["nodes"]
    assert {(node["slot"], node["field"]) for node in nodes} == {
        *((f"W{at}", "A") for at in ("1.1", "1.2", "1.3", "1.4", "2.1", "2.2", "3.1")),
        *((f"B{at}", "B") for at in ("1.1", "1.2", "2.1")),
    }
    client, address = factories.browser(), f"/tournois/{night.id}/"

    def page(path):
        return plain(client.get(f"{address}{path}").content.decode())

    assert "A · Finale" in page("tableau/?page=1")
    second = page("tableau/?page=2")
    assert "B · Finale" in second
    assert '<option value="2" selected>Tableau B</option>' in second
    assert "<h3>Tableau B</h3>" in page("imprimer/tableau/")
    for path in ("", "classement/", "mur/"):
        assert page(path).count('<ol class="podium') == 2, path
    assert page("imprimer/diplomes/").count('class="diploma"') == 3 + 1 + 3 + 1


def test_while_a_knockout_runs_everything_says_who_is_in_and_who_is_out_and_in_which_field():
    pairs = [f"Paire {number}" for number in range(1, 9)]
    night = evening(*pairs, format="single_elimination", options={"b_final": True})
    night.play(night.draw())
    night.draw()
    night.do("post", "rounds/2/tables/1/result/", {"scores": [500, 300]})
    rows = night.do("get", "standings/")["rows"]
    lost, other = night.do("get", "rounds/2/")["tables"][0], night.do("get", "rounds/2/")["tables"]
    by_number = {row["entrant"]: row["progress"] for row in rows}
    semi = {"level": "semi_final", "stage": 2}
    assert by_number[lost["entrants"][1]] == {"field": "A", "state": "out", **semi}
    assert by_number[other[1]["entrants"][0]] == {"field": "A", "state": "in", **semi}
    assert by_number[other[-1]["entrants"][0]] == {"field": "B", "state": "in", **semi}
    client, address = factories.browser(), f"/tournois/{night.id}/"

    def page(path):
        return plain(client.get(f"{address}{path}").content.decode())

    for path in ("", "classement/", "imprimer/classement/", "mur/?vue=2&marche=garder"):
        text = page(path)
        assert "En demi-finale" in text, path
        assert ("Tableau A" in text, "Tableau B" in text) == (True, True), path
        assert "t-rank__rank" not in text, path
    assert "Éliminés en demi-finale" in page("classement/")
    for path in ("", "mur/?vue=0&marche=garder", "imprimer/ronde/", "imprimer/appel/"):
        assert "Tableau B" in page(path), path
    desk = factories.browser(night.club.memberships.get().user)
    typed = plain(desk.get(f"{address}rondes/2/resultats/").content.decode())
    assert (typed.count("Tableau A"), typed.count("Tableau B")) == (2, 2)
    cross = page("imprimer/croise/")
    assert (cross.count("Tableau A"), cross.count("Tableau B")) == (4, 4)
    assert "Tableau A, éliminé en demi-finale" in page(f"inscrits/{lost['entrants'][1]}/")
    assert "Rang :" not in page(f"inscrits/{lost['entrants'][0]}/")


def test_a_correction_in_a_knockout_says_how_far_they_are_and_no_rank():
    pairs = [f"Paire {number}" for number in range(1, 9)]
    night = evening(*pairs, format="single_elimination", options={"b_final": True})
    first = night.draw()
    night.play(first)
    night.draw()
    night.do("post", "rounds/2/tables/1/result/", {"scores": [500, 300]})
    winner, loser = (f"Paire {number}" for number in first["tables"][0]["entrants"])
    officer = factories.browser(night.club.memberships.get().user)
    address = f"/tournois/{night.id}/rondes/1/tables/1/corriger/"
    answer = officer.post(address, {"score_0": "300", "score_1": "500"}).content.decode()
    page = " ".join(plain(re.sub(r"<[^>]*>", " ", answer)).split())
    _keep, replay, freeze = re.split("Garder la suite|Rejouer la suite|Figer", page)[1:]
    for text in (
        f"{loser} : Tableau B, en demi-finale → Tableau A, en demi-finale",
        f"{winner} : Tableau A, en finale → Tableau B, en demi-finale",
        "Ronde 2 : 1 résultat noté est retiré.",
    ):
        assert text in replay, text
    assert f"{winner} : Tableau A, en finale, inchangé" in freeze
    assert "rang" not in page
    assert "En tête" not in page


def test_whoever_does_not_come_out_of_the_groups_is_out_there():
    night = evening(*(f"Paire {number}" for number in range(1, 9)), format="groups")
    for _ in range(3):
        night.play(night.draw())
    assert {row["progress"] for row in night.do("get", "standings/")["rows"]} == {None}
    night.draw()
    progresses = [row["progress"] for row in night.do("get", "standings/")["rows"]]
    assert [progress["state"] for progress in progresses] == ["in"] * 4 + ["out"] * 4
    assert {progress["level"] for progress in progresses[4:]} == {"groups"}
    page = factories.browser().get(f"/tournois/{night.id}/classement/").content.decode()
    assert "Éliminés en poules" in page


def test_a_cascade_shows_its_fields_once_they_are_known_and_comes_back_from_its_file():
    night = evening(*(f"Paire {number}" for number in range(1, 10)), format="cascade")
    client, address = factories.browser(), f"/tournois/{night.id}/tableau/"

    def play(number):
        night.do("post", "rounds/")
        night.do("post", f"rounds/{number}/publish/")
        for table in night.do("get", f"rounds/{number}/")["tables"]:
            if not table["bye"]:
                result = f"rounds/{number}/tables/{table['number']}/result/"
                night.do("post", result, {"scores": [5, 3]})
        night.do("post", f"rounds/{number}/close/")

    play(1)
    assert "après les premières rondes" in client.get(address).content.decode()
    play(2)
    # Nine are parted into five and four, then into fields of three, two, two and two.
    fields = (
        client.get(address).content.decode().split('id="bracket-part"')[1].split("</select>")[0]
    )
    assert fields.count("<option") == 4
    play(3)
    play(4)
    answer = night.do("get")
    assert answer["state"] == "finished"
    file = night.do("get", "export/?format=json")
    again = night.client.post("/api/v1/tournaments/import/", {**file, "club": night.club.slug})
    assert again.status_code == 201, again.content
    rows = night.client.get(f"/api/v1/tournaments/{again.json()['id']}/standings/").json()
    assert rows == night.do("get", "standings/")


def test_who_does_not_qualify_is_of_field_b_and_not_out():
    night = evening(
        *(f"Paire {number}" for number in range(1, 9)),
        format="groups",
        options={"groups": 2, "b_final": True},
    )
    for _ in range(3):
        night.play(night.draw())
    address = f"/tournois/{night.id}/"
    for path in ("poules/", "imprimer/poules/"):
        text = plain(factories.browser().get(f"{address}{path}").content.decode())
        assert text.count("tableau B</span>") == 4, path
        assert "éliminé" not in text, path
