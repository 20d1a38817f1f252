"""Tests of entrants that left before they were drawn: no standing, count or print names them.

A draft is drawn again when the entrants change.
"""

import pytest

from scorekeeper.pages.player_page import tournaments_of
from tests import factories
from tests.extents import some
from tests.plain import plain
from tests.tournaments.api.test_tournaments import rows_and_log
from tests.tournaments.evening import BASE, evening, result_of
from tournaments.models import Entrant

pytestmark = pytest.mark.django_db

OTHERS = ("A", "B", "C", "D")


def without(state="disqualified", **changes):
    """Return an evening of four entrants and Xavier, who is out before the first draw; and
    Xavier.
    """
    night = evening(*OTHERS, **changes)
    xavier = factories.player("Xavier Absent", night.club)
    seat = {"player": xavier.pk}
    mate = [{"name": "Yves"}] if night.do("get")["game"] == "dix" else []
    night.do("post", "entrants/", {"players": [seat, *mate][: 1 if not mate else 2]})
    night.do("patch", "entrants/5/", {"state": state})
    return night, xavier


@pytest.mark.parametrize("state", some(["disqualified", "withdrawn"], 2))
@pytest.mark.parametrize(
    "slug",
    [
        "groups",
        *(
            pytest.param(slug, marks=pytest.mark.nightly)
            for slug in ("swiss", "single_elimination", "double_elimination", "round_robin")
        ),
    ],
)
def test_excluded_before_the_first_draw(slug, state):
    options = {"groups": 2} if slug == "groups" else {}
    night, xavier = without(state, format=slug, options=options)
    assert night.do("get")["entrants"] == 4
    first = night.draw()
    night.play(first)
    assert sorted(row["entrant"] for row in night.do("get", "standings/")["rows"]) == [1, 2, 3, 4]
    assert night.do("get")["entrants"] == 4
    assert night.client.get(BASE).json()["results"][0]["entrants"] == 4
    night.do("patch", "", {"state": "finished"})
    browser = factories.browser()
    pages = [
        "",
        "inscrits/",
        "classement/",
        "poules/",
        "tableau/",
        "mur/",
        "mur/?vue=1",
        "fichiers/csv/",
    ]
    pages += [
        f"imprimer/{what}/"
        for what in ("ronde", "appel", "poules", "tableau", "classement", "diplomes")
    ]
    for page in pages:
        text = browser.get(f"/tournois/{night.id}/{page}").content.decode()
        # In the CSV, only the log at the end names Xavier, because it tells everything that
        # happened.
        assert "Xavier" not in text.partition("#tournament")[0], page
    assert "4 inscrits" in plain(browser.get("/tournois/").content.decode())
    assert "Xavier" not in str(night.do("get", "entrants/", client=factories.api()))
    officer = factories.Caller(user=factories.member(night.club, "officer"))
    assert tournaments_of(xavier, [night.club.pk], officer) == []
    rows, log = rows_and_log(night.id)
    assert rows == log


def test_a_trf_leaves_them_out_and_who_left_later_in():
    night, _xavier = without(game="yams", options={"rounds": 2})
    night.play(night.draw())
    night.do("patch", "entrants/2/", {"state": "withdrawn"})
    file = night.call("get", "export/?format=trf").content.decode()
    assert ("Xavier" in file, "062 4" in file) == (False, True)
    assert [row["entrant"] for row in night.do("get", "standings/")["rows"]].count(2) == 1
    drawn = Entrant.objects.filter(drawn=True).values_list("number", flat=True)
    assert sorted(drawn) == [1, 2, 3, 4]


def test_who_comes_late_counts_and_is_ranked_once_drawn():
    night = evening(*OTHERS, options={"rounds": 2})
    first = night.draw()
    night.enter("E", "F")
    assert night.do("get")["entrants"] == 6
    assert len(night.do("get", "standings/")["rows"]) == 4
    night.play(first)
    night.play(night.draw())
    assert len(night.do("get", "standings/")["rows"]) == 6
    assert night.do("get")["state"] == "finished"


def test_who_comes_late_is_in_a_group_once_drawn():
    night = evening(*OTHERS, "E", "F", format="groups")
    first = night.draw()
    night.enter("G")

    def grouped():
        pools = night.do("get", "pools/")["pools"]
        return sorted(row["entrant"] for pool in pools for row in pool["rows"])

    assert grouped() == [1, 2, 3, 4, 5, 6]
    night.play(first)
    night.play(night.draw())
    assert grouped() == [1, 2, 3, 4, 5, 6, 7]


def test_a_draft_says_who_has_come_and_gone_and_is_drawn_again_in_one_tap():
    night = evening(*OTHERS, "E", "F", options={"check_in": True})
    for number in (1, 2, 3, 4):
        night.do("patch", f"entrants/{number}/", {"state": "checked_in"})
    seed = night.do("post", "rounds/", {})["seed"]
    for number in (5, 6):
        night.do("patch", f"entrants/{number}/", {"state": "checked_in"})
    night.do("patch", "entrants/1/", {"state": "withdrawn"})
    warnings = night.do("get", "rounds/1/")["warnings"]
    assert [(warning["code"], warning["entrants"]) for warning in warnings] == [
        ("entrants_missing", [5, 6]),
        ("entrants_gone", [1]),
    ]
    assert warnings[0]["text"] == "Présents, mais pas dans ce tirage\u00a0: E, F."
    officer = factories.browser(factories.member(night.club, "officer"))
    for page in ("", "rondes/1/"):
        assert "Présents, mais pas" in plain(
            officer.get(f"/tournois/{night.id}/{page}").content.decode()
        )
    officer.post(f"/tournois/{night.id}/rondes/1/arranger/", {"redraw": "1", "seed": seed})
    again = night.do("get", "rounds/1/")
    assert (again["warnings"], again["seed"]) == ([], seed)
    entrants = {entrant for table in again["tables"] for entrant in table["entrants"]}
    assert entrants == {2, 3, 4, 5, 6}


def test_a_draft_of_a_bracket_does_not_miss_who_is_out_of_it():
    night = evening(*OTHERS, format="single_elimination")
    night.play(night.draw())
    night.enter("Tard")
    warnings = night.do("post", "rounds/", {})["warnings"]
    assert [warning["code"] for warning in warnings] == ["too_late_for_bracket"]


def test_the_sentence_says_what_lacks_for_a_draw():
    night = evening(*OTHERS, options={"check_in": True})
    night.do("patch", "entrants/1/", {"state": "checked_in"})
    officer = factories.browser(factories.member(night.club, "officer"))
    text = plain(officer.get(f"/tournois/{night.id}/").content.decode())
    assert (
        "1 présent, 3 à cocher : seuls les présents sont tirés, et il en faut au moins 2." in text
    )
    assert "Il faut au moins 2 inscrits" not in text


class TestTheSecondOfficer:
    """An officer enters a result after another officer has entered one for the same table."""

    def arranged(self):
        night = evening("A", "B")
        drawn = night.draw()
        anne, bruno = (factories.member(night.club, "officer") for _ in range(2))
        at = f"/tournois/{night.id}/rondes/1/tables/1/"
        factories.browser(anne).post(f"{at}resultat/", {"score_0": "500", "score_1": "420"})
        return night, drawn, factories.browser(bruno), at

    def test_finds_their_own_in_the_form_that_corrects(self):
        night, _drawn, second, at = self.arranged()
        answer = second.post(f"{at}resultat/", {"score_0": "380", "score_1": "500"})
        assert answer.status_code == 302
        text = plain(second.get(answer["Location"]).content.decode())
        assert "Ce résultat est déjà noté" in text
        assert 'name="score_0" value="380"' in text
        assert 'name="score_1" value="500"' in text
        assert night.do("get", "rounds/1/")["tables"][0]["result"]["scores"] == [500, 420]
        typed = {"score_0": "380", "score_1": "500", "later": "keep"}
        second.post(answer["Location"], typed)
        assert night.do("get", "rounds/1/")["tables"][0]["result"]["scores"] == [380, 500]

    def test_is_told_that_it_was_noted_alike(self):
        _night, _drawn, second, at = self.arranged()
        answer = second.post(f"{at}resultat/", {"score_0": "500", "score_1": "420"}, follow=True)
        assert "déjà noté, pareil" in plain(answer.content.decode())

    def test_by_the_api_has_a_stable_code(self):
        night, drawn, _second, _at = self.arranged()
        at = result_of(drawn, drawn["tables"][0])
        assert night.refusal("post", at, {"scores": [380, 500]})[:2] == (400, "already_reported")

    def test_of_a_side_is_sent_to_an_organiser(self):
        _night, drawn, _second, at = self.arranged()
        phone = factories.browser()
        phone.get(f"{at}ouvrir/{drawn['tables'][0]['tokens'][0]}/")
        answer = phone.post(f"{at}resultat/", {"score_0": "1", "score_1": "2"}, follow=True)
        assert "Un autre résultat est confirmé" in plain(answer.content.decode())

    @pytest.mark.parametrize("form", ["resultat", "confirmer", "jouer", "laisser"])
    def test_every_form_address_leads_to_its_table(self, form):
        _night, _drawn, second, at = self.arranged()
        answer = second.get(f"{at}{form}/")
        assert (answer.status_code, answer["Location"]) == (302, at)
