"""Tournaments over HTTP, from the list of names to the podium."""

import uuid

import pytest

from clubs.callers import Caller
from tests import factories
from tests.plain import plain
from tests.tournaments.evening import BASE, PAIRS, Evening, evening, made_body, result_of
from tournaments import log_queries, queries, storage
from tournaments.models import LogEntry, Tournament
from tournaments.state.events import Event, replay
from tournaments.view import View

pytestmark = pytest.mark.django_db


def test_an_evening_of_seven_pairs_from_the_list_to_the_standings():
    night = evening(*PAIRS, options={"rounds": 2})
    first = night.draw()
    assert [table["bye"] for table in first["tables"]] == [False, False, False, True]
    night.play(first)
    night.play(night.draw())
    assert night.do("get")["state"] == "finished"
    rows = night.do("get", "standings/")["rows"]
    assert [row["rank"] for row in rows][:1] == [1]
    assert rows[0]["points"] == 2
    assert plain(rows[0]["why"]) == "En tête : personne devant."
    assert all(row["why"] for row in rows)
    assert set(rows[0]["criteria"]) == {
        "points",
        "direct_encounter",
        "buchholz",
        "difference",
        "lots",
    }


def test_the_list_is_paged_filtered_and_hides_what_is_private():
    night = evening(*PAIRS)
    evening(club_public=False)
    evening(state="draft")
    answer = factories.api().get(BASE).json()
    assert [row["id"] for row in answer["results"]] == [night.id]
    assert answer["results"][0]["entrants"] == 7
    other = factories.api().get(BASE, {"club": "nulle-part"}).json()
    assert other["results"] == []


def test_the_list_is_narrowed_to_a_game_and_refuses_one_that_is_not_there():
    night = evening(*PAIRS)
    listed = factories.api().get(BASE, {"game": "dix"}).json()
    assert [row["id"] for row in listed["results"]] == [night.id]
    assert factories.api().get(BASE, {"game": "yams"}).json()["results"] == []
    refused = factories.api().get(BASE, {"game": "tarot"})
    assert refused.status_code == 400
    errors = [(error["code"], error["attr"]) for error in refused.json()["errors"]]
    assert errors == [("game_unknown", "game")]


def test_a_private_tournament_is_404_to_strangers_and_seen_by_members():
    night = evening(club_public=False)
    assert night.call("get", client=factories.api()).status_code == 404
    member = factories.api(factories.member(night.club))
    assert night.call("get", client=member).status_code == 200


def test_the_list_takes_as_many_queries_for_one_as_for_many(django_assert_num_queries):
    client = factories.api()
    for count in (1, 5):
        for _number in range(count):
            evening("A", "B")
        with django_assert_num_queries(1):
            client.get(BASE)


@pytest.mark.parametrize(
    ("rest", "most"), [("", 6), ("entrants/", 6), ("rounds/", 5), ("standings/", 8)]
)
def test_reading_a_tournament_takes_a_constant_number_of_queries(
    rest, most, django_assert_max_num_queries
):
    night = evening(*PAIRS)
    night.play(night.draw())
    with django_assert_max_num_queries(most):
        night.do("get", rest, client=factories.api())


def test_an_option_that_the_format_does_not_read_is_refused_and_nothing_is_stored():
    club = factories.club()
    client = factories.api(factories.member(club, "officer"))
    body = made_body(club=club.slug, format="swiss", options={"groups": 2})
    answer = client.post(BASE, body)
    error = answer.json()["errors"][0]
    assert (answer.status_code, error["code"]) == (400, "option_unknown")
    assert (error["attr"], "« groups »" in plain(error["detail"])) == ("options.groups", True)
    assert Tournament.objects.count() == 0
    night = evening("A", "B", format="swiss")
    refused = night.refusal("patch", "", {"options": {"third_place": True}})
    assert refused[1:] == ("option_unknown", "options.third_place")
    assert night.do("get")["options"] == {}


def test_a_tournament_sent_twice_is_one():
    club = factories.club()
    client = factories.api(factories.member(club, "officer"))
    body = made_body(club=club.slug, client_id="11111111-1111-4111-8111-111111111111")
    first, second = client.post(BASE, body), client.post(BASE, body)
    assert (first.status_code, second.status_code) == (201, 200)
    assert first.json() == second.json()
    other = client.post(BASE, {**body, "name": "Autre"})
    assert (other.status_code, other.json()["errors"][0]["code"]) == (409, "client_id_reused")
    assert Tournament.objects.count() == 1


def test_a_tournament_sent_again_later_answers_as_it_was():
    club = factories.club()
    client = factories.api(factories.member(club, "officer"))
    body = made_body(club=club.slug, client_id="11111111-1111-4111-8111-111111111111")
    first = client.post(BASE, body)
    night = Evening(first.json()["id"], client, club)
    night.enter("A", "B")
    change = {"name": "Autre", "date": "2026-02-03", "client_id": str(uuid.uuid4())}
    changed = night.call("patch", "", change)
    night.do("patch", "", {"name": "Encore", "options": {"rounds": 1}})
    night.play(night.draw())
    assert client.post(BASE, body).json() == first.json()
    assert night.call("patch", "", change).json() == changed.json()
    assert night.do("get")["state"] == "finished"


def test_a_result_sent_twice_is_one_and_answers_alike():
    night = evening("A", "B")
    drawn = night.draw()
    body = {"scores": [500, 100], "client_id": "11111111-1111-4111-8111-111111111111"}
    at = result_of(drawn, drawn["tables"][0])
    first, second = night.call("post", at, body), night.call("post", at, body)
    assert (first.status_code, second.status_code) == (201, 200)
    assert first.json() == second.json()
    assert LogEntry.objects.filter(kind="reported").count() == 1
    assert night.refusal("post", at, {**body, "scores": [1, 0]})[:2] == (409, "client_id_reused")


def test_a_write_on_an_older_version_is_409_and_tells_the_version():
    night = evening("A", "B")
    answer = night.call("post", "rounds/", {"after": 1})
    assert answer.status_code == 409
    assert answer.json()["errors"][0]["code"] == "stale"
    assert answer.json()["version"] == 2


def test_entrants_take_their_names_from_their_people():
    night = evening()
    club = night.club
    anne = factories.player("Anne", club)
    entrant = night.do("post", "entrants/", {"players": [{"player": anne.pk}, {"name": "Bruno"}]})
    assert entrant["name"] == "Anne & Bruno"
    assert entrant["players"] == [
        {"player": anne.pk, "name": "Anne"},
        {"player": None, "name": "Bruno"},
    ]
    assert (entrant["id"], entrant["state"], entrant["seed"]) == (1, "registered", None)


REFUSED_ENTRANTS = [
    ([{"name": "Paire 1"}], (400, "entrant_repeated", "0.name")),
    ([{"name": "X"}, {"name": "x"}], (400, "entrant_repeated", "1.name")),
    ({"name": "PAIRE 1"}, (400, "entrant_repeated", "name")),
    (
        [{"players": [{"name": "Zoé"}]}, {"players": [{"name": "zoé"}], "name": "Y"}],
        (400, "player_in_two_entrants", "1.players"),
    ),
    ({}, (400, "entrant_nameless", "name")),
    ({"players": [{"name": name} for name in "ABC"]}, (400, "entrant_size", "players")),
    ({"name": " "}, (400, "name_blank", "name")),
    ({"name": "Z", "nam": 1}, (400, "field_unknown", "nam")),
    ({"players": [{"player": 999999}]}, (400, "player_unknown", "players")),
]


@pytest.mark.parametrize(("body", "expected"), REFUSED_ENTRANTS)
def test_an_entrant_refused_names_the_field_and_enters_nobody(body, expected):
    night = evening(*PAIRS)
    assert night.refusal("post", "entrants/", body) == expected
    assert len(night.do("get", "entrants/")) == 7


def test_a_known_player_is_in_one_entrant_alone():
    night = evening()
    anne = factories.player("Anne", night.club)
    night.do("post", "entrants/", {"players": [{"player": anne.pk}], "name": "X"})
    body = {"players": [{"player": anne.pk}], "name": "Y"}
    expected = (400, "player_in_two_entrants", "players")
    assert night.refusal("post", "entrants/", body) == expected


def test_drawing_refuses_what_is_not_ready():
    night = evening("A")
    assert night.refusal("post", "rounds/", {})[1] == "too_few_entrants"
    night.enter("B")
    drawn = night.draw()
    assert night.refusal("post", "rounds/", {})[1] == "round_not_closed"
    assert night.refusal("post", "rounds/1/publish/", {})[1] == "already_published"
    assert night.refusal("post", "rounds/1/redraw/", {"seed": "x"})[1] == "already_published"
    assert night.refusal("post", "rounds/1/close/", {})[1] == "result_missing"
    night.play(drawn)
    assert night.do("get")["state"] == "finished"
    assert night.refusal("post", "rounds/", {})[1] == "stage_finished"
    assert night.refusal("post", "entrants/", {"name": "C"})[1] == "tournament_finished"


def test_no_pairing_without_rematch_only_where_rematches_are_forbidden():
    night = evening("A", "B", options={"rounds": 3, "forbid_rematch": True})
    night.play(night.draw())
    assert night.refusal("post", "rounds/", {})[1] == "no_pairing_without_rematch"
    again = evening("A", "B", options={"rounds": 3})
    again.play(again.draw())
    drawn = again.draw()
    assert [warning["code"] for warning in drawn["warnings"]] == ["rematch"]
    assert "se sont déjà rencontrés" in drawn["warnings"][0]["text"]


def test_a_result_is_refused_by_its_own_code():
    night = evening("A", "B", "C", format="single_elimination")
    drawn = night.draw()
    table = next(table for table in drawn["tables"] if not table["bye"])
    at = result_of(drawn, table)
    assert night.refusal("post", at, {"scores": [5, 5]}) == (400, "draw_not_allowed", "scores")
    absent = next(number for number in (1, 2, 3) if number not in table["entrants"])
    assert night.refusal("post", at, {"forfeit": [absent]}) == (400, "not_in_table", "forfeit")
    assert night.refusal("post", at, {"scores": [5]}) == (400, "score_count", "scores")
    assert night.refusal("post", at, {}) == (400, "result_empty", "scores")
    assert night.refusal("post", at, {"match": "7K3QZ9WX"}) == (400, "match_unknown", "match")
    assert night.call("post", "rounds/1/tables/9/result/", {"scores": [1, 0]}).status_code == 404
    assert night.call("post", "rounds/9/tables/1/result/", {"scores": [1, 0]}).status_code == 404
    night.do("post", at, {"scores": [5, 4]})
    assert night.refusal("post", at, {"scores": [5, 4]})[1] == "already_reported"


def test_a_draft_is_arranged_by_its_organiser_and_seen_by_nobody_else():
    night = evening("A", "B", "C", "D")
    drawn = night.do("post", "rounds/", {})
    assert night.do("get", "rounds/", client=factories.api()) == []
    assert night.call("get", "rounds/1/", client=factories.api()).status_code == 404
    first, second = drawn["tables"][0]["entrants"][0], drawn["tables"][1]["entrants"][0]
    swapped = night.do("patch", "rounds/1/", {"swap": [first, second]})
    assert swapped["tables"][0]["entrants"][0] == second
    locked = night.do("patch", "rounds/1/", {"lock": [1]})
    assert [table["locked"] for table in locked["tables"]] == [True, False]
    assert night.refusal("patch", "rounds/1/", {"swap": [1, 9]})[1] == "not_in_table"
    assert night.refusal("patch", "rounds/1/", {"lock": [9]})[1] == "table_unknown"
    assert night.refusal("patch", "rounds/1/", {})[1] == "swap_or_lock"
    again = night.do("post", "rounds/1/redraw/", {"seed": "autre"})
    assert again["tables"][0]["entrants"] == locked["tables"][0]["entrants"]


def test_why_tells_the_best_pairing_that_was_rejected_to_organisers():
    night = evening("A", "B", "C", "D")
    night.draw()
    answer = night.do("get", "rounds/1/?why=1")
    assert answer["alternative"]["table"] == 1
    assert len(answer["alternative"]["pairs"]) == 2
    pair = answer["tables"][0]["entrants"]
    assert sorted(pair) not in [sorted(rejected) for rejected in answer["alternative"]["pairs"]]
    assert night.call("get", "rounds/1/?why=1", client=factories.api()).status_code == 403
    assert night.refusal("get", "rounds/1/?why=7") == (400, "table_unknown", "why")


def test_how_it_is_played_changes_before_the_first_draw_alone():
    night = evening("A", "B")
    changed = night.do("patch", "", {"tie_breaks": ["points", "wins"], "options": {"rounds": 3}})
    assert changed["tie_breaks"] == ["points", "wins"]
    assert changed["options"] == {"rounds": 3}
    night.draw()
    for body, field in (
        ({"seed": "autre"}, "seed"),
        ({"options": {"third_place": True}}, "options"),
        ({"tie_breaks": ["wins", "points"]}, "tie_breaks"),
    ):
        assert night.refusal("patch", "", body) == (400, "already_drawn", field)
    assert night.do("patch", "", {"name": "Autre nom"})["name"] == "Autre nom"


def test_rounds_and_later_criteria_change_until_the_last_round_is_drawn():
    night = evening("A", "B", "C", "D", options={"rounds": 4})
    night.play(night.draw())
    night.play(night.draw())
    changed = night.do("patch", "", {"tie_breaks": ["points", "lots"], "options": {"rounds": 5}})
    assert (changed["tie_breaks"], changed["total_rounds"]) == (["points", "lots"], 5)
    fewer = night.refusal("patch", "", {"options": {"rounds": 1}})
    assert fewer == (400, "rounds_drawn", "options.rounds")
    assert night.do("patch", "", {"options": {"rounds": 3}})["state"] == "running"
    night.draw()
    for body, field in (
        ({"options": {"rounds": 4}}, "options"),
        ({"tie_breaks": ["points"]}, "tie_breaks"),
    ):
        assert night.refusal("patch", "", body) == (400, "already_drawn", field)
    written = [entry["kind"] for entry in night.do("get", "log/")]
    assert written.count("set_up") == 2


def test_no_more_rounds_than_are_closed_ends_the_tournament():
    night = evening("A", "B", "C", "D", options={"rounds": 4})
    night.play(night.draw())
    ended = night.do("patch", "", {"options": {"rounds": 1}})
    assert (ended["state"], ended["total_rounds"]) == ("finished", 1)
    whole = night.do("get", "export/?format=json")
    again = night.client.post("/api/v1/tournaments/import/", {**whole, "club": night.club.slug})
    assert again.status_code == 201, again.content
    assert (again.json()["state"], again.json()["total_rounds"]) == ("finished", 1)


def test_the_room_and_the_hour_are_kept_and_exported():
    night = evening("A", "B", room_tables=3, start_at="19:45", end_by="23:30")
    assert night.do("patch", "", {"room_tables": 4})["end_by"] == "23:30:00"
    whole = night.do("get", "export/?format=json")
    again = night.client.post("/api/v1/tournaments/import/", {**whole, "club": night.club.slug})
    values = tuple(again.json()[name] for name in ("room_tables", "start_at", "end_by"))
    assert values == (4, "19:45:00", "23:30:00")
    assert night.refusal("patch", "", {"room_tables": 0})[1:] == ("min_value", "room_tables")


def test_a_knockout_correction_that_changes_the_winner_must_say_what_of_later():
    night = evening("A", "B", "C", "D", format="single_elimination")
    first = night.draw()
    night.play(first)
    night.draw()
    at = result_of(first, first["tables"][0])
    body = {"scores": [300, 500]}
    assert night.refusal("put", at, body) == (400, "later_required", "later")
    night.do("put", at, {**body, "later": "freeze"})
    frozen = night.do("get", "rounds/1/")["tables"][0]["result"]
    assert (frozen["scores"], frozen["frozen"]) == ([300, 500], True)
    night.do("put", at, {**body, "later": "replay"})
    winner = first["tables"][0]["entrants"][1]
    assert winner in [
        entrant for table in night.do("get", "rounds/2/")["tables"] for entrant in table["entrants"]
    ]


def test_the_bracket_tells_its_nodes_and_winners():
    night = evening("A", "B", "C", "D", format="single_elimination")
    first = night.draw()
    night.play(first)
    nodes = night.do("get", "bracket/")["nodes"]
    assert [node["stage"] for node in nodes] == [1, 1, 2]
    assert nodes[0]["winner"] == first["tables"][0]["entrants"][0]
    assert nodes[2]["known"] is True
    assert nodes[2]["winner"] is None
    assert nodes[0]["result"]["scores"] == [500, 300]


def test_the_timer_starts_pauses_and_resets():
    night = evening()
    assert night.refusal("post", "timer/", {"action": "start"})[1] == "timer_minutes"
    started = night.do("post", "timer/", {"action": "start", "minutes": 30})
    assert (started["minutes"], started["running"]) == (30, True)
    assert night.do("post", "timer/", {"action": "pause"})["running"] is False
    reset = night.do("post", "timer/", {"action": "reset"})
    assert reset == {"minutes": 30, "running": False, "seconds_left": 1800}


def test_a_palmares_ends_the_tournament_and_starts_at_the_first_rank():
    night = evening()
    body = [{"rank": 1, "name": "Anne & Bruno", "players": ["Anne", "Bruno"]}]
    assert night.do("post", "palmares/", body) == body
    answer = night.do("get")
    assert (answer["state"], answer["past"], answer["palmares"]) == ("finished", True, body)
    assert night.refusal("post", "palmares/", [{"rank": 2, "name": "X"}])[1] == "rank_missing"
    twice = [{"rank": 1, "name": "X"}, {"rank": 2, "name": "x"}]
    assert night.refusal("post", "palmares/", twice) == (400, "entrant_repeated", "1.name")


def test_a_tournament_where_nothing_was_drawn_may_be_deleted():
    night = evening("A", "B")
    assert night.call("delete").status_code == 204
    assert Tournament.objects.count() == 0
    other = evening("A", "B")
    other.draw()
    assert other.refusal("delete")[:2] == (400, "not_a_draft")


def rows_and_log(tournament_id):
    tournament = Tournament.objects.get(pk=tournament_id)
    log = [Event(entry.kind, entry.data) for entry in log_queries.log(tournament)]
    return storage.load(tournament), replay(log)


def test_replaying_the_log_gives_the_rows():
    night = evening(*PAIRS, format="single_elimination", options={"third_place": True})
    night.do("patch", "entrants/3/", {"seed": 1})
    first = night.draw()
    night.play(first)
    second = night.draw()
    night.do("put", result_of(first, first["tables"][1]), {"scores": [1, 2], "later": "replay"})
    night.do("patch", "entrants/2/", {"state": "withdrawn"})
    rows, replayed = rows_and_log(night.id)
    assert rows == replayed
    assert second["number"] == 2


def test_what_a_page_needs_takes_a_constant_number_of_queries(django_assert_max_num_queries):
    night = evening(*PAIRS)
    night.play(night.draw())
    tournament = queries.find(night.id, Caller())
    with django_assert_max_num_queries(6):
        view = View(tournament, Caller())
        assert len(view.standings) == 7
        assert len(view.people) == 0
        assert view.bracket == {}
        assert len(view.rounds) == 1
        assert view.places == []
