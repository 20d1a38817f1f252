"""The solver of the jeu du 10, compared with a plain alpha-beta in the same run."""

import statistics
import sys
from random import Random
from typing import Any

from bench.report import core_ms, processor_ms, report_cost
from games.cards import SUITS
from games.dix.analysis.solver.plain_solver import alpha_beta
from games.dix.analysis.solver.solver import Layout, Search, solve_table
from games.dix.engine.play import DECKS

# The number of random deals that are solved: `DEALS` with `--whole`, otherwise `FEWER`.
DEALS, FEWER = 1000, 20
TABLES, FEWER_TABLES = 50, 1
MEAN, TAIL, TABLE = 20.0, 200.0, 250.0


def dealt(random: Random, size: int) -> tuple[tuple[Any, ...], ...]:
    """Return four hands of `size` cards from a deck of 40."""
    cards = random.sample(sorted(DECKS[40], key=str), 4 * size)
    return tuple(tuple(cards[seat::4]) for seat in range(4))


def measure_solver(*, whole: bool = False) -> bool:
    """Print the times of one question, of the table of a deal, and of the plain search.

    Return whether one of them is over its limit. `whole` measures all deals instead of a sample.
    """
    random = Random(18)
    solve_table(dealt(random, 2))
    times = []
    for _ in range(DEALS if whole else FEWER):
        layout = Layout(dealt(random, 10), random.choice(SUITS), random.randrange(4))
        search = Search(layout.trump)
        times.append(core_ms(lambda search=search, layout=layout: search.take(layout, 0)))  # type: ignore[misc]
    tables = []
    for _ in range(TABLES if whole else FEWER_TABLES):
        hands = dealt(random, 10)
        tables.append(core_ms(lambda hands=hands: solve_table(hands)))  # type: ignore[misc]
    over = [
        report_cost("solveur : une donne de 40, moyenne", statistics.mean(times), MEAN),
        report_cost("solveur : une donne de 40, 99e centile", _tail(times), TAIL),
        report_cost(
            "solveur : table de 4 atouts × 4 meneurs, moyenne", statistics.mean(tables), TABLE
        ),
    ]
    ends = [Layout(dealt(random, 5), random.choice(SUITS), random.randrange(4)) for _ in range(5)]
    ours = processor_ms(lambda: [Search(end.trump).take(end, 0) for end in ends])
    theirs = processor_ms(lambda: [alpha_beta(end.hands, end.trump, end.leader) for end in ends])
    print(
        f"solveur : alpha-bêta simple, ×{theirs / ours:.0f} pour les fins de cinq cartes",
        flush=True,
    )
    return any(over)


def _tail(times: list[float]) -> float:
    return sorted(times)[min(len(times) - 1, len(times) * 99 // 100)]


if __name__ == "__main__":
    sys.exit(int(measure_solver(whole="--whole" in sys.argv)))
