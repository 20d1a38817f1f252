"""Finds the solved rulesets from which chances are read: in memory, or in a table.

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
# The modules that compute equities and reviews. Stored results are void once one of these, the
# rules or the solved deals change.
COMPUTING = (
    *("equity/equity", "equity/equity_kernel", "equity/fitted_model", "equity/hand_model"),
    *("equity/solving", "reviews/review", "solver/plain_solver", "solver/solver"),
)
SOURCES = [
    *sorted((ANALYSIS.parent / "engine").glob("*.py")),
    *(ANALYSIS / f"{name}.py" for name in COMPUTING),
    *sorted((ANALYSIS / "solver" / "kernel").glob("*.py")),
    *sorted(HERE.glob("*.csv")),
]
# The table's copy: at most 64 solutions, of some 100 KB each; with money up to 1 MB.
KEPT = Kept("dix-equity", SOURCES, 64)
# The most solutions that the answer to a question needs.
MOST_NEEDED = 6


def at_hand(ask: Callable[[], T]) -> T | None:
    """Return what `ask` returns; None if a ruleset would have to be solved first.

    One query for each solution that this process does not know yet.
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
    """Return what `ask` returns, and store every solution that it uses in the table.

    `report` is called now and then during the work, and may raise to stop it.
    """
    for _solution in range(MOST_NEEDED):
        try:
            with known_only() as keys:
                answer = ask()
        except Unsolved as unsolved:
            if not _read_stored(unsolved.key):
                _keep(unsolved.key, lambda: report(0, 0))
        else:
            # This process may have a solution in memory that the table does not have, or has no
            # longer.
            names = {key.name: key for key in keys}
            for name in names.keys() - KEPT.has(names):
                _keep(names[name])
            return answer
    return ask()


def _read_stored(key: Key) -> bool:
    """Read a solution from the table into memory. Return whether the table has it."""
    written = KEPT.data(key.name)
    if written is not None:
        read(key, written)
    return written is not None


def _keep(key: Key, heartbeat: Heartbeat = lambda: None) -> None:
    """Solve a ruleset, unless the solution is in memory, and store it in the table."""
    KEPT.keep(key.name, write(solve(key, heartbeat)))
