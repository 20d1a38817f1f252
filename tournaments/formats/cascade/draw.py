"""The draw of the cascade. Each of its first rounds separates winners from losers.

The fields are then formed by the wins and losses of these rounds.
"""

from collections.abc import Sequence
from dataclasses import replace
from math import ceil

from tournaments.draws.errors import PairingError
from tournaments.draws.field import Draw, Field, Table
from tournaments.draws.fields import Fields, Parting, first_rounds

WON, LOST = "W", "L"


def _depth(field: Field) -> int:
    return field.options.depth


def _paths(field: Field) -> dict[str, list[int]]:
    """Return the entrants by their wins and losses so far (such as `WL`), each list in the order of
    seeds.

    A late entrant counts as having lost the rounds missed. After a double forfeit both have
    lost. A bye is a win.
    """
    order = list(field.order or field.seeding())
    order += [number for number in field.playing if number not in frozenset(order)]
    way = dict.fromkeys(order, "")
    for tables in first_rounds(field):
        won = {table.sides[table.winner][0] for table in tables if table.winner is not None}
        for number in order:
            way[number] += WON if number in won else LOST
    playing = frozenset(field.playing)
    paths: dict[str, list[int]] = {}
    for number in order:
        if number in playing:
            paths.setdefault(way[number], []).append(number)
    # Sorted in reverse, because a win (W) comes after a loss (L) in the alphabet, but winners
    # come first.
    return dict(sorted(paths.items(), reverse=True))


def _cascade_draw(field: Field) -> Draw:
    """Draw one of the first rounds.

    Among entrants with the same results, the best seed meets the last one, and so on inwards. If
    their number is odd, one of them rests: the one who has rested least often, and among equals
    the best seed. Raise `PairingError` `too_few_entrants` if there are too few entrants.
    """
    least = 2 ** _depth(field)
    if len(field.playing) < least and not field.rounds:
        raise PairingError("too_few_entrants", least=least)
    rests: dict[int, int] = {}
    for tables in field.rounds:
        for table in tables:
            if table.bye:
                rests[table.entrants[0]] = rests.get(table.entrants[0], 0) + 1
    meetings: list[Table] = []
    byes: list[Table] = []
    for way, members in _paths(field).items():
        left, slot = list(members), f"P{way}"
        if len(left) % 2:
            bye = min(left, key=lambda entrant: rests.get(entrant, 0))
            left.remove(bye)
            byes.append(Table(0, ((bye,),), slot=slot, why={"bye": True}))
        for at in range(len(left) // 2):
            meetings.append(Table(0, ((left[at],), (left[-1 - at],)), slot=slot))
    if not meetings:
        raise PairingError("too_few_entrants", least=least)
    return Draw(
        tuple(replace(table, number=at) for at, table in enumerate([*meetings, *byes], start=1))
    )


def _cascade_fields(field: Field) -> Fields:
    ways = _paths(field)
    depth = _depth(field)
    named = [
        "".join(LOST if at >> (depth - 1 - bit) & 1 else WON for bit in range(depth))
        for at in range(2**depth)
    ]
    return [tuple(ways.get(way, ())) for way in named]


def sizes(count: int, field: Field) -> Sequence[int]:
    """Return the planned number of entrants of each field.

    When an odd number of entrants plays a round, one more of them wins than loses.
    """
    made = [count]
    for _ in range(_depth(field)):
        made = [part for size in made for part in (ceil(size / 2), size // 2)]
    return made


def _cascade_plan(count: int, field: Field) -> Sequence[tuple[int, int]]:
    sizes, counts = [count], []
    for _ in range(_depth(field)):
        counts.append((sum(size // 2 for size in sizes), sum(size % 2 for size in sizes)))
        sizes = [part for size in sizes for part in (ceil(size / 2), size // 2)]
    return counts


CASCADE = Parting(_depth, _cascade_draw, _cascade_fields, sizes, _cascade_plan)
