"""Tests of formula X and of the concours aux points over an evening: pages, screen, paper and
file.
"""

from html import unescape

import pytest

from tests import factories
from tests.factories import ALL_TAKEN
from tests.plain import plain
from tests.tournaments.evening import evening, result_of

pytestmark = pytest.mark.django_db

FIVE = [f"Paire {number}" for number in range(1, 6)]


def text_of(client, address):
    return unescape(plain(client.get(address).content.decode())).replace("\u202f", " ")


def pages_of(night):
    client = factories.browser()
    return lambda path="": text_of(client, f"/tournois/{night.id}/{path}")


def points(night):
    rows = night.do("get", "standings/")["rows"]
    return {row["entrant"]: row["points"] for row in rows}


def comes_back(night):
    """Check that the tournament is the same after export and import."""
    file = night.do("get", "export/?format=json")
    again = night.client.post("/api/v1/tournaments/import/", {**file, "club": night.club.slug})
    assert again.status_code == 201, again.content
    back = f"/api/v1/tournaments/{again.json()['id']}/"
    assert night.client.get(f"{back}standings/").json() == night.do("get", "standings/")
    assert night.client.get(back).json()["options"] == night.do("get")["options"]


def test_a_formula_x_from_its_rule_to_its_file():
    night = evening(*FIVE, format="formule_x", options={"rounds": 5})
    stored = night.do("get")
    assert stored["tie_breaks"] == ["points", "difference", "wins", "lots"]
    # Dix is played to 500. A match to 300 would change what a rest is worth.
    assert stored["options"] == {"rounds": 5, "target": 500}
    night.do("patch", "", {"rules": {"target": 300}})
    assert night.do("get")["options"] == {"rounds": 5, "target": 300}
    night.do("patch", "", {"rules": {}})
    page = pages_of(night)
    officer = factories.browser()
    officer.force_login(night.club.memberships.get().user)
    before = text_of(officer, f"/tournois/{night.id}/")
    assert "Une victoire vaut 200 points, plus les points marqués, plus l'écart" in before
    assert "Un repos vaut une victoire de 500 à 0 : 1 200 points." in before
    drawn = night.draw()
    night.play(drawn, [500, 380], [490, 500])
    (bye,) = (table["entrants"][0] for table in drawn["tables"] if table["bye"])
    first, second = drawn["tables"][:2]
    # At table 1, 200 + 500 + 120 and 380. At table 2, 490 and 200 + 500 + 10. The rest counts 200 +
    # 500 + 500.
    assert points(night) == {
        bye: 1200,
        first["entrants"][0]: 820,
        second["entrants"][1]: 710,
        second["entrants"][0]: 490,
        first["entrants"][1]: 380,
    }
    text = page("classement/")
    assert "Ronde 1 : 200 + 500 + 120 = 820" in text
    assert "Ronde 1 : 200 + 500 + 500 = 1 200 (repos)" in text
    assert "par le critère « points » : 820 contre 1 200." in text
    for path in ("mur/", "imprimer/classement/", "imprimer/ronde/", "imprimer/croise/", "journal/"):
        assert page(path)
    # With four rounds instead of five the default bonus would change, but the announced one is
    # kept.
    night.do("patch", "", {"options": {"rounds": 4}})
    assert night.do("get")["options"] == {"rounds": 4, "target": 500, "bonus": 200}
    drawn = night.draw()
    table = f"rondes/2/tables/{drawn['tables'][0]['number']}/"
    why = text_of(officer, f"/tournois/{night.id}/{table}")
    # The fifth rests. The third and fourth have met, so 1 meets 3, and 2 meets 4.
    assert "Premier et 3ᵉ du classement." in why
    assert "L'échange le plus proche qui évite une revanche." in why
    night.play(drawn)
    for _ in (3, 4):
        night.play(night.draw())
    assert night.do("get")["state"] == "finished"
    comes_back(night)


def test_a_concours_aux_points_by_a_rotation_with_a_rest_and_a_correction():
    options = {"rounds": 3, "draw_by": "rotation", "deals": 12}
    night = evening(*FIVE, format="cumulative", options=options)
    drawn = night.draw()
    tables = [table for table in drawn["tables"] if not table["bye"]]
    (bye,) = (table["entrants"][0] for table in drawn["tables"] if table["bye"])
    night.do("post", result_of(drawn, tables[0]), {"scores": [900, 600]})
    assert points(night)[bye] == 0
    night.do("post", result_of(drawn, tables[1]), {"scores": [701, 800]})
    # The rest scores the mean: (900 + 600 + 701 + 800) / 4.
    assert points(night)[bye] == 750.25
    night.do("post", "rounds/1/close/", {})
    second = night.draw()
    night.do("put", result_of(drawn, tables[1]), {"scores": [700, 800], "later": "replay"})
    # This draw does not depend on results, so the second round stays.
    assert night.do("get", "rounds/2/")["tables"] == second["tables"]
    assert points(night)[bye] == 750
    text = pages_of(night)("classement/")
    assert "Ronde 1 : 750 (repos)" in text
    night.play(night.do("get", "rounds/2/"))
    night.play(night.draw())
    assert night.do("get")["state"] == "finished"
    comes_back(night)


def test_deals_noted_one_by_one_make_the_result_once_there_are_enough(
    django_capture_on_commit_callbacks,
):
    night = evening(format="cumulative", options={"rounds": 1, "deals": 2})
    people = [factories.player(f"P{number}", night.club) for number in range(8)]
    for at in range(0, 8, 2):
        pair = [{"player": people[at].pk}, {"player": people[at + 1].pk}]
        night.do("post", "entrants/", {"players": pair})
    drawn = night.draw()
    table = drawn["tables"][0]
    match = night.do("post", result_of(drawn, table, "match"), {})["match"]

    def record(hand):
        with django_capture_on_commit_callbacks(execute=True):
            answer = night.client.post(f"/api/v1/matches/{match}/entries/", hand)
        assert answer.status_code == 201, answer.content
        return night.do("get", "rounds/1/")["tables"][0]

    assert record(ALL_TAKEN)["state"] == "playing"
    seated = record(ALL_TAKEN)
    assert (seated["state"], seated["result"]["scores"]) == ("confirmed", [200, 0])
