"""All rounds at once, on the pages and over HTTP: from the checkbox to the knockout."""

import pytest

from tests import factories
from tests.plain import plain
from tests.tournaments.evening import BASE, Evening, evening, result_of
from tournaments.files.redraw import redraw
from tournaments.log_queries import log_gives
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db

EIGHT = [f"Paire {name}" for name in ("Anne", "Bel", "Chloé", "Dan", "Ève", "Farid", "Gil", "Hana")]
FOUR = EIGHT[:4]


def night_of(names=FOUR, format_="round_robin", **options):
    made = evening(*names, format=format_, options={"open_rounds": True, **options})
    made.officer = factories.browser(made.club.memberships.get().user)
    return made


def page(client, address, code=200):
    answer = client.get(address)
    assert answer.status_code == code
    return " ".join(answer.content.decode().split())


def report(night, drawn, *tables):
    for table in tables:
        night.do("post", result_of(drawn, {"number": table}), {"scores": [500, 300]})


def phone_of(night, number):
    token = night.do("get", "entrants/")[number - 1]["token"]
    phone = factories.browser()
    home = f"/tournois/{night.id}/inscrits/{number}/"
    phone.get(f"{home}{token}/")
    return phone, home


class TestSettingUp:
    def test_the_form_of_both_formats_has_it(self):
        night = night_of()
        text = page(night.officer, "/tournois/nouveau/")
        assert 'data-formats="round_robin groups"' in text
        assert "Toutes les rondes d'un coup" in text.replace("&#x27;", "'")

    def test_only_they_have_it_and_no_barrage(self):
        night = evening()
        wanted = {"open_rounds": True}
        refused = night.refusal("patch", "", {"options": wanted})
        assert refused[1:] == ("option_unknown", "options.open_rounds")
        pools = {"format": "groups", "options": {**wanted, "pool_style": "barrage"}}
        refused = night.refusal("patch", "", pools)
        assert refused[1:] == ("open_rounds_not_possible", "options.open_rounds")
        night.do("patch", "", {"format": "groups", "options": wanted})
        refused = night.refusal("patch", "", {"options": {"pool_style": "barrage"}})
        assert refused[1:] == ("open_rounds_not_possible", "options.open_rounds")


class TestEvening:
    def test_the_officer_draws_publishes_and_closes_all_of_them(self):
        night = night_of(EIGHT, "groups", groups=2)
        home = f"/tournois/{night.id}/"
        assert "Tirer toutes les rondes" in page(night.officer, home)
        night.officer.post(f"{home}tirer/")
        assert "Publier toutes les rondes" in page(night.officer, home)
        assert "Poule A" in page(night.officer, f"{home}rondes/1/")
        night.officer.post(f"{home}rondes/1/publier/")
        drawn = night.do("get", "rounds/1/")
        assert night.do("get", "")["total_rounds"] == 3
        report(night, drawn, *range(1, 12))
        text = page(night.officer, home)
        assert "11 tables jouées sur 12" in text
        assert "Clore toutes" not in text
        report(night, drawn, 12)
        assert "Clore toutes les rondes" in page(night.officer, home)
        fates = {row["fate"] for pool in night.do("get", "pools/")["pools"] for row in pool["rows"]}
        assert fates == {"qualified", "out"}
        night.officer.post(f"{home}rondes/1/clore/")
        assert "Tirer le tableau" in page(night.officer, home)
        knockout = night.draw()
        assert (knockout["number"], len(knockout["tables"])) == (2, 2)
        assert "Ronde 2" in page(night.officer, home)
        night.play(knockout)
        night.play(night.draw())
        assert night.do("get", "")["state"] == "finished"
        assert log_gives(Tournament.objects.get())

    def test_one_late_gets_tables_beside_those_that_are_played(self):
        night = night_of()
        drawn = night.draw()
        report(night, drawn, 2)
        night.enter("Paire Zoé")
        home = f"/tournois/{night.id}/"
        assert "Ajouter leurs tables" in page(night.officer, home)
        night.officer.post(f"{home}tirer/")
        after = night.do("get", "rounds/1/")
        assert (after["state"], len(after["tables"])) == ("published", 10)
        assert after["tables"][:6] == night.do("get", "rounds/1/")["tables"][:6]
        assert [table["number"] for table in after["tables"] if 5 in table["entrants"]] == [
            *range(7, 11)
        ]
        journal = page(night.officer, f"{home}journal/")
        assert "Tables ajoutées pour les personnes arrivées en cours de route." in journal
        assert "Toutes les rondes tirées" in journal
        assert night.refusal("post", "rounds/", {})[1] == "round_not_closed"

    def test_a_table_of_all_rounds_is_named_without_a_round(self):
        night = night_of()
        drawn = night.draw()
        report(night, drawn, 2)
        home = f"/tournois/{night.id}/"
        address = f"{home}rondes/1/tables/2/corriger/"
        assert "Ronde 1" not in page(night.officer, address)
        typed = {"score_0": "100", "score_1": "500"}
        preview = night.officer.post(address, typed).content.decode()
        assert "Voici ce qui change" in preview
        assert "onde 1" not in preview
        night.do("put", result_of(drawn, {"number": 2}), {"scores": [100, 500]})
        tokens = drawn["tables"][2]["tokens"]
        for token, scores in zip(tokens, ([500, 300], [300, 500]), strict=True):
            night.do("post", result_of(drawn, {"number": 3}), {"scores": scores}, token=token)
        assert "Table 3 : les deux camps" in plain(page(night.officer, home))
        journal = plain(page(night.officer, f"{home}journal/"))
        assert "Table 2 : corrigé" in journal
        assert "Toutes les rondes publiées." in journal
        assert "Ronde 1" not in journal

    def test_who_leaves_is_no_result_to_wait_for(self):
        night = night_of()
        drawn = night.draw()
        night.do("patch", "entrants/1/", {"state": "withdrawn"})
        after = night.do("get", "rounds/1/")
        theirs = [table for table in after["tables"] if 1 in table["entrants"]]
        assert {table["state"] for table in theirs} == {"confirmed"}
        assert [table["result"]["forfeit"] for table in theirs] == [[1]] * 3
        left = [table["number"] for table in after["tables"] if table["state"] == "waiting"]
        report(night, drawn, *left)
        assert night.do("post", "rounds/1/close/", {})["state"] == "closed"
        assert log_gives(Tournament.objects.get())


class TestDesk:
    def test_it_has_the_tables_to_play_and_finds_one_by_name(self):
        night = night_of()
        drawn = night.draw()
        report(night, drawn, 1)
        desk = f"/tournois/{night.id}/rondes/1/resultats/"

        def rows(query=""):
            text = page(night.officer, desk + query)
            return [number for number in range(1, 7) if f'id="t{number}"' in text]

        assert rows() == [2, 3, 4, 5, 6]
        assert rows("?toutes=1") == [1, 2, 3, 4, 5, 6]
        assert rows("?q=4") == [4]
        chloe = [table["number"] for table in drawn["tables"] if 3 in table["entrants"]]
        assert rows("?q=CHLOE+paire") == sorted(chloe)
        assert "Aucune table ne porte ce nom" in page(night.officer, f"{desk}?q=Nestor")

    def test_what_was_typed_is_kept_though_another_officer_was_first(self):
        night = night_of()
        drawn = night.draw()
        report(night, drawn, 2)
        desk = f"/tournois/{night.id}/rondes/1/resultats/"
        typed = {"seen_2": "", "score_2_0": "400", "score_2_1": "410"}
        typed |= {"seen_3": "", "score_3_0": "500", "score_3_1": "410"}
        answer = night.officer.post(f"{desk}?q=paire", typed)
        assert answer.status_code == 400
        text = answer.content.decode()
        assert "Garder, remplacer" in text
        states = {
            table["number"]: table["state"] for table in night.do("get", "rounds/1/")["tables"]
        }
        assert (states[3], states[4]) == ("confirmed", "waiting")
        again = night.officer.post(
            f"{desk}?q=paire", {"seen_4": "", "score_4_0": "500", "score_4_1": "410"}
        )
        assert again["Location"] == f"{desk}?q=paire"


class TestOwnTables:
    def test_a_phone_has_all_of_its_tables_and_plays_them_in_any_order(self):
        night = night_of()
        drawn = night.draw()
        mine = [table["number"] for table in drawn["tables"] if 1 in table["entrants"]]
        phone, home = phone_of(night, 1)
        text = page(phone, home)
        assert "3 à jouer, dans l'ordre qu'on veut" in text
        for table in mine:
            assert f"/rondes/1/tables/{table}/" in text
        token = night.do("get", "entrants/")[0]["token"]
        own = night.do("get", "me/", client=factories.api(), token=token)["entrants"][0]
        assert (own["to_play"], own["table"]) == (mine, None)
        # The last of them first: the phone reports it.
        address = f"/tournois/{night.id}/rondes/1/tables/{mine[2]}/resultat/"
        phone.post(address, {"score_0": "500", "score_1": "300"})
        own = night.do("get", "me/", client=factories.api(), token=token)["entrants"][0]
        assert (own["to_play"], own["table"]["number"]) == (mine, mine[2])
        report(night, drawn, mine[2], mine[0])
        text = page(phone, home)
        # The last one left is opened at once.
        assert f'data-mine="1.{mine[1]}"' in text
        after = page(phone, f"/tournois/{night.id}/rondes/1/tables/{mine[2]}/suite/", 302)
        assert after == ""
        report(night, drawn, mine[1])
        assert "Toutes mes tables sont jouées" in page(phone, home)

    def test_a_table_card_asks_which_meeting_is_played_there(self):
        night = night_of()
        night.draw()
        cards = page(night.officer, f"/tournois/{night.id}/cartes/tables/")
        address = cards.split(f'href="/tournois/{night.id}/place/2/')[1].split('"')[0]
        address = f"/tournois/{night.id}/place/2/{address}"
        phone = factories.browser()
        assert "Qui joue ici ?" in page(phone, address)
        assert "Qui parle par ce téléphone" in page(phone, f"{address}?rencontre=5")
        chosen = phone.post(address, {"rencontre": "5", "side": "1"})
        assert chosen["Location"].endswith("/rondes/1/tables/5/")


@pytest.mark.parametrize("names", [FOUR, EIGHT[:7]])
def test_screen_and_prints_have_all_tables_and_no_rests(names):
    night = night_of(names)
    drawn = night.draw()
    report(night, drawn, 1)
    home = f"/tournois/{night.id}/"
    prints = {what: page(night.officer, f"{home}imprimer/{what}/") for what in ("ronde", "appel")}
    assert "Toutes les rondes" in prints["ronde"]
    assert "exempt" not in "".join(prints.values())
    slips = page(night.officer, f"{home}imprimer/bulletins/")
    meetings = len([table for table in drawn["tables"] if not table["bye"]])
    assert slips.count('class="t-slip"') == meetings - 1
    assert prints["appel"].count('scope="row"') == 2 * meetings
    wall = page(night.officer, f"{home}mur/?vue=0")
    assert "Toutes les rondes" in wall


def test_its_file_draws_again_and_is_read_again():
    night = night_of(EIGHT[:5])
    drawn = night.draw()
    report(night, drawn, 1, 7, 4)
    night.enter("Paire Zoé")
    night.do("post", "rounds/", {})
    night.do("patch", "entrants/2/", {"state": "withdrawn"})
    exported = night.do("get", "export/?format=json")
    assert [drawn.same for drawn in redraw(exported)] == [True]
    body = {**exported, "club": night.club.slug}
    again = Evening(
        night.client.post(f"{BASE}import/", body).json()["id"], night.client, night.club
    )
    for rest in ("standings/", "rounds/1/"):
        original, copy = night.do("get", rest), again.do("get", rest)
        for table in (*original.get("tables", ()), *copy.get("tables", ())):
            table.pop("tokens", None)
        assert copy == original
    assert night.call("get", "export/?format=trf").status_code == 200
