"""A match of Bataille over HTTP: the shapes that the specification writes."""

import pytest
from jsonschema import Draft202012Validator

from tests import factories

pytestmark = pytest.mark.django_db
V1 = "/api/v1/"


def table(*manches, seats=2, **changes):
    people = [{"name": name} for name in factories.NAMES[:seats]]
    return factories.table(None, *manches, game="bataille", seats=people, **changes)


def start(seats=2, **changes):
    people = [{"name": f"P{seat}"} for seat in range(seats)]
    body = factories.start_body(game="bataille", seats=people, **changes)
    return factories.api().post(f"{V1}matches/", body)


def codes(response):
    return {(error["code"], error["attr"]) for error in response.json()["errors"]}


IN_3 = {"rules": {"wins_needed": 3}}


def test_the_game_says_who_plays_and_with_which_rulesets():
    body = factories.api().get(f"{V1}games/bataille/").json()
    assert (body["slug"], body["name"]) == ("bataille", "Bataille")
    assert (body["min_players"], body["max_players"], body["sides"]) == (2, None, None)
    assert [preset["slug"] for preset in body["presets"]] == [
        "classique",
        "ancienne",
        "jokers",
        "joker-vole",
        "rouge-et-noir",
        "payante",
        "ouverte",
    ]
    assert body["presets"][3]["rules"] == {
        "deck": 54,
        "decks": 1,
        "face_down": True,
        "deal": "random",
        "stealing_joker_wins": True,
        "loser_pays": False,
        "open_hands": False,
        "stalemate": "draw",
        "wins_needed": 1,
    }


def test_a_new_match_has_no_wins_and_expects_a_manche():
    body = table().body()
    assert body["preset"] == "classique"
    assert body["state"] == {"wins": [0, 0]}
    assert body["next"] == {}
    assert [side["name"] for side in body["sides"]] == ["Anne", "Bruno"]


def test_the_four_entries_of_the_specification():
    first = {"winner": 0, "tricks": 312, "battles": 21}
    match = table(first, {"winner": None, "reason": "pat"}, **IN_3)
    match.record({"cards": [30, 22], "reason": "stopped"})
    body = match.body()
    assert [entry["data"] for entry in body["entries"]] == [
        {"winner": 0, "reason": "all_cards", "tricks": 312, "battles": 21},
        {"winner": None, "reason": "pat"},
        {"winner": 0, "reason": "stopped", "cards": [30, 22]},
    ]
    assert [entry["line"]["totals"] for entry in body["entries"]] == [[1, 0], [1, 0], [2, 0]]
    assert all(entry["line"]["notes"] for entry in body["entries"])
    assert (body["state"], body["next"], body["result"]) == ({"wins": [2, 0]}, {}, None)

    rules = {"rules": {"wins_needed": 2}}
    stolen = table({"winner": 1, "reason": "joker"}, preset="joker-vole", **rules).body()
    assert stolen["entries"][0]["data"] == {"winner": 1, "reason": "joker"}
    assert stolen["entries"][0]["line"]["notes"][0]["text"].startswith("Bruno vole le joker")


def test_the_first_to_n_wins_the_match():
    body = table(*({"winner": seat} for seat in (0, 1, 2, 1, 1)), seats=3, **IN_3).body()
    assert body["status"] == "finished"
    assert body["next"] is None
    assert body["result"] == {
        "winners": [1],
        "ended_by": "wins",
        "ranking": [
            {"side": 1, "rank": 1, "score": 3, "eliminated": False},
            {"side": 0, "rank": 2, "score": 1, "eliminated": False},
            {"side": 2, "rank": 2, "score": 1, "eliminated": False},
        ],
    }


def test_a_drawn_manche_is_a_drawn_match():
    match = table({"cards": [26, 26], "reason": "stopped"})
    body = match.body()
    assert body["status"] == "finished"
    assert (body["result"]["winners"], body["result"]["ended_by"]) == ([], "draw")
    assert match.record({"winner": 0}).json()["errors"][0]["code"] == "match_finished"


@pytest.mark.parametrize(
    ("entry", "refusal"),
    [
        ({}, ("winner_missing", "winner")),
        ({"winner": None}, ("winner_missing", "winner")),
        ({"winner": 2}, ("seat_unknown", "winner")),
        ({"winner": 0, "reason": "joker"}, ("joker_not_in_rules", "reason")),
        ({"reason": "pat"}, ("pat_not_in_rules", "reason")),
        ({"winner": 1, "cards": [30, 22], "reason": "stopped"}, ("winner_mismatch", "winner")),
        ({"reason": "stopped"}, ("cards_missing", "cards")),
        ({"cards": [30, 22], "winner": 0}, ("cards_without_stop", "cards")),
        ({"cards": [30, 21], "reason": "stopped"}, ("cards_do_not_sum", "cards")),
        ({"cards": [52], "reason": "stopped"}, ("cards_per_seat", "cards")),
        ({"winner": 0, "tricks": -1}, ("count_out_of_range", "tricks")),
        ({"winner": 0, "tricks": 2, "battles": 3}, ("battles_exceed_tricks", "battles")),
        ({"winner": "0"}, ("invalid", "winner")),
        ({"winner": True}, ("invalid", "winner")),
        ({"winner": 0, "reason": "luck"}, ("invalid_choice", "reason")),
    ],
)
def test_refused_entries_leave_no_trace(entry, refusal):
    match = table(rules={"stalemate": "borrow", "wins_needed": 3})
    response = match.record(entry)
    assert response.status_code == 400
    assert codes(response) == {refusal}
    assert all(error["detail"] for error in response.json()["errors"])
    assert match.body()["version"] == 1


@pytest.mark.parametrize(
    ("seats", "changes", "refusal"),
    [
        (1, {}, ("player_count", "seats")),
        (3, {"preset": "jokers"}, ("players_do_not_fit", "rules.deck")),
        (3, {"preset": "joker-vole"}, ("players_do_not_fit", "rules.deck")),
        (3, {"preset": "rouge-et-noir"}, ("players_do_not_fit", "rules.deal")),
        (33, {"rules": {"deck": 32}}, ("players_do_not_fit", "rules.decks")),
        (2, {"rules": {"deck": 54, "decks": 2}}, ("jokers_in_one_deck", "rules.decks")),
        (
            2,
            {"rules": {"stealing_joker_wins": True}},
            ("joker_needs_jokers", "rules.stealing_joker_wins"),
        ),
        (2, {"rules": {"wins_needed": 0}}, ("min_value", "rules.wins_needed")),
        (2, {"rules": {"decks": 5}}, ("max_value", "rules.decks")),
        (2, {"rules": {"deck": 53}}, ("invalid_choice", "rules.deck")),
    ],
)
def test_refused_starts(seats, changes, refusal):
    response = start(seats, **changes)
    assert response.status_code == 400
    assert refusal in codes(response)


@pytest.mark.parametrize("seats", [2, 3, 9, 32, 50])
def test_as_many_players_as_there_are_cards_for(seats):
    assert start(seats).status_code == 201


def test_presets_combine_with_rules():
    rules = {"face_down": False, "loser_pays": True, "wins_needed": 2}
    body = start(2, preset="joker-vole", rules=rules).json()
    assert body["rules"] == {
        "deck": 54,
        "decks": 1,
        "face_down": False,
        "deal": "random",
        "stealing_joker_wins": True,
        "loser_pays": True,
        "open_hands": False,
        "stalemate": "draw",
        "wins_needed": 2,
    }


def test_a_correction_moves_what_follows_and_may_make_a_later_line_illegal():
    match = table({"winner": 0}, {"winner": 1}, {"winner": 0}, rules={"wins_needed": 2})
    assert match.body()["status"] == "finished"
    moved = match.correct(3, {"reason": "pat"})
    assert moved.status_code == 200
    assert (moved.json()["status"], moved.json()["state"]) == ("in_progress", {"wins": [1, 1]})
    match.record({"winner": 1})
    response = match.correct(1, {"winner": 1})
    assert codes(response) == {("later_entry_illegal", "entries.3")}
    assert match.take_back(4).json()["state"] == {"wins": [1, 1]}


def test_an_export_comes_back_to_the_letter():
    match = table(
        {"winner": 0, "tricks": 312, "battles": 21},
        {"reason": "pat"},
        {"cards": [20, 16, 16], "reason": "stopped"},
        seats=3,
        **IN_3,
    )
    exported = match.get("export/?format=json").json()
    taken = factories.api().post(f"{V1}matches/import/", exported, format="json")
    assert taken.status_code == 201
    assert taken.json()["entries"] == exported["entries"]
    assert taken.json()["state"] == exported["state"] == {"wins": [2, 0, 0]}


@pytest.mark.parametrize(
    "entry",
    [
        {"winner": 0, "tricks": 312, "battles": 21},
        {"winner": None, "reason": "pat"},
        {"winner": 1, "reason": "joker"},
        {"cards": [30, 22], "reason": "stopped"},
    ],
)
def test_the_entry_schema_accepts_the_specifications_examples(entry):
    schema = factories.api().get(f"{V1}games/bataille/").json()["entry_schema"]
    assert list(Draft202012Validator(schema).iter_errors(entry)) == []
