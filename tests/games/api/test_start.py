"""`POST matches/`: which matches start, which are refused, and with which errors."""

import uuid

import pytest

from clubs.models import Player
from core.text.typography import loosened
from games.models import Change, Match, Seat
from tests import factories

pytestmark = pytest.mark.django_db
URL = "/api/v1/matches/"
TRADITIONAL = {
    "deck": 40,
    "card_values": "traditional",
    "bid_format": "contract",
    "target": 500,
    "min_bid": 50,
    "defence_cap": 400,
    "partie": "decides_match",
    "partie_stake": 500,
    "both_reach": "highest",
    "initial_money": None,
    "first_dealer": 3,
}


def start(client=None, **changes):
    return (client or factories.api()).post(URL, factories.start_body(**changes))


def faults(response):
    """Check that nothing was stored; return the status and the (code, attr) of every error."""
    assert Match.objects.count() == 0
    body = response.json()
    assert body["type"] == ("validation_error" if response.status_code == 400 else "client_error")
    assert all(error["detail"] for error in body["errors"])
    return response.status_code, [(error["code"], error["attr"]) for error in body["errors"]]


def test_start_with_game_and_seats_alone_answers_the_whole_match():
    response = start()
    body = response.json()
    token = body.pop("edit_token")
    match = Match.objects.get()
    assert response.status_code == 201
    assert len(token) == 40
    assert body == {
        "id": match.pk,
        "game": "dix",
        "preset": "traditionnel",
        "rules": TRADITIONAL,
        "status": "in_progress",
        "version": 1,
        "club": None,
        "counts": "no",
        "in_club_room": False,
        "started_at": match.started_at.isoformat(),
        "finished_at": None,
        "seats": [
            {"seat": 0, "name": "Anne", "player": None, "side": 0},
            {"seat": 1, "name": "Bruno", "player": None, "side": 1},
            {"seat": 2, "name": "Chloé", "player": None, "side": 0},
            {"seat": 3, "name": "David", "player": None, "side": 1},
        ],
        "sides": [
            {"side": 0, "name": "Nous", "score": 0, "rank": None},
            {"side": 1, "name": "Vous", "score": 0, "rank": None},
        ],
        "state": {"dealer": 3},
        "next": {
            "dealer": 3,
            "first_speaker": 0,
            "min_bid": 50,
            "max_bid": 100,
            "may_bid_partie": [True, True],
        },
        "entries": [],
        "earlier": 0,
        "result": None,
        "series": None,
    }


def test_start_with_everything_named_keeps_it():
    club = factories.club("mon-club", open_recording=True)
    anne = factories.player("Anne", club)
    response = start(
        preset="as-penalises",
        rules={"target": 250, "defence_cap": None},
        seats=[{"player": anne.pk}, {"name": "Bruno"}, {"name": "Chloé"}, {"name": "David"}],
        sides=[{"name": "Les bons"}, {"name": "Les autres"}],
        first_dealer=1,
        club="mon-club",
        in_club_room=True,
    )
    body = response.json()
    assert response.status_code == 201
    assert body["preset"] == "as-penalises"
    assert body["rules"] == TRADITIONAL | {
        "card_values": "penalised_aces",
        "target": 250,
        "min_bid": 30,
        "defence_cap": None,
        "partie": "forbidden",
        "first_dealer": 1,
    }
    assert body["seats"][0] == {"seat": 0, "name": "Anne", "player": anne.pk, "side": 0}
    assert [side["name"] for side in body["sides"]] == ["Les bons", "Les autres"]
    assert (body["club"], body["in_club_room"]) == ("mon-club", True)
    assert (body["state"], body["next"]["first_speaker"]) == ({"dealer": 1}, 2)


@pytest.mark.parametrize("preset", ["traditionnel", "as-penalises", "reussie-ou-zero", "ruff"])
def test_start_from_a_preset_without_money_has_no_purse(preset):
    assert start(preset=preset).json()["state"] == {"dealer": 3}


@pytest.mark.parametrize("preset", ["achat-argent", "competitif-argent"])
def test_start_from_a_preset_with_money_gives_each_side_its_purse(preset):
    body = start(preset=preset).json()
    assert body["state"] == {"dealer": 3, "purses": [20, 20]}
    assert body["next"]["max_bid"] == [20, 20]


def test_start_of_the_sixth_game_makes_each_seat_a_side():
    body = start(game="toy", seats=[{"name": "Anne"}, {"name": "Bruno"}, {"name": "Chloé"}]).json()
    assert body["preset"] == "court"
    assert body["rules"] == {"target": 3, "faces": 6}
    assert [(seat["seat"], seat["side"]) for seat in body["seats"]] == [(0, 0), (1, 1), (2, 2)]
    assert [side["name"] for side in body["sides"]] == ["Anne", "Bruno", "Chloé"]


def test_names_are_kept_in_nfc_with_single_spaces():
    names = ["  Zoe\u0301  B. ", "Bruno", "Chloé", "David"]
    body = start(seats=[{"name": name} for name in names]).json()
    assert body["seats"][0]["name"] == "Zoé B."


@pytest.mark.parametrize("count", [0, 1, 3, 5])
def test_too_few_or_too_many_seats_are_player_count(count):
    seats = [{"name": f"P{seat}"} for seat in range(count)]
    assert faults(start(seats=seats)) == (400, [("player_count", "seats")])


@pytest.mark.parametrize("count", [1, 5])
def test_seats_outside_a_range_are_player_count_and_say_the_range(count):
    response = start(game="toy", seats=[{"name": f"P{seat}"} for seat in range(count)])
    assert faults(response) == (400, [("player_count", "seats")])
    detail = loosened(response.json()["errors"][0]["detail"])
    assert detail == "Il faut de 2 à 4 personnes à cette table."


def test_the_same_player_twice_is_player_repeated():
    club = factories.club(open_recording=True)
    anne = factories.player("Anne", club)
    seats = [{"player": anne.pk}, {"name": "B"}, {"player": anne.pk}, {"name": "D"}]
    assert faults(start(seats=seats)) == (400, [("player_repeated", "seats")])


@pytest.mark.parametrize(
    ("seat", "code"),
    [
        ({}, "name_blank"),
        ({"name": ""}, "name_blank"),
        ({"name": " \u200b "}, "name_blank"),
        ({"name": "A" * 81}, "name_too_long"),
        ({"name": "A\nB"}, "name_control"),
        ({"name": "A\x00B"}, "name_control"),
        ({"player": 1, "name": "Anne"}, "seat_named_or_known"),
    ],
)
def test_a_seat_that_names_nobody_is_refused_at_its_place(seat, code):
    seats = [{"name": "A"}, seat, {"name": "C"}, {"name": "D"}]
    assert faults(start(seats=seats)) == (400, [(code, "seats.1.name")])


def test_a_player_that_does_not_exist_is_player_unknown():
    seats = [{"player": 999}, {"name": "B"}, {"name": "C"}, {"name": "D"}]
    assert faults(start(seats=seats)) == (400, [("player_unknown", "seats")])


def test_a_player_of_a_club_that_the_caller_may_not_see_is_player_unknown():
    secret = factories.player("Anne", factories.club(public=False))
    seats = [{"player": secret.pk}, {"name": "B"}, {"name": "C"}, {"name": "D"}]
    assert faults(start(seats=seats)) == (400, [("player_unknown", "seats")])


def test_a_player_of_a_club_that_seats_its_own_is_403():
    factories.owner_who_came()
    anne = factories.player("Anne", factories.club(open_recording=False))
    seats = [{"player": anne.pk}, {"name": "B"}, {"name": "C"}, {"name": "D"}]
    assert faults(start(seats=seats)) == (403, [("players_not_allowed", None)])


def test_a_player_of_no_club_may_sit_down_by_their_own_account():
    account = factories.user()
    own = factories.player("Anne", factories.club(), user=account)
    seats = [{"player": own.pk}, {"name": "B"}, {"name": "C"}, {"name": "D"}]
    body = start(factories.api(account), seats=seats).json()
    assert body["seats"][0]["player"] == own.pk


def test_an_unknown_game_is_game_unknown():
    assert faults(start(game="tarot")) == (400, [("game_unknown", "game")])


def test_an_unknown_preset_is_preset_unknown():
    assert faults(start(preset="tarot")) == (400, [("preset_unknown", "preset")])


def test_an_unknown_rule_is_rule_unknown():
    assert faults(start(rules={"joker": 1})) == (400, [("rule_unknown", "rules.joker")])


@pytest.mark.parametrize(
    ("rules", "code", "attr"),
    [
        ({"deck": 52}, "invalid_choice", "rules.deck"),
        ({"deck": "40"}, "invalid_choice", "rules.deck"),
        ({"deck": 40.0}, "invalid_choice", "rules.deck"),
        ({"deck": None}, "null", "rules.deck"),
        ({"target": 0}, "min_value", "rules.target"),
        ({"target": "500"}, "invalid", "rules.target"),
        ({"target": True}, "invalid", "rules.target"),
        ({"target": 502}, "target_not_multiple", "rules.target"),
        ({"first_dealer": 4}, "max_value", "rules.first_dealer"),
        ({"defence_cap": 3}, "cap_not_multiple", "rules.defence_cap"),
        ({"min_bid": 51}, "min_bid_not_multiple", "rules.min_bid"),
        ({"min_bid": 105}, "min_bid_above_hand", "rules.min_bid"),
        ({"initial_money": 20}, "initial_money_without_purchase", "rules.initial_money"),
        ({"bid_format": "buy_points", "defence_cap": None}, "partie_with_purchase", "rules.partie"),
        ({"bid_format": "buy_points", "partie": "stake"}, None, None),
    ],
)
def test_an_impossible_ruleset_is_refused_on_its_rule(rules, code, attr):
    status, errors = faults(start(rules=rules))
    expected = [(code, attr)]
    if code is None:
        expected = [
            ("partie_with_purchase", "rules.partie"),
            ("cap_with_purchase", "rules.defence_cap"),
        ]
    assert (status, errors) == (400, expected)


@pytest.mark.parametrize("dealer", [-1, 4, "1", 1.5, True])
def test_a_dealer_who_is_no_seat_is_refused(dealer):
    status, errors = faults(start(first_dealer=dealer))
    assert (status, [attr for _code, attr in errors]) == (400, ["first_dealer"])


def test_another_number_of_sides_is_side_count():
    assert faults(start(sides=[{"name": "Seuls"}])) == (400, [("side_count", "sides")])


def test_sides_left_nameless_take_the_usual_names():
    body = start(sides=[{}, {"name": "Eux"}]).json()
    assert [side["name"] for side in body["sides"]] == ["Nous", "Eux"]


def test_an_unknown_club_is_club_unknown():
    assert faults(start(club="nulle-part")) == (400, [("club_unknown", "club")])


def test_a_members_only_club_is_unknown_to_others():
    factories.club("secret", public=False)
    assert faults(start(club="secret")) == (400, [("club_unknown", "club")])


def test_a_start_for_a_club_by_who_does_not_vouch_is_proposed_to_it():
    factories.owner_who_came()
    anne = factories.player("Anne", factories.club("garde"))
    seats = [{"player": anne.pk}, {"name": "B"}, {"name": "C"}, {"name": "D"}]
    response = start(club="garde", seats=seats, in_club_room=True)
    body = response.json()
    assert (response.status_code, body["club"], body["counts"]) == (201, None, "proposed")
    assert (body["seats"][0]["player"], body["seats"][0]["name"]) == (None, "Anne")
    assert body["in_club_room"] is False
    assert Change.objects.get().after["wishes"] == [anne.pk, None, None, None]


@pytest.mark.parametrize("role", ["member", "scorer", "officer", "owner"])
def test_a_role_in_the_club_starts_its_matches(role):
    club = factories.club("garde")
    account = factories.member(club, role)
    body = start(factories.api(account), club="garde", in_club_room=True).json()
    assert (body["club"], body["in_club_room"]) == ("garde", True)
    assert Match.objects.get().starter == account


def test_a_role_in_another_club_does_not_vouch_in_this_one():
    factories.owner_who_came()
    factories.club("garde")
    owner = factories.member(factories.club("autre"), "owner")
    body = start(factories.api(owner), club="garde").json()
    assert (body["club"], body["counts"]) == (None, "proposed")


def test_the_club_room_needs_a_club():
    assert faults(start(in_club_room=True)) == (403, [("club_room_not_allowed", None)])


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("game", None),
        ("game", 10),
        ("seats", None),
        ("seats", "Anne"),
        ("seats", {}),
        ("seats", [1, 2, 3, 4]),
        ("rules", []),
        ("rules", "x"),
        ("sides", 1),
        ("preset", 3.5),
        ("club", []),
        ("in_club_room", "yes"),
        ("in_club_room", 1),
        ("client_id", "not-a-uuid"),
        ("client_id", 12),
    ],
)
def test_values_of_another_shape_are_refused(field, value):
    status, errors = faults(start(**{field: value}))
    assert status == 400
    assert errors[0][1].split(".")[0] == field


@pytest.mark.parametrize("field", ["game", "seats"])
def test_what_is_required_is_required(field):
    body = factories.start_body()
    del body[field]
    response = factories.api().post(URL, body)
    assert faults(response) == (400, [("required", field)])


@pytest.mark.parametrize("body", ["[]", "null", '"dix"', "12", "{", ""])
def test_a_body_that_is_no_object_is_refused(body):
    response = factories.api().generic("POST", URL, body, content_type="application/json")
    assert response.status_code == 400
    assert Match.objects.count() == 0


def test_open_tables_off_lets_only_accounts_start(settings):
    settings.OPEN_TABLES = False
    assert faults(start()) == (403, [("open_tables_closed", None)])
    assert start(factories.api(factories.user())).status_code == 201


def test_open_tables_off_closes_an_open_club_to_visitors_too(settings):
    settings.OPEN_TABLES = False
    factories.club("ouvert", open_recording=True)
    assert faults(start(club="ouvert")) == (403, [("club_not_allowed", None)])


def test_open_tables_off_keeps_the_links_given_before(settings):
    table = factories.table()
    settings.OPEN_TABLES = False
    assert table.record().status_code == 201


def test_a_replayed_start_answers_200_with_the_same_body_and_token():
    client_id = str(uuid.uuid4())
    first = start(client_id=client_id)
    again = start(client_id=client_id)
    assert (first.status_code, again.status_code) == (201, 200)
    assert again.content == first.content
    assert (Match.objects.count(), Seat.objects.count()) == (1, 4)


def test_a_replayed_start_after_changes_answers_the_first_body():
    client_id = str(uuid.uuid4())
    first = start(client_id=client_id)
    body = first.json()
    table = factories.Table(body["id"], body["edit_token"], factories.api(), body)
    table.record()
    table.patch(sides=[{"side": 0, "name": "Autrement"}])
    table.patch(status="abandoned")
    again = start(client_id=client_id)
    assert (again.status_code, again.content) == (200, first.content)


def test_the_client_id_of_a_start_with_another_body_is_client_id_reused():
    client_id = str(uuid.uuid4())
    start(client_id=client_id)
    response = start(client_id=client_id, first_dealer=0)
    assert response.status_code == 409
    assert response.json()["errors"][0]["code"] == "client_id_reused"
    assert Match.objects.count() == 1


def test_a_refused_start_does_not_use_its_client_id_up():
    client_id = str(uuid.uuid4())
    assert start(client_id=client_id, preset="tarot").status_code == 400
    assert start(client_id=client_id).status_code == 201


def test_a_start_adds_nobody_to_the_list_of_players():
    factories.table()
    assert Player.objects.count() == 0
