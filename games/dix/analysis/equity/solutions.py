"""Solved rulesets, from which chances are read: in memory, or in a database table.

Solving takes seconds, so no page does it. A page calls `at_hand`, which only reads. A job calls
`worked_out`, which also solves, and stores the solution where every process can read it.
"""

from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from django.conf import settings

from core.progress import ProgressCallback
from games.dix.analysis.equity.equity import (
    Heartbeat,
    Key,
    Unsolved,
    known_only,
    read,
    solve,
    write,
)
from games.kept import Kept

T = TypeVar("T")

HERE = Path(__file__).parent
ANALYSIS = HERE.parent
# The modules that compute equities and reviews. If one of them, the rules, or the solved deals
# change, stored results are not used any more.
COMPUTING = (
    *("equity/equity", "equity/equity_kernel", "equity/fitted_model", "equity/hand_model"),
    *(
        "equity/solving",
        "par",
        "reviews/passing",
        "reviews/review",
        "solver/plain_solver",
        "solver/solver",
    ),
)
SOURCES = [
    *sorted((ANALYSIS.parent / "engine").glob("*.py")),
    *(ANALYSIS / f"{name}.py" for name in COMPUTING),
    *sorted((ANALYSIS / "solver" / "kernel").glob("*.py")),
    *sorted(HERE.glob("*.csv")),
]
# The solutions in the database: at most 64, of some 100 KB each, or up to 1 MB with money.
KEPT = Kept("dix-equity", SOURCES, 64)
# The most solutions that one answer needs.
MOST_NEEDED = 6


def at_hand(ask: Callable[[], T]) -> T | None:
    """Return what `ask` returns, or None if a ruleset would have to be solved first.

    Makes one query for each solution that this process does not know yet.
    """
    if settings.SOLVED_IN_PAGES:
        return ask()
    for _solution in range(MOST_NEEDED):
        try:
            with known_only():
                return ask()
        except Unsolved as unsolved:
            if not _read_stored(unsolved.key):
                return None
    return None


def worked_out(ask: Callable[[], T], report: ProgressCallback) -> T:
    """Return what `ask` returns. Solve what it needs, and store the solutions in the table.

    `report` is called repeatedly during the work. It may raise an exception to stop the work.
    """
    for _solution in range(MOST_NEEDED):
        try:
            with known_only() as keys:
                answer = ask()
        except Unsolved as unsolved:
            if not _read_stored(unsolved.key):
                _keep(unsolved.key, lambda: report(0, 0))
        else:
            # A solution that this process has in memory may be missing in the table.
            names = {key.name: key for key in keys}
            for name in names.keys() - KEPT.has(names):
                _keep(names[name])
            return answer
    return ask()


def _read_stored(key: Key) -> bool:
    """Load a solution from the table into memory. Return whether the table has it."""
    written = KEPT.data(key.name)
    if written is not None:
        read(key, written)
    return written is not None


def _keep(key: Key, heartbeat: Heartbeat = lambda: None) -> None:
    """Store the solution of a ruleset in the table, after solving it if need be.

    A solution that is in memory is not computed again.
    """
    KEPT.keep(key.name, write(solve(key, heartbeat)))
