"""The scoring of the five-column Yams: the specification's cases, then every rule and refusal."""

from decimal import Decimal

import pytest

from games.sheet import RankedSide
from games.yams.engine.cells import COLUMNS, ROWS
from games.yams.engine.grid import strikes_both
from games.yams.engine.rulesets import COLUMN_VALUES, rule_faults
from tests.games.yams.builders import (
    alone,
    cell,
    column,
    entry,
    gross,
    lot,
    notes,
    refusal,
    refused,
    rules,
    sheet,
    thrown,
    turn,
    whole,
    winning,
)

SPLIT = rules(ties="split")
OTHERS = ("libre", "en_2")
WORTH = rules().column_values
NEGATIVE = {**WORTH, "libre": -1}


class TestCases:
    """The numbered cases of the specification."""

    def test_1_35_cells_are_legal_at_first(self):
        free = [(name, row) for name in ("libre", "en_1", "en_2") for row in ROWS]
        legal = sheet().next["legal_cells"]
        assert len(legal) == 35
        assert set(legal) == {("descendre", "1"), ("monter", "yams"), *free}

    def test_1_after_one_entry_in_libre_34(self):
        assert (
            len(sheet(*alone(turn("libre", "1", 3)), turn("libre", "1", 1)).next["legal_cells"])
            == 34
        )

    def test_1_after_one_entry_in_descendre_still_35(self):
        played = sheet(turn("descendre", "1", 3), turn("libre", "1", 1))
        assert (played.next["seat"], len(played.next["legal_cells"])) == (0, 35)
        assert ("descendre", "2") in played.next["legal_cells"]

    def test_2_three_columns_against_two(self):
        played = sheet(*whole(winning("descendre", "en_1", "monter"), winning("libre", "en_2")))
        assert (gross(played), played.scores) == ([10, 5], (5, -5))

    def test_3_all_five_columns(self):
        assert gross(sheet(*whole(winning(*COLUMNS), {}))) == [20, 0]

    def test_3_all_but_monter(self):
        four = [name for name in COLUMNS if name != "monter"]
        played = sheet(*whole(winning(*four), winning("monter")))
        assert gross(played) == [Decimal("13.5"), 4]
        assert played.scores == (Decimal("9.5"), Decimal("-9.5"))

    @pytest.mark.parametrize(("ones", "upper", "bonus"), [(3, 63, 30), (2, 62, 0)])
    def test_4_the_bonus_is_at_63(self, ones, upper, bonus):
        values = [ones, 6, 9, 12, 15, 18]
        played = sheet(*alone(*(turn("libre", str(n), v) for n, v in enumerate(values, 1))))
        assert column(played, "libre") == {"upper": upper, "bonus": bonus, "total": upper + bonus}

    def test_5_plus_and_moins_alike_are_both_struck(self):
        played = sheet(*alone(turn("libre", "plus", 20), turn("libre", "moins", 20)))
        assert column(played, "libre")["total"] == 0
        assert cell(played, "libre", "plus") == cell(played, "libre", "moins") == (20, True)

    def test_5_plus_above_moins_counts_both(self):
        played = sheet(*alone(turn("libre", "plus", 21), turn("libre", "moins", 20)))
        assert column(played, "libre")["total"] == 41

    def test_6_five_alike(self):
        fours = (4, 4, 4, 4, 4)
        assert column(sheet(thrown("libre", "full", *fours)), "libre")["total"] == 20
        assert column(sheet(thrown("libre", "yams", *fours)), "libre")["total"] == 40
        assert refusal(thrown("libre", "suite", *fours)) == ("value_impossible", "dice", 1)

    def test_7_the_throws_of_en_1(self):
        assert refusal(turn("en_1", "1", 3, throws=2)) == ("wrong_throw_count", "throws", 1)

    def test_7_the_order_of_descendre(self):
        error = refused(*alone(turn("descendre", "1", 3), turn("descendre", "3", 9)))
        assert (error.code, error.params["row"]) == ("column_order", "2")

    def test_8_three_players(self):
        first = winning("descendre", "en_1", "monter", by=5)
        second = winning("libre", "en_2", by=5)
        played = sheet(*whole(first, second, {}), seats=3)
        assert (gross(played), played.scores) == ([10, 5, 0], (15, 0, -15))


class TestCells:
    @pytest.mark.parametrize(
        ("row", "dice", "value"),
        [
            ("5", (5, 5, 5, 3, 1), 15),
            ("1", (1, 1, 1, 1, 1), 5),
            ("6", (1, 2, 3, 4, 5), 0),
            ("full", (4, 4, 4, 2, 2), 20),
            ("full", (6, 6, 6, 6, 6), 20),
            ("suite", (5, 4, 3, 2, 1), 30),
            ("suite", (2, 3, 4, 5, 6), 30),
            ("plus", (6, 6, 6, 6, 6), 30),
            ("moins", (1, 1, 1, 1, 2), 6),
            ("yams", (3, 3, 3, 3, 3), 40),
        ],
    )
    def test_dice_are_worth(self, row, dice, value):
        played = sheet(thrown("libre", row, *dice))
        assert cell(played, "libre", row) == (value, value == 0)
        assert played.lines[0].totals == (value, 0)

    @pytest.mark.parametrize(
        ("row", "dice"),
        [
            ("full", (4, 4, 4, 4, 2)),
            ("full", (1, 1, 2, 2, 3)),
            ("suite", (1, 2, 3, 4, 6)),
            ("suite", (1, 3, 4, 5, 6)),
            ("yams", (5, 5, 5, 5, 6)),
        ],
    )
    def test_dice_that_make_nothing_are_entered_barred(self, row, dice):
        assert refusal(thrown("libre", row, *dice)) == ("value_impossible", "dice", 1)
        played = sheet(thrown("libre", row, *dice, barred=True))
        assert cell(played, "libre", row) == (0, True)
        assert played.lines[0].completed["dice"] == list(dice)

    def test_any_dice_may_be_barred(self):
        assert cell(sheet(thrown("libre", "6", 6, 6, 6, 6, 6, barred=True)), "libre", "6") == (
            0,
            True,
        )

    def test_a_number_row_takes_0_as_a_struck_cell(self):
        played = sheet(turn("libre", "4", 0))
        assert cell(played, "libre", "4") == (0, True)
        assert notes(played) == [("cell_struck", 0, 0)]

    def test_an_entry_is_completed(self):
        assert sheet(thrown("en_2", "full", 2, 2, 2, 3, 3)).lines[0].completed == {
            "seat": 0, "column": "en_2", "row": "full", "dice": [2, 2, 2, 3, 3],
            "value": 20, "barred": False, "throws": 2, "draw": None,
        }  # fmt: skip


class TestPlusAndMoins:
    @pytest.mark.parametrize("order", [("plus", "moins"), ("moins", "plus")])
    @pytest.mark.parametrize(
        ("plus", "moins", "counted"),
        [(21, 20, 41), (20, 20, 0), (19, 20, 0), (20, 0, 20), (0, 20, 0), (0, 0, 0)],
    )
    def test_plus_must_be_above_moins(self, order, plus, moins, counted):
        written = {"plus": plus, "moins": moins}
        played = sheet(*alone(*(turn("libre", row, written[row]) for row in order)))
        assert column(played, "libre")["total"] == counted
        assert cell(played, "libre", "plus") == (plus, plus <= moins)
        assert cell(played, "libre", "moins") == (moins, plus <= moins or moins == 0)

    def test_the_second_line_takes_back_what_the_first_gave(self):
        played = sheet(*alone(turn("libre", "moins", 18), turn("libre", "plus", 17)))
        assert notes(played) == [("sum_written", 0, 17), ("sums_struck", 0, -35)]
        assert (played.lines[-1].deltas, played.lines[-1].totals) == ((-18, 0), (0, 0))

    def test_each_column_has_its_own(self):
        played = sheet(*alone(turn("libre", "moins", 18), turn("en_1", "plus", 17)))
        assert played.lines[-1].totals == (35, 0)


class TestBonus:
    def test_it_stands_as_soon_as_the_sum_is_reached(self):
        rows = [turn("libre", row, 5 * int(row)) for row in "654"]
        played = sheet(*alone(*rows))
        assert column(played, "libre") == {"upper": 75, "bonus": 30, "total": 105}
        assert notes(played) == [("number_written", 0, 20), ("bonus_reached", 0, 30)]

    def test_it_is_given_once(self):
        rows = [turn("libre", row, 5 * int(row)) for row in "6543"]
        assert column(sheet(*alone(*rows)), "libre")["bonus"] == 30

    def test_sum_and_bonus_are_rules(self):
        using = rules(upper_threshold=30, upper_bonus=7)
        assert sheet(turn("libre", "6", 30), using=using).lines[0].totals == (37, 0)

    def test_no_bonus_at_all(self):
        assert notes(
            sheet(turn("libre", "6", 30), using=rules(upper_threshold=1, upper_bonus=0))
        ) == [("number_written", 0, 30)]


class TestEnd:
    def test_nothing_is_told_before_the_last_turn(self):
        entries = whole(winning("libre"), winning("monter"))
        played = sheet(*entries[:-1])
        assert (played.result, played.scores, gross(played)) == (None, (None, None), [None, None])
        assert played.next == {"seat": 1, "legal_cells": [("en_2", "yams")], "pending_draws": []}

    def test_tied_columns_wait_for_their_lots(self):
        played = sheet(*whole(winning("libre"), winning("monter")))
        assert played.next == {
            "seat": None, "legal_cells": [], "pending_draws": ["descendre", "en_1", "en_2"],
        }  # fmt: skip
        assert (played.result, played.scores) == (None, (None, None))

    def test_lots_in_any_order_finish_the_match(self):
        entries = whole(winning("libre"), winning("monter"))
        lots = [lot("en_2", 1), lot("descendre", 0), lot("en_1", 0)]
        assert sheet(*entries, *lots[:2]).next["pending_draws"] == ["en_1"]
        played = sheet(*entries, *lots)
        assert (gross(played), played.scores) == ([8, 7], (1, -1))
        assert played.result.ended_by == "sheet_full"
        assert played.result.winners == (0,)
        assert (played.next, played.lines[-1].deltas) == (None, (0, 0))

    def test_a_lot_without_its_winner_stays_open(self):
        entries = whole(winning("libre"), winning("en_2", "monter"))
        played = sheet(*entries, lot("descendre"))
        assert played.next["pending_draws"][0] == "descendre"
        assert notes(played) == [("lot_to_draw", None, 0)]

    def test_a_shared_column_is_won_by_nobody(self):
        four = winning("libre", "monter", "en_1", "en_2")
        played = sheet(*whole(four, {}), using=SPLIT)
        assert gross(played) == [Decimal("16"), Decimal("1.5")]
        three = winning("libre", "monter", "en_1")
        assert gross(sheet(*whole(three, {}), using=SPLIT)) == [12, 3]

    def test_thirds_are_rounded_once_and_the_sum_stays_zero(self):
        tie = winning("monter", "libre")
        played = sheet(
            *whole(tie, tie, tie, winning("descendre", "en_1", "en_2")), seats=4, using=SPLIT
        )
        assert gross(played) == [2, 2, 2, 9]
        sheet_columns = winning("monter")
        others = winning("descendre", "en_1", "en_2", "libre")
        played = sheet(
            *whole(sheet_columns, sheet_columns, sheet_columns, others), seats=4, using=SPLIT
        )
        third = Decimal("1.33")
        assert gross(played) == [third, third, third, Decimal("13.5")]
        assert sum(played.scores) == 0
        assert played.scores[0] == 4 * third - (3 * third + Decimal("13.5"))

    def test_equals_share_a_rank_and_all_the_first_have_won(self):
        using = rules(column_values={**WORTH, "en_2": 0})
        sheets = [winning("monter"), winning("descendre", "libre"), winning("en_1", "en_2")]
        played = sheet(*whole(*sheets[:2], winning("en_1")), lot("en_2", 0), seats=3, using=using)
        assert gross(played) == [4, 5, 3]
        using = rules(column_values=dict.fromkeys(COLUMNS, 0))
        played = sheet(*whole(*sheets), seats=3, using=using)
        assert played.result.winners == (0, 1, 2)
        assert played.result.ranking == tuple(RankedSide(side, 1, 0) for side in range(3))

    def test_the_bonuses_count_at_any_number_of_players(self):
        played = sheet(*whole(winning(*COLUMNS), {}, {}, {}, {}), seats=5)
        assert played.scores == (80, -20, -20, -20, -20)

    def test_fractions_of_rules(self):
        using = rules(
            four_columns_bonus=Decimal("0.25"),
            column_values={**WORTH, "libre": 2.1},
        )
        four = [name for name in COLUMNS if name != "monter"]
        assert gross(sheet(*whole(winning(*four), winning("monter")), using=using)) == [
            Decimal("11.35"),
            4,
        ]

    def test_the_end_is_explained_to_each(self):
        played = sheet(*whole(winning("descendre", "en_1", "monter"), winning(*OTHERS)))
        assert notes(played) == [
            ("cell_struck", 1, 0),
            ("column_won", 0, 0), ("column_won", 1, 0), ("column_won", 0, 0),
            ("column_won", 0, 0), ("column_won", 1, 0),
            ("result", 0, 0), ("result", 1, 0),
        ]  # fmt: skip


class TestRefusals:
    @pytest.mark.parametrize(
        ("made", "refusal_of"),
        [
            (turn("libre", "1", 3, seat=1), ("not_your_turn", "seat")),
            (entry(throws=1), ("cell_missing", "column")),
            (entry(column="libre", throws=1, value=3), ("cell_missing", "row")),
            (turn("monter", "moins", 7), ("column_order", "row")),
            (turn("libre", "1", 3, throws=None), ("throws_missing", "throws")),
            (turn("libre", "1", 3, throws=0), ("throws_out_of_range", "throws")),
            (turn("libre", "1", 3, throws=4), ("throws_out_of_range", "throws")),
            (turn("en_2", "1", 3, throws=3), ("wrong_throw_count", "throws")),
            (thrown("libre", "1", 1, 1, 1, 1), ("dice_count", "dice")),
            (thrown("libre", "1", 1, 1, 1, 1, 1, 1), ("dice_count", "dice")),
            (thrown("libre", "1"), ("dice_count", "dice")),
            (thrown("libre", "1", 1, 1, 1, 1, 7), ("die_out_of_range", "dice")),
            (thrown("libre", "1", 0, 1, 1, 1, 1), ("die_out_of_range", "dice")),
            (thrown("libre", "1", 1, 1, 1, 1, 9, barred=True), ("die_out_of_range", "dice")),
            (turn("libre", "1"), ("value_missing", "value")),
            (turn("libre", "1", 6), ("value_impossible", "value")),
            (turn("libre", "4", 7), ("value_impossible", "value")),
            (turn("libre", "4", -4), ("value_impossible", "value")),
            (turn("libre", "plus", 4), ("value_impossible", "value")),
            (turn("libre", "plus", 31), ("value_impossible", "value")),
            (turn("libre", "full", 25), ("value_impossible", "value")),
            (entry(column="libre", row="full", value=0, throws=1), ("value_impossible", "value")),
            (turn("libre", "full", 20, barred=True), ("value_mismatch", "value")),
            (thrown("libre", "1", 1, 1, 2, 3, 4, value=3), ("value_mismatch", "value")),
            (lot("libre", 0), ("draw_not_pending", "draw")),
            (lot("libre"), ("draw_not_pending", "draw")),
            (turn("libre", "1", 3, draw={"column": "libre"}), ("draw_with_turn", "draw")),
        ],
    )
    def test_the_first_entry_is_refused(self, made, refusal_of):
        assert refusal(made) == (*refusal_of, 1)

    def test_a_filled_cell_also_where_order_would_forbid_it(self):
        first = turn("descendre", "1", 3)
        assert refusal(*alone(first, first)) == ("cell_filled", "row", 3)

    def test_barred_is_bound_by_order_and_throws(self):
        assert refusal(turn("descendre", "2", barred=True))[0] == "column_order"
        assert refusal(turn("en_1", "2", barred=True, throws=3))[0] == "wrong_throw_count"

    def test_while_lots_are_pending(self):
        entries = whole(winning("libre"), winning("en_2", "monter"))
        assert refusal(*entries, turn("libre", "1", 3)) == ("match_not_drawn_yet", None, 111)
        assert refusal(*entries, lot("libre", 0)) == ("draw_not_pending", "draw", 111)
        assert refusal(*entries, lot("descendre", 2)) == ("draw_not_tied", "draw", 111)
        again = [lot("descendre", 0), lot("descendre", 1)]
        assert refusal(*entries, *again) == ("draw_not_pending", "draw", 112)

    def test_only_the_tied_may_be_drawn(self):
        entries = whole(winning(*COLUMNS), winning(*COLUMNS), {})
        assert refusal(*entries, lot("libre", 2), seats=3) == ("draw_not_tied", "draw", 166)

    def test_after_the_end(self):
        entries = whole(winning("descendre", "en_1", "monter"), winning(*OTHERS))
        assert refusal(*entries, turn("libre", "1", 3)) == ("match_finished", None, 111)
        assert refusal(*entries, lot("libre", 0)) == ("match_finished", None, 111)


class TestRulesets:
    def test_the_preset_is_sound(self):
        assert rule_faults(rules()) == []

    @pytest.mark.parametrize(
        ("changes", "code", "field"),
        [
            ({"column_values": NEGATIVE}, "column_value_out_of_range", "column_values"),
            ({"column_values": {**WORTH, "libre": 2.005}}, "too_many_decimals", "column_values"),
            ({"four_columns_bonus": -0.5}, "bonus_out_of_range", "four_columns_bonus"),
            ({"five_columns_bonus": Decimal("10001")}, "bonus_out_of_range", "five_columns_bonus"),
            ({"upper_threshold": 0}, "threshold_out_of_range", "upper_threshold"),
            ({"upper_bonus": -1}, "bonus_out_of_range", "upper_bonus"),
        ],
    )  # fmt: skip
    def test_one_that_makes_no_sense_is_refused(self, changes, code, field):
        assert [(fault.code, fault.field) for fault in rule_faults(rules(**changes))] == [
            (code, field)
        ]

    def test_the_worth_of_the_columns_is_the_source_s(self):
        assert COLUMN_VALUES == {"descendre": 3, "libre": 2, "monter": 4, "en_1": 3, "en_2": 3}

    @pytest.mark.parametrize(
        ("changes", "params"),
        [
            ({"column_values": NEGATIVE}, {"highest": 10_000, "column": "libre"}),
            ({"five_columns_bonus": Decimal("10001")}, {"highest": 10_000}),
            ({"upper_bonus": 10_001}, {"highest": 10_000}),
            ({"upper_threshold": 10_001}, {}),
        ],
    )
    def test_a_fault_says_how_far_one_may_go(self, changes, params):
        assert [fault.params for fault in rule_faults(rules(**changes))] == [params]

    def test_the_furthest_are_sound(self):
        furthest = {"upper_bonus": 10_000, "upper_threshold": 10_000, "four_columns_bonus": 10_000}
        assert rule_faults(rules(**furthest)) == []
        assert rule_faults(rules(upper_bonus=0, upper_threshold=1, four_columns_bonus=0)) == []


class TestParameters:
    """The parameters of the sentences of refusals."""

    @pytest.mark.parametrize(
        ("made", "params"),
        [
            (thrown("libre", "1", 1, 2, 3, 4), {"count": 4, "expected": 5}),
            (turn("en_1", "2", 4, throws=3), {"column": "en_1", "throws": 1}),
            (turn("libre", "1", 3, seat=1), {"seat": 0}),
            (turn("monter", "moins", 7), {"column": "monter", "row": "yams"}),
            (turn("libre", "1", 3, throws=4), {"most": 3}),
            (thrown("libre", "1", 1, 1, 1, 1, 7), {"faces": 6}),
            (turn("libre", "4", 7), {"row": "4", "span": [4, 20]}),
            (turn("libre", "plus", 31), {"row": "plus", "span": [5, 30]}),
            (turn("libre", "full", 20, barred=True), {"value": 20, "dice": 0}),
            (thrown("libre", "1", 1, 1, 2, 3, 4, value=3), {"value": 3, "dice": 2}),
            (lot("libre", 0), {"column": "libre"}),
        ],
    )
    def test_of_a_turn(self, made, params):
        assert refused(made).params == params

    def test_of_a_cell_that_is_filled(self):
        first = turn("libre", "1", 3)
        assert refused(*alone(first, first)).params == {"column": "libre", "row": "1"}

    def test_of_a_lot(self):
        entries = [*whole(winning("libre"), winning("monter")), lot("descendre", 1)]
        note = sheet(*entries).lines[-1].notes[0]
        assert (note.code, note.side) == ("lot_drawn", 1)
        assert note.params == {"column": "descendre", "count": 2, "side": 1}
        note = sheet(*entries[:-1], lot("descendre")).lines[-1].notes[0]
        assert (note.code, note.params) == ("lot_to_draw", {"column": "descendre"})
        open_still = sheet(*entries[:-1]).lines[-1].notes[-1]
        assert (open_still.code, open_still.params) == ("lots_open", {"count": 3})
        assert refused(*entries[:-1], turn("libre", "1", 3)).params == {"column": "descendre"}
        assert refused(*entries[:-1], lot("descendre", 2)).params == {"column": "descendre"}

    def test_of_the_end(self):
        four = [name for name in COLUMNS if name != "monter"]
        notes = sheet(*whole(winning(*four), winning("monter"))).lines[-1].notes
        summaries = [(note.code, note.side, dict(note.params)) for note in notes]
        won = {"column": "monter", "total": 5, "worth": 4, "count": 1}
        assert ("column_won", 1, won) in summaries
        assert summaries[-3:] == [
            ("columns_bonus", 0, {"count": 4, "bonus": Decimal("2.5")}),
            ("result", 0, {"gross": Decimal("13.5"), "points": Decimal("9.5")}),
            ("result", 1, {"gross": 4, "points": Decimal("-9.5")}),
        ]

    def test_of_what_a_cell_explains(self):
        assert [
            (note.code, note.points, note.params)
            for made in (
                turn("libre", "4", 12),
                turn("libre", "4", 0),
                turn("libre", "plus", 20),
                turn("libre", "full", 20),
            )
            for note in sheet(made).lines[0].notes
        ] == [
            ("number_written", 12, {"column": "libre", "row": "4", "count": 3}),
            ("cell_struck", 0, {"column": "libre", "row": "4"}),
            ("sum_written", 20, {"column": "libre", "row": "plus"}),
            ("figure_written", 20, {"column": "libre", "row": "full"}),
        ]
        struck = sheet(*alone(turn("libre", "plus", 20), turn("libre", "moins", 20)))
        note = struck.lines[-1].notes[-1]
        assert (note.code, note.points) == ("sums_struck", -40)
        assert note.params == {"column": "libre", "plus": 20, "moins": 20}


@pytest.mark.parametrize(
    ("plus", "value", "strikes"),
    [(20, 19, False), (20, 20, True), (20, 21, True), (0, 0, False), (0, 1, True)],
)
def test_a_minus_that_is_not_below_the_plus_strikes_both(plus, value, strikes):
    """« Dans le cas où « + » n'est pas strictement supérieur à « - » »."""
    cells = {"plus": {"value": plus, "struck": False}}
    assert strikes_both(cells, "moins", value) is strikes
    assert strikes_both({}, "moins", value) is False
    assert strikes_both(cells, "full", value) is False
