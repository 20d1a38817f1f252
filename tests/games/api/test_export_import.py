"""An export that is imported again has the same lines and the same scores, to the letter."""

import copy
import csv
import io
import random
import uuid
from datetime import UTC, datetime, timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from games import queries
from games.dix.models import DixHand
from games.models import Change, Match
from games.registry import installed
from tests import factories
from tests.factories import ALL_TAKEN, FAILED, HAND, IN_100
from tests.plain import plain
from tests.stored import row_counts

pytestmark = pytest.mark.django_db
URL = "/api/v1/matches/import/"
# The fields that an import does not copy, because it makes a new match.
OWN = ("id", "edit_token", "version", "seats", "club", "in_club_room")


def exported(table):
    return table.get("export/?format=json").json()


def take_in(data, client=None, **changes):
    return (client or factories.api()).post(URL, {**data, **changes})


def faults(response):
    return response.status_code, [(e["code"], e["attr"]) for e in response.json()["errors"]]


def without_own(body):
    body = {key: value for key, value in body.items() if key not in OWN}
    for entry in body["entries"]:
        entry["recorded_by"] = None
    return body


# -- Export -----------------------------------------------------------------------------------


def test_the_json_export_is_the_match_as_a_file():
    table = factories.table(None, HAND, FAILED)
    for query in ("", "?format=json"):
        response = table.get(f"export/{query}")
        assert response.json() == table.body()
        assert response.headers["Content-Disposition"] == f'attachment; filename="{table.id}.json"'


def test_the_csv_export_has_a_row_a_line(settings):
    settings.TIME_ZONE = "Europe/Paris"
    table = factories.table(None, HAND, FAILED | {"trump": "hearts"})
    recorded = datetime(2026, 11, 21, 2, 10, 5, 123456, tzinfo=UTC)
    DixHand.objects.update(recorded_at=recorded)
    at = "2026-11-21 03:10:05"  # an hour later on the table's clock
    response = table.get("export/?format=csv")
    assert response.headers["Content-Type"] == "text/csv; charset=utf-8"
    assert response.headers["Content-Disposition"] == f'attachment; filename="{table.id}.csv"'
    fields = ["qui a misé", "mise", "la partie", "points ramassés"]
    fields += ["la défense a parlé", "atout", "enchères", "levées"]
    assert list(csv.reader(io.StringIO(plain(response.content.decode())))) == [
        ["ligne", "inscrite le", *fields, "Nous ±", "Nous =", "Vous ±", "Vous =", "explication"],
        [
            *("1", at, "Anne", "70", "non", "80", "non", "", "", ""),
            *("80", "80", "20", "20"),
            "Mise de 70 réussie : 80 points ramassés. · La défense compte ses points : 20.",
        ],
        [
            *("2", at, "Anne", "70", "non", "60", "non", "cœur", "", ""),
            *("-70", "10", "40", "60"),
            "Mise de 70 ratée : 60 points ramassés, il en manque 10 ; la mise est retirée. · "
            "La défense compte ses points : 40.",
        ],
    ]


def test_the_csv_export_speaks_the_readers_language():
    table = factories.table(None, HAND | {"trump": "hearts"})
    response = table.get("export/?format=csv", headers={"accept-language": "en"})
    row = list(csv.reader(io.StringIO(response.content.decode())))[1]
    assert (row[2], row[4], row[7]) == ("Anne", "no", "hearts")


@pytest.mark.parametrize("game", ["yams", "dix-mille", "bataille"])
def test_the_csv_export_names_who_is_meant(game):
    played = installed.game_of(game)
    columns = [
        played.entry.model._meta.get_field(name).verbose_name for name in played.entry.seat_fields
    ]
    match = factories.started(game)
    data = played.demonstration.sample(
        queries.load(match).rules, queries.load(match).replay(), random.Random(3)
    )
    factories.recorded(match, data)
    text = factories.api().get(f"/api/v1/matches/{match.pk}/export/?format=csv").content.decode()
    head, row = list(csv.reader(io.StringIO(text)))[:2]
    named = [row[head.index(column)] for column in columns]
    assert set(named) & set(factories.NAMES)
    assert set(named) <= {*factories.NAMES, ""}


@pytest.mark.parametrize("name", ["=1+1", "+1", "-1", "@SUM(A1)"])
def test_the_csv_export_holds_no_formula(name):
    table = factories.table(None, HAND, sides=[{"name": name}, {"name": "Eux"}])
    head = next(csv.reader(io.StringIO(table.get("export/?format=csv").content.decode())))
    assert head[10:12] == [f"'{name} ±", f"'{name} ="]


@pytest.mark.parametrize("kind", ["xml", "", "JSON", "json\0"])
def test_another_export_is_export_unknown(kind):
    response = factories.table().get(f"export/?format={kind}")
    assert faults(response) == (400, [("export_unknown", "format")])


# -- Round trip -------------------------------------------------------------------------------

AUCTION = [
    {"seat": 0, "call": 50},
    {"seat": 1, "call": 60},
    {"seat": 2, "call": "pass"},
    {"seat": 3, "call": "pass"},
    {"seat": 0, "call": "pass"},
]
MATCHES = {
    "running": ({}, [{"taken": 65, "auction": AUCTION, "trump": "clubs"}, HAND, FAILED]),
    "empty": ({"first_dealer": 1, "sides": [{"name": "A"}, {"name": "B"}]}, []),
    "finished": ({"rules": IN_100}, [HAND, ALL_TAKEN]),
    "partie": ({}, [HAND, {"bidder": 1, "partie": True, "taken": 100}]),
    "money": ({"preset": "achat-argent"}, [{"bidder": 0, "bid": 4, "taken": 70}]),
    "penalised": ({"preset": "as-penalises"}, [{"bidder": 0, "bid": 35, "taken": 80}]),
    "toy": (
        {"game": "toy", "preset": "long", "seats": [{"name": "A"}, {"name": "B"}, {"name": "C"}]},
        [{"values": [20, 3, 20]}, {"values": [1, 2, 3]}],
    ),
}


@pytest.mark.parametrize("name", list(MATCHES))
def test_an_export_taken_back_has_the_same_scores_to_the_letter(name):
    changes, hands = MATCHES[name]
    table = factories.table(None, *hands, **changes)
    data = exported(table)
    response = take_in(data)
    body = response.json()
    assert response.status_code == 201
    assert without_own(copy.deepcopy(body)) == without_own(copy.deepcopy(data))
    assert body["id"] != table.id
    assert body["version"] == 1 + len(hands)
    assert body["seats"] == data["seats"]
    again = factories.Table(body["id"], body["edit_token"], factories.api(), body)
    assert again.body() == {k: v for k, v in body.items() if k != "edit_token"}


def test_an_import_after_corrections_is_what_stands_not_how_it_came_to_be():
    table = factories.table(None, HAND, HAND, HAND)
    table.correct(1, FAILED)
    table.take_back(3)
    data = exported(table)
    body = take_in(data).json()
    assert (body["version"], data["version"]) == (3, 6)
    assert without_own(body) == without_own(data)


def test_an_abandoned_match_comes_back_abandoned():
    table = factories.table(None, HAND)
    table.patch(status="abandoned")
    body = take_in(exported(table)).json()
    assert (body["status"], body["version"], body["next"]) == ("abandoned", 3, None)
    again = factories.Table(body["id"], body["edit_token"], factories.api(), body)
    assert again.patch(status="in_progress").json()["status"] == "in_progress"


def test_an_import_has_its_own_link_and_goes_on():
    table = factories.table(None, HAND)
    body = take_in(exported(table)).json()
    mine = factories.Table(body["id"], body["edit_token"], factories.api(), body)
    assert mine.record().json()["sides"][0]["score"] == 160
    assert mine.correct(1, FAILED).status_code == 200
    assert table.body()["sides"][0]["score"] == 80
    mine.token = table.token
    assert mine.record().status_code == 403


def test_an_import_keeps_the_dates_and_is_marked():
    table = factories.table(None, ALL_TAKEN, rules=IN_100)
    data = exported(table)
    past = {
        "started_at": "2019-05-04T20:00:00+00:00",
        "finished_at": "2019-05-04T21:30:00+00:00",
    }
    data["entries"][0]["recorded_at"] = "2019-05-04T21:00:00+00:00"
    body = take_in(data, **past).json()
    match = Match.objects.get(pk=body["id"])
    assert {key: body[key] for key in past} == past
    assert body["entries"][0]["recorded_at"] == "2019-05-04T21:00:00+00:00"
    assert (match.imported, Match.objects.get(pk=table.id).imported) == (True, False)


def test_an_import_has_a_history_as_if_recorded_line_by_line():
    table = factories.table(None, HAND, FAILED)
    body = take_in(exported(table)).json()
    mine = factories.Table(body["id"], body["edit_token"], factories.api(), body)
    items = mine.get("history/").json()
    assert [(i["version"], i["kind"], i["number"]) for i in items] == [
        (1, "start", None),
        (2, "record", 1),
        (3, "record", 2),
    ]


def test_players_become_guests_unless_the_caller_may_seat_them():
    club = factories.club(open_recording=False)
    officer = factories.member(club, "officer")
    anne = factories.player("Anne", club)
    seats = [{"player": anne.pk}, *factories.SEATS[1:]]
    data = exported(factories.table(factories.api(officer), club=club.slug, seats=seats))
    by_visitor = take_in(data).json()
    by_officer = take_in(data, factories.api(officer)).json()
    assert by_visitor["seats"][0] == {"seat": 0, "name": "Anne", "player": None, "side": 0}
    assert by_officer["seats"][0] == {"seat": 0, "name": "Anne", "player": anne.pk, "side": 0}
    assert (by_visitor["club"], by_officer["club"]) == (None, club.slug)


def test_a_number_that_is_someone_else_here_becomes_a_guest():
    club = factories.club(open_recording=True)
    stranger = factories.player("Quelqu'un d'autre", club)
    data = exported(factories.table())
    data["seats"][0] = {"seat": 0, "name": "Anne", "player": stranger.pk, "side": 0}
    seats = take_in(data).json()["seats"]
    assert seats[0] == {"seat": 0, "name": "Anne", "player": None, "side": 0}


def test_the_club_and_its_room_are_kept_only_with_the_right():
    club = factories.club("le-club", open_recording=True)
    data = exported(factories.table(club="le-club", in_club_room=True))
    officer = factories.api(factories.member(club, "officer"))
    imported = take_in(data, officer).json()
    assert (imported["club"], imported["counts"], imported["in_club_room"]) == (
        "le-club",
        "yes",
        True,
    )
    for client in (factories.api(), factories.api(factories.member(club))):
        offered = take_in(data, client).json()
        assert (offered["club"], offered["counts"]) == (None, "proposed")
        assert offered["in_club_room"] is False


def test_an_import_of_an_unknown_club_is_of_no_club():
    data = exported(factories.table())
    assert take_in(data, club="ailleurs").json()["club"] is None


def test_open_tables_off_refuses_a_visitors_import(settings):
    data = exported(factories.table())
    settings.OPEN_TABLES = False
    assert faults(take_in(data)) == (403, [("open_tables_closed", None)])
    assert take_in(data, factories.api(factories.user())).status_code == 201


# -- Exactly once -----------------------------------------------------------------------------


def test_a_repeated_import_answers_the_first_body_and_stores_nothing():
    data = exported(factories.table(None, HAND, FAILED)) | {"client_id": str(uuid.uuid4())}
    first = take_in(data)
    before = row_counts()
    again = take_in(data)
    assert (first.status_code, again.status_code) == (201, 200)
    assert again.content == first.content
    assert row_counts() == before


def test_an_import_repeated_after_changes_answers_the_first_body():
    data = exported(factories.table(None, HAND)) | {"client_id": str(uuid.uuid4())}
    first = take_in(data)
    body = first.json()
    mine = factories.Table(body["id"], body["edit_token"], factories.api(), body)
    mine.record(FAILED)
    mine.correct(1, FAILED)
    assert take_in(data).content == first.content


def test_an_import_that_says_abandoned_of_a_finished_match_is_refused():
    data = exported(factories.table(None, ALL_TAKEN, rules=IN_100))
    before = row_counts()
    assert faults(take_in(data, status="abandoned")) == (400, [("status_not_possible", "status")])
    assert row_counts() == before


@pytest.mark.parametrize(
    "changes",
    [
        {"entries": []},
        {"preset": "ruff"},
        {"started_at": "2001-01-01T00:00:00Z"},
        {"status": "abandoned"},
        {"sides": [{"name": "X"}, {"name": "Y"}]},
    ],
)
def test_the_client_id_of_an_import_with_another_body_is_client_id_reused(changes):
    data = exported(factories.table(None, HAND)) | {"client_id": str(uuid.uuid4())}
    take_in(data)
    before = row_counts()
    assert faults(take_in(data, **changes)) == (409, [("client_id_reused", None)])
    assert row_counts() == before


def test_the_client_id_of_a_start_is_not_one_for_an_import():
    client_id = str(uuid.uuid4())
    table = factories.table(client_id=client_id)
    response = take_in(exported(table), client_id=client_id)
    assert faults(response) == (409, [("client_id_reused", None)])


def test_a_line_of_an_import_that_is_sent_again_is_not_recorded_twice():
    table = factories.table()
    client_id = str(uuid.uuid4())
    table.record(client_id=client_id)
    body = take_in(exported(table)).json()
    mine = factories.Table(body["id"], body["edit_token"], factories.api(), body)
    sent_again = mine.record({**HAND, "partie": False, "defenders_bid": False}, client_id=client_id)
    assert sent_again.status_code == 200
    assert Change.objects.filter(match=body["id"]).count() == 2


# -- Refusals ---------------------------------------------------------------------------------


def refused(change):
    """Import a good export after applying `change`; return the faults. Assert that nothing was
    stored.
    """
    data = exported(factories.table(None, HAND, FAILED))
    changed = change(data) or data
    before = row_counts()
    response = factories.api(raise_request_exception=False).post(URL, changed)
    assert row_counts() == before
    return faults(response)


def set_entry(number, **values):
    return lambda data: data["entries"][number].update(values)


@pytest.mark.parametrize(
    ("change", "errors"),
    [
        (lambda d: {**d, "game": "tarot"}, [("game_unknown", "game")]),
        (lambda d: {**d, "preset": "tarot"}, [("preset_unknown", "preset")]),
        (lambda d: {**d, "rules": {"joker": 1}}, [("rule_unknown", "rules.joker")]),
        (lambda d: {**d, "rules": {"target": 502}}, [("target_not_multiple", "rules.target")]),
        (lambda d: {**d, "rules": []}, [("not_a_dict", "rules")]),
        (lambda d: {**d, "seats": d["seats"][:3]}, [("player_count", "seats")]),
        (lambda d: {**d, "sides": d["sides"][:1]}, [("side_count", "sides")]),
        (lambda d: {**d, "status": "won"}, [("invalid_choice", "status")]),
        (lambda d: {**d, "started_at": "hier"}, [("invalid", "started_at")]),
        (lambda d: {**d, "entries": {}}, [("not_a_list", "entries")]),
        (lambda d: {**d, "entries": [1]}, [("invalid", "entries.0.non_field_errors")]),
        (lambda d: {**d, "client_id": "x"}, [("invalid", "client_id")]),
        (set_entry(1, data=[]), [("not_a_dict", "entries.1.data")]),
        (set_entry(1, client_id="x"), [("invalid", "entries.1.client_id")]),
        (set_entry(1, recorded_at=None), [("null", "entries.1.recorded_at")]),
        (set_entry(1, data={"bidder": "0"}), [("invalid", "entries.1.data.bidder")]),
        (
            set_entry(1, data={"bidder": 0, "bid": 45, "taken": 60}),
            [("bid_below_minimum", "entries.1.data.bid")],
        ),
        (
            set_entry(0, data={"bidder": 0, "partie": True, "taken": 100}),
            [("match_finished", "entries.1.data")],
        ),
    ],
)
def test_a_faulty_import_is_refused_at_its_place_and_stores_nothing(change, errors):
    assert refused(change) == (400, errors)


@pytest.mark.parametrize("field", ["game", "preset", "rules", "seats", "sides", "status"])
def test_an_import_without_what_it_needs_is_required(field):
    def change(data):
        del data[field]

    assert refused(change) == (400, [("required", field)])


def test_two_lines_of_one_client_id_are_refused():
    client_id = str(uuid.uuid4())

    def change(data):
        for entry in data["entries"]:
            entry["client_id"] = client_id

    status, _errors = refused(change)
    assert status == 400


def test_a_line_with_the_client_id_of_the_import_is_refused():
    client_id = str(uuid.uuid4())
    data = exported(factories.table(None, HAND)) | {"client_id": client_id}
    data["entries"][0]["client_id"] = client_id
    response = factories.api(raise_request_exception=False).post(URL, data)
    assert response.status_code == 400


def test_dates_to_come_are_brought_back_to_now():
    data = exported(factories.table(None, ALL_TAKEN, rules=IN_100))
    later = (timezone.now() + timedelta(days=4000)).isoformat()
    data["entries"][0]["recorded_at"] = later
    body = take_in(data, started_at=later, finished_at=later).json()
    now = timezone.now().isoformat()
    assert body["finished_at"] <= now
    assert body["entries"][0]["recorded_at"] <= now
    assert body["started_at"] <= now


@pytest.mark.parametrize("name", ["started_at", "finished_at"])
@pytest.mark.parametrize("value", ["0001-01-01T00:00:00+14:00", "9999-12-31T23:59:59-12:00"])
def test_a_date_outside_the_calendar_is_refused(name, value):
    assert refused(lambda data: {**data, name: value}) == (400, [("overflow", name)])


def test_the_scores_of_an_import_are_folded_not_believed():
    data = exported(factories.table(None, HAND))
    data["sides"][0]["score"] = 9999
    data["entries"][0]["line"] = {"deltas": [9999, 0], "totals": [9999, 0], "notes": []}
    data["result"] = {"winners": [1], "ended_by": "target", "ranking": []}
    data["version"] = 77
    body = take_in(data, status="finished", finished_at="2020-01-01T00:00:00Z").json()
    assert [side["score"] for side in body["sides"]] == [80, 20]
    assert (body["status"], body["finished_at"], body["version"]) == ("in_progress", None, 2)


def test_an_import_asks_no_more_for_more_lines():
    def queries(count):
        data = exported(factories.table(None, *[FAILED] * count))
        with CaptureQueriesContext(connection) as captured:
            assert take_in(data).status_code == 201
        return len(captured)

    assert queries(12) == queries(2)  # entries and history are one statement each
