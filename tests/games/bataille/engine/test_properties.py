"""What holds for every match under any ruleset: sums, replays, prefixes, and refusals."""

from random import Random
from types import SimpleNamespace

from hypothesis import given
from hypothesis import strategies as st

from games.bataille import words
from games.sheet import RuleError
from tests.games.bataille.builders import FIELDS, outcome
from tests.games.bataille.naive import random_match, random_rules
from tests.games.worded import assert_worded


@st.composite
def matches(draw):
    """Draw a sound ruleset, a number of seats from two to eight, and a legal match under it."""
    random, seats = Random(draw(st.integers(0, 10**9))), draw(st.integers(2, 8))
    using = random_rules(random, seats)
    _notebook, entries = random_match(random, using, seats, longest=15)
    return using, seats, entries


counts = st.one_of(st.none(), st.integers(0, 60), st.integers())
# Anything in the shape of an entry, whether legal or not.
any_entry = st.builds(
    SimpleNamespace,
    winner=st.one_of(st.none(), st.integers(0, 3), st.integers()),
    reason=st.sampled_from([None, "all_cards", "joker", "pat", "stopped"]),
    tricks=counts,
    battles=counts,
    cards=st.one_of(st.none(), st.lists(st.one_of(st.integers(0, 60), st.integers()), max_size=6)),
)


@given(matches(), any_entry)
def test_anything_else_is_refused_with_words_on_a_field(match, wild):
    using, seats, entries = match
    before = entries[:-1]
    error = outcome(using, seats, [*before, wild])
    if isinstance(error, RuleError):
        assert error.number == len(before) + 1
        assert error.field in FIELDS
        assert_worded(words.ERRORS, error.code, error.params)
