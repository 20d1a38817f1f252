"""A second scorer of Yams, naive on purpose: it counts every figure again from the filled cells.

It shares only the names of columns and rows with `games.yams`.
"""

from collections import Counter
from fractions import Fraction
from random import Random

COLUMNS = ["descendre", "libre", "monter", "en_1", "en_2"]
ROWS = ["1", "2", "3", "4", "5", "6", "full", "suite", "plus", "moins", "yams"]


def worth(row, dice):
    """Return the value of dice in a row."""
    if row in "123456":
        return sum(die for die in dice if die == int(row))
    if row == "plus" or row == "moins":
        return sum(dice)
    shape = sorted(Counter(dice).values())
    if row == "yams":
        return 40 if shape == [5] else 0
    if row == "full":
        return 20 if shape == [2, 3] or shape == [5] else 0
    return 30 if sorted(dice) in ([1, 2, 3, 4, 5], [2, 3, 4, 5, 6]) else 0


def column_total(rules, cells):
    """The total of a column, from its cells alone."""
    upper = sum(cells.get(row, 0) for row in "123456")
    total = upper + (rules.upper_bonus if upper >= rules.upper_threshold else 0)
    total += cells.get("full", 0) + cells.get("suite", 0) + cells.get("yams", 0)
    if "plus" in cells and "moins" in cells and cells["plus"] <= cells["moins"]:
        return total
    return total + cells.get("plus", 0) + cells.get("moins", 0)


class NaiveMatch:
    """A match as cells by player and column; apart from the turns and the lots nothing else is
    stored.
    """

    def __init__(self, rules, seats):
        self.rules, self.seats = rules, seats
        self.heap = {(seat, column): {} for seat in range(seats) for column in COLUMNS}
        self.turns = 0
        self.lots = {}

    @property
    def seat(self):
        """The seat whose turn it is."""
        return self.turns % self.seats

    def cells(self, seat, column):
        """A column's cells by row."""
        return self.heap[seat, column]

    def total(self, seat):
        """The sum of a player's columns."""
        return sum(column_total(self.rules, self.cells(seat, column)) for column in COLUMNS)

    def may_write(self, column, row):
        """Whether the player whose turn it is may write there."""
        filled = self.cells(self.seat, column)
        if row in filled:
            return False
        at = ROWS.index(row)
        if column == "descendre":
            return all(before in filled for before in ROWS[:at])
        return column != "monter" or all(below in filled for below in ROWS[at + 1 :])

    def legal(self):
        """Every cell that may be written."""
        cells = []
        for column in COLUMNS:
            filled = self.cells(self.seat, column)
            free = [row for row in ROWS if row not in filled]
            if column == "descendre":
                free = free[:1]
            if column == "monter":
                free = free[-1:]
            cells += [(column, row) for row in free]
        return cells

    def full(self):
        """Whether every cell is written."""
        return self.turns == 55 * self.seats

    def best(self, column):
        """Return the seats that lead a column."""
        totals = [column_total(self.rules, self.cells(s, column)) for s in range(self.seats)]
        return [seat for seat in range(self.seats) if totals[seat] == max(totals)]

    def tied(self):
        """Return the columns in which a lot must still be drawn."""
        if not self.full() or self.rules.ties == "split":
            return []
        return [c for c in COLUMNS if len(self.best(c)) > 1 and c not in self.lots]

    def gross(self):
        """Return the gross scores in hundredths, rounded half up."""
        scores = []
        for seat in range(self.seats):
            score, won = Fraction(0), 0
            for column in COLUMNS:
                having = [self.lots[column]] if column in self.lots else self.best(column)
                if seat in having:
                    score += Fraction(str(self.rules.column_values[column])) / len(having)
                    won += len(having) == 1
            if won == 5:
                score += Fraction(str(self.rules.five_columns_bonus))
            if won == 4:
                score += Fraction(str(self.rules.four_columns_bonus))
            hundredths = score * 100
            scores.append(int(hundredths + Fraction(1, 2)))
        return scores

    def results(self):
        """Return each player's result against all the others, in hundredths."""
        gross = self.gross()
        return [sum(mine - theirs for theirs in gross) for mine in gross]

    def add(self, seat, column, row, points):
        """Write a cell."""
        assert seat == self.seat
        assert self.may_write(column, row)
        self.heap[seat, column][row] = points
        self.turns += 1

    def invent(self, random: Random):
        """Return a random legal next entry, and the points that it writes: (entry, points)."""
        tied = self.tied()
        if tied:
            column = random.choice(tied)
            self.lots[column] = random.choice(self.best(column))
            return {"draw": {"column": column, "winner": self.lots[column]}}, 0
        column, row = random.choice(self.legal())
        throws = {"en_1": 1, "en_2": 2}.get(column, random.randint(1, 3))
        # Equal dice are frequent, so that figures are made.
        faces = random.choice([[1, 2, 3, 4, 5, 6], [random.randint(1, 6)], [2, 5], [3, 4, 5, 6]])
        dice = [random.choice(faces) for _ in range(5)]
        if row == "suite" and random.random() < 0.5:
            dice = random.sample([1, 2, 3, 4, 5], 5)
        points = worth(row, dice)
        made = {"column": column, "row": row, "throws": throws}
        if (points == 0 and row not in "123456") or random.random() < 0.1:
            points, made = 0, {**made, "barred": True}
            if random.random() < 0.5:
                made["dice"] = dice
        elif random.random() < 0.5:
            made["dice"] = dice
        else:
            made["value"] = points
        if random.random() < 0.2:
            made["seat"] = self.seat
        self.add(self.seat, column, row, points)
        return made, points


def random_rules(random: Random):
    """Return a random valid ruleset, as keyword arguments."""
    amounts = [0, 1, 2, 3, 4, 2.5, 0.25, 3.33, 10]
    return {
        "column_values": {column: random.choice(amounts) for column in COLUMNS},
        "upper_threshold": random.choice([1, 20, 45, 63, 105, 200]),
        "upper_bonus": random.choice([0, 15, 30, 35]),
        "four_columns_bonus": random.choice(amounts),
        "five_columns_bonus": random.choice(amounts),
        "ties": random.choice(["draw", "split"]),
    }
