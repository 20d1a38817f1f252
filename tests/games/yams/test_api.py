"""The five-column Yams over HTTP: entries as the specification writes them, chance, facts."""

import uuid

import pytest
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext

from games.models import Match
from tests import factories
from tests.games.yams.builders import ORDER
from tests.plain import plain

pytestmark = pytest.mark.django_db
THROWS = {"en_1": 1, "en_2": 2}


def yams(seats=2, **changes):
    """A table of Yams over HTTP."""
    people = [{"name": name} for name in (*factories.NAMES, "Émile")[:seats]]
    return factories.table(game="yams", seats=people, **changes)


def play(table, seats=2, values=None):
    """Record every turn: `values[seat, column, row]` where it is given, otherwise a struck cell."""
    for column, rows in ORDER.items():
        for row in rows:
            for seat in range(seats):
                turn = {"column": column, "row": row, "throws": THROWS.get(column, 3)}
                value = (values or {}).get((seat, column, row))
                made = {"barred": True} if value is None else {"value": value}
                assert table.record(turn | made).status_code == 201


def codes(answer):
    assert answer.status_code == 400, answer.content
    return [(error["code"], error["attr"]) for error in answer.json()["errors"]]


def test_entries_as_the_specification_writes_them():
    table = yams()
    table.record({"column": "en_2", "row": "full", "dice": [2, 2, 2, 3, 3], "throws": 2})
    table.record({"column": "libre", "row": "plus", "value": 23, "throws": 3})
    body = table.record({"column": "monter", "row": "yams", "barred": True, "throws": 3}).json()
    assert [entry["data"] for entry in body["entries"]] == [
        {"seat": 0, "column": "en_2", "row": "full", "dice": [2, 2, 2, 3, 3],
         "value": 20, "barred": False, "throws": 2},
        {"seat": 1, "column": "libre", "row": "plus", "value": 23, "barred": False, "throws": 3},
        {"seat": 0, "column": "monter", "row": "yams", "value": 0, "barred": True, "throws": 3},
    ]  # fmt: skip
    mine = body["state"]["sheets"][0]
    assert mine["cells"]["en_2"] == {"full": {"value": 20, "struck": False}}
    assert mine["cells"]["monter"] == {"yams": {"value": 0, "struck": True}}
    assert mine["columns"]["en_2"] == {"upper": 0, "bonus": 0, "total": 20}
    assert mine["gross"] is None
    assert (body["next"]["seat"], body["next"]["pending_draws"]) == (1, [])
    assert ["monter", "yams"] in body["next"]["legal_cells"]
    assert [side["score"] for side in body["sides"]] == [None, None]
    assert body["entries"][1]["line"]["totals"] == [20, 23]


def test_rules_are_answered_in_plain_numbers_and_may_be_changed():
    assert yams().body()["rules"] == {
        "column_values": {"descendre": 3, "libre": 2, "monter": 4, "en_1": 3, "en_2": 3},
        "upper_threshold": 63, "upper_bonus": 30,
        "four_columns_bonus": 2.5, "five_columns_bonus": 5, "ties": "draw",
    }  # fmt: skip
    changed = {"column_values": {"libre": 2.5}, "four_columns_bonus": 3, "ties": "split"}
    rules = yams(rules=changed).body()["rules"]
    worth = {"descendre": 3, "libre": 2.5, "monter": 4, "en_1": 3, "en_2": 3}
    assert rules["column_values"] == worth
    assert (rules["four_columns_bonus"], rules["ties"]) == (3, "split")


@pytest.mark.parametrize(
    ("rules", "attr"),
    [
        ({"column_values": {"libre": -1}}, "rules.column_values.libre"),
        ({"column_values": {"libre": "2"}}, "rules.column_values.libre"),
        ({"column_values": {"libre": 2.005}}, "rules.column_values.libre"),
        ({"upper_threshold": 0}, "rules.upper_threshold"),
        ({"five_columns_bonus": True}, "rules.five_columns_bonus"),
        ({"ties": "coin"}, "rules.ties"),
    ],
)
def test_a_ruleset_that_makes_no_sense_is_refused(rules, attr):
    seats = [{"name": "Anne"}, {"name": "Bruno"}]
    body = factories.start_body(game="yams", seats=seats, rules=rules)
    answer = factories.api().post("/api/v1/matches/", body)
    assert [field for _code, field in codes(answer)] == [attr]


@pytest.mark.parametrize("seats", [1, 6])
def test_two_to_five_play(seats):
    people = [{"name": f"P{seat}"} for seat in range(seats)]
    body = factories.start_body(game="yams", seats=people)
    answer = factories.api().post("/api/v1/matches/", body)
    assert codes(answer) == [("player_count", "seats")]


def test_refusals_are_on_their_field():
    table = yams()
    made = {"column": "en_1", "row": "full", "dice": [2, 2, 2, 3, 3], "throws": 2}
    assert codes(table.record(made)) == [("wrong_throw_count", "throws")]
    assert codes(table.record(made, throws=1, row="suite")) == [("value_impossible", "dice")]
    assert codes(table.record({"column": "en_1", "row": "full"})) == [("throws_missing", "throws")]
    assert codes(table.record({**made, "row": 1}))[0][1] == "row"
    assert table.body()["version"] == 1


@pytest.mark.parametrize(
    ("language", "row", "value", "sentence"),
    [
        ("fr", "full", 25, "full : la case prend 20 points, ou se barre."),
        ("en", "full", 25, "full house: the cell takes 20 points, or is struck."),
        ("fr", "plus", 31, "« + » : la case prend de 5 à 30 points, ou se barre."),
        ("en", "4", 7, "4: the cell takes 4 to 20 points, or is struck."),
    ],
)
def test_a_cell_says_what_it_takes_as_one_value_where_there_is_one(language, row, value, sentence):
    table = yams()
    table.client = factories.api(language=language)
    refused = table.record({"column": "libre", "row": row, "value": value, "throws": 1})
    assert [plain(error["detail"]) for error in refused.json()["errors"]] == [sentence]


@pytest.fixture(scope="module")
def exported_tie(django_db_setup, django_db_blocker):
    """A match of 110 turns in which lots must be drawn for `en_1` and `en_2`. It is played once,
    and given as its export.
    """
    with django_db_blocker.unblock(), transaction.atomic():
        table = yams()
        ones = {(0, "descendre", "1"): 3, (0, "libre", "1"): 3, (1, "monter", "1"): 3}
        play(table, values=ones)
        assert table.body()["next"]["pending_draws"] == ["en_1", "en_2"]
        exported = table.get("export/?format=json").json()
        transaction.set_rollback(True)
    return exported


class TestLots:
    @pytest.fixture
    def tied(self, exported_tie):
        """A match in which lots must be drawn for `en_1` and `en_2`."""
        client = factories.api()
        body = client.post("/api/v1/matches/import/", exported_tie).json()
        assert body["next"]["pending_draws"] == ["en_1", "en_2"]
        return factories.Table(body["id"], body["edit_token"], client, body)

    def test_the_server_draws_and_records_the_winner(self, tied):
        body = tied.record({"draw": {"column": "en_1"}}).json()
        winner = body["entries"][-1]["data"]["draw"]["winner"]
        assert winner in (0, 1)
        assert (body["status"], body["next"]["pending_draws"]) == ("in_progress", ["en_2"])
        assert tied.body()["entries"][-1] == body["entries"][-1]

    def test_sent_again_it_answers_the_first_lot(self, tied):
        sent = {"draw": {"column": "en_1"}, "client_id": str(uuid.uuid4())}
        first = tied.record(sent)
        for _ in range(8):
            again = tied.record(sent)
            assert (again.status_code, again.json()) == (200, first.json())
        assert tied.body()["version"] == first.json()["version"]

    def test_a_preview_draws_nothing(self, tied):
        line = tied.preview({"draw": {"column": "en_1"}}).json()["line"]
        assert [note["code"] for note in line["notes"]] == ["lot_to_draw"]
        assert tied.body()["next"]["pending_draws"] == ["en_1", "en_2"]

    def test_lots_drawn_at_the_table_finish_the_match(self, tied):
        tied.record({"draw": {"column": "en_2", "winner": 1}})
        body = tied.record({"draw": {"column": "en_1", "winner": 0}}).json()
        assert [side["score"] for side in body["sides"]] == [1, -1]
        assert body["result"] == {
            "winners": [0], "ended_by": "sheet_full",
            "ranking": [{"side": 0, "rank": 1, "score": 1, "eliminated": False},
                        {"side": 1, "rank": 2, "score": -1, "eliminated": False}],
        }  # fmt: skip
        assert [sheet["gross"] for sheet in body["state"]["sheets"]] == [8, 7]
        assert Match.objects.get(pk=tied.id).ended_by == "sheet_full"

    def test_a_correction_without_a_winner_draws_too(self, tied):
        tied.record({"draw": {"column": "en_1", "winner": 0}})
        body = tied.correct(111, {"draw": {"column": "en_1"}}).json()
        assert body["entries"][-1]["data"]["draw"]["winner"] in (0, 1)

    def test_refusals(self, tied):
        turn = {"column": "libre", "row": "1", "value": 3, "throws": 1}
        assert codes(tied.record(turn)) == [("match_not_drawn_yet", "non_field_errors")]
        assert codes(tied.record({"draw": {"column": "libre"}})) == [("draw_not_pending", "draw")]
        drawn = {"draw": {"column": "en_1", "winner": 2}}
        assert codes(tied.record(drawn)) == [("draw_not_tied", "draw")]

    def test_an_exported_match_comes_back_with_its_lots(self, tied):
        tied.record({"draw": {"column": "en_1"}})
        tied.record({"draw": {"column": "en_2"}})
        exported = tied.get("export/?format=json").json()
        body = factories.api().post("/api/v1/matches/import/", exported).json()
        assert body["result"] == tied.body()["result"]


def test_the_start_page_takes_the_value_of_a_column(client):
    page = client.get("/jouer/yams/")
    assert page.status_code == 200
    sent = {
        "name_0": "Anne", "name_1": "Bruno", "preset": "anvers", "rules_of": "anvers",
        "rule-value_descendre": "3", "rule-value_libre": "2.5", "rule-value_monter": "4",
        "rule-value_en_1": "3", "rule-value_en_2": "3", "rule-upper_threshold": "63",
        "rule-upper_bonus": "30", "rule-four_columns_bonus": "2.5",
        "rule-five_columns_bonus": "5", "rule-ties": "split",
    }  # fmt: skip
    assert client.post("/jouer/yams/", sent).status_code == 302
    rules = Match.objects.get().yamsrules
    assert rules.values()["column_values"]["libre"] == 2.5
    assert rules.ties == "split"


@pytest.mark.parametrize("path", ["/regles/yams/", "/regles/yams/feuille/"])
def test_rules_and_blank_sheet(client, path):
    assert client.get(path).status_code == 200


def turns_of_five():
    """The 275 turns of a match of five, one after the other."""
    for column, rows in ORDER.items():
        for row in rows:
            for _seat in range(5):
                yield {
                    "column": column,
                    "row": row,
                    "throws": THROWS.get(column, 3),
                    "barred": True,
                }


@pytest.mark.nightly
def test_the_last_turn_of_five_costs_the_queries_of_the_first():
    table, counts = yams(seats=5), []
    for turn in turns_of_five():
        with CaptureQueriesContext(connection) as queries:
            assert table.record(turn).status_code == 201
        counts.append(len(queries))
    # PostgreSQL tells the other processes of the change by a further statement.
    each = 10 if connection.vendor == "postgresql" else 9
    assert (counts[0], max(counts[:-1]), counts[-1]) == (each, each, each)
    with CaptureQueriesContext(connection) as queries:
        table.get()
    assert len(queries) == 4
