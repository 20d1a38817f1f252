"""What a page may ask of the rules' worker, and what the worker answers."""

import json
from types import SimpleNamespace

import pytest

from games.phone.rules import rules_hash
from games.registry import installed
from games.sheet import Scoresheet
from tests.games.phone.conftest import rules_text

ANSWERS = """
function answers(texts) {
  return texts.map($answer);
}
"""
HAND = {"bidder": 0, "bid": 70, "taken": 80}
NEXT = {"bidder": 1, "bid": 60, "taken": 50}
# 45 is below the lowest bid.
WRONG = {"bidder": 0, "bid": 45, "taken": 80}


@pytest.fixture(scope="module")
def rules():
    game = installed.game_of("dix")
    return game.rules.model(**game.presets[0].values).values()


@pytest.fixture
def ask(run_javascript, rules):
    """Return a function that begins a match in a worker, asks it several questions, and returns the
    answers.
    """

    def answers_to(*questions, entries=(HAND, NEXT)):
        begin = {"ask": "begin", "game": "dix", "rules": rules, "seats": 4, "entries": entries}
        texts = [
            json.dumps({"id": at, **question}) for at, question in enumerate([begin, *questions])
        ]
        program = f"{rules_text()}\n{ANSWERS}"
        answers = map(json.loads, run_javascript(program, "answers", texts))
        return [
            {name: value for name, value in answer.items() if name != "id"} for answer in answers
        ]

    return answers_to


def sheet_of(rules, *entries) -> Scoresheet:
    game = installed.game_of("dix")
    made = [game.entry.model() for _ in entries]
    for row, data in zip(made, entries, strict=True):
        row.fill(data)
    return game.replay(SimpleNamespace(**rules), 4, made)


def test_begin_tells_the_match_as_the_server_has_it(ask, rules):
    (begun,) = ask()
    sheet = sheet_of(rules, HAND, NEXT)
    answer = begun["answer"]
    assert (answer["hash"], answer["first"]) == (rules_hash(), 0)
    assert answer["scores"] == answer["totals"] == list(sheet.scores) == [130, -40]
    assert (answer["state"], answer["next"], answer["result"]) == (sheet.state, sheet.next, None)
    assert [line["deltas"] for line in answer["lines"]] == [[80, 20], [50, -60]]
    note = answer["lines"][0]["notes"][0]
    params = {"bid": 70, "taken": 80}
    assert note == {"code": "contract_made", "side": 0, "points": 80, "params": params}
    assert answer["lines"][0]["completed"] == json.loads(json.dumps(sheet.lines[0].completed))


def test_a_preview_in_place_of_a_line_tells_the_match_from_there_on(ask):
    other = {**HAND, "taken": 60}
    _begun, preview, replaced = ask(
        {"ask": "preview", "index": 0, "entry": other},
        {"ask": "replace", "index": 0, "entry": other},
    )
    assert preview == replaced
    _begun, preview, added = ask(
        {"ask": "preview", "index": 1, "entry": other}, {"ask": "add", "entry": HAND}
    )
    assert (preview["answer"]["first"], len(preview["answer"]["lines"])) == (1, 1)
    assert added["answer"]["totals"] == [210, -20]


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
    _begun, corrected, refused, undone = ask(
        {"ask": "replace", "index": 0, "entry": {**HAND, "taken": 70}},
        {"ask": "replace", "index": 0, "entry": WRONG},
        {"ask": "undo"},
    )
    assert [line["totals"] for line in corrected["answer"]["lines"]] == [[70, 30], [120, -30]]
    assert (refused["refusal"]["code"], refused["refusal"]["number"]) == ("bid_below_minimum", 1)
    assert undone["answer"]["totals"] == [70, 30]


def test_a_correction_that_ends_the_match_early_names_the_line_it_spoils(ask):
    won = {"bidder": 0, "partie": True, "taken": 100}
    _begun, corrected = ask({"ask": "replace", "index": 0, "entry": won})
    refusal = corrected["refusal"]
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


def test_the_keys_of_a_pad_make_an_entry(ask):
    taps = {"bidder": "1", "bid": "70", "taken": "", "defenders_bid": True}
    made = {"bidder": 1, "bid": 70, "partie": False, "defenders_bid": False}
    new, enough, old, four = ask(
        {"ask": "tapped", "taps": taps},
        {"ask": "complete", "taps": {**taps, "taken": "80"}},
        {"ask": "tapped", "taps": taps, "index": 0},
        {"ask": "tapped", "taps": {**taps, "stolen": "3", "robbed": "2"}},
    )[1:]
    assert new == {"answer": made}
    assert enough == {"answer": True}
    assert old == {"answer": {**made, "defenders_bid": True}}  # a correction asks always
    assert (four["refusal"]["code"], four["refusal"]["field"]) == ("too_many_aces", "stolen")


def test_a_half_typed_pad_is_refused_by_the_rules_and_a_broken_one_by_its_input(ask):
    _begun, enough, made, broken = ask(
        {"ask": "complete", "taps": {"bidder": "1"}},
        {"ask": "tapped", "taps": {"bidder": "1"}},
        {"ask": "tapped", "taps": {"bidder": "1", "taken": "8o"}},
    )
    assert enough == {"answer": False}
    _begun, refused = ask({"ask": "preview", "entry": made["answer"]})
    assert (refused["refusal"]["code"], refused["refusal"]["field"]) == ("bid_missing", "bid")
    assert (broken["refusal"]["code"], broken["refusal"]["field"]) == ("not_a_number", "taken")


def test_a_line_is_put_right_as_the_match_stood_before_it(run_javascript):
    """In the jeu du Maître the second manche is the second player's, however many manches came
    after it.
    """
    game = installed.game_of("maitre")
    rules = game.rules.model(**game.presets[0].values).values()
    figures = {"trick_points": 0, "trick_cards": 0, "trick_valued": 0, "chute_points": 0}
    maitre, coffre = {**figures, "discard_value": 0}, {"forbidden": True}
    manches = [
        {"maitre": maitre, "coffre": coffre, "players": {str(at): 0 for at in {0, 1, 2} - {out}}}
        for out in (0, 1)
    ]
    begin = {"ask": "begin", "game": "maitre", "rules": rules, "seats": 3, "entries": manches}
    taps = {**figures, "coffre_forbidden": True, "player_0": 1, "player_1": 2, "player_2": 3}
    questions = [begin, *({"ask": "tapped", "taps": taps, "index": at} for at in (0, 1, None))]
    program = f"{rules_text()}\n{ANSWERS}"
    answers = run_javascript(program, "answers", list(map(json.dumps, questions)))[1:]
    players = [json.loads(answer)["answer"]["players"] for answer in answers]
    assert players == [{"1": 2, "2": 3}, {"0": 1, "2": 3}, {"0": 1, "1": 2}]
