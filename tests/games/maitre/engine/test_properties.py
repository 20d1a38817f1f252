"""What holds for every match under any ruleset: sums, replays, prefixes, and refusals."""

from decimal import Decimal
from random import Random

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from games.maitre import words
from games.maitre.engine.scoring import replay
from games.sheet import RuleError
from tests.games.maitre.builders import FIELDS, rules
from tests.games.maitre.engine.test_naive import as_entry, random_match
from tests.games.maitre.naive import DECK

few = settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])
COMMON_CODES = {"match_finished", "seat_unknown"}  # their sentences are common to all games


@st.composite
def matches(draw):
    """Draw a random sound ruleset, a number of seats, and a legal match under the ruleset."""
    using, seats, entries, _expected, _naive = random_match(Random(draw(st.integers(0, 10**9))))
    return using, seats, entries


numbers = st.one_of(st.integers(-14, 60), st.integers())
piles = st.lists(st.one_of(st.sampled_from(DECK), st.sampled_from(["", "1H", "x"])), max_size=12)
seat_names = st.one_of(st.sampled_from(["0", "1", "2", "3"]), st.sampled_from(["", "00", "x"]))
suits = st.sampled_from(["spades", "hearts", "diamonds", "clubs"])
maybe = st.none
# Anything in the shape of an entry, whether legal or not.
any_entry = st.fixed_dictionaries(
    {
        "contract": st.one_of(maybe(), numbers),
        "maitre": st.one_of(
            maybe(),
            st.fixed_dictionaries(
                {
                    "trick_points": numbers,
                    "trick_cards": numbers,
                    "trick_valued": numbers,
                    "chute_points": numbers,
                    "discard_value": numbers,
                }
            ),
        ),
        "coffre": st.one_of(
            maybe(),
            st.fixed_dictionaries(
                {},
                optional={
                    "forbidden": st.booleans(),
                    "major_rank": numbers,
                    "minor_rank": numbers,
                    "major": st.sampled_from(DECK),
                    "minor": st.sampled_from(DECK),
                },
            ),
        ),
        "players": st.one_of(maybe(), st.dictionaries(seat_names, numbers, max_size=4)),
        "major": st.one_of(maybe(), suits),
        "minor": st.one_of(maybe(), suits),
        "tricks": st.one_of(maybe(), st.dictionaries(seat_names, piles, max_size=4)),
        "chute": st.one_of(
            maybe(), st.fixed_dictionaries({}, optional={"winner": numbers, "cards": piles})
        ),
        "discard": st.one_of(
            maybe(), st.fixed_dictionaries({}, optional={"maitre": piles, "players": piles})
        ),
    }
).map(as_entry)


@few
@given(matches())
def test_totals_are_the_running_sums_and_have_two_decimals_at_most(match):
    using, seats, entries = match
    running = [0] * seats
    sheet = replay(using, seats, entries)
    for line in sheet.lines:
        running = [total + delta for total, delta in zip(running, line.deltas, strict=True)]
        assert list(line.totals) == running
        for score in line.totals:
            assert score == round(Decimal(score), 2)
            assert isinstance(score, int) == (score == int(score))
    assert list(sheet.scores) == running


@few
@given(matches())
def test_a_malus_passes_to_each_other_player(match):
    using, seats, entries = match
    for line in replay(using, seats, entries).lines:
        lost = [note.points for note in line.notes if note.code == "malus"]
        gained = [note.points for note in line.notes if note.code == "malus_gained"]
        assert gained == [-points for points in lost] * (seats - 1)


def outcome(using, seats, entries):
    """The scoresheet of a match, or the error with which it is refused."""
    try:
        return replay(using, seats, entries)
    except RuleError as error:
        return error


@settings(suppress_health_check=[HealthCheck.too_slow], deadline=None)
@given(st.lists(any_entry, max_size=3))
def test_any_entry_is_scored_or_refused_in_known_words(entries):
    result = outcome(rules(), 3, entries)
    if not isinstance(result, RuleError):
        for line in result.lines:
            assert {note.code for note in line.notes} <= words.NOTES.keys()
        return
    assert result.code in words.ERRORS.keys() | COMMON_CODES
    assert result.number is not None
    assert (result.field or "contract").split(".")[0] in FIELDS
