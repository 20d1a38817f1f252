"""All rounds at once: the draw of a whole round robin, or of all groups, and its rounds apart.

With the option `open_rounds` everything that does not depend on results is drawn together, and its
tables are played in any order. The tables stand in one round of the tournament. Each keeps the
number of the round that it would have been in (`why["round"]`), so that the standings are those of
the same results given round by round.
"""

from collections.abc import Callable, Iterable
from dataclasses import replace

from tournaments.draws.errors import PairingError
from tournaments.draws.field import Draw, Field, Table, Warned
from tournaments.draws.leavers import absent_opponent, in_pool


def parts(tables: Iterable[Table]) -> list[tuple[Table, ...]]:
    """Return the tables of a round by the rounds that they would have been in, in order.

    A round of a knockout has one part.
    """
    by_round: dict[int, list[Table]] = {}
    for table in tables:
        by_round.setdefault(round_of(table), []).append(table)
    return [tuple(by_round[number]) for number in sorted(by_round)]


def round_of(table: Table) -> int:
    """Return the number of the round that a table would have been in; 0 for a knockout's table."""
    number = table.why.get("round", 0) if in_pool(table) else 0
    return number if isinstance(number, int) else 0


def draw(way: Callable[[Field], Draw], field: Field) -> Draw:
    """Draw all rounds that don't depend on results; or the next round, if there are none left.

    `way` draws one round. Raises what it raises for the first round.
    """
    drawn = way(field)
    tables: list[Table] = []
    warnings: list[Warned] = []
    first = drawn
    while drawn.tables and all(map(in_pool, drawn.tables)):
        tables += drawn.tables
        warnings += [warning for warning in drawn.warnings if warning not in warnings]
        field = replace(field, rounds=(*field.rounds, drawn.tables))
        try:
            drawn = way(field)
        except PairingError:
            break
    if not tables:
        return first
    return Draw(numbered(tables), tuple(warnings))


def late(way: Callable[[Field], Draw], field: Field) -> tuple[Table, ...]:
    """Return the tables that those who came late still need, once the others have theirs.

    They have no rests, because nobody waits for them: those with a table play it when they like.
    """
    try:
        drawn = draw(way, field)
    except PairingError:
        return ()
    if not all(map(in_pool, drawn.tables)):
        return ()
    return numbered(
        table for table in drawn.tables if not table.bye or absent_opponent(table) is not None
    )


def numbered(tables: Iterable[Table], first: int = 1) -> tuple[Table, ...]:
    """Number tables from `first`: group by group, in each by its rounds, and the rests last."""

    def place(table: Table) -> tuple[bool, int, str, int]:
        return table.bye, len(table.slot), table.slot, round_of(table)

    return tuple(
        replace(table, number=at) for at, table in enumerate(sorted(tables, key=place), start=first)
    )
