"""The end of a match: who wins each column, lots among tied players, gross scores and results."""

from collections.abc import Mapping, Sequence
from decimal import ROUND_HALF_UP, Decimal
from fractions import Fraction

from games.sheet import Result, Score, rank_by_score
from games.yams.engine.cells import COLUMNS
from games.yams.engine.grid import Grid
from games.yams.engine.rulesets import YamsRules, exact

CENT = Decimal("0.01")


def leaders(grids: Sequence[Grid], column: str) -> tuple[int, ...]:
    """Return the seats with the highest total in a column.

    « Le joueur qui a le plus de points dans cette colonne recevra 3, les autres 0. »
    """
    totals = [grid.columns[column].total for grid in grids]
    best = max(totals)
    return tuple(seat for seat, total in enumerate(totals) if total == best)


def holders(grids: Sequence[Grid], lots: Mapping[str, int]) -> dict[str, tuple[int, ...]]:
    """Return, for each column, the seats that hold it.

    There are several if the column is shared or its lot is not drawn yet. « Si deux joueurs sont
    à égalité sur une colonne, le gagnant sur cette colonne sera tiré au sort. » `lots` has the
    winner of each column drawn so far.
    """
    return {
        column: (lots[column],) if column in lots else leaders(grids, column) for column in COLUMNS
    }


def pending_draws(rules: YamsRules, held: Mapping[str, Sequence[int]]) -> list[str]:
    """Return the columns whose lot is still to be drawn, in the order of the sheet.

    There are none if the rules split a shared column.
    """
    if rules.ties == "split":
        return []
    return [column for column, seats in held.items() if len(seats) > 1]


def columns_bonus(rules: YamsRules, won: int) -> Fraction:
    """Return the bonus for the columns won by one player; 0 below four columns.

    « 2.5 pour un joueur qui gagne 4 colonnes et 5 pour les 5 colonnes » (5 replaces 2.5).
    """
    if won == len(COLUMNS):
        return Fraction(exact(rules.five_columns_bonus))
    return Fraction(exact(rules.four_columns_bonus)) if won == len(COLUMNS) - 1 else Fraction(0)


def gross_scores(
    rules: YamsRules, held: Mapping[str, Sequence[int]], seats: int
) -> tuple[list[Score], list[int]]:
    """Return each seat's gross score, and the number of columns that each seat won alone.

    The value of a shared column is divided by the number of its seats; it counts as won by none
    of them. Parts are added exactly and the sum is rounded once to hundredths, so that the wins
    and losses sum exactly to 0.
    """
    sums, won = [Fraction(0)] * seats, [0] * seats
    for column, having in held.items():
        value = Fraction(exact(rules.column_values[column]))
        for seat in having:
            sums[seat] += value / len(having)
        if len(having) == 1:
            won[having[0]] += 1
    gross = [sums[seat] + columns_bonus(rules, won[seat]) for seat in range(seats)]
    return [tidy(score) for score in gross], won


def tidy(value: Fraction | Decimal) -> Score:
    """Return a number as a score: whole if it is whole, else to the hundredth."""
    if isinstance(value, Fraction):
        value = Decimal(value.numerator) / Decimal(value.denominator)
    rounded = value.quantize(CENT, rounding=ROUND_HALF_UP)
    return int(rounded) if rounded == rounded.to_integral_value() else rounded


def results(gross: Sequence[Score]) -> list[Score]:
    """Return each player's result: the sum of the differences with every opponent.

    « A aura ainsi gagné la partie de 10 − 5 = 5 points. » The sum over the table is 0.
    """
    total = sum((Decimal(score) for score in gross), Decimal(0))
    return [tidy(len(gross) * Decimal(score) - total) for score in gross]


def result(scores: list[Score]) -> Result:
    """Rank the players by their results. Equal results share a rank; all players of rank 1 win."""
    ranking = rank_by_score(scores)
    winners = tuple(place.side for place in ranking if place.rank == 1)
    return Result(winners, "sheet_full", ranking)
