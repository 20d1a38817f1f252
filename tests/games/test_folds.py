"""What holds for every whole match of every game, tested on its pure code without a database.

A game is covered as soon as it has a `reference_matches.py`, as in `test_soak.py`: its naive
scorer invents the matches and says what each line gives.
"""

from functools import cache
from hashlib import sha256
from importlib import import_module
from random import Random
from types import SimpleNamespace

import pytest

from games.registry import installed
from games.sheet import RuleError
from tests.games.worded import assert_worded

# How many matches of each game are tried: as many as take about half a second.
MATCHES = {"bataille": 200, "dix": 100, "dix-mille": 20, "maitre": 60, "yams": 8}
each_game = pytest.mark.parametrize("slug", MATCHES)


def test_every_installed_game_is_tried():
    assert set(MATCHES) | {"toy"} == {game.slug for game in installed.games()}


class Engine:
    """The pure code of a game, looked up afresh in its modules, and its words."""

    def __init__(self, slug):
        self.game = game = installed.game_of(slug)
        self.fold, self.facts, self.sample, self.rule_faults = (
            getattr(import_module(code.__module__), code.__name__)
            for code in (game.fold, game.facts, game.demonstration.sample, game.rules.faults)
        )

    def replay(self, whole, entries):
        fold = self.fold(SimpleNamespace(**whole.rules), whole.seats)
        for entry in self.entries(entries):
            fold.add(entry)
        return fold.sheet()

    def entries(self, data_of_lines):
        """Return entries in the form that the rules read."""
        made = [self.game.entry.model() for _ in data_of_lines]
        for entry, data in zip(made, data_of_lines, strict=True):
            entry.fill(data)
        return made

    def facts_of(self, whole, entries, sheet):
        return self.facts(SimpleNamespace(**whole.rules), self.entries(entries), sheet)

    def refusal(self, whole, entries):
        """Return the error that refuses the last entry, or None if all entries are accepted."""
        try:
            self.replay(whole, entries)
        except RuleError as error:
            return error
        return None


@cache
def matches(slug):
    """Return whole matches as the naive scorer invents them, each with a place and a wrong line for
    that place.
    """
    reference = import_module(f"tests.games.{slug.replace('-', '_')}.reference_matches")
    all_matches = []
    for number in range(MATCHES[slug]):
        random = Random(f"{slug} fold {number}")
        whole = reference.whole_match(random)
        place = random.randrange(len(whole.entries))
        all_matches.append((whole, place, reference.spoilt(random, whole, place)))
    return all_matches


@each_game
def test_both_scorers_agree(slug):
    engine = Engine(slug)
    for whole, _place, _spoilt in matches(slug):
        assert engine.rule_faults(SimpleNamespace(**whole.rules), whole.seats) == []
        sheet = engine.replay(whole, whole.entries)
        assert [line.deltas for line in sheet.lines] == whole.deltas
        assert [line.totals for line in sheet.lines] == whole.totals
        assert (sheet.scores, sheet.next) == (whole.scores, None)
        result = sheet.result
        assert (list(result.winners), result.ended_by) == (whole.winners, whole.ended_by)
        ranking = [(place.rank, place.side, place.eliminated) for place in result.ranking]
        assert ranking == whole.ranking


@each_game
def test_notes_explain_each_line_in_words(slug):
    """The notes of a line add up to its deltas, and every code has a sentence that its parameters
    fill.
    """
    engine = Engine(slug)
    words = engine.game.words
    for whole, _place, _spoilt in matches(slug):
        sheet = engine.replay(whole, whole.entries)
        for line in sheet.lines:
            assert line.notes
            for side, delta in enumerate(line.deltas):
                assert sum(note.points for note in line.notes if note.side == side) == delta
            for note in line.notes:
                assert_worded(words.notes, note.code, note.params)
        for fact in engine.facts_of(whole, whole.entries, sheet):
            assert_worded(words.facts, fact.code, fact.params)


@each_game
def test_what_each_place_shows_is_worded(slug):
    """Every seat is shown something in words before any line, and nothing once the match is
    over.
    """
    engine = Engine(slug)
    place = engine.game.place
    for whole, at, _spoilt in matches(slug):
        rules = SimpleNamespace(**whole.rules)
        for entries in (whole.entries[:at], whole.entries):
            sheet = engine.replay(whole, entries)
            for seat in range(whole.seats):
                notes = place.notes(rules, sheet, seat)
                assert bool(notes) is (sheet.result is None)
                for note in notes:
                    assert_worded(place.sentences, note.code, note.params)


@each_game
def test_completed_entries_fold_to_the_same_sheet(slug):
    engine = Engine(slug)
    for whole, _place, _spoilt in matches(slug):
        sheet = engine.replay(whole, whole.entries)
        assert all(line.completed.keys() == sheet.lines[0].completed.keys() for line in sheet.lines)
        assert engine.replay(whole, [dict(line.completed) for line in sheet.lines]) == sheet


@each_game
def test_a_beginning_scores_alike_and_a_wrong_line_is_refused_in_words(slug):
    """Up to any place the lines are those of the whole match, and more is expected. There a sample
    entry is accepted, and a wrong one is refused.
    """
    engine = Engine(slug)
    for whole, place, spoilt in matches(slug):
        beginning = whole.entries[:place]
        sheet = engine.replay(whole, beginning)
        assert list(sheet.lines) == list(engine.replay(whole, whole.entries).lines[:place])
        assert (sheet.result, sheet.next is None) == (None, False)
        assert engine.facts_of(whole, beginning, sheet) == []
        sampled = engine.sample(SimpleNamespace(**whole.rules), sheet, Random(place))
        assert engine.refusal(whole, [*beginning, sampled]) is None
        assert_refused(engine, whole, [*beginning, spoilt])


@each_game
def test_nothing_is_taken_after_the_end(slug):
    engine = Engine(slug)
    for whole, _place, _spoilt in matches(slug):
        entries = [*whole.entries, whole.entries[0]]
        assert assert_refused(engine, whole, entries).code == "match_finished"


# By game: the number of samples in each match, the number of matches, and the digest of all
# samples.
SAMPLES = {
    "bataille": (20, 50, "4dd4dcbef5e6860a"),
    "dix": (30, 100, "381ee1662e0b3987"),
    "dix-mille": (10, 20, "78dc17dcbb6bd6b1"),
    "maitre": (2, 15, "edb798435506ec7a"),
    "yams": (20, 8, "f0467232d615b1a1"),
}


@each_game
def test_a_seed_samples_the_same_lines_for_ever(slug):
    """A demonstration is the same everywhere. Whoever changes the sampling must change these
    digests.
    """
    engine, samples = Engine(slug), []
    each, count, digest = SAMPLES[slug]
    random = Random(slug)
    for whole, place, _spoilt in matches(slug)[:count]:
        rules, sheet = SimpleNamespace(**whole.rules), engine.replay(whole, whole.entries[:place])
        samples += [engine.sample(rules, sheet, random) for _ in range(each)]
    assert sha256(repr(samples).encode()).hexdigest()[:16] == digest


def assert_refused(engine, whole, entries):
    """Assert that the last entry is refused, with its number, a field and a sentence; return the
    error.
    """
    error = engine.refusal(whole, entries)
    assert error is not None, entries[-1]
    assert error.number == len(entries), (error.code, entries[-1])
    if error.field is not None:
        assert error.field.split(".")[0] in engine.game.entry.model.data_names()
    assert_worded(engine.game.words.errors, error.code, error.params)
    return error
