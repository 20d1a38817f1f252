"""What the folds of all games have in common."""

import pytest

from games.sheet import (
    Fact,
    Fold,
    Line,
    Note,
    RankedSide,
    Result,
    RuleError,
    Scoresheet,
    folded,
    rank_by_score,
)


class Count(Fold):
    """A fold that adds up numbers until they reach three, and refuses what is not a number."""

    def line(self, entry):
        if not isinstance(entry, int):
            raise RuleError("no_number", "value", said=entry)
        total = sum(line.deltas[0] for line in self.lines) + entry
        if total >= 3:
            self.result = Result((0,), "three", rank_by_score([total]))
        return Line((entry,), (total,), ())

    def sheet(self):
        return Scoresheet(tuple(self.lines), self.lines[-1].totals, {}, None, self.result)


def test_entries_are_folded_in_their_order():
    sheet = folded(Count(), [1, 2])
    assert [line.totals for line in sheet.lines] == [(1,), (3,)]
    assert sheet.result == Result((0,), "three", (RankedSide(0, 1, 3, eliminated=False),))


@pytest.mark.parametrize(
    ("entries", "expected"),
    [
        ([1, "two"], ("no_number", "value", {"said": "two"}, 2)),
        ([3, 1], ("match_finished", None, {}, 2)),
        (["one"], ("no_number", "value", {"said": "one"}, 1)),
    ],
)
def test_a_refusal_names_its_line(entries, expected):
    with pytest.raises(RuleError) as refused:
        folded(Count(), entries)
    error = refused.value
    assert (error.code, error.field, error.params, error.number) == expected
    assert str(error) == error.code


def test_a_fault_of_a_ruleset_has_no_line():
    assert RuleError("not_positive", "target").number is None


def test_equals_share_a_rank():
    ranks = [(place.side, place.rank, place.score) for place in rank_by_score([3, 5, 5, 1])]
    assert ranks == [(1, 1, 5), (2, 1, 5), (0, 3, 3), (3, 4, 1)]


def test_a_note_gives_nothing_and_a_fact_names_nothing_unless_they_say_so():
    assert Note("told") == Note("told", side=None, points=0, params={})
    assert Fact("seen", 1) == Fact("seen", 1, {})
