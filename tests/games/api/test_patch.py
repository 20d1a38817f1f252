"""`PATCH matches/{id}/` changes the details around the score."""

import pytest

from games.models import Match, Seat
from tests import factories
from tests.factories import ALL_TAKEN, HAND, IN_100
from tests.stored import every_row

pytestmark = pytest.mark.django_db


def fault(response):
    (error,) = response.json()["errors"]
    return response.status_code, error["code"], error["attr"]


def test_patch_renames_a_side_and_leaves_the_other():
    table = factories.table(None, HAND)
    response = table.patch(sides=[{"side": 1, "name": "  Les  autres "}])
    body = response.json()
    assert response.status_code == 200
    assert (body["version"], response.headers["ETag"]) == (3, '"3"')
    assert [side["name"] for side in body["sides"]] == ["Nous", "Les autres"]
    assert [side["score"] for side in body["sides"]] == [80, 20]
    assert body == table.body()


def test_patch_ties_a_guest_to_a_player_who_gives_the_seat_its_name():
    club = factories.club(open_recording=True)
    emile = factories.player("Émile", club)
    table = factories.table()
    seats = table.patch(seats=[{"seat": 2, "player": emile.pk}]).json()["seats"]
    assert seats[2] == {"seat": 2, "name": "Émile", "player": emile.pk, "side": 0}
    assert Seat.objects.get(number=2).guest_name == "Chloé"


def test_patch_puts_the_name_of_a_guest_right_and_logs_both():
    table = factories.table(None, HAND)
    body = table.patch(seats=[{"seat": 1, "name": "  Bérénice "}]).json()
    assert body["seats"][1] == {"seat": 1, "name": "Bérénice", "player": None, "side": 1}
    assert (body["version"], body["sides"], body["entries"]) == (
        3,
        table.body()["sides"],
        table.body()["entries"],
    )
    change = table.get("history/").json()[-1]
    assert change["kind"] == "patch"
    assert change["before"]["guests"] == ["Anne", "Bruno", "Chloé", "David"]
    assert change["after"]["guests"] == ["Anne", "Bérénice", "Chloé", "David"]


def test_a_write_repeated_after_a_name_was_put_right_answers_the_name_of_then():
    table = factories.table()
    first = table.record(client_id="7f9f1d5e-0000-4000-8000-000000000001").json()
    table.patch(seats=[{"seat": 1, "name": "Bérénice"}])
    again = table.record(client_id="7f9f1d5e-0000-4000-8000-000000000001")
    assert (again.status_code, again.json()) == (200, first)
    assert again.json()["seats"][1]["name"] == "Bruno"


def test_a_name_on_a_players_seat_makes_it_a_guests_and_the_log_knows_who_sat_there():
    club = factories.club(open_recording=True)
    emile = factories.player("Émile", club)
    table = factories.table()
    table.patch(seats=[{"seat": 2, "player": emile.pk}])
    then = table.record(client_id="7f9f1d5e-0000-4000-8000-000000000002").json()
    body = table.patch(seats=[{"seat": 2, "name": "Zoé"}]).json()
    assert body["seats"][2] == {"seat": 2, "name": "Zoé", "player": None, "side": 0}
    again = table.record(client_id="7f9f1d5e-0000-4000-8000-000000000002").json()
    assert again == then
    assert again["seats"][2]["name"] == "Émile"


def test_a_player_stays_on_the_seat_of_a_finished_match():
    club = factories.club(open_recording=True)
    emile = factories.player("Émile", club)
    table = factories.table(None, ALL_TAKEN, rules=IN_100)
    table.patch(seats=[{"seat": 2, "player": emile.pk}])
    response = table.patch(seats=[{"seat": 2, "name": "Zoé"}])
    assert fault(response) == (400, "player_already_tied", "seats")
    assert table.patch(seats=[{"seat": 1, "name": "Zoé"}]).json()["seats"][1]["name"] == "Zoé"


def test_patch_says_that_a_match_was_in_the_club_room():
    club = factories.club(open_recording=True)
    table = factories.table(club=club.slug)
    assert table.patch(in_club_room=True).json()["in_club_room"] is True
    assert table.patch(in_club_room=False).json()["in_club_room"] is False


def test_patch_abandons_and_resumes():
    table = factories.table(None, HAND)
    abandoned = table.patch(status="abandoned").json()
    assert (abandoned["status"], abandoned["next"], abandoned["result"]) == (
        "abandoned",
        None,
        None,
    )
    assert (abandoned["finished_at"], len(abandoned["entries"])) == (None, 1)
    resumed = table.patch(status="in_progress").json()
    assert (resumed["status"], resumed["next"]["dealer"], resumed["version"]) == (
        "in_progress",
        0,
        4,
    )
    assert table.record().status_code == 201


def test_patch_of_everything_at_once_is_one_version():
    club = factories.club(open_recording=True)
    emile = factories.player("Émile", club)
    table = factories.table(club=club.slug)
    body = table.patch(
        sides=[{"side": 0, "name": "A"}, {"side": 1, "name": "B"}],
        seats=[{"seat": 0, "player": emile.pk}],
        in_club_room=True,
        status="abandoned",
    ).json()
    assert (body["version"], body["status"], body["in_club_room"]) == (2, "abandoned", True)
    assert [side["name"] for side in body["sides"]] == ["A", "B"]
    assert body["seats"][0]["player"] == emile.pk


def test_patch_of_a_finished_match_still_changes_its_names():
    table = factories.table(None, ALL_TAKEN, rules=IN_100)
    body = table.patch(sides=[{"side": 0, "name": "Champions"}]).json()
    assert (body["status"], body["sides"][0]["name"]) == ("finished", "Champions")


@pytest.mark.parametrize("status", ["abandoned", "in_progress"])
def test_patch_of_the_status_of_a_finished_match_is_match_finished(status):
    table = factories.table(None, ALL_TAKEN, rules=IN_100)
    assert fault(table.patch(status=status)) == (400, "match_finished", "status")


@pytest.mark.parametrize(
    ("changes", "status", "code", "attr"),
    [
        ({"sides": [{"side": 2, "name": "C"}]}, 400, "side_unknown", "sides"),
        ({"sides": [{"side": -1, "name": "C"}]}, 400, "min_value", "sides.0.side"),
        ({"sides": [{"side": 0, "name": " "}]}, 400, "name_blank", "sides.0.name"),
        ({"sides": [{"side": 0, "name": "x" * 81}]}, 400, "name_too_long", "sides.0.name"),
        ({"sides": [{"side": 0}]}, 400, "required", "sides.0.name"),
        ({"seats": [{"seat": 4, "player": "emile"}]}, 400, "seat_unknown", "seats"),
        ({"seats": [{"seat": 0, "player": 999_999}]}, 400, "player_unknown", "seats"),
        ({"seats": [{"seat": 0, "player": 0}]}, 400, "min_value", "seats.0.player"),
        ({"seats": [{"seat": 4, "name": "Zoé"}]}, 400, "seat_unknown", "seats"),
        ({"seats": [{"seat": 0, "name": " "}]}, 400, "name_blank", "seats.0.name"),
        ({"seats": [{"seat": 0}]}, 400, "name_blank", "seats.0.name"),
        (
            {"seats": [{"seat": 0, "name": "Zoé", "player": "emile"}]},
            400,
            "seat_named_or_known",
            "seats.0.name",
        ),
        (
            {"seats": [{"seat": 1, "name": "A"}, {"seat": 1, "name": "B"}]},
            400,
            "seat_repeated",
            "seats.1.seat",
        ),
        (
            {"sides": [{"side": 1, "name": "A"}, {"side": 1, "name": "B"}]},
            400,
            "side_repeated",
            "sides.1.side",
        ),
        ({"seats": [{"seat": 0, "nom": "Zoé", "name": "A"}]}, 400, "field_unknown", "seats.0.nom"),
        ({"sides": [{"side": 0, "name": "A", "x": 1}]}, 400, "field_unknown", "sides.0.x"),
        ({"names": ["A"]}, 400, "field_unknown", "names"),
        ({"seats": [{"seat": 0, "player": 2**63}]}, 400, "max_value", "seats.0.player"),
        ({"seats": [{"seat": 0, "player": "garde"}]}, 403, "players_not_allowed", None),
        ({"in_club_room": True}, 403, "club_room_not_allowed", None),
        ({"in_club_room": "oui"}, 400, "invalid", "in_club_room"),
        ({"status": "finished"}, 400, "invalid_choice", "status"),
        ({"client_id": "x"}, 400, "invalid", "client_id"),
        ({"after": 1.5}, 400, "invalid", "after"),
    ],
)
def test_a_refused_patch_changes_nothing(changes, status, code, attr):
    factories.owner_who_came()
    club = factories.club(open_recording=True)
    people = {
        "emile": factories.player("Émile", club).pk,
        "garde": factories.player("Fanny", factories.club()).pk,
    }
    for seat in changes.get("seats", []):
        if "player" in seat:
            seat["player"] = people.get(seat["player"], seat["player"])
    table = factories.table(None, HAND)
    before = every_row()
    assert fault(table.patch(**changes)) == (status, code, attr)
    assert every_row() == before


def test_patch_with_one_good_and_one_bad_change_keeps_neither():
    table = factories.table()
    before = every_row()
    response = table.patch(
        sides=[{"side": 0, "name": "Eux"}], seats=[{"seat": 0, "player": 999_999}]
    )
    assert fault(response) == (400, "player_unknown", "seats")
    assert every_row() == before


def test_patch_of_a_seat_that_has_its_player_is_player_already_tied():
    club = factories.club(open_recording=True)
    emile, fanny = factories.player("Émile", club), factories.player("Fanny", club)
    table = factories.table()
    table.patch(seats=[{"seat": 0, "player": emile.pk}])
    response = table.patch(seats=[{"seat": 0, "player": fanny.pk}])
    assert fault(response) == (400, "player_already_tied", "seats")
    assert table.patch(seats=[{"seat": 0, "player": emile.pk}]).status_code == 200


def test_patch_that_seats_a_player_twice_is_player_repeated():
    club = factories.club(open_recording=True)
    emile = factories.player("Émile", club)
    table = factories.table()
    table.patch(seats=[{"seat": 0, "player": emile.pk}])
    response = table.patch(seats=[{"seat": 1, "player": emile.pk}])
    assert fault(response) == (400, "player_repeated", "seats")
    twice = [{"seat": 1, "player": emile.pk}, {"seat": 2, "player": emile.pk}]
    assert fault(factories.table().patch(seats=twice)) == (400, "player_repeated", "seats")


def test_in_club_room_of_a_club_that_keeps_it_is_403_by_the_link():
    factories.owner_who_came()
    club = factories.club(open_recording=True)
    table = factories.table(club=club.slug)
    club.open_recording = False
    club.save()
    assert fault(table.patch(in_club_room=True)) == (403, "club_not_allowed", None)
    assert Match.objects.get().in_club_room is False
