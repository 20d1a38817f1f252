"""The solved rulesets that chances are read from: in memory, else in a table, else not yet.

Solving takes seconds, so no page does it. A page asks `at_hand`, a job `worked_out`; what a job has
solved every process of the site can read from then on.
"""

from collections.abc import Callable
from functools import cache
from hashlib import sha256
from typing import TypeVar

from django.conf import settings
from django.utils import timezone

from games.dix.compilation import ENGINE
from games.dix.engine.equity import Key, Told, Unsolved, known_only, read, solve, write
from games.dix.models import SolvedRules

T = TypeVar("T")

# The newest ones stay in the table: some 100 KB each, with money up to 1 MB.
MOST_KEPT = 64
# So many solutions answer any question; a process remembers at least as many.
MOST_NEEDED = 6
Report = Callable[[int, int], None]


def at_hand(ask: Callable[[], T]) -> T | None:
    """Return what `ask` returns; None if a ruleset would have to be solved for it.

    One query for each solution that this process does not know yet.
    """
    if settings.SOLVED_IN_PAGES:
        return ask()
    for _solution in range(MOST_NEEDED):
        try:
            with known_only():
                return ask()
        except Unsolved as unsolved:
            if not _found(unsolved.key):
                return None
    return None


def worked_out(ask: Callable[[], T], report: Report) -> T:
    """Return what `ask` returns, with every solution of it in the table from then on.

    `report` is told now and then that the work goes on, and raises to stop it.
    """
    for _solution in range(MOST_NEEDED):
        try:
            with known_only() as asked:
                answer = ask()
        except Unsolved as unsolved:
            if not _found(unsolved.key):
                _keep(unsolved.key, lambda: report(0, 0))
        else:
            # This process may know one that the table has not, or no longer.
            kept = set(
                SolvedRules.objects.filter(name__in=map(_name, asked)).values_list("pk", flat=True)
            )
            for key in asked:
                if _name(key) not in kept:
                    _keep(key)
            return answer
    return ask()


def _found(key: Key) -> bool:
    """Read a solution from the table into memory, if it is there."""
    row = SolvedRules.objects.filter(name=_name(key)).first()
    if row is not None:
        read(key, bytes(row.written))
    return row is not None


def _keep(key: Key, told: Told = lambda: None) -> None:
    """Solve a ruleset unless it is known, and write it into the table."""
    SolvedRules.objects.update_or_create(
        name=_name(key), defaults={"written": write(solve(key, told)), "made_at": timezone.now()}
    )
    newest = SolvedRules.objects.order_by("-made_at").values_list("pk", flat=True)
    SolvedRules.objects.exclude(pk__in=list(newest[:MOST_KEPT])).delete()


def _name(key: Key) -> str:
    """The row of a solution: other code may solve otherwise."""
    return sha256(f"{_code()} {key.name}".encode()).hexdigest()


@cache
def _code() -> str:
    """A digest of all that a solution depends on besides its key."""
    digest = sha256()
    for source in sorted(ENGINE.glob("*.py")) + sorted(ENGINE.glob("*.csv")):
        digest.update(source.read_bytes())
    return digest.hexdigest()
