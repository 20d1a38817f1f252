"""The jeu du Maître over HTTP: the entries as the specification writes them, shapes, figures."""

import pytest

from tests import factories
from tests.games.maitre.builders import cards
from tests.plain import plain

pytestmark = pytest.mark.django_db
SEATS = [{"name": name} for name in ("Anne", "Bruno", "Chloé")]
QUICK = {
    "contract": 75,
    "maitre": {
        "trick_points": 38,
        "trick_cards": 10,
        "trick_valued": 8,
        "chute_points": 4,
        "discard_value": 3,
    },
    "coffre": {"major_rank": 9, "minor_rank": 1},
    "players": {"1": 10, "2": -5},
}
DETAILED = {name: value for name, value in vars(cards()).items() if value is not None}
THIRDS = QUICK | {
    "contract": 50,
    "maitre": QUICK["maitre"] | {"trick_points": 10, "trick_cards": 3, "trick_valued": 1},
}


def table(*manches, **changes):
    return factories.table(None, *manches, game="maitre", seats=SEATS, **changes)


def codes(response):
    assert response.status_code == 400, response.content
    return [(error["code"], error["attr"]) for error in response.json()["errors"]]


def test_a_match_begins():
    body = table(first_maitre=1).body()
    assert body["preset"] == "lyonnais"
    assert body["rules"] == {
        "tours": 2,
        "contract_min": 50,
        "contract_max": 100,
        "gap": 15,
        "coffre_penalty": 13,
        "failures_to_eliminate": 2,
        "malus_reference": "fifty",
        "contract_base": "tricks",
        "rounding": "exact",
        "first_maitre": 1,
    }
    assert body["state"] == {"manche": 1, "maitre": 1, "failures": [0, 0, 0], "eliminated": []}
    assert body["next"] == {"maitre": 1}
    assert table().body()["next"] == {"maitre": 0}


def test_the_quick_entry_of_the_specification():
    body = table(QUICK).body()
    (entry,) = body["entries"]
    assert entry["data"] == QUICK
    assert entry["line"]["deltas"] == entry["line"]["totals"] == [66, 10, -5]
    assert body["state"] == {"manche": 2, "maitre": 1, "failures": [0, 0, 0], "eliminated": []}
    notes = [plain(note["text"]) for note in entry["line"]["notes"]]
    assert "Contrat 75 tenu : 8 cartes à valeur sur 10, soit 80 %." in notes
    assert "Bonus du contrat : 50 % de 38." in notes
    assert "Manche validée." in notes


def test_the_detailed_entry_of_the_specification():
    body = table(DETAILED).body()
    assert body["entries"][0]["data"] == DETAILED
    assert body["entries"][0]["line"]["deltas"] == [16, 9, -13]


def test_scores_are_numbers_with_two_decimals_at_most():
    body = table(THIRDS).body()
    line = body["entries"][0]["line"]
    # The Maître has 10 + 4 − 3 + 8 = 19, less a malus of 33⅓ % of 10.
    assert line["deltas"] == [15.67, 13.33, -1.67]
    assert [side["score"] for side in body["sides"]] == [15.67, 13.33, -1.67]
    notes = [plain(note["text"]) for note in line["notes"]]
    assert "Malus du contrat : 33,33 % de 10, soit 3,33 de moins." in notes


@pytest.mark.parametrize(("seats", "status"), [(2, 400), (3, 201), (4, 201), (6, 201), (7, 400)])
def test_three_to_six_sit_down(seats, status):
    body = {"game": "maitre", "seats": [{"name": f"N{n}"} for n in range(seats)]}
    response = factories.api().post("/api/v1/matches/", body)
    assert response.status_code == status
    if status == 400:
        assert codes(response)[0][0] == "player_count"


@pytest.mark.parametrize(
    ("changes", "code", "attr"),
    [
        ({"contract": 101}, "contract_out_of_range", "contract"),
        ({"coffre": {"major_rank": 11, "minor_rank": 1}}, "coffre_rank", "coffre.major_rank"),
        ({"coffre": None}, "coffre_rank", "coffre.major_rank"),
        ({"players": {"1": 0}}, "players_incomplete", "players"),
        ({"players": None}, "players_incomplete", "players"),
        ({"players": {"1": 92, "2": 0}}, "points_impossible", "players.1"),
        ({"maitre": None}, "figures_missing", "maitre.trick_points"),
        (
            {"maitre": QUICK["maitre"] | {"trick_valued": 11}},
            "valued_exceed_cards",
            "maitre.trick_valued",
        ),
        (
            {"maitre": QUICK["maitre"] | {"trick_points": 90}},
            "points_impossible",
            "maitre.trick_points",
        ),
        ({"maitre": QUICK["maitre"] | {"trick_points": "38"}}, "invalid", "maitre.trick_points"),
        ({"maitre": {"trick_points": 3}}, "required", "maitre.trick_cards"),
        ({"players": {"1": "10", "2": 0}}, "invalid", "players.1"),
        ({"tricks": {"0": []}}, "forms_mixed", "maitre"),
    ],
)
def test_refused_figures(changes, code, attr):
    assert (code, attr) in codes(table().record(QUICK | changes))


@pytest.mark.parametrize(
    ("changes", "code", "attr"),
    [
        ({"minor": "hearts"}, "same_suit", "minor"),
        ({"major": "stars"}, "invalid_choice", "major"),
        ({"coffre": {"major": "AC", "minor": "9H"}}, "coffre_suit", "coffre.major"),
        ({"tricks": {"0": ["7h"]}}, "card_unknown", "tricks.0"),
        ({"tricks": {"0": ["9H"]}}, "card_repeated", "tricks.0"),
        ({"tricks": {"0": [7]}}, "card_unknown", "tricks.0"),
        ({"chute": {"winner": 3, "cards": ["4C"]}}, "seat_unknown", "chute.winner"),
    ],
)
def test_refused_cards(changes, code, attr):
    assert (code, attr) in codes(table().record(DETAILED | changes))


def test_missing_cards_are_named():
    response = table().record(DETAILED | {"tricks": {"0": ["7H"]}})
    assert codes(response)[0][0] == "cards_missing"
    detail = response.json()["errors"][0]["detail"]
    assert "R♠" in detail
    assert "joker 1" in detail


def test_a_match_of_one_tour_ends_with_its_ranking():
    def good(seat):
        others = {str(n): 0 for n in range(3) if n != seat}
        return QUICK | {"players": others}

    body = table(good(0), good(1), good(2), rules={"tours": 1}).body()
    assert body["status"] == "finished"
    assert body["result"] == {
        "winners": [0, 1, 2],
        "ended_by": "manches_played",
        "ranking": [
            {"side": seat, "rank": 1, "score": 66, "eliminated": False} for seat in range(3)
        ],
    }


def test_a_manche_by_cards_is_corrected_by_figures_and_taken_back():
    played = table(DETAILED)
    assert played.correct(1, QUICK).status_code == 200
    assert played.body()["entries"][0]["data"] == QUICK
    assert played.take_back(1).status_code == 200
    assert played.body()["entries"] == []


def test_an_export_comes_back_to_the_letter():
    played = table(THIRDS, DETAILED | {"contract": 60}, rules={"gap": 3})
    exported = played.get("export/?format=json").json()
    again = played.client.post("/api/v1/matches/import/", exported).json()
    assert [entry["line"] for entry in again["entries"]] == [
        entry["line"] for entry in played.body()["entries"]
    ]
    head, first, *_rest = played.get("export/?format=csv").content.decode().splitlines()
    assert head.startswith("ligne,inscrite le,contrat,points des plis,cartes des plis,")
    assert first.split(",")[2:7] == ["50", "10", "3", "1", "4"]
