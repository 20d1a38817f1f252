"""The draw of the maastricht: a short Swiss, then fields by its standings.

The fields are quarters of the standings, or entrants with the same number of wins.
"""

from collections.abc import Sequence
from dataclasses import replace
from math import ceil

from tournaments.draws.errors import PairingError
from tournaments.draws.field import Draw, Field
from tournaments.draws.fields import Fields, Parting, first_rounds
from tournaments.draws.ranking.standings import standings
from tournaments.draws.swiss import pairing

# `ROUNDS` is the default number of rounds before the fields. `QUARTERS` is the number of fields
# if they are made by rank.
ROUNDS = 3
QUARTERS = 4
LEAST = 2 * QUARTERS


def _swiss_rounds(field: Field) -> int:
    """Return how many rounds come before the fields.

    Once the fields are drawn, these are the rounds drawn before them, otherwise the planned
    ones.
    """
    first = len(first_rounds(field))
    return first if first < len(field.rounds) else field.options.rounds or ROUNDS


def _swiss(field: Field) -> Field:
    """Return the rounds before the fields as a separate Swiss tournament."""
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
    """Return the planned number of entrants of each field, best field first.

    By rank the fields are quarters of almost equal size, the larger ones first. By wins the plan
    assumes that in each round half of the entrants with equal wins win, and half lose.
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
    """Draw one of the rounds before the fields.

    Raise `PairingError` `too_few_entrants` if some field would have fewer than two entrants.
    """
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
