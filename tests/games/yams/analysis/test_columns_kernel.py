"""The steps of the columns' loops, run as the plain Python from which they are compiled.

Each step is compared with the scoring, or with a slow definition. The results of the compiled
loops are tested in test_columns.py.
"""

from functools import lru_cache
from itertools import combinations, combinations_with_replacement, product
from random import Random
from types import SimpleNamespace

import numpy as np
import pytest

from games.yams.analysis.columns import ColumnPlace, _sets
from games.yams.analysis.odds import rolls
from games.yams.analysis.plain_columns import column_worth
from games.yams.engine.cells import NUMBERS, ROWS, VALUES, value_of
from games.yams.engine.grid import Column
from games.yams.engine.scoring import write_cell
from tests.games.splitmix import words
from tests.uncompiled import uncompiled

kernel = uncompiled("games.yams.analysis.columns_kernel")
MORE, LESS, DOES = _sets()
KEPT = [dice for size in range(6) for dice in combinations_with_replacement(range(1, 7), size)]
HANDS = [dice for dice in KEPT if len(dice) == 5]
PLACE = {dice: at for at, dice in enumerate(KEPT)}
FIRST = len(KEPT) - len(HANDS)
ORDERS = {"libre": 0, "descendre": 1, "monter": -1}


def column_of(written, threshold, bonus):
    """Return a column filled by the scoring itself."""
    rules = SimpleNamespace(upper_threshold=threshold, upper_bonus=bonus)
    column = Column()
    for row, points in written.items():
        write_cell(rules, column, 0, SimpleNamespace(column="libre", row=row), points)
    return column


def code_of(written, threshold):
    upper = sum(points for row, points in written.items() if row in NUMBERS)
    place = ColumnPlace(frozenset(written), upper, written.get("plus"), written.get("moins"))
    return place.code(threshold)


def number_of(written, threshold):
    numbers, upper, figures, pair = code_of(written, threshold)
    return kernel.place(numbers, upper, figures, pair, threshold)


def filled(random, rows):
    """Return points for each row, about a third of them struck."""
    return {row: random.choice((0, random.choice(VALUES[row]), VALUES[row][0])) for row in rows}


def some_columns(count=40):
    """Yield columns filled at random; the first ones are empty, full, or lack one row."""
    random = Random(3)
    yield {}
    yield filled(random, ROWS)
    for row in ROWS:
        yield filled(random, [other for other in ROWS if other != row])
    for _ in range(count):
        yield filled(random, random.sample(ROWS, random.randrange(1, 11)))


def test_every_state_has_a_number_of_its_own():
    threshold = 2
    states = product(range(64), range(threshold + 1), range(8), range(56))
    numbers = [kernel.place(*state, threshold) for state in states]
    assert sorted(numbers) == list(range(64 * 3 * 8 * 56))


def test_a_row_is_free_while_it_is_not_written():
    for written in some_columns():
        numbers, _upper, figures, pair = code_of(written, 63)
        free = [row for at, row in enumerate(ROWS) if kernel.is_free(at, numbers, figures, pair, 0)]
        assert free == [row for row in ROWS if row not in written]


@pytest.mark.parametrize(("order", "rows"), [(1, ROWS), (-1, ROWS[::-1])])
def test_in_order_only_the_next_row_is_free(order, rows):
    for many in range(11):
        for random in map(Random, range(4)):
            numbers, _upper, figures, pair = code_of(filled(random, rows[:many]), 63)
            free = [at for at in range(11) if kernel.is_free(at, numbers, figures, pair, order)]
            assert free == [ROWS.index(rows[many])]


@pytest.mark.parametrize(("threshold", "bonus"), [(63, 30), (20, 35), (0, 0)])
def test_writing_gains_and_leads_to_what_the_scoring_says(threshold, bonus):
    for written in some_columns():
        before = column_of(written, threshold, bonus).total
        for row in ROWS:
            for points in (0, *VALUES[row]) if row not in written else ():
                after = {**written, row: points}
                numbers, upper, figures, pair = code_of(written, threshold)
                gain, *state = kernel.write(
                    ROWS.index(row), points, numbers, upper, figures, pair, threshold, bonus
                )
                assert gain == column_of(after, threshold, bonus).total - before, (written, row)
                assert tuple(state) == code_of(after, threshold), (written, row, points)


def test_the_points_of_dice_are_those_of_the_scoring():
    for row, name in enumerate(ROWS):
        for hand, dice in enumerate(HANDS):
            assert kernel.worth_of(row, DOES[hand]) == value_of(name, dice)


def best_hands(written, values, order, base, threshold, bonus):
    """Return what each set of five dice is worth at best: in any free row, with its points or
    struck.
    """
    before = column_of(written, threshold, bonus).total
    rows = [row for row in ROWS if row not in written]
    if order:
        rows = rows[:1] if order == 1 else rows[-1:]

    @lru_cache(None)
    def after(row, points):
        then = {**written, row: points}
        gain = column_of(then, threshold, bonus).total - before
        return gain + values[number_of(then, threshold)] - base

    def worth(row, dice):
        points = value_of(row, dice)
        # A number row is never struck: it takes the points that the dice have.
        return after(row, points) if row in NUMBERS else max(after(row, points), after(row, 0))

    return [max((worth(row, dice) for row in rows), default=kernel.NEVER) for dice in HANDS]


@pytest.mark.parametrize("order", [0, 1, -1])
def test_five_dice_are_worth_their_best_row(order):
    threshold, bonus = 9, 30
    random = Random(order)
    values = np.array([40 * random.random() for _ in range(64 * 8 * 56 * (threshold + 1))])
    rows = ROWS if order == 1 else ROWS[::-1]
    for many in range(11):
        written = filled(random, rows[:many] if order else random.sample(ROWS, many))
        expected = best_hands(written, values, order, 7.5, threshold, bonus)
        hands = np.full(252, kernel.NEVER)
        hands[:20] = expected[0] + 3  # what another column gives stays where it is more
        numbers, upper, figures, pair = code_of(written, threshold)
        kernel.value_hands(
            hands, 7.5, numbers, upper, figures, pair, order, threshold, bonus, values, DOES
        )
        assert hands[20:] == pytest.approx(expected[20:])
        assert hands[:20] == pytest.approx([max(value, expected[0] + 3) for value in expected[:20]])


def thrown_again(hands):
    """Return the mean of throwing on from each set that is kept, and the best mean that each set
    can reach, by definition.
    """
    by_dice = dict(zip(HANDS, hands, strict=True))
    means = {}
    for keep in KEPT:
        again = rolls(5 - len(keep))
        total = sum(ways * by_dice[tuple(sorted(keep + more))] for more, ways in again)
        means[keep] = total / sum(ways for _more, ways in again)
    best = {
        dice: max(
            means[keep] for size in range(len(dice) + 1) for keep in set(combinations(dice, size))
        )
        for dice in KEPT
    }
    return [means[dice] for dice in KEPT], [best[dice] for dice in KEPT]


def random_hands(seed):
    return np.array([Random(100 * seed + at).random() * 50 for at in range(252)])


def test_throwing_again_is_a_mean_over_all_throws_of_the_best_dice_to_keep():
    hands, best, means = random_hands(1), np.zeros(462), np.zeros(462)
    kernel.throw_again(hands, best, means, MORE, LESS)
    expected_means, expected_best = thrown_again(hands)
    assert means == pytest.approx(expected_means)
    assert best == pytest.approx(expected_best)


def test_the_dice_kept_are_as_many_as_may_be_of_the_best():
    for seed in range(12):
        hands, best, means = random_hands(seed), np.empty(462), np.empty(462)
        if seed % 2:
            hands = np.floor(hands / 25)  # many are equal
        kernel.throw_again(hands, best, means, MORE, LESS)
        for dice in Random(seed).sample(HANDS, 12):
            is_kept = np.zeros(5, dtype=bool)
            kernel.keep_best(np.array(dice) - 1, is_kept, means, best, MORE, LESS)
            held = tuple(face for face, keeps in zip(dice, is_kept, strict=True) if keeps)
            assert means[PLACE[held]] == best[PLACE[dice]]
            assert (len(held) == 5) == (means[PLACE[dice]] == best[PLACE[dice]])


def test_the_set_of_the_dice_that_are_kept():
    faces, is_kept = np.array([4, 0, 5, 0, 2]), np.array([True, False, True, True, True])
    assert KEPT[kernel.set_of(faces, is_kept, MORE)] == (1, 3, 5, 6)
    assert kernel.set_of(faces, np.zeros(5, dtype=bool), MORE) == 0


LAST_ROWS = {
    "a yams in one throw": ("en_1", {"yams"}),
    "a number and the bonus, in two throws": ("en_2", {"2"}),
    "plus and yams": ("libre", {"plus", "yams"}),
    "numbers from below": ("monter", {"1", "2"}),
}


@pytest.mark.parametrize("name", LAST_ROWS)
def test_the_last_rows_are_worth_what_exhaustive_search_says(name):
    column, free = LAST_ROWS[name]
    holds = dict.fromkeys(NUMBERS, 0) | {"2": 2, "full": 20, "suite": 0}
    holds |= {"plus": 22, "moins": 19, "yams": 0}
    written = {row: points for row, points in holds.items() if row not in free}
    threshold, bonus = 3, 30
    start = np.array(code_of(written, threshold))
    throws, order = {"en_1": 1, "en_2": 2}.get(column, 3), ORDERS.get(column, 0)
    spans = np.zeros(2, dtype=np.int64)
    values = kernel.solve(throws, order, threshold, bonus, start, _sets(), spans)
    expected = column_worth(column, written, threshold=threshold, bonus=bonus)
    assert values[number_of(written, threshold)] == pytest.approx(float(expected))
    assert spans[0] == 64
    # The full column is worth nothing more, and a column that the start cannot become has no
    # value.
    assert values[number_of({**holds, **dict.fromkeys(free, 0)}, threshold)] == 0
    assert values[number_of({}, threshold)] == 0


def test_solving_stops_when_it_is_told_to():
    spans = np.array([0, 1])
    start = np.array(code_of({row: 0 for row in ROWS if row != "yams"}, 0))
    assert not kernel.solve(1, 0, 0, 0, start, _sets(), spans).any()
    assert spans[0] == 0


@pytest.mark.parametrize("order", [0, 1, -1])
def test_a_column_reaches_what_its_next_rows_can_hold(order):
    threshold = 63
    random = Random(order)
    rows = ROWS if order == 1 else ROWS[::-1]
    for many in range(11):
        written = filled(random, rows[:many] if order else random.sample(ROWS, many))
        free = [row for row in rows if row not in written]
        expected = {
            number_of({**written, row: points}, threshold)
            for row in (free[:1] if order else free)
            for points in (0, *VALUES[row])
        }
        reached = np.zeros(64 * 8 * 56 * (threshold + 1), dtype=bool)
        numbers, upper, figures, pair = code_of(written, threshold)
        kernel._reach(reached, numbers, upper, figures, pair, order, threshold, 30)
        assert set(np.flatnonzero(reached).tolist()) == expected


# --- Simulation ------------------------------------------------------------------------------


def thrown(seed, game, turns):
    """Return the faces (0 to 5) of a game's dice, by turn, throw and die."""
    drawn = words(seed, game)
    faces = [(next(drawn) >> 3) % 6 for _die in range(turns * 3 * 5)]
    return np.array(faces).reshape(turns, 3, 5)


@pytest.mark.parametrize(("seed", "game"), [(0, 0), (7, 1), (2**40, 12)])
def test_dice_are_thrown_by_splitmix(seed, game):
    dice = np.empty((4, 3, 5), dtype=np.int64)
    kernel.throw_all(seed, game, dice)
    assert (dice == thrown(seed, game, 4)).all()


def valued_turn(written, columns, tables, threshold, bonus):
    """`value_turn` by definition: a column is written after its own number of throws."""
    by = [[kernel.NEVER] * 252 for _ in range(3)]
    for holds, (throws, order), values in zip(written, columns, tables, strict=True):
        if len(holds) < 11:
            base = values[number_of(holds, threshold)]
            own = best_hands(holds, values, order, base, threshold, bonus)
            by[throws - 1] = list(map(max, by[throws - 1], own))
    last_means, last_best = thrown_again(by[2])
    then = list(map(max, last_best[FIRST:], by[1]))
    first_means, first_best = thrown_again(then)
    return by, [first_means, last_means], [first_best, last_best]


@pytest.mark.parametrize("seed", range(4))
def test_a_turn_of_columns_is_worth_its_best_one(seed):
    random, threshold, bonus = Random(seed), 9, 30
    columns = [(3, 1), (1, 0), (2, 0), (3, -1)]
    written = [
        filled(random, ROWS[:4]),
        filled(random, ROWS),
        filled(random, random.sample(ROWS, 6)),
    ]
    written.append(filled(random, ROWS if seed == 3 else ROWS[5:]))
    size = 64 * 8 * 56 * (threshold + 1)
    tables = [np.array([20 * random.random() for _ in range(size)]) for _ in columns]
    by, best, means = np.zeros((3, 252)), np.zeros((3, 462)), np.zeros((3, 462))
    kernel.value_turn(
        np.array([code_of(holds, threshold) for holds in written]),
        np.array([order for _throws, order in columns]),
        np.array([throws for throws, _order in columns]),
        tables,
        threshold,
        bonus,
        _sets(),
        by,
        best,
        means,
    )
    expected_by, expected_means, expected_best = valued_turn(
        written, columns, tables, threshold, bonus
    )
    for n in range(3):
        assert by[n] == pytest.approx(expected_by[n])
    for n in range(2):
        assert means[n] == pytest.approx(expected_means[n])
        assert best[n] == pytest.approx(expected_best[n])


def test_games_follow_what_their_turns_are_worth():
    """Games of three columns are followed turn by turn: where to write, what to keep, what it
    scores.
    """
    random, threshold, bonus, seed, first = Random(5), 9, 30, 11, 3
    columns = [(3, 1), (1, -1), (2, 0)]
    size = 64 * 8 * 56 * (threshold + 1)
    tables = [np.array([20 * random.random() for _ in range(size)]) for _ in columns]
    orders = np.array([order for _throws, order in columns])
    throws = np.array([many for many, _order in columns])
    totals, written = np.full((2, 3), -1), np.full((2, 33, 4), -1)
    kernel.play_games(
        orders, throws, tables, threshold, bonus, _sets(), seed, first, totals, written
    )
    by, best, means = np.empty((3, 252)), np.empty((3, 462)), np.empty((3, 462))
    for game in range(2):
        dice = thrown(seed, first + game, 33)
        holds = [{}, {}, {}]
        for turn in range(33):
            state = np.array([code_of(column, threshold) for column in holds])
            kernel.value_turn(
                state, orders, throws, tables, threshold, bonus, _sets(), by, best, means
            )
            faces, last = dice[turn, 0].copy(), 0
            while last < 2 and by[last, hand_of(faces)] < best[last, FIRST + hand_of(faces)]:
                is_kept = np.zeros(5, dtype=bool)
                kernel.keep_best(faces, is_kept, means[last], best[last], MORE, LESS)
                last += 1
                faces = np.where(is_kept, faces, dice[turn, last])
            at, row, points, many = written[game, turn].tolist()
            dice_written = [int(face) + 1 for face in faces]
            assert many == last + 1 == throws[at]
            assert points in (0, value_of(ROWS[row], dice_written))
            assert ROWS[row] not in holds[at]
            values = tables[at]
            gain = column_of({**holds[at], ROWS[row]: points}, threshold, bonus).total
            gain -= column_of(holds[at], threshold, bonus).total
            before = values[number_of(holds[at], threshold)]
            holds[at][ROWS[row]] = points
            value = gain + values[number_of(holds[at], threshold)] - before
            assert value == pytest.approx(by[last, hand_of(faces)])
        assert [len(column) for column in holds] == [11, 11, 11]
        assert totals[game].tolist() == [
            column_of(column, threshold, bonus).total for column in holds
        ]


def hand_of(faces):
    return PLACE[tuple(sorted(int(face) + 1 for face in faces))] - FIRST
