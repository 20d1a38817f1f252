"""A group of four that plays three rounds, with a barrage for second place.

First 1 meets 4, and 2 meets 3. Then the two winners meet, and the two losers meet. Last, the
loser of the winners' meeting meets the winner of the losers' meeting: that is the barrage. An
entrant who wins twice is first, one who loses twice is last.
"""

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache
from itertools import pairwise, product

from tournaments.draws.brackets.drawing import next_stage, stage_tables
from tournaments.draws.brackets.tree import BracketNode, PlayedNode, loser, play, seed, winner
from tournaments.draws.field import Draw, Field
from tournaments.draws.ranking.standings import StandingsRow, standings

SIZE = 4
TOP, LOW, WINNERS, LOSERS, DECIDER = "1.1", "1.2", "2.1", "2.2", "3.1"
NODES = (
    BracketNode(TOP, "main", 1, (seed(1), seed(4))),
    BracketNode(LOW, "main", 1, (seed(2), seed(3))),
    BracketNode(WINNERS, "main", 2, (winner(TOP), winner(LOW))),
    BracketNode(LOSERS, "main", 2, (loser(TOP), loser(LOW))),
    BracketNode(DECIDER, "main", 3, (loser(WINNERS), winner(LOSERS))),
)
# The number of tables of each round.
TABLES = (2, 2, 1)


def is_barrage(field: Field, members: int) -> bool:
    """Return whether a group that starts with this number of members is played with a barrage."""
    return field.options.pool_style == "barrage" and members == SIZE


def draw(own: Field, slot: str) -> Draw:
    """Draw the next round of a group of four. The slots of its tables begin with the group's
    `slot`.

    Raise `PairingError` `stage_finished` if there is nothing left to draw.
    """
    tables = stage_tables(next_stage(list(_played(own).values())), own.order)
    return Draw(tuple(replace(table, slot=f"{slot}.{table.slot}") for table in tables))


def is_over(own: Field) -> bool:
    """Return whether every meeting of the group that can be played has a result."""
    return all(
        meeting.known
        and (len(meeting.present) < 2 or (meeting.table is not None and bool(meeting.table.result)))
        for meeting in _played(own).values()
    )


def _played(own: Field) -> Mapping[str, PlayedNode]:
    tables = {table.slot.partition(".")[2]: table for tables in own.rounds for table in tables}
    return play(NODES, own.order, tables, frozenset(own.order) - frozenset(own.playing))


def rows(own: Field) -> list[StandingsRow]:
    """Return the group's standings: by how far each entrant came, then by the tournament's
    criteria.
    """
    came = _came(own)
    base = standings(own)
    ordered = sorted(base, key=lambda row: -came.get(row.entrant, Fraction()))
    made: list[StandingsRow] = []
    before = {row.entrant: above.entrant for above, row in pairwise(base)}
    for at, row in enumerate(ordered):
        value = came.get(row.entrant, Fraction())
        above = made[-1] if made else None
        level = above is not None and above.criteria["stage"] == value
        shared = level and row.decided_by is None
        beside = above is not None and before.get(row.entrant) == above.entrant
        made.append(
            StandingsRow(
                above.rank if above and shared else at + 1,
                row.entrant,
                {"stage": value, **row.criteria},
                None if above is None else row.decided_by if level else "stage",
                row.compared if level and beside else None,
            )
        )
    return made


# The value of winning and of losing each meeting. Only an entrant's last meeting counts.
_WORTH = (
    (TOP, 6, 2),
    (LOW, 6, 2),
    (WINNERS, 8, 5),
    (LOSERS, 4, 1),
    (DECIDER, 7, 3),
)


def _came(own: Field) -> dict[int, Fraction]:
    played = _played(own)
    came: dict[int, Fraction] = {}
    for slot, won, lost in _WORTH:
        meeting = played[slot]
        if (
            meeting.table is not None
            and meeting.table.result is not None
            and meeting.winner is None
        ):
            came |= dict.fromkeys(meeting.present, Fraction())
        for entrant, worth in ((meeting.winner, won), (meeting.loser, lost)):
            if isinstance(entrant, int) and (
                meeting.table is not None or len(meeting.present) == 1
            ):
                came[entrant] = Fraction(worth)
    return came


def ranks(own: Field) -> dict[int, frozenset[int]] | None:
    """Return the ranks, from 1, that each entrant can still reach.

    Return None if somebody has left, or after a double forfeit.
    """
    played = _played(own)
    if len(own.playing) < SIZE or any(
        meeting.table is not None and meeting.table.result is not None and meeting.winner is None
        for meeting in played.values()
    ):
        return None
    seats = {entrant: at for at, entrant in enumerate(own.order)}
    known = tuple(
        seats[meeting.winner]
        if isinstance(meeting.winner, int) and meeting.table is not None
        else None
        for meeting in played.values()
    )
    return dict(zip(own.order, _ranks(known), strict=True))


@lru_cache
def _ranks(known: tuple[int | None, ...]) -> tuple[frozenset[int], ...]:
    """Return the ranks that each of the four can still reach, by seat.

    `known` has the seat of each meeting's winner, or None if the meeting has none yet.
    """
    ranks_by_seat: list[set[int]] = [set() for _ in range(SIZE)]
    for first in product((0, 1), repeat=len(NODES)):
        top, low = ((0, 3), (1, 2))
        met: list[tuple[int, int]] = [top, low]
        ended: list[tuple[int, int]] = []
        for at, side in enumerate(first):
            if at == 2:
                met += [(ended[0][0], ended[1][0]), (ended[0][1], ended[1][1])]
            if at == 4:
                met.append((ended[2][1], ended[3][0]))
            pair = met[at]
            ended.append((pair[side], pair[1 - side]))
        if all(won is None or won == end[0] for won, end in zip(known, ended, strict=True)):
            line = (ended[2][0], ended[4][0], ended[4][1], ended[3][1])
            for rank, seat in enumerate(line, start=1):
                ranks_by_seat[seat].add(rank)
    return tuple(map(frozenset, ranks_by_seat))
