"""Tests of a ladder on pages and over HTTP: the list, challenges, and places lost by inactivity."""

from datetime import timedelta
from html import unescape
from io import StringIO

import pytest
from django.core.management import call_command
from django.utils import timezone

from tests import factories
from tests.tournaments.evening import evening
from tests.tournaments.stages import own_page
from tournaments import log_queries
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db
NAMES = ["Anne", "Bruno", "Chloé", "Denis", "Élise", "Farid"]


def ladder(*names, **options):
    night = evening(format="ladder", options={"places_up": 2, **options})
    for seed, name in enumerate(names or NAMES, start=1):
        night.do("post", "entrants/", {"name": name, "seed": seed})
    return night


def defy(night, challenger, challenged, scores=None, **how):
    table = night.do("post", "ladder/", {"challenger": challenger, "challenged": challenged}, **how)
    if scores:
        at = f"rounds/{table['round']}/tables/{table['number']}/result/"
        night.do("post", at, {"scores": scores})
    return table


def page(night, rest="", client=None):
    answer = (client or factories.browser()).get(f"/tournois/{night.id}/{rest}")
    assert answer.status_code == 200
    return unescape(" ".join(answer.content.decode().split()))


def order(night):
    return [row["name"] for row in night.do("get", "ladder/")["rows"]]


def test_a_ladder_from_the_list_to_the_podium():
    night = ladder()
    assert order(night) == NAMES
    assert "Le premier défi ouvre l'échelle" in page(night)
    assert night.refusal("post", "rounds/", {}) == (
        400,
        "challenges_only",
        "non_field_errors",
    )
    table = defy(night, 5, 3)
    assert (table["round"], table["number"], table["sides"]) == (1, 1, [[5], [3]])
    text = page(night, "echelle/")
    assert "Défis à jouer" in text
    assert "joue contre Élise" in text
    assert "Élise défie Chloé." in text
    assert night.refusal("post", "ladder/", {"challenger": 6, "challenged": 5}) == (
        400,
        "challenge_open",
        "challenged",
    )
    night.do("post", "rounds/1/tables/1/result/", {"scores": [500, 300]})
    assert order(night) == ["Anne", "Bruno", "Élise", "Chloé", "Denis", "Farid"]
    rows = night.do("get", "ladder/")["rows"]
    assert rows[2] == {
        "place": 3,
        "entrant": 5,
        "name": "Élise",
        "up": 2,
        "played": timezone.localdate().isoformat(),
        "may": [1, 2],
    }
    assert [row["up"] for row in rows] == [0, 0, 2, -1, -1, 0]
    text = page(night, "echelle/")
    assert "Élise bat Chloé et prend sa place." in text
    assert "On défie qui se trouve jusqu'à 2 places au-dessus." in text
    assert "Juste après Bruno sur l'échelle." in page(night, "classement/")
    assert "le 5ᵉ de l'échelle défie le 3ᵉ" in page(night, "rondes/1/")
    assert "Peut défier" in page(night, "imprimer/echelle/")
    assert any("wall__scene--ladder" in page(night, f"mur/?vue={at}") for at in range(3))
    night.do("post", "rounds/1/close/", {})
    defy(night, 2, 1, [500, 300])
    night.do("patch", "", {"state": "finished"})
    standings = night.do("get", "standings/")["rows"]
    assert [row["entrant"] for row in standings] == [2, 1, 5, 3, 4, 6]
    assert log_queries.log_gives(Tournament.objects.get())
    assert "Bruno" in page(night, "imprimer/diplomes/")
    # Nobody can be challenged after the ladder has ended.
    assert [row["may"] for row in night.do("get", "ladder/")["rows"]] == [[]] * 6


def test_a_ladder_comes_back_from_its_file_and_draws_the_same(tmp_path):
    night = ladder(idle_days=30, idle_places=2)
    defy(night, 5, 3, [500, 300])
    defy(night, 2, 1)
    night.do("post", "entrants/", {"name": "Gaël"})
    defy(night, 7, 6, [300, 500])
    night.do("post", "ladder/day/", {})
    exported = night.do("get", "export/")
    wanted = night.do("get", "ladder/")
    exported["club"] = night.club.slug
    made = night.client.post("/api/v1/tournaments/import/", exported)
    assert made.status_code == 201, made.content
    night.id = made.json()["id"]
    assert night.do("get", "ladder/") == wanted
    row = Tournament.objects.get(pk=night.id)
    assert row.day == timezone.localdate()
    again = night.do("get", "export/")
    assert [event["data"] for event in again["log"][1:]] == [
        event["data"] for event in exported["log"][1:]
    ]
    for name in ("csv", "json"):
        assert night.call("get", f"export/?format={name}").status_code == 200
    assert night.call("get", "export/?format=trf").status_code == 400
    path = tmp_path / "echelle.json"
    path.write_text(night.call("get", "export/").content.decode())
    output = StringIO()
    call_command("draw", str(path), stdout=output)
    assert "1" in output.getvalue()


def test_a_file_with_a_challenge_that_is_none_is_refused():
    night = ladder()
    defy(night, 2, 1)
    exported = night.do("get", "export/") | {"club": night.club.slug}
    for wrong in ({"on": "2026"}, {"on": 3}, {"on": "9999-12-31"}, {"challenged": "x"}):
        log = [dict(event) for event in exported["log"]]
        log[-1] = {**log[-1], "data": {**log[-1]["data"], **wrong}}
        answer = night.client.post("/api/v1/tournaments/import/", {**exported, "log": log})
        assert answer.status_code == 400, wrong


def test_an_entrant_challenges_for_themself_by_their_own_link():
    night = ladder()
    row = Tournament.objects.get()
    phone = factories.browser()
    phone.get(own_page(row, 3))
    text = page(night, "inscrits/3/", phone)
    assert "Défier :" in text
    where = f"/tournois/{night.id}/echelle/"
    # An entrant's phone may not challenge for another entrant.
    assert phone.post(where, {"challenger": "2", "challenged": "1"}).status_code == 302
    assert night.do("get", "rounds/") == []
    answer = phone.post(where, {"challenger": "3", "challenged": "2"})
    assert answer.url == f"/tournois/{night.id}/inscrits/3/"
    (round_,) = night.do("get", "rounds/")
    assert round_["tables"][0]["sides"] == [[3], [2]]
    text = page(night, "inscrits/3/", phone)
    assert "Un défi à jouer contre Bruno." in text
    assert "Table 1" in text
    # On another entrant's page, this phone cannot challenge.
    assert "Défier :" not in page(night, "inscrits/4/", phone)
    log = night.do("get", "log/")
    assert log[-1]["by_link"] == "entrant"
    assert "Chloé défie Bruno." in page(night, "journal/")
    withdraw = f"/tournois/{night.id}/rondes/1/tables/1/retirer/"
    assert "Retirer" in page(night, "echelle/", phone)
    other = factories.browser()
    other.get(own_page(row, 2))
    other.post(withdraw)
    assert len(night.do("get", "rounds/1/")["tables"]) == 1
    phone.post(withdraw)
    assert night.do("get", "rounds/1/")["tables"] == []
    defy(night, 3, 1)
    night.do("post", "rounds/1/tables/1/result/", {"scores": [1, 0]})
    # The page shows the challenge that is still to be played, not the one that was played.
    defy(night, 2, 3)
    mine = page(night, "inscrits/3/", phone)
    assert "Table 2" in mine
    assert "Pas encore publiée" not in mine


def test_a_program_challenges_by_an_entrants_token():
    from tournaments import permissions

    night = ladder()
    token = permissions.entrant_token(Tournament.objects.get(), 2)
    nobody = factories.api()
    body = {"challenger": 2, "challenged": 1}
    assert night.call("post", "ladder/", body, client=nobody).status_code == 403
    assert night.refusal(
        "post", "ladder/", {"challenger": 3, "challenged": 1}, client=nobody, token=token
    ) == (403, "challenge_own_needed", None)
    assert defy(night, 2, 1, client=nobody, token=token)["number"] == 1
    gone = night.call("delete", "rounds/1/tables/1/challenge/", client=nobody, token=token)
    assert gone.status_code == 200


def test_days_without_playing(monkeypatch):
    night = ladder(idle_days=30, idle_places=1)
    defy(night, 3, 2, [300, 500])
    day = timezone.localdate()
    monkeypatch.setattr("django.utils.timezone.localdate", lambda *_: day + timedelta(days=29))
    defy(night, 3, 2, [300, 500])
    monkeypatch.setattr("django.utils.timezone.localdate", lambda *_: day + timedelta(days=30))
    # The list already counts the idle days. The standings follow at the next challenge, or when an
    # officer asks for it.
    assert order(night)[:4] == ["Bruno", "Anne", "Chloé", "Denis"]
    assert night.do("get", "standings/")["rows"][0]["entrant"] == 1
    officer = factories.browser()
    officer.force_login(night.club.memberships.get().user)
    text = page(night, "echelle/", officer)
    assert "Ont baissé faute d'avoir joué : Anne." in text
    assert "Anne baisse de 1 place : 30 jours sans jouer." in text
    officer.post(f"/tournois/{night.id}/echelle/", {"bring_up": "1"})
    assert night.do("get", "standings/")["rows"][0]["entrant"] == 2
    assert Tournament.objects.get().day == day + timedelta(days=30)
    assert "Ont baissé" not in page(night, "echelle/", officer)
    assert "Échelle mise à jour au" in page(night, "journal/")
    assert night.do("post", "ladder/day/", {})["rows"][0]["entrant"] == 2
    assert log_queries.log_gives(Tournament.objects.get())


def test_there_is_no_evening_to_shorten():
    night = ladder()
    officer = factories.browser()
    officer.force_login(night.club.memberships.get().user)
    defy(night, 2, 1)
    assert "il n'y a pas de soirée à réduire" in page(night, "reduire/", officer)
    main = page(night, "", officer)
    assert "Réduire la soirée" not in main
    assert "Noter un défi" in main


def test_other_formats_have_no_ladder():
    night = evening(*NAMES)
    assert "Ce tournoi ne se joue pas sur une échelle" in page(night, "echelle/")
    assert night.do("get", "ladder/") == {"rows": [], "moves": []}
    assert night.refusal("post", "ladder/", {"challenger": 2, "challenged": 1})[1] == "not_a_ladder"
    assert "Rien à imprimer" in page(night, "imprimer/echelle/")


def test_the_list_is_read_in_a_constant_number_of_queries(django_assert_max_num_queries):
    few, many = ladder(), ladder(*(f"Paire {number}" for number in range(1, 41)))
    defy(few, 2, 1, [500, 300])
    for number in range(2, 30, 2):
        defy(many, number, number - 1, [500, 300])
    client = factories.browser()
    page(few, "echelle/", client)
    for night in (few, many):
        with django_assert_max_num_queries(8):
            page(night, "echelle/", client)


@pytest.mark.parametrize(
    ("form", "options"),
    [
        ({}, {}),
        (
            {"places_up": "5", "idle_days": "30", "idle_places": "2"},
            {"places_up": 5, "idle_days": 30, "idle_places": 2},
        ),
        ({"idle_days": "0"}, {"idle_days": 0}),
    ],
)
def test_its_options_have_a_form(form, options):
    night = ladder()
    officer = factories.browser()
    officer.force_login(night.club.memberships.get().user)
    row = Tournament.objects.get()
    payload = {"ruleset": f"{row.game} {row.preset}", "format": "ladder", "seed": "x", **form}
    preview = officer.post(f"/tournois/{night.id}/formule/", {**payload, "preview": "1"})
    assert preview.content.decode() == "des défis, aussi longtemps qu&#x27;on veut"
    assert officer.post(f"/tournois/{night.id}/formule/", payload).status_code == 302
    assert Tournament.objects.get().options == {"check_in": False, **options}


def test_the_adviser_offers_it_for_a_season():
    night = evening(*NAMES)
    advice = night.do("get", "adviser/?minutes=180&season=true")
    first, second = advice["suggestions"]
    assert (first["format"], first["rounds"], first["minutes"]) == ("ladder", [], 0)
    assert [reason["code"] for reason in first["reasons"]] == ["season"]
    assert second["format"] == "round_robin"
    formats = [
        suggestion["format"]
        for suggestion in night.do("get", "adviser/?minutes=180")["suggestions"]
    ]
    assert "ladder" not in formats
    officer = factories.browser()
    officer.force_login(night.club.memberships.get().user)
    form = {"advice-hours": "3", "advice-season": "on", "advise": "1"}
    text = officer.post(f"/tournois/{night.id}/formule/", form).content.decode()
    assert "des défis, aussi longtemps qu" in text
    assert officer.post(f"/tournois/{night.id}/formule/", {"take": "ladder"}).status_code == 302
    assert Tournament.objects.get().format == "ladder"
