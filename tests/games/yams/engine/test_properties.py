"""What holds for every match under any ruleset: sums, replays, prefixes, chance, and refusals."""

from collections import Counter
from random import Random
from types import SimpleNamespace

from hypothesis import given, settings
from hypothesis import strategies as st

from games.sheet import RuleError
from games.yams import words
from games.yams.engine.cells import COLUMNS, ROWS
from games.yams.engine.lots import draw_lots
from games.yams.engine.sample import sample_turn
from games.yams.engine.scoring import replay
from tests.games.worded import assert_worded
from tests.games.yams import naive
from tests.games.yams.builders import FIELDS, entry, lot, outcome, rules, sheet, whole, winning

few = settings(max_examples=60, deadline=None)


@st.composite
def matches(draw):
    """Draw a random sound ruleset, the number of players, and a legal match under the ruleset,
    often a whole one.
    """
    random = Random(draw(st.integers(0, 10**9)))
    using, seats = rules(**naive.random_rules(random)), random.randint(2, 5)
    match, entries = naive.NaiveMatch(using, seats), []
    most = random.choice([5, 40, 1000])
    while len(entries) < most and not (match.full() and not match.tied()):
        entries.append(entry(**match.invent(random)[0]))
    return using, seats, entries


@few
@given(matches())
def test_results_are_zero_sum(match):
    using, seats, entries = match
    played = replay(using, seats, entries)
    if played.result is not None:
        assert sum(played.scores) == 0


wild = st.builds(
    SimpleNamespace,
    seat=st.one_of(st.none(), st.integers(-1, 6)),
    column=st.one_of(st.none(), st.sampled_from(COLUMNS)),
    row=st.one_of(st.none(), st.sampled_from(ROWS)),
    dice=st.one_of(st.none(), st.lists(st.integers(-1, 8), max_size=7)),
    value=st.one_of(st.none(), st.integers(-5, 45), st.integers()),
    barred=st.one_of(st.none(), st.booleans()),
    throws=st.one_of(st.none(), st.integers(-1, 5)),
    draw=st.one_of(
        st.none(),
        st.fixed_dictionaries(
            {"column": st.sampled_from(COLUMNS)}, optional={"winner": st.integers(-1, 6)}
        ),
    ),
)


@few
@given(matches(), wild)
def test_anything_else_is_refused_with_words_on_a_field(match, made):
    using, seats, entries = match
    error = outcome([*entries[:-1], made], seats, using)
    if isinstance(error, RuleError):
        assert error.number == len(entries)
        assert error.field in (*FIELDS, None)
        assert_worded(words.ERRORS, error.code, error.params)


def test_a_sampled_match_ends():
    random, entries = Random(2), []
    while (played := sheet(*entries)).result is None:
        entries.append(entry(**sample_turn(rules(), played, random)))
    assert len(entries) >= 110


class TestChance:
    """The lots that the server draws."""

    TIED = whole(winning("libre"), winning("monter"))

    def drawn(self, *entries, **data):
        return draw_lots(rules(), lambda: sheet(*self.TIED, *entries), data)

    def test_a_draw_without_a_winner_names_one_of_the_tied(self):
        winners = Counter(self.drawn(draw={"column": "en_1"})["draw"]["winner"] for _ in range(400))
        assert set(winners) == {0, 1}
        assert min(winners.values()) > 130  # one in 10¹¹ runs has fewer

    def test_a_draw_at_the_table_is_left_alone(self):
        data = {"draw": {"column": "en_1", "winner": 1}}
        assert self.drawn(**data) == data

    def test_what_is_no_open_draw_is_left_to_the_scoring(self):
        for data in ({"draw": {"column": "libre"}}, {"column": "libre", "row": "1"}):
            assert self.drawn(**data) == data

    def test_the_match_is_not_folded_for_a_turn(self):
        def never():
            raise AssertionError("folded")

        turn = {"column": "libre", "row": "1", "value": 3, "throws": 1}
        assert draw_lots(rules(), never, turn) == turn

    def test_a_drawn_column_is_not_drawn_again(self):
        again = {"draw": {"column": "en_1"}}
        assert self.drawn(lot("en_1", 0), **again) == again
