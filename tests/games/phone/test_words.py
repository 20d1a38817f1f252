"""Phones make the same sentences as the server, from the same words as JSON."""

import json
from collections.abc import Mapping
from decimal import Decimal
from functools import cache
from random import Random
from types import SimpleNamespace

import pytest
from django.utils import translation

from core.names import isolated
from games.errors import LaterEntryIllegal
from games.match.match_json import number
from games.phone.words import words_text
from games.presentation.wording import Names, error_sentence, figure, sentence
from games.registry import installed
from games.registry.game import Words
from games.sheet import RuleError
from tests.games.phone.match_texts import bare_entry_of
from tests.games.phone.test_rules import GAMES
from tests.games.phone.vectors import vector
from tests.settings import BASE_DIR

SENTENCES = (BASE_DIR / "games/phone/page/sentences.js").read_text()
ALL = """
function all(words, asked, names) {
  const read = JSON.parse(words);
  return asked.map(({ game, kind, code, params }) =>
    Sentences[kind](read, game, { code, params }, names));
}
function figures(words, values) {
  return values.map((value) => Sentences.figure(JSON.parse(words), value));
}
"""
SEATS = ["Anne", "שרה 70", "ב\u2069ה", "D'Or <b>", "Zoé", "F"]
NAMES = {"seats": SEATS, "sides": ["Nous", "مريم", "A", "B", "C", "D"]}
MATCHES = {"bataille": 40, "dix": 40, "dix-mille": 20, "maitre": 20, "yams": 8}


def plain(value):
    """Return a parameter in the form that it has in the worker's JSON."""
    if isinstance(value, Mapping):
        return {key: plain(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [plain(item) for item in value]
    return number(value) if isinstance(value, Decimal) else value


@cache
def met(slug):
    """Return notes and refusals of random matches, with kind, code and parameters: a few of each
    code.
    """
    game, by_code = installed.game_of(slug), {}

    def keep(kind, code, params):
        params_met = by_code.setdefault((kind, code), [])
        # Left out is what a form or the API refuses before the rules see it, such as 2.5 for a
        # whole number.
        odd = any(isinstance(value, float) for value in params.values())
        if len(params_met) < 5 and not odd:
            params_met.append(params)

    for place in range(0, MATCHES[slug] * 10, 10):
        made = vector(slug, place)
        rules = SimpleNamespace(**made["rules"])
        tries = [made["entries"], *([*made["entries"][:at], odd] for at, odd in made["odd"])]
        for entries in tries:
            fold = game.fold(rules, made["seats"])
            try:
                for entry in entries:
                    fold.add(bare_entry_of(game, entry))
            except RuleError as error:
                keep("refusal", error.code, error.params)
            for line in fold.lines:
                for note in line.notes:
                    keep("note", note.code, note.params)
        for changed, at in made["rulesets"]:
            for fault in game.rules.faults(SimpleNamespace(**changed), at):
                keep("refusal", fault.code, fault.params)
    return [(kind, code, example) for (kind, code), all_ in by_code.items() for example in all_]


@pytest.mark.parametrize("language", ["fr", "en"])
def test_a_phone_makes_the_sentences_of_the_server(language, run_javascript):
    questions, expected = [], []
    with translation.override(language):
        for slug in GAMES:
            words: Words = installed.game_of(slug).words
            names = Names(**NAMES, terms=words.terms)
            for kind, code, params in met(slug):
                questions.append(
                    {"game": slug, "kind": kind, "code": code, "params": plain(params)}
                )
                if kind == "note":
                    expected.append(sentence(words.notes[code], params, names))
                else:
                    expected.append(error_sentence(words.errors, code, params, names))
    assert len({(question["game"], question["code"]) for question in questions}) > 100
    program = f"{SENTENCES}\n{ALL}"
    assert run_javascript(program, "all", words_text(language), questions, NAMES) == expected


def test_a_correction_that_spoils_a_later_line_says_why(run_javascript):
    game = installed.game_of("dix")
    cause = RuleError("bid_below_minimum", "bid", minimum=50)
    cause.number = 3
    made = LaterEntryIllegal.by(cause, game, Names())
    params = {"number": 3, "cause": cause.code, "params": {"minimum": 50}}
    questions = [
        {"game": "dix", "kind": "refusal", "code": "later_entry_illegal", "params": params}
    ]
    sentences = run_javascript(f"{SENTENCES}\n{ALL}", "all", words_text("fr"), questions, NAMES)
    fault = made.faults[0]
    assert sentences == [made.say(fault.code, fault.params)]


def test_figures_are_written_alike(run_javascript):
    random = Random(1)
    values = [0, 7, -70, 999, 1000, 10_000, -1_234_567, Decimal("9.50"), Decimal("-0.25")]
    values += [Decimal(random.randint(-(10**7), 10**7)) / 100 for _ in range(200)]
    for language in ("fr", "en"):
        with translation.override(language):
            expected = [figure(value) for value in values]
        given = [number(value) for value in values]
        program = f"{SENTENCES}\n{ALL}"
        assert run_javascript(program, "figures", words_text(language), given) == expected


def test_the_words_hold_what_a_phone_can_fill():
    words = json.loads(words_text("en"))
    assert set(words["games"]) == {game.slug for game in installed.games()}
    assert words["errors"]["match_finished"].startswith("The match is finished")
    assert isolated("שרה") != "שרה"
