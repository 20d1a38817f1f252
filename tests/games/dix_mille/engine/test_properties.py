"""What holds for every match of 10 000 under any ruleset: sums, replays, prefixes, refusals."""

from functools import lru_cache
from random import Random
from types import SimpleNamespace

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from games.dix_mille import words
from games.dix_mille.engine.scoring import replay
from games.dix_mille.engine.tapping import TappedTurn, read, written
from games.dix_mille.engine.turns import Carry, Stand
from games.sheet import RuleError
from tests.games.dix_mille.builders import FIELDS, outcome
from tests.games.dix_mille.naive import random_match, random_rules
from tests.games.worded import assert_worded

few = settings(max_examples=30, deadline=None, suppress_health_check=[HealthCheck.too_slow])


@lru_cache
def a_match(number):
    """Return a random sound ruleset, the number of players, and a legal match under it."""
    random = Random(number)
    using, seats = random_rules(random), random.randint(2, 5)
    _match, entries, _columns = random_match(random, using, seats, longest=25)
    return using, seats, entries


def matches():
    """Draw one of a dozen matches. Each is invented only once, because the naive scorer is slow."""
    return st.integers(0, 12).map(a_match)


die = st.one_of(st.integers(1, 6), st.integers())
throw = st.fixed_dictionaries(
    {"dice": st.lists(die, max_size=7)},
    optional={
        "keep": st.one_of(st.none(), st.lists(die, max_size=7)),
        "joker": st.one_of(st.none(), st.lists(die, max_size=3)),
    },
)
maybe = st.one_of(st.none(), st.booleans())
# Anything in the shape of an entry, whether legal or not.
any_entry = st.builds(
    SimpleNamespace,
    seat=st.one_of(st.none(), st.integers(0, 5), st.integers()),
    points=st.one_of(st.none(), st.integers(-2, 30).map(lambda n: 50 * n), st.integers()),
    bust=maybe,
    reason=st.one_of(st.none(), st.just("off_table")),
    carried=maybe,
    throws=st.one_of(st.none(), st.lists(throw, max_size=5)),
    instant_win=maybe,
)


@few
@given(matches())
def test_the_state_agrees_with_the_scores(match):
    using, seats, entries = match
    sheet = replay(using, seats, entries)
    for score, player in zip(sheet.scores, sheet.state["players"], strict=True):
        standing = [palier for palier in player["paliers"] if not palier["struck"]]
        assert score == (standing[-1]["score"] if standing else 0)
        assert player["entered"] == bool(standing)
        assert [p["score"] for p in standing] == sorted({p["score"] for p in standing})
        assert all(palier["coches"] < using.coches_to_strike for palier in standing)


@few
@given(matches())
def test_with_collision_nobody_shares_a_score_that_was_just_reached(match):
    using, seats, entries = match
    if not using.collision:
        return
    for line in replay(using, seats, entries).lines:
        seat = line.completed["seat"]
        if line.deltas[seat] > 0:
            assert line.totals.count(line.totals[seat]) == 1


@few
@given(matches(), any_entry)
def test_anything_else_is_refused_with_words_on_a_field(match, wild):
    using, seats, entries = match
    played = replay(using, seats, entries[:-1])
    error = outcome(using, [*entries[:-1], wild], seats)
    if isinstance(error, RuleError):
        assert error.number == len(played.lines) + 1
        assert error.field in FIELDS
        assert_worded(words.ERRORS, error.code, error.params)


@few
@given(matches())
def test_a_turn_tapped_die_by_die_is_the_turn_that_was_thrown(match):
    """If there is nothing to choose, tapping only the dice on the pad gives the same turn."""
    using, seats, entries = match
    if using.may_reroll_scoring or using.jokers:
        return
    played = replay(using, seats, entries[:-1])
    last, expected = entries[-1], played.next
    if last.throws is None:
        return
    carry = expected["may_carry"] and Carry(**expected["may_carry"])
    if last.carried and carry.dice is None:
        carry = carry._replace(dice=len(last.throws[0]["dice"]))
    stand = Stand(expected["entered"], played.scores[expected["seat"]])
    text = ""
    for thrown in last.throws:
        source = {"throws": text, "dice": thrown["dice"]}
        tapped = TappedTurn.read(using, stand, carry if last.carried else None, source)
        assert tapped.fault is None
        if sorted(tapped.throws[-1].get("keep", [])) != sorted(thrown.get("keep", [])):
            return  # two sets of dice are worth the same
        text = tapped.text
    assert tapped.may_end
    assert [t["dice"] for t in tapped.throws] == [t["dice"] for t in last.throws]


@given(st.lists(st.builds(dict, dice=st.lists(st.integers(1, 6), min_size=1, max_size=6))))
def test_throws_are_written_and_read_back(throws):
    assert read(written(throws[:60])) == throws[:60]
