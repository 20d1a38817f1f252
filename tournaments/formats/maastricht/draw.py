"""The draw of the maastricht: fields by the standings of a short Swiss, in quarters or by wins."""

from collections.abc import Sequence
from dataclasses import replace
from math import ceil

from tournaments.draws.errors import PairingError
from tournaments.draws.field import Draw, Field
from tournaments.draws.fields import Fields, Parting, first_rounds
from tournaments.draws.ranking.standings import standings
from tournaments.draws.swiss import pairing

# The default number of first rounds, and the number of fields by rank.
ROUNDS = 3
QUARTERS = 4
LEAST = 2 * QUARTERS


def _swiss_rounds(field: Field) -> int:
    """Return how many rounds come before the fields: as planned, or as drawn if fields exist."""
    first = len(first_rounds(field))
    return first if first < len(field.rounds) else field.options.rounds or ROUNDS


def _swiss(field: Field) -> Field:
    """Return the first rounds as a Swiss of its own."""
    options = replace(field.options, rounds=_swiss_rounds(field))
    return replace(field, rounds=tuple(first_rounds(field)), options=options)


def _maastricht_fields(field: Field) -> Fields:
    own, playing = _swiss(field), frozenset(field.playing)
    ranked = [row.entrant for row in standings(own, own.ranked) if row.entrant in playing]
    if field.options.split == "wins":
        won = dict.fromkeys(ranked, 0)
        for tables in own.rounds:
            for table in tables:
                if table.winner is not None and table.sides[table.winner][0] in won:
                    won[table.sides[table.winner][0]] += 1
        most = _swiss_rounds(field)
        return [
            tuple(entrant for entrant in ranked if won[entrant] == wins)
            for wins in range(most, -1, -1)
        ]
    sizes = sizes_of(len(ranked), field)
    return [tuple(ranked[sum(sizes[:at]) : sum(sizes[: at + 1])]) for at in range(len(sizes))]


def sizes_of(count: int, field: Field) -> Sequence[int]:
    """Return the size of each field: equal quarters, the larger first.

    With fields by wins, each round halves those with equal wins into winners and losers.
    """
    if field.options.split == "wins":
        sizes = [count]
        for _ in range(_swiss_rounds(field)):
            up = [ceil(size / 2) for size in sizes]
            down = [size // 2 for size in sizes]
            sizes = [winners + losers for winners, losers in zip([*up, 0], [0, *down], strict=True)]
        return sizes
    return [(count + QUARTERS - 1 - at) // QUARTERS for at in range(QUARTERS)]


def _maastricht_draw(field: Field) -> Draw:
    """Draw one of the first rounds. There must be enough entrants for two in each field."""
    if field.options.edition > 2 and not field.rounds and len(field.playing) < LEAST:
        raise PairingError("too_few_entrants", least=LEAST)
    return pairing.draw(_swiss(field))


MAASTRICHT = Parting(
    _swiss_rounds,
    _maastricht_draw,
    _maastricht_fields,
    sizes_of,
    lambda count, field: [(count // 2, count % 2)] * _swiss_rounds(field),
)
