"""What holds of every match, whatever the ruleset: sums, replays, prefixes, and refusals."""

from random import Random
from types import SimpleNamespace

from hypothesis import given
from hypothesis import strategies as st

from games.bataille import words
from games.bataille.engine.facts import facts
from games.bataille.engine.sample import sample_manche
from games.bataille.engine.scoring import replay
from games.sheet import RuleError
from tests.games.bataille.builders import FIELDS, entry, outcome
from tests.games.bataille.naive import random_match, random_rules

COMMON_CODES = {"match_finished", "seat_unknown"}  # their sentences are common to all games


@st.composite
def matches(draw):
    """A random sound ruleset for two to eight, and a legal match under it."""
    random, seats = Random(draw(st.integers(0, 10**9))), draw(st.integers(2, 8))
    using = random_rules(random, seats)
    _notebook, entries = random_match(random, using, seats, longest=15)
    return using, seats, entries


counts = st.one_of(st.none(), st.integers(0, 60), st.integers())
# Anything that has the shape of an entry.
any_entry = st.builds(
    SimpleNamespace,
    winner=st.one_of(st.none(), st.integers(0, 3), st.integers()),
    reason=st.sampled_from([None, "all_cards", "joker", "pat", "stopped"]),
    tricks=counts,
    battles=counts,
    cards=st.one_of(st.none(), st.lists(st.one_of(st.integers(0, 60), st.integers()), max_size=6)),
)


@given(matches())
def test_notes_sum_to_the_deltas_and_explain_the_line(match):
    using, seats, entries = match
    for line in replay(using, seats, entries).lines:
        assert line.notes
        for side in range(seats):
            explained = [note.points for note in line.notes if note.side == side]
            assert sum(explained) == line.deltas[side]


@given(matches())
def test_totals_are_the_running_sums_of_the_deltas(match):
    using, seats, entries = match
    sheet = replay(using, seats, entries)
    running = [0] * seats
    for line in sheet.lines:
        assert sum(line.deltas) in (0, 1)
        running = [had + won for had, won in zip(running, line.deltas, strict=True)]
        assert line.totals == tuple(running)
    assert sheet.scores == tuple(running)
    assert sheet.state == {"wins": running}


@given(matches())
def test_completed_entries_replay_to_the_same_sheet(match):
    using, seats, entries = match
    sheet = replay(using, seats, entries)
    completed = [SimpleNamespace(**line.completed) for line in sheet.lines]
    assert all(set(line.completed) == set(FIELDS) for line in sheet.lines)
    assert replay(using, seats, completed) == sheet


@given(matches(), st.integers(0, 15))
def test_the_beginning_of_a_match_scores_alike(match, length):
    using, seats, entries = match
    beginning, whole = replay(using, seats, entries[:length]), replay(using, seats, entries)
    assert beginning.lines == whole.lines[:length]
    assert (beginning.next is None) == (beginning.result is not None)


@given(matches(), any_entry)
def test_anything_else_is_refused_with_words_on_a_field(match, wild):
    using, seats, entries = match
    before = entries[:-1]
    error = outcome(using, seats, [*before, wild])
    if isinstance(error, RuleError):
        assert error.number == len(before) + 1
        assert error.field in FIELDS
        assert_worded(words.ERRORS, error.code, error.params)


@given(matches())
def test_notes_facts_and_ends_have_words(match):
    using, seats, entries = match
    sheet = replay(using, seats, entries)
    for line in sheet.lines:
        for note in line.notes:
            assert_worded(words.NOTES, note.code, note.params)
    for fact in facts(using, entries, sheet):
        assert_worded(words.FACTS, fact.code, fact.params)
    if sheet.result:
        assert sheet.result.ended_by in words.ENDED_BY


@given(st.integers(0, 10**9), st.integers(2, 8))
def test_samples_are_legal_to_the_end(chance, seats):
    random = Random(chance)
    using, played = random_rules(random, seats), []
    sheet = replay(using, seats, played)
    while sheet.result is None:
        played.append(entry(**sample_manche(using, sheet, random)))
        sheet = replay(using, seats, played)


def assert_worded(sentences, code, params):
    """The code has a sentence, whose places the parameters fill."""
    if code not in COMMON_CODES:
        assert "%(" not in str(sentences[code]) % params
