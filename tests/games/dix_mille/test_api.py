"""10 000 over HTTP: entries as the specification writes them, refusals, states, whole matches."""

from random import Random

import pytest
from jsonschema import Draft202012Validator

from games import queries
from games.dix_mille.presets import PRESETS
from games.models import Match
from tests import factories
from tests.extents import some
from tests.plain import plain

pytestmark = pytest.mark.django_db
SEATS = [{"name": name} for name in ("Anne", "Bruno", "Chloé")]


def table(*turns, **changes):
    """Start a match of three players and record those turns."""
    return factories.table(None, *turns, game="dix-mille", seats=SEATS, **changes)


def turn(*throws, **fields):
    return {"throws": [dict(throw) for throw in throws], **fields}


def test_the_game_describes_itself():
    body = factories.api().get("/api/v1/games/dix-mille/").json()
    assert (body["slug"], body["min_players"], body["max_players"]) == ("dix-mille", 2, None)
    assert [preset["slug"] for preset in body["presets"]] == [preset.slug for preset in PRESETS]
    assert body["presets"][0]["rules"] == PRESETS[0].values
    for preset in body["presets"]:
        assert Draft202012Validator(body["rules_schema"]).is_valid(preset["rules"])
    validator = Draft202012Validator(body["entry_schema"])
    for entry in ENTRIES:
        assert list(validator.iter_errors(entry)) == []


ENTRIES = [
    {"points": 600},
    {"points": 600, "carried": True},
    {"bust": True},
    {"bust": True, "reason": "off_table"},
    {"throws": [{"dice": [1, 1, 4, 4, 3], "keep": [1, 1]}], "reason": "off_table"},
    {
        "throws": [{"dice": [1, 1, 4, 4, 3], "keep": [1, 1]}, {"dice": [4, 4, 3]}],
        "carried": False,
    },
    {
        "throws": [
            {"dice": [1, 1, 5, 5, 4], "keep": [1, 1], "joker": [5, 5]},
            {"dice": [6]},
            {"dice": [5, 2], "keep": [5]},
        ]
    },
    {"instant_win": True},
]


def test_a_turn_is_answered_completed_with_its_notes_and_what_is_next():
    body = table({"points": 700}).body()
    assert body["entries"][0]["data"] == {
        "seat": 0,
        "points": 700,
        "bust": False,
        "carried": False,
        "instant_win": False,
    }
    line = body["entries"][0]["line"]
    assert (line["deltas"], line["totals"]) == ([700, 0, 0], [700, 0, 0])
    assert [note["code"] for note in line["notes"]] == ["entered"]
    assert body["state"]["players"][0] == {
        "entered": True,
        "coches": 0,
        "paliers": [{"score": 700, "coches": 0, "struck": False}],
    }
    assert body["next"] == {
        "seat": 1,
        "entered": False,
        "may_carry": {"points": 700, "dice": None},
        "minimum": 700,
        "to_target": 10000,
    }


def test_a_fall_is_explained_on_the_side_that_falls():
    body = table({"points": 700}, {"points": 700}).body()
    notes = body["entries"][1]["line"]["notes"]
    assert [(note["side"], note["points"], plain(note["text"])) for note in notes] == [
        (1, 700, "Entrée avec 700 points : premier palier, 700."),
        (
            0,
            -700,
            "Bruno arrive à 700 : ce palier est biffé, il n'en reste aucun, "
            "il faut entrer de nouveau.",
        ),
    ]


def test_throws_are_kept_as_they_were_sent():
    sent = turn({"dice": [6, 6, 6, 4, 2], "keep": [6, 6, 6]}, {"dice": [1, 3], "keep": [1]})
    body = table(sent).body()
    assert body["entries"][0]["data"]["throws"] == sent["throws"]
    assert body["entries"][0]["data"]["points"] == 700
    assert body["next"]["may_carry"] == {"points": 700, "dice": 1}


REFUSED = [
    ({}, "throw_missing", "points"),
    ({"points": 720}, "points_not_multiple", "points"),
    ({"points": 750}, "cannot_stop_on_fifty", "points"),
    ({"points": 600}, "below_entry", "points"),
    ({"points": 700, "carried": True}, "nothing_to_carry", "carried"),
    ({"points": 700, "seat": 2}, "not_your_turn", "seat"),
    ({"instant_win": True}, "instant_win_not_in_rules", "instant_win"),
    (turn({"dice": [1, 1]}), "dice_count", "throws"),
    (turn({"dice": [1, 1, 4, 4, 7]}), "die_out_of_range", "throws"),
    (turn({"dice": [1, 1, 4, 4, 3], "keep": [1], "joker": [1]}), "jokers_not_in_rules", "throws"),
    (turn(), "throw_missing", "throws"),
]


@pytest.mark.parametrize(("entry", "code", "attr"), REFUSED)
def test_a_refused_turn_has_its_code_on_its_field(entry, code, attr):
    played = table()
    answer = played.record(entry)
    assert answer.status_code == 400
    assert [(e["code"], e["attr"]) for e in answer.json()["errors"]] == [(code, attr)]
    assert played.body()["entries"] == []


@pytest.mark.parametrize(
    "entry",
    [{"points": "700"}, {"points": -50}, {"bust": 1}, {"reason": "tired"}, {"throws": [{}]}, []],
)
def test_what_has_not_the_shape_of_a_turn_is_refused(entry):
    assert table().preview(entry).status_code == 400


@pytest.mark.parametrize(
    ("rules", "code"),
    [
        ({"dice": 6}, "dice_with_scoring"),
        ({"target": 10050}, "target_unreachable"),
        ({"confirmation": True, "jokers": True}, "confirmation_with_jokers"),
        ({"last_round": "turn_each", "collision": False}, "last_round_needs_collision"),
    ],
)
def test_a_refused_ruleset(rules, code):
    body = factories.start_body(game="dix-mille", seats=SEATS, rules=rules)
    answer = factories.api().post("/api/v1/matches/", body)
    assert answer.status_code == 400
    assert code in {error["code"] for error in answer.json()["errors"]}


@pytest.mark.parametrize("preset", some([preset.slug for preset in PRESETS], 4))
def test_a_whole_match_of_each_preset(preset):
    played = table(preset=preset, rules={"target": 2000})
    random = Random(preset)
    for _ in range(120):
        loaded = queries.load(Match.objects.get(pk=played.id))
        sheet = loaded.replay()
        if sheet.result:
            break
        answer = played.record(loaded.game.demonstration.sample(loaded.rules, sheet, random))
        assert answer.status_code == 201, answer.content
    body = played.body()
    assert body["status"] == ("finished" if sheet.result else "in_progress")
    if sheet.result:
        assert body["result"]["ended_by"] in ("target", "last_round", "instant_win")
