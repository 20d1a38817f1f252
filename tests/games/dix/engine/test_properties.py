"""What holds for every match under any ruleset: sums, replays, prefixes, and refusals."""

from random import Random
from types import SimpleNamespace

from hypothesis import given
from hypothesis import strategies as st

from games.dix import words
from games.dix.engine.rulesets import points_in_hand
from games.dix.engine.scoring import replay
from games.sheet import RuleError
from tests.games.dix.builders import FIELDS, outcome
from tests.games.dix.naive import full_deck, random_match, random_rules
from tests.games.worded import assert_worded


@st.composite
def matches(draw):
    """A random sound ruleset and a legal match under it."""
    random = Random(draw(st.integers(0, 10**9)))
    using = random_rules(random)
    _match, entries, _expected = random_match(random, using)
    return using, entries


seats = st.one_of(st.integers(0, 3), st.integers())
numbers = st.one_of(st.integers(-10, 25).map(lambda n: 5 * n), st.integers())
call = st.one_of(st.just("pass"), st.just("partie"), numbers)
card = st.one_of(st.sampled_from(full_deck(40)), st.text(max_size=3))
# Anything in the shape of an entry, whether legal or not.
any_entry = st.builds(
    SimpleNamespace,
    bidder=st.one_of(st.none(), seats),
    bid=st.one_of(st.none(), numbers),
    partie=st.one_of(st.none(), st.booleans()),
    taken=st.one_of(st.none(), numbers),
    defenders_bid=st.one_of(st.none(), st.booleans()),
    trump=st.one_of(st.none(), st.sampled_from(["spades", "hearts", "diamonds", "clubs"])),
    auction=st.one_of(
        st.none(), st.lists(st.fixed_dictionaries({"seat": seats, "call": call}), max_size=40)
    ),
    tricks=st.one_of(st.none(), st.lists(st.lists(card, max_size=6), max_size=16)),
)


@given(matches())
def test_a_purchase_shares_the_points_of_the_hand(match):
    using, entries = match
    for line in replay(using, 4, entries).lines:
        if using.bid_format == "buy_money":
            assert sum(line.deltas) == points_in_hand(using)
        if using.bid_format == "buy_points":
            assert sum(line.deltas) == points_in_hand(using) - line.completed["bid"]


@given(matches())
def test_a_purse_pays_the_bids_and_never_goes_below_zero(match):
    using, entries = match
    sheet = replay(using, 4, entries)
    if using.bid_format != "buy_money":
        assert "purses" not in sheet.state
        return
    for side in (0, 1):
        paid = [
            line.completed["bid"] for line in sheet.lines if line.completed["bidder"] % 2 == side
        ]
        assert sheet.state["purses"][side] == using.initial_money - sum(paid) >= 0


@given(matches(), any_entry)
def test_anything_else_is_refused_with_words_on_a_field(match, wild):
    using, entries = match
    played = replay(using, 4, entries[:-1])
    error = outcome(using, [*entries[:-1], wild])
    if isinstance(error, RuleError):
        assert error.number == len(played.lines) + 1
        assert error.field in FIELDS
        assert_worded(words.ERRORS, error.code, error.params)
