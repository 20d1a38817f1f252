"""Tests of a predetermined movement: page, print, wall, export and import."""

import pytest

from tests import factories
from tests.tournaments.evening import evening

pytestmark = pytest.mark.django_db

NAMES = ["Anne", "Bruno", "Chloé", "Denis", "Élise", "Farid", "Gaël", "Hana"]


def page(night, rest="", client=None):
    answer = (client or factories.browser()).get(f"/tournois/{night.id}/{rest}")
    assert answer.status_code == 200
    return " ".join(answer.content.decode().split())


def play(night, number):
    night.do("post", "rounds/")
    night.do("post", f"rounds/{number}/publish/")
    for table in night.do("get", f"rounds/{number}/")["tables"]:
        if not table["bye"]:
            scores = [50 - side for side in range(len(table["sides"]))]
            result = f"rounds/{number}/tables/{table['number']}/result/"
            night.do("post", result, {"scores": scores})
    night.do("post", f"rounds/{number}/close/")


def test_the_whole_movement_is_printed_before_the_first_draw_and_played_as_printed():
    night = evening(*NAMES, format="rotation", options={"rounds": 3})
    before = page(night, "mouvement/")
    assert "Provisoire" in before
    # Eight people make 28 couples. In three rounds, 12 couples are partners, and opponents meet 24
    # times.
    assert "Partenaires : 16 couples jamais, 12 couples 1 fois." in before
    assert before.count('<th scope="row">') == 3
    printed = page(night, "imprimer/mouvement/").split("<tbody>")[1].split("</tbody>")[0]
    rounds = night.do("get", "movement/")["rounds"]
    play(night, 1)
    # Only organisers see the draft, but everybody sees the schedule, which has not changed.
    night.do("post", "rounds/")
    after = page(night, "imprimer/mouvement/").split("<tbody>")[1].split("</tbody>")[0]
    assert after == printed
    assert night.do("get", "movement/")["rounds"] == rounds
    own = page(night, "mouvement/?inscrit=1")
    assert own.count("<strong>Ronde") == 3
    assert "avec" in own.split('<ol class="t-own">')[1].split("</ol>")[0]
    wall = [page(night, f"mur/?vue={at}") for at in range(5)]
    assert any("Ensuite : ronde 2" in text for text in wall)


def test_a_first_draft_tells_nothing_to_others():
    night = evening(*NAMES, format="rotation")
    night.do("post", "rounds/")
    assert "Le mouvement vient" in page(night, "mouvement/")
    night.client.force_login(night.club.memberships.get().user)
    assert "Toutes les rondes" in page(night, "mouvement/", night.client)


@pytest.mark.parametrize(
    ("movement", "rounds"), [("individual", 2), ("howell", 7), ("mitchell", 4), ("tables", 4)]
)
@pytest.mark.nightly
def test_each_kind_is_played_to_its_end_and_comes_back_from_its_file(movement, rounds):
    night = evening(*NAMES, format="rotation", options={"movement": movement, "rounds": rounds})
    for number in range(1, rounds + 1):
        play(night, number)
    assert night.do("get")["state"] == "finished"
    file = night.do("get", "export/?format=json")
    again = night.client.post("/api/v1/tournaments/import/", {**file, "club": night.club.slug})
    assert again.status_code == 201, again.content
    rows = night.client.get(f"/api/v1/tournaments/{again.json()['id']}/standings/").json()
    assert rows == night.do("get", "standings/")


def test_who_comes_late_is_told_that_there_is_no_place():
    night = evening(*NAMES, format="rotation")
    play(night, 1)
    night.enter("Inès")
    drawn = night.do("post", "rounds/")
    assert [warning["code"] for warning in drawn["warnings"]] == ["too_late_for_schedule"]
    night.client.force_login(night.club.memberships.get().user)
    assert "n&#x27;a pas de place dans le mouvement" in page(night, "rondes/2/", night.client)


def test_people_enter_alone_or_in_pairs_as_the_movement_wants():
    night = evening(format="rotation", options={"movement": "howell"})
    text = {"text": "Anne & Bruno"}
    assert len(night.do("post", "entrants/preview/", text)["rows"]) == 1
    night.do("patch", "", {"options": {"movement": "individual"}})
    assert len(night.do("post", "entrants/preview/", text)["rows"]) == 2


def test_a_suggested_movement_is_taken_and_a_made_up_one_is_not():
    night = evening(*NAMES)
    night.client.force_login(night.club.memberships.get().user)
    at = f"/tournois/{night.id}/formule/"

    def take(value):
        return night.client.post(at, {"take": value}, format="multipart").status_code

    assert take("rotation movement=rubbish") == 404
    assert take("rotation movement=howell rounds=5") == 302
    assert night.do("get")["options"] == {"movement": "howell", "rounds": 5}
