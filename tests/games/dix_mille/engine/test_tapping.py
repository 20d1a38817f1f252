"""A turn tapped die by die: what the form carries, and what may be done next."""

import pytest

from games.dix_mille.engine.tapping import DieChoice, TappedTurn, read, written
from games.dix_mille.engine.turns import Carry, Stand
from tests.games.dix_mille.builders import rules

OPEN = rules(entry_score=0)
JOKER = rules("joker", entry_score=0)
REROLL = rules(entry_score=0, may_reroll_scoring=True)
STAND = Stand(entered=True, score=0)


def turn(text="", *dice, using=OPEN, carry=None, stand=STAND, **source):
    return TappedTurn.read(using, stand, carry, {"throws": text, "dice": dice, **source})


def fault(refusal):
    return refusal and (refusal.code, refusal.field, refusal.params)


@pytest.mark.parametrize(
    ("text", "throws"),
    [
        ("", []),
        ("11443:11", [{"dice": [1, 1, 4, 4, 3], "keep": [1, 1]}]),
        (
            "11554:11:55 2",
            [{"dice": [1, 1, 5, 5, 4], "keep": [1, 1], "joker": [5, 5]}, {"dice": [2]}],
        ),
        ("11554::55", [{"dice": [1, 1, 5, 5, 4], "joker": [5, 5]}]),
    ],
)
def test_throws_as_text_and_back(text, throws):
    assert read(text) == throws
    assert written(throws) == text


def test_what_is_no_die_is_left_out():
    assert read("1x7:1:y:3 :1 abc 2") == [{"dice": [1], "keep": [1]}, {"dice": [2]}]
    assert len(read("1 " * 70)) == 60


def test_the_last_die_makes_the_throw():
    assert (turn().dice_to_tap, turn().text, turn().may_end) == (5, "", False)
    some = turn("", 1, 2, 2)
    assert (some.text, some.tapped, some.throws) == ("", (1, 2, 2), [])
    assert fault(some.stop_fault) == (
        "dice_count",
        "throws",
        {"throw": 1, "count": 3, "expected": 5},
    )
    thrown = turn("", 1, 2, 2, 3, 4)
    assert (thrown.text, thrown.tapped, thrown.turn.total) == ("12234:1", (), 100)
    assert (thrown.dice_to_tap, thrown.over, thrown.may_end) == (4, False, True)
    more = turn("12234:1", 1)
    expected = {"throw": 2, "count": 1, "expected": 4}
    assert fault(more.stop_fault) == ("dice_count", "throws", expected)


def test_one_takes_a_throw_back():
    back = turn("12234:1 1123:11", 6, 6, back=True)
    assert (back.text, back.tapped, back.turn.total) == ("12234:1", (), 100)
    assert turn("", back=True).text == ""


def test_a_throw_that_scores_nothing_ends_the_turn():
    lost = turn("12234:1", 2, 3, 4, 6)
    assert (lost.text, lost.over) == ("12234:1 2346", True)
    assert (lost.stop_fault, lost.may_end) == (None, True)
    # Dice tapped after the end of the turn are ignored.
    assert turn("12234:1 2346", 1).tapped == ()


def test_what_was_kept_of_a_throw_that_scores_nothing_is_dropped():
    lost = turn("12234:1 2346:2")
    assert (lost.text, lost.over, lost.fault) == ("12234:1 2346", True, None)


def test_other_dice_are_kept_by_their_places():
    fields = {"kept_of": "1", "keep": ["1", "9", "x"], "joker": []}
    assert turn("15634:15", using=REROLL, **fields).text == "15634:5"
    assert turn("15634:15", using=REROLL, **{**fields, "kept_of": "2"}).text == "15634:15"
    jokers = {"kept_of": "1", "keep": ["0", "1", "2", "3"], "joker": ["2", "3", "9"]}
    assert turn("11554:1155", using=JOKER, **jokers).text == "11554:11:55"


def test_which_dice_may_be_kept_or_be_jokers():
    assert [choice.is_kept for choice in turn("15634:15", using=REROLL).choices] == [
        True,
        True,
        False,
        False,
        False,
    ]
    assert turn("15634:15", using=REROLL).choices[0] == DieChoice(0, 1, True, False, False)
    assert turn("15634:1:5", using=JOKER).choices[:3] == [
        DieChoice(0, 1, True, False, True),
        DieChoice(1, 5, False, True, True),
        DieChoice(2, 6, False, False, False),
    ]
    assert turn(using=REROLL).choices == []
    assert turn("15634:15", 2, using=REROLL).choices == []
    assert turn("12234:1 2346", using=REROLL).choices == []
    assert turn("15634:15", using=OPEN).choices == []


def test_a_stop_keeps_every_scoring_die():
    partial = turn("12254:1", using=REROLL)
    assert fault(partial.stop_fault) == (
        "must_keep_scoring",
        "throws",
        {"throw": 1, "either": ["1-5"]},
    )
    assert not partial.may_end
    assert turn("12234:1", using=REROLL).stop_fault is None
    # The first throw did not keep all that scored, which is allowed: only the second throw is at
    # fault.
    assert fault(turn("11534:1 1123:1", using=REROLL).stop_fault) == (
        "must_keep_scoring",
        "throws",
        {"throw": 2, "either": ["1-1"]},
    )
    assert turn("11534:1 1123:11", using=REROLL).stop_fault is None
    # What scores in the last throw depends on the throws before: a 6 doubles three 6s.
    doubled = rules(
        entry_score=0, may_reroll_scoring=True, extra_die="double", main_pleine="may_stop"
    )
    assert turn("12346:1 6663:666 6:6", using=doubled).stop_fault is None
    # A die that waits as a joker was not left out: it must still be thrown.
    waiting = turn("11534:1:5", using=rules("joker", entry_score=0, may_reroll_scoring=True))
    assert fault(waiting.stop_fault) == ("throw_missing", "throws", {})
    assert fault(turn().stop_fault) == ("throw_missing", "throws", {})


def test_a_fault_ends_the_reading_and_what_came_before_stays():
    wrong = turn("12234:1 11:11 1:1")
    assert (wrong.text, wrong.may_end) == ("12234:1", False)
    assert fault(wrong.fault) == ("dice_count", "throws", {"throw": 2, "count": 2, "expected": 4})
    # After a fault further dice are ignored.
    assert turn("12234:1 11:11", 2, 3, 4, 6).text == "12234:1"


def test_points_taken_over_bring_their_dice():
    taken = turn("13:1", carry=Carry(600, 2))
    assert (taken.turn.total, taken.dice_to_tap) == (700, 1)
    assert turn("", carry=Carry(600, None)).dice_to_tap == 0
    tapped = turn("13:1", carry=Carry(600, None))
    assert (tapped.turn.total, tapped.dice_to_tap, tapped.carry) == (700, 1, Carry(600, 2))
    # The points stay taken over while the next dice are being tapped.
    assert turn("134:1", 1, carry=Carry(600, None)).carry == Carry(600, 3)


def test_no_stop_says_why_with_its_figures():
    late = Stand(entered=False, score=0)
    reason = turn("12234:1", using=rules(), stand=late).stop_fault
    assert fault(reason) == ("below_entry", "throws", {"points": 100, "minimum": 700})
    reason = turn("15634:15").stop_fault
    assert fault(reason) == (
        "cannot_stop_on_fifty",
        "throws",
        {"points": 150},
    )
    reason = turn("22225:22225").stop_fault
    assert fault(reason) == ("must_roll_main_pleine", "throws", {"total": 450})
