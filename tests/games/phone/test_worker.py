"""What a page may ask of the rules' worker, and what it is answered."""

import json
from random import Random
from types import SimpleNamespace

import pytest

from games import registry
from games.phone.rules import rules_hash
from games.sheet import RuleError, Scoresheet
from tests.games.phone.conftest import rules_text

ANSWERS = """
function answers(texts) {
  return texts.map($answer);
}
"""
HAND = {"bidder": 0, "bid": 70, "taken": 80}
NEXT = {"bidder": 1, "bid": 60, "taken": 50}
# 45 is less than any may bid.
WRONG = {"bidder": 0, "bid": 45, "taken": 80}


@pytest.fixture(scope="module")
def rules():
    game = registry.game_of("dix")
    return game.rules_model(**game.presets[0].values).values()


@pytest.fixture
def ask(run_javascript, rules):
    """What a worker answers to each of several questions, after it has begun."""

    def asked(*questions, entries=(HAND, NEXT)):
        begin = {"ask": "begin", "game": "dix", "rules": rules, "seats": 4, "entries": entries}
        texts = [json.dumps({"id": at, **one}) for at, one in enumerate([begin, *questions])]
        program = f"{rules_text()}\n{ANSWERS}"
        answers = map(json.loads, run_javascript(program, "answers", texts))
        return [{name: one for name, one in answer.items() if name != "id"} for answer in answers]

    return asked


def sheet_of(rules, *entries) -> Scoresheet:
    game = registry.game_of("dix")
    made = [game.entry_model() for _ in entries]
    for row, data in zip(made, entries, strict=True):
        row.fill(data)
    return game.replay(SimpleNamespace(**rules), 4, made)


def test_begin_tells_the_match_as_the_server_has_it(ask, rules):
    (told,) = ask()
    sheet = sheet_of(rules, HAND, NEXT)
    answer = told["answer"]
    assert (answer["hash"], answer["first"]) == (rules_hash(), 0)
    assert answer["scores"] == answer["totals"] == list(sheet.scores) == [130, -40]
    assert (answer["state"], answer["next"], answer["result"]) == (sheet.state, sheet.next, None)
    assert [line["deltas"] for line in answer["lines"]] == [[80, 20], [50, -60]]
    note = answer["lines"][0]["notes"][0]
    params = {"bid": 70, "taken": 80}
    assert note == {"code": "contract_made", "side": 0, "points": 80, "params": params}
    assert answer["lines"][0]["completed"] == json.loads(json.dumps(sheet.lines[0].completed))


def test_a_preview_changes_nothing(ask):
    _begun, preview, again, added = ask(
        {"ask": "preview", "entry": HAND}, {"ask": "preview", "entry": HAND},
        {"ask": "add", "entry": HAND},
    )  # fmt: skip
    assert preview == again == added
    assert (added["answer"]["first"], len(added["answer"]["lines"])) == (2, 1)


def test_a_refusal_leaves_the_match_as_it_was(ask):
    _begun, refused, added = ask({"ask": "add", "entry": WRONG}, {"ask": "add", "entry": HAND})
    refusal = refused["refusal"]
    assert (refusal["code"], refusal["field"], refusal["number"]) == ("bid_below_minimum", "bid", 3)
    assert refusal["params"] == {"bid": 45, "minimum": 50}
    assert added["answer"]["totals"] == [210, -20]


def test_lines_are_taken_back_one_by_one(ask):
    _begun, once, twice, refused = ask({"ask": "undo"}, {"ask": "undo"}, {"ask": "undo"})
    assert (once["answer"]["totals"], twice["answer"]["totals"]) == ([80, 20], None)
    assert twice["answer"]["scores"] == [0, 0]
    assert refused["refusal"]["code"] == "not_last"


def test_a_correction_folds_what_comes_after(ask):
    _begun, told, refused, undone = ask(
        {"ask": "replace", "index": 0, "entry": {**HAND, "taken": 70}},
        {"ask": "replace", "index": 0, "entry": WRONG},
        {"ask": "undo"},
    )
    assert [line["totals"] for line in told["answer"]["lines"]] == [[70, 30], [120, -30]]
    assert (refused["refusal"]["code"], refused["refusal"]["number"]) == ("bid_below_minimum", 1)
    assert undone["answer"]["totals"] == [70, 30]


def test_a_correction_that_ends_the_match_early_names_the_line_it_spoils(ask):
    won = {"bidder": 0, "partie": True, "taken": 100}
    _begun, told = ask({"ask": "replace", "index": 0, "entry": won})
    refusal = told["refusal"]
    assert (refusal["code"], refusal["field"]) == ("later_entry_illegal", "entries.2")
    assert refusal["params"] == {"number": 2, "cause": "match_finished", "params": {}}


def test_rules_are_verified_and_bugs_are_no_refusals(ask, rules):
    wrong, bare = {**rules, "target": 0}, {"target": 500}
    _begun, faults, sound, lacking, unknown = ask(
        {"ask": "faults", "game": "dix", "rules": wrong, "seats": 4},
        {"ask": "faults", "game": "dix", "rules": rules, "seats": 4},
        {"ask": "faults", "game": "dix", "rules": bare, "seats": 4},
        {"ask": "sing"},
    )
    assert [fault["code"] for fault in faults["answer"]] == ["not_positive"]
    assert sound == {"answer": []}
    assert list(lacking) == list(unknown) == ["fault"]


def random_taps(random):
    """Inputs of the pad as a page sends them, some of them missing."""
    keys = {
        "bidder": ["", "0", "1", "2", "3"],
        "bid": ["", "50", "75", "partie", 80],
        "taken": ["", "-10", "0", "55", "100"],
        "trump": ["", "hearts"],
        "defenders_bid": [True, False],
        "tens": ["", "2"],
        "stolen": ["", "1", "3"],
        "robbed": ["", "1", "4"],
    }
    return {name: random.choice(ways) for name, ways in keys.items() if random.random() < 0.8}


def test_the_keys_of_a_pad_make_the_same_entry(ask, rules):
    random, game = Random(1), registry.game_of("dix")
    sheet = sheet_of(rules, *[HAND] * 5)
    asked, expected = [], []
    for _ in range(200):
        taps, correcting = random_taps(random), random.random() < 0.3
        asked.append({"ask": "tapped", "taps": taps, "correcting": correcting})
        try:
            entry = game.entry_of_taps(SimpleNamespace(**rules), sheet, taps, correcting=correcting)
            expected.append({"answer": entry})
        except RuleError as error:
            expected.append({"refusal": {**vars(error), "params": dict(error.params)}})
    assert ask(*asked, entries=[HAND] * 5)[1:] == expected
    assert any("refusal" in one for one in expected)


def test_the_keys_of_bataille_as_well(run_javascript):
    random, game = Random(2), registry.game_of("bataille")
    rules = game.rules_model(**game.presets[0].values).values()
    sheet = game.replay(SimpleNamespace(**rules), 3, [])
    begin = {"ask": "begin", "game": "bataille", "rules": rules, "seats": 3, "entries": []}
    keys = {
        "outcome": ["", "0", "2", "pat", "stopped"],
        "joker": [True, False],
        "tricks": ["", 90],
        **{f"cards_{seat}": ["", 10, "12"] for seat in range(3)},
    }
    tapped = [
        {name: random.choice(ways) for name, ways in keys.items() if random.random() < 0.8}
        for _ in range(200)
    ]
    asked = [begin, *({"ask": "tapped", "taps": taps} for taps in tapped)]
    program = f"{rules_text()}\n{ANSWERS}"
    answers = run_javascript(program, "answers", list(map(json.dumps, asked)))[1:]
    expected = [game.entry_of_taps(SimpleNamespace(**rules), sheet, taps) for taps in tapped]
    assert [json.loads(answer)["answer"] for answer in answers] == expected
