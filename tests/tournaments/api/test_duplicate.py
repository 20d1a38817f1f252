"""Tests of a duplicate evening by the API, from the draw to percentages, and of its refusals."""

from fractions import Fraction
from random import Random

import pytest

from tests.tournaments.duplicate import PAIRS, board_of, duplicate_evening, made_up, play_round
from tests.tournaments.evening import evening
from tournaments.models import DealtBoard, Tournament
from tournaments.services.duplicate import boards

pytestmark = pytest.mark.django_db

GOOD = {"bidder": 0, "bid": 70, "trump": "spades", "taken": 75}


def every_result(night):
    """Return (round, table, sides, board, North-South's points) of each entered result."""
    return [
        (drawn["number"], table["number"], table["sides"], board["number"], board["score"])
        for drawn in night.do("get", "rounds/")
        for table in drawn["tables"]
        for board in table["boards"]
    ]


def percentages(results):
    """Return each entrant's matchpoints in percent, by the slow definition.

    Each result is compared with every other result of its board.
    """
    boards = {}
    for _round, _table, sides, board, score in results:
        boards.setdefault(board, []).append((sides, score))
    full = max(map(len, boards.values()))
    shares = {}
    for played in boards.values():
        for at, ((first, second), score) in enumerate(played):
            points = 0
            for other, (_sides, theirs) in enumerate(played):
                if other != at:
                    points += 2 if score > theirs else 1 if score == theirs else 0
            adjusted = Fraction(full, len(played)) * (points + 1) - 1
            share = adjusted / (2 * (full - 1))
            for entrant in first:
                shares.setdefault(entrant, []).append(share)
            for entrant in second:
                shares.setdefault(entrant, []).append(1 - share)
    return {entrant: 100 * sum(own) / len(own) for entrant, own in shares.items()}


@pytest.mark.nightly
@pytest.mark.parametrize(
    ("count", "movement", "deals", "rounds"),
    [
        (7, "howell", 1, 7),
        (8, "mitchell", 5, 4),
        (10, "howell", 1, 5),
        (16, "individual", 1, 3),
        (4, "teams", 2, 2),
        # Evenings of realistic length.
        pytest.param(7, "howell", 3, 7, marks=pytest.mark.nightly),
        pytest.param(10, "howell", 3, 9, marks=pytest.mark.nightly),
        pytest.param(16, "individual", 4, 5, marks=pytest.mark.nightly),
        pytest.param(16, "individual", 2, 15, marks=pytest.mark.nightly),
    ],
)
def test_an_evening_from_the_draw_to_the_percentages(count, movement, deals, rounds):
    night = duplicate_evening(count, movement, deals=deals, rounds=rounds)
    random = Random(f"{movement} {count}")
    for _round in range(rounds):
        play_round(night, random)
    assert night.do("get")["state"] == "finished"
    results = every_result(night)
    # No entrant plays a board twice.
    met = [(entrant, board) for _r, _t, sides, board, _s in results for s in sides for entrant in s]
    assert len(met) == len(set(met))
    # Correct results of rounds that were closed long ago.
    for number, table, _sides, board, _score in random.sample(results, 5):
        night.do("put", board_of(number, table, board), {"entry": made_up(random)})
    expected = percentages(every_result(night))
    rows = night.do("get", "standings/")["rows"]
    assert {row["entrant"]: row["points"] for row in rows} == {
        entrant: round(float(value), 4) if value.denominator > 1 else int(value)
        for entrant, value in expected.items()
    }
    assert [row["points"] for row in rows] == sorted((row["points"] for row in rows), reverse=True)
    # Every board is open, and its deal has all 40 cards.
    for board in night.do("get", "boards/")["boards"]:
        assert board["open"]
        answer = night.do("get", f"boards/{board['number']}/")
        assert len({card for hand in answer["hands"] for card in hand}) == 40
    # The exported file, whose log is folded again, gives the same tournament.
    file = night.do("get", "export/?format=json")
    again = night.client.post("/api/v1/tournaments/import/", {**file, "club": night.club.slug})
    assert again.status_code == 201, again.content
    other = f"/api/v1/tournaments/{again.json()['id']}/"
    assert night.client.get(f"{other}standings/").json()["rows"] == rows
    first = night.do("get", "boards/1/")["hands"]
    assert night.client.get(f"{other}boards/1/").json()["hands"] == first


def test_an_evening_made_duplicate_after_it_was_opened_comes_back_and_is_solved():
    night = evening(*PAIRS[:4], format="rotation", options={"movement": "teams", "rounds": 1})
    night.do("patch", "", {"options": {"movement": "teams", "duplicate": "butler", "deals": 2}})
    play_round(night, Random(1))
    rows = night.do("get", "standings/")["rows"]
    file = night.do("get", "export/?format=json")
    again = night.client.post("/api/v1/tournaments/import/", {**file, "club": night.club.slug})
    assert again.status_code == 201, again.content
    number = again.json()["id"]
    other = f"/api/v1/tournaments/{number}/"
    assert night.client.get(f"{other}standings/").json()["rows"] == rows
    first = night.do("get", "boards/1/")["hands"]
    assert night.client.get(f"{other}boards/1/").json()["hands"] == first
    due = DealtBoard.objects.filter(tournament=number, due_at__isnull=False)
    assert sorted(due.values_list("number", flat=True)) == [1, 2]
    # A tournament that is no longer a duplicate has nothing to solve. An old file may hold such a
    # one, from before this was checked.
    Tournament.objects.filter(pk=number).update(options={"movement": "teams"})
    boards.solve(due.select_related("tournament")[0])
    assert due.count() == 1


@pytest.mark.parametrize(
    ("ruleset", "code"),
    [
        ({"game": "toy", "preset": "court"}, "duplicate_not_possible"),
        ({"game": "dix", "preset": "achat-argent"}, "par_not_possible"),
    ],
)
def test_a_file_can_not_make_duplicate_what_the_site_would_refuse(ruleset, code):
    night = evening(*PAIRS[:4], format="rotation", options={"movement": "howell"})
    file = night.do("get", "export/?format=json")
    change = {"format": "rotation", "options": {"movement": "howell", "duplicate": "par"}}
    file["log"].append({"kind": "set_up", "data": change, "at": file["log"][-1]["at"]})
    body = {**file, **ruleset, "club": night.club.slug}
    sent = night.client.post("/api/v1/tournaments/import/", body)
    assert (sent.status_code, sent.json()["errors"][0]["code"]) == (400, code)
    assert Tournament.objects.count() == 1


def test_who_deals_changes_only_before_the_draw():
    night = duplicate_evening(4, deals_by="table")
    night.do("patch", "", {"options": {"deals_by": "site"}})
    night.draw()
    refusal = night.refusal("patch", "", {"options": {"deals_by": "table"}})
    assert refusal == (400, "already_drawn", "options.deals_by")
    night.do("patch", "", {"options": {"deals_by": "site", "rounds": 2}})


def test_what_is_refused():
    night = duplicate_evening(8, "mitchell", deals=2)
    drawn = night.draw()
    boards = [board["number"] for board in drawn["tables"][0]["boards"]]
    assert boards == [1, 2]
    at = board_of(1, 1, 1)
    assert night.refusal("put", at, {"entry": {**GOOD, "bid": 72}})[1] == "bid_not_multiple"
    assert night.refusal("put", at, {"entry": {**GOOD, "seat": 1}})[:2] == (400, "field_unknown")
    assert night.refusal("put", board_of(1, 1, 3), {"entry": GOOD})[1] == "board_elsewhere"
    scores = {"scores": [500, 320]}
    assert night.refusal("post", "rounds/1/tables/1/result/", scores)[1] == "boards_only"
    assert night.refusal("post", "rounds/1/tables/1/match/", {})[1] == "boards_only"
    night.do("put", at, {"entry": GOOD})
    assert night.refusal("post", "rounds/1/close/", {})[1] == "result_missing"


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"format": "swiss"}, "duplicate_not_possible"),
        ({"options": {"movement": "tables", "duplicate": "butler"}}, "duplicate_not_possible"),
        ({"game": "toy"}, "duplicate_not_possible"),
        ({"preset": "achat-argent"}, "par_not_possible"),
        (
            {"options": {"duplicate": "butler", "movement": "teams", "deals": 200, "rounds": 50}},
            "deals_too_many",
        ),
    ],
)
def test_not_every_evening_can_be_duplicate(changes, code):
    night = duplicate_evening(8)
    body = {"format": "rotation", "options": {"movement": "howell", "duplicate": "par"}, **changes}
    made = night.client.post(
        "/api/v1/tournaments/",
        {"name": "Soir", "game": "dix", "club": night.club.slug, **body},
    )
    assert (made.status_code, made.json()["errors"][0]["code"]) == (400, code)
    change = {"options": {"movement": "tables"}}
    assert night.refusal("patch", "", change)[1] == "duplicate_not_possible"


def test_a_side_enters_the_other_confirms_and_a_repeat_changes_nothing():
    night = duplicate_evening(8, "mitchell", deals=2)
    drawn = night.draw()
    ours, theirs = drawn["tables"][0]["tokens"]
    by = {"client": type(night.client)(), "token": ours}
    key = "00000000-0000-4000-8000-000000000001"
    first = night.do("put", board_of(1, 1, 1), {"entry": GOOD, "client_id": key}, **by)
    assert (first["state"], first["boards"][0]["score"]) == ("playing", 50)
    version = night.do("get")["version"]
    assert night.do("put", board_of(1, 1, 1), {"entry": GOOD, "client_id": key}, **by) == first
    assert night.do("get")["version"] == version
    table = night.do("put", board_of(1, 1, 2), {"entry": None}, **by)
    assert table["state"] == "reported"
    assert night.refusal("post", "rounds/1/tables/1/confirm/", {}, **by)[1] == "nothing_to_confirm"
    other = {**by, "token": theirs}
    assert night.do("post", "rounds/1/tables/1/confirm/", {}, **other)["state"] == "confirmed"
    late = night.refusal("put", board_of(1, 1, 1), {"entry": GOOD | {"taken": 70}}, **by)
    assert late[1] == "already_reported"
    fixed = night.do("put", board_of(1, 1, 1), {"entry": GOOD | {"taken": 65}})
    # The bid of 70 is lost with 65 taken: -70 for the bidders and 35 for the defence make -105.
    assert fixed["boards"][0]["score"] == -105


def test_a_deal_that_no_table_played_is_solved_when_it_opens():
    """A board that no table has played is solved once its round is closed.

    In the only round, both tables report that board 2 was not played.
    """
    night = evening(
        *PAIRS[:4],
        format="rotation",
        options={"movement": "teams", "rounds": 1, "duplicate": "par", "deals": 2},
    )
    drawn = night.draw()
    for table in drawn["tables"]:
        night.do("put", board_of(1, table["number"], 1), {"entry": GOOD})
        night.do("put", board_of(1, table["number"], 2), {"entry": None})
    due = DealtBoard.objects.filter(tournament=night.id, due_at__isnull=False)
    assert not due.exists()
    night.do("post", "rounds/1/close/", {})
    assert sorted(due.values_list("number", flat=True)) == [1, 2]
    boards.keep_solved(tournament_id=night.id, board=2, hands=None, solution={"par": 45})
    row = DealtBoard.objects.get(tournament=night.id, number=2)
    assert (row.solved, row.par, row.due_at) == ({"par": 45}, 45, None)
