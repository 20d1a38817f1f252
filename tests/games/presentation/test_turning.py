"""In which line a match was decided, judged by its running totals."""

from games.presentation.ending import RemarkableFact, marked
from games.presentation.turning import best_line, turning_point
from games.sheet import Line, RankedSide, Result


def lines(*totals):
    """Return lines that lead to these running totals."""
    before = [(0,) * len(totals[0]), *totals]
    return [
        Line(tuple(now - then for now, then in zip(after, was, strict=True)), after, (), {}, None)
        for after, was in zip(totals, before, strict=False)
    ]


def won(*sides):
    ranking = tuple(RankedSide(side, 1 if side in sides else 2, 0) for side in (0, 1))
    return Result(sides, "target", ranking)


def test_the_turning_point_is_the_line_from_which_the_winner_led_to_the_end():
    course = lines((70, 30), (70, 130), (170, 130), (170, 170), (270, 170), (300, 200))
    assert turning_point(course, won(0)) == 5


def test_the_second_line_or_the_last_one_may_have_decided():
    assert turning_point(lines((30, 70), (140, 60), (150, 60)), won(0)) == 2
    assert turning_point(lines((30, 70), (80, 90), (150, 100)), won(0)) == 3
    # A tied side is not ahead.
    assert turning_point(lines((70, 30), (70, 70), (90, 80)), won(0)) == 3
    assert turning_point([], won(0)) is None


def test_who_led_from_the_first_line_on_has_no_turning_point():
    assert turning_point(lines((70, 30), (140, 60)), won(0)) is None


def test_a_draw_or_a_winner_behind_in_totals_has_none():
    course = lines((10, 30), (20, 60))
    assert turning_point(course, won(0)) is None
    assert turning_point(course, won(0, 1)) is None


def test_the_best_line_is_the_first_of_equals():
    assert best_line(lines((70, 30), (70, 130), (170, 130))) == (2, 1, 100)
    assert best_line(lines((0, -10))) is None
    assert best_line([]) is None
    assert best_line(lines((1, 0))) == (1, 0, 1)
    assert best_line(lines((0, 5), (5, 5))) == (1, 1, 5)
    assert best_line(lines((5, 5))) == (1, 0, 5)


def test_a_curve_marks_three_lines_in_their_order_and_what_is_said_of_one_stands_together():
    rows = [
        RemarkableFact("turn", 7),
        RemarkableFact("best", 3),
        RemarkableFact("long"),
        RemarkableFact("gap", 7),
        RemarkableFact("a", 9),
    ]
    lines, others = marked([*rows, RemarkableFact("b", 2)])
    assert lines == (("①", 3, ("best",)), ("②", 7, ("turn", "gap")), ("③", 9, ("a",)))
    assert others == ("long", "b")
