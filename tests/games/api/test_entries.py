"""Lines over HTTP: record, correct, take back, preview."""

from datetime import timedelta

import pytest
from django.utils import timezone

from clubs.models import Player
from games.models import Change, Match
from tests import factories
from tests.factories import ALL_TAKEN, FAILED, HAND, IN_100
from tests.plain import plain
from tests.stored import row_counts

pytestmark = pytest.mark.django_db


def scores(body):
    return [side["score"] for side in body["sides"]]


def fault(response):
    (error,) = response.json()["errors"]
    return response.status_code, error["code"], error["attr"]


# -- Recording --------------------------------------------------------------------------------


def test_record_answers_201_and_the_match_with_the_line_explained():
    table = factories.table()
    response = table.record()
    body = response.json()
    match = Match.objects.get()
    (entry,) = body["entries"]
    assert response.status_code == 201
    assert (body["version"], scores(body)) == (2, [80, 20])
    assert response.headers["ETag"] == '"2"'
    assert "edit_token" not in body
    assert body["state"] == {"dealer": 0}
    assert entry["number"] == 1
    assert (entry["client_id"], entry["recorded_by"]) == (None, None)
    assert entry["data"] == HAND | {"partie": False, "defenders_bid": False}
    assert plain(entry["line"]) == {
        "deltas": [80, 20],
        "totals": [80, 20],
        "notes": [
            {
                "code": "contract_made",
                "text": "Mise de 70 réussie : 80 points ramassés.",
                "side": 0,
                "points": 80,
            },
            {
                "code": "defence_keeps",
                "text": "La défense compte ses points : 20.",
                "side": 1,
                "points": 20,
            },
        ],
    }
    assert body == table.body()
    assert [side.score for side in match.sides.all()] == [80, 20]


def test_record_by_an_account_says_who():
    account = factories.user()
    table = factories.table(factories.api(account))
    assert table.record().json()["entries"][0]["recorded_by"] == account.pk


def test_record_of_the_last_line_answers_the_result():
    body = factories.table(None, rules=IN_100).record(ALL_TAKEN).json()
    assert (body["status"], body["next"]) == ("finished", None)
    assert body["result"] == {
        "winners": [0],
        "ended_by": "target",
        "ranking": [
            {"side": 0, "rank": 1, "score": 100, "eliminated": False},
            {"side": 1, "rank": 2, "score": 0, "eliminated": False},
        ],
    }
    assert [side["rank"] for side in body["sides"]] == [1, 2]
    assert body["finished_at"] == Match.objects.get().finished_at.isoformat()


def test_record_on_a_finished_match_is_match_finished():
    table = factories.table(None, ALL_TAKEN, rules=IN_100)
    before = row_counts()
    assert fault(table.record()) == (400, "match_finished", "non_field_errors")
    assert row_counts() == before


def test_record_on_an_abandoned_match_is_match_abandoned():
    table = factories.table()
    table.patch(status="abandoned")
    before = row_counts()
    assert fault(table.record()) == (400, "match_abandoned", "non_field_errors")
    assert row_counts() == before


REFUSED = [
    ({"bidder": 0, "bid": 45, "taken": 80}, "bid_below_minimum", "bid"),
    ({"bidder": 0, "bid": 105, "taken": 80}, "bid_above_maximum", "bid"),
    ({"bidder": 0, "bid": 62, "taken": 80}, "bid_not_multiple", "bid"),
    ({"bidder": 0, "taken": 80}, "bid_missing", "bid"),
    ({"bidder": 0, "bid": 70, "taken": 105}, "taken_out_of_range", "taken"),
    ({"bidder": 0, "bid": 70, "taken": 62}, "taken_not_multiple", "taken"),
    ({"bidder": 0, "bid": 70}, "taken_missing", "taken"),
    ({"bid": 70, "taken": 80}, "bidder_missing", "bidder"),
    ({"bidder": 4, "bid": 70, "taken": 80}, "seat_unknown", "bidder"),
    ({"bidder": "0", "bid": 70, "taken": 80}, "invalid", "bidder"),
    ({"bidder": 0, "bid": 70.0, "taken": 80}, "invalid", "bid"),
    ({"bidder": 0, "bid": True, "taken": 80}, "invalid", "bid"),
    ({"bidder": 0, "bid": 70, "taken": 80, "partie": "true"}, "invalid", "partie"),
    ({"bidder": 0, "bid": 70, "taken": 80, "trump": "none"}, "invalid_choice", "trump"),
    (
        {"bidder": 0, "bid": 50, "taken": 80, "defenders_bid": True},
        "defenders_could_not_bid",
        "defenders_bid",
    ),
    ({"taken": 80, "auction": [{"seat": 0, "call": "pass"}]}, "auction_incomplete", "auction"),
    ({"taken": 80, "auction": [{"seat": 1, "call": 50}]}, "auction_out_of_turn", "auction"),
    ({"bidder": 0, "bid": 70, "tricks": []}, "trump_required", "trump"),
    ({"bidder": 0, "bid": 70, "trump": "hearts", "tricks": []}, "trick_count", "tricks"),
    (HAND | {"client_id": "x"}, "invalid", "client_id"),
    (HAND | {"after": "1"}, "invalid", "after"),
]


@pytest.mark.parametrize(("data", "code", "attr"), REFUSED)
def test_a_refused_line_names_its_field_and_leaves_no_trace(data, code, attr):
    table = factories.table()
    before, body = row_counts(), table.body()
    assert fault(table.record(data)) == (400, code, attr)
    assert row_counts() == before
    assert table.body() == body


@pytest.mark.parametrize(("data", "code", "attr"), REFUSED)
def test_a_refused_correction_leaves_no_trace(data, code, attr):
    table = factories.table(None, HAND)
    before, body = row_counts(), table.body()
    assert fault(table.correct(1, data)) == (400, code, attr)
    assert row_counts() == before
    assert table.body() == body


def test_null_is_as_if_left_out():
    table = factories.table()
    nulls = dict.fromkeys(("trump", "auction", "tricks", "partie", "defenders_bid", "after"))
    body = table.record({**HAND, **nulls}).json()
    assert body["entries"][0]["data"] == HAND | {"partie": False, "defenders_bid": False}


def test_a_verified_auction_completes_the_entry():
    table = factories.table()
    calls = [
        {"seat": 0, "call": 50},
        {"seat": 1, "call": 60},
        {"seat": 2, "call": "pass"},
        {"seat": 3, "call": "pass"},
        {"seat": 0, "call": "pass"},
    ]
    body = table.record({"taken": 65, "auction": calls}).json()
    assert body["entries"][0]["data"] == {
        "bidder": 1,
        "bid": 60,
        "partie": False,
        "taken": 65,
        "defenders_bid": True,
        "auction": calls,
    }
    assert scores(body) == [35, 65]


def test_record_on_the_sixth_game_scores_it():
    table = factories.table(game="toy", seats=[{"name": "Anne"}, {"name": "Bruno"}])
    body = table.record({"values": [5, 2]}).json()
    assert scores(body) == [1, 0]
    assert [note["text"] for note in body["entries"][0]["line"]["notes"]] == [
        "5 : le plus haut dé.",
        "2 : battu.",
    ]
    assert fault(table.record({"values": [5]})) == (400, "die_count", "values")
    assert fault(table.record({"values": [7, 1]})) == (400, "die_out_of_range", "values")


# -- Correcting -------------------------------------------------------------------------------


def test_correct_computes_everything_after_anew():
    table = factories.table(None, HAND, HAND, HAND)
    response = table.correct(1, FAILED)
    body = response.json()
    assert response.status_code == 200
    assert (body["version"], scores(body)) == (5, [90, 80])
    assert [entry["line"]["totals"] for entry in body["entries"]] == [[-70, 40], [10, 60], [90, 80]]
    assert [entry["number"] for entry in body["entries"]] == [1, 2, 3]
    assert response.headers["ETag"] == '"5"'


def test_correct_then_the_same_lines_as_entered_right_the_first_time():
    right = factories.table(None, FAILED, HAND).body()
    wrong = factories.table(None, HAND, HAND)
    body = wrong.correct(1, FAILED).json()
    for key in ("sides", "state", "next", "result", "status"):
        assert body[key] == right[key]
    assert [e["line"] for e in body["entries"]] == [e["line"] for e in right["entries"]]


def test_correct_drops_what_the_correction_leaves_out():
    table = factories.table(None, HAND | {"trump": "hearts"})
    data = table.correct(1, HAND).json()["entries"][0]["data"]
    assert data == HAND | {"partie": False, "defenders_bid": False}


def test_correct_keeps_when_and_by_what_the_line_was_recorded():
    table = factories.table()
    first = table.record(client_id="11111111-1111-4111-8111-111111111111").json()["entries"][0]
    again = table.correct(1, FAILED).json()["entries"][0]
    for key in ("number", "client_id", "recorded_at", "recorded_by"):
        assert again[key] == first[key]


def test_a_correction_that_a_later_line_forbids_is_later_entry_illegal():
    partie = {"bidder": 0, "partie": True, "taken": 95}
    table = factories.table(None, HAND, partie)
    before, body = row_counts(), table.body()
    response = table.correct(1, FAILED)
    assert fault(response) == (400, "later_entry_illegal", "entries.2")
    assert response.json()["later"] == {"number": 2, "code": "partie_negative_score"}
    assert row_counts() == before
    assert table.body() == body


def test_a_correction_that_ends_the_match_before_a_later_line_is_later_entry_illegal():
    table = factories.table(None, HAND, HAND, rules={"target": 200, "defence_cap": None})
    table.correct(1, ALL_TAKEN)
    response = table.correct(2, ALL_TAKEN)
    assert response.json()["status"] == "finished"
    table = factories.table(None, HAND, HAND, rules=IN_100 | {"target": 150})
    response = table.correct(1, {"bidder": 0, "partie": True, "taken": 100})
    assert fault(response) == (400, "later_entry_illegal", "entries.2")
    assert response.json()["later"] == {"number": 2, "code": "match_finished"}


@pytest.mark.parametrize("number", [0, 2, 99, 10**30])
def test_correcting_a_line_that_is_not_there_is_404(number):
    table = factories.table(None, HAND)
    assert table.correct(number).status_code == 404


def test_correct_on_an_abandoned_match_is_match_abandoned():
    table = factories.table(None, HAND)
    table.patch(status="abandoned")
    assert fault(table.correct(1)) == (400, "match_abandoned", "non_field_errors")


def test_a_correction_may_end_the_match_and_another_reopen_it():
    table = factories.table(None, HAND, rules=IN_100)
    ended = table.correct(1, ALL_TAKEN).json()
    assert (ended["status"], ended["result"]["winners"]) == ("finished", [0])
    reopened = table.correct(1, HAND).json()
    assert (reopened["status"], reopened["result"]) == ("in_progress", None)
    assert (reopened["finished_at"], [s["rank"] for s in reopened["sides"]]) == (None, [None, None])
    assert reopened["next"]["dealer"] == 0


# -- Taking back ------------------------------------------------------------------------------


def test_take_back_takes_the_last_line():
    table = factories.table(None, HAND, FAILED)
    response = table.take_back(2)
    body = response.json()
    assert (response.status_code, body["version"], scores(body)) == (200, 4, [80, 20])
    assert [entry["number"] for entry in body["entries"]] == [1]
    assert response.headers["ETag"] == '"4"'


def test_take_back_of_another_line_is_not_last():
    table = factories.table(None, HAND, FAILED)
    before = row_counts()
    assert fault(table.take_back(1)) == (400, "not_last", "number")
    assert row_counts() == before


@pytest.mark.parametrize("number", [0, 1, 2])
def test_take_back_of_a_line_that_is_not_there_is_404(number):
    assert factories.table().take_back(number).status_code == 404


def test_take_back_of_the_last_line_reopens_a_finished_match():
    body = factories.table(None, ALL_TAKEN, rules=IN_100).take_back(1).json()
    assert (body["status"], body["finished_at"], body["result"]) == ("in_progress", None, None)
    assert [side["rank"] for side in body["sides"]] == [None, None]


def test_take_back_on_an_abandoned_match_is_match_abandoned():
    table = factories.table(None, HAND)
    table.patch(status="abandoned")
    assert fault(table.take_back(1)) == (400, "match_abandoned", "non_field_errors")


# -- The 24 hours after the end ---------------------------------------------------------------


def ended_ago(**ago):
    table = factories.table(None, ALL_TAKEN, rules=IN_100)
    Match.objects.update(finished_at=timezone.now() - timedelta(**ago))
    return table


def test_the_tables_link_corrects_for_24_hours():
    table = ended_ago(hours=23, minutes=59)
    assert table.correct(1, HAND).status_code == 200


def test_the_tables_link_takes_back_for_24_hours():
    table = ended_ago(hours=23, minutes=59)
    assert table.take_back(1).status_code == 200


def test_after_24_hours_the_tables_link_no_longer_corrects_nor_takes_back():
    table = ended_ago(hours=24, seconds=1)
    before = row_counts()
    assert fault(table.correct(1, HAND)) == (403, "correction_window_closed", None)
    assert fault(table.take_back(1)) == (403, "correction_window_closed", None)
    assert row_counts() == before


def test_after_24_hours_an_officer_still_corrects():
    club = factories.club(open_recording=True)
    table = factories.table(None, ALL_TAKEN, rules=IN_100, club=club.slug)
    Match.objects.update(finished_at=timezone.now() - timedelta(days=400))
    table.client, table.token = factories.api(factories.member(club, "officer")), None
    assert table.correct(1, HAND).json()["status"] == "in_progress"


# -- Previewing -------------------------------------------------------------------------------


def test_preview_answers_the_line_as_it_would_be_and_stores_nothing():
    table = factories.table(None, HAND)
    before, body = row_counts(), table.body()
    response = table.preview(FAILED)
    assert response.status_code == 200
    assert plain(response.json()) == {
        "line": {
            "deltas": [-70, 40],
            "totals": [10, 60],
            "notes": [
                {
                    "code": "contract_failed",
                    "text": (
                        "Mise de 70 ratée : 60 points ramassés, il en manque 10 ; "
                        "la mise est retirée."
                    ),
                    "side": 0,
                    "points": -70,
                },
                {
                    "code": "defence_keeps",
                    "text": "La défense compte ses points : 40.",
                    "side": 1,
                    "points": 40,
                },
            ],
        },
        "sides": [
            {"side": 0, "name": "Nous", "score": 10, "rank": None},
            {"side": 1, "name": "Vous", "score": 60, "rank": None},
        ],
        "result": None,
    }
    assert row_counts() == before
    assert table.body() == body


def test_preview_equals_what_recording_then_answers():
    table = factories.table(None, HAND, rules=IN_100)
    preview = table.preview(ALL_TAKEN).json()
    body = table.record(ALL_TAKEN).json()
    assert preview == {
        "line": body["entries"][1]["line"],
        "sides": body["sides"],
        "result": body["result"],
    }
    assert preview["result"]["winners"] == [0]


@pytest.mark.parametrize(
    ("data", "code", "attr"), [row for row in REFUSED if row[2] not in ("client_id", "after")]
)
def test_preview_refuses_what_recording_refuses(data, code, attr):
    table = factories.table()
    assert fault(table.preview(data)) == (400, code, attr)


def test_preview_of_a_finished_or_abandoned_match_is_refused():
    finished = factories.table(None, ALL_TAKEN, rules=IN_100)
    assert fault(finished.preview()) == (400, "match_finished", "non_field_errors")
    abandoned = factories.table()
    abandoned.patch(status="abandoned")
    assert fault(abandoned.preview()) == (400, "match_abandoned", "non_field_errors")


# -- The link ---------------------------------------------------------------------------------

WRITES = [
    ("post", "entries/", HAND),
    ("post", "preview/", HAND),
    ("put", "entries/1/", HAND),
    ("delete", "entries/1/", None),
    ("patch", "", {"sides": [{"side": 0, "name": "Eux"}]}),
]


@pytest.mark.parametrize(("method", "rest", "data"), WRITES)
@pytest.mark.parametrize("token", [None, "", "0" * 40, "x", "é", "\x7f"])
def test_a_missing_or_wrong_token_is_403(method, rest, data, token):
    table = factories.table(None, HAND)
    before = row_counts()
    headers = {} if token is None else {"X-Match-Token": token}
    response = getattr(factories.api(), method)(table.url(rest), data, headers=headers)
    assert fault(response) == (403, "edit_token_needed", None)
    assert row_counts() == before


@pytest.mark.parametrize(("method", "rest", "data"), WRITES)
def test_the_token_of_another_match_is_403(method, rest, data):
    table, other = factories.table(None, HAND), factories.table()
    table.token = other.token
    assert fault(table.call(method, rest, data)) == (403, "edit_token_needed", None)


def test_a_new_salt_revokes_the_token():
    table = factories.table()
    Match.objects.update(salt="f" * 32)
    assert fault(table.record()) == (403, "edit_token_needed", None)


def test_the_pages_cookie_does_not_write_by_the_api():
    table = factories.table()
    client = factories.api()
    client.cookies["tables"] = f"{table.id}:{table.token}"
    response = client.post(table.url("entries/"), HAND)
    assert fault(response) == (403, "edit_token_needed", None)


def test_only_the_start_gives_the_token():
    table = factories.table()
    answers = [
        table.record(),
        table.correct(1, FAILED),
        table.patch(sides=[]),
        table.get(),
        table.get("export/"),
        table.get("history/"),
        table.preview(),
    ]
    assert [table.token.encode() in answer.content for answer in answers] == [False] * 7
    salt = Match.objects.get().salt.encode()
    assert not any(salt in answer.content for answer in answers)


# -- History ----------------------------------------------------------------------------------


def test_history_keeps_every_write_in_order():
    account = factories.user()
    table = factories.table(factories.api(account))
    table.record(HAND)
    table.correct(1, FAILED)
    table.take_back(1)
    table.patch(sides=[{"side": 0, "name": "Eux"}])
    table.patch(status="abandoned")
    table.patch(status="in_progress")
    items = table.get("history/").json()
    hand, failed = ({**h, "partie": False, "defenders_bid": False} for h in (HAND, FAILED))
    assert [(item["version"], item["kind"], item["number"]) for item in items] == [
        (1, "start", None),
        (2, "record", 1),
        (3, "correct", 1),
        (4, "take_back", 1),
        (5, "patch", None),
        (6, "abandon", None),
        (7, "patch", None),
    ]
    assert [(item["before"], item["after"]) for item in items[1:]] == [
        (None, hand),
        (hand, failed),
        (failed, None),
        ({"sides": ["Nous", "Vous"]}, {"sides": ["Eux", "Vous"]}),
        ({"status": "in_progress"}, {"status": "abandoned"}),
        ({"status": "abandoned"}, {"status": "in_progress"}),
    ]
    assert {item["by"] for item in items} == {account.pk}
    changes = Change.objects.order_by("version")
    assert [item["at"] for item in items] == [change.at.isoformat() for change in changes]


@pytest.mark.parametrize("shown_as", ["initials", "hidden"])
def test_history_does_not_name_who_is_not_shown(shown_as):
    club = factories.club(open_recording=True)
    anne, api = factories.player("Anne Martin", club), factories.api(factories.site_owner())
    bruno = {"name": "Bruno"}
    table = factories.table(api, game="bataille", seats=[{"player": anne.pk}, bruno])
    guest = factories.table(api, game="bataille", seats=[{"name": "Anne Martin"}, bruno])
    assert guest.patch(seats=[{"seat": 0, "player": anne.pk}]).status_code == 200
    Player.objects.filter(pk=anne.pk).update(shown=shown_as)
    public = Player.objects.get(pk=anne.pk).public_name
    for client in (table, guest):
        text = client.get("history/").content.decode()
        assert "Anne Martin" not in text
        start = client.get("history/").json()[0]["after"]
        assert start["sides"] == [public, "Bruno"]


def test_a_refused_write_is_not_in_the_history():
    table = factories.table()
    table.record({"bidder": 0, "bid": 45, "taken": 80})
    table.record(after=7)
    assert len(table.get("history/").json()) == 1
