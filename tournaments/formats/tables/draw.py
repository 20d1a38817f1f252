"""Seats three to five entrants at each table, everyone playing for themselves.

The first round is drawn by lot, or dealt in a serpentine over the seeding. Later rounds are made
in one of two ways:

- by `standing`: tables are filled down the standings. Then neighbouring tables exchange players,
  as long as this reduces the number of repeated meetings. Nobody moves further than one table from
  their place in the standings. So the leaders play each other, even if they meet again.
- by `spread`: any two players may be exchanged, as long as meetings get more even. The standings do
  not count, only past meetings.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import Any

from tournaments.draws.errors import PairingError
from tournaments.draws.field import Draw, Field, Table
from tournaments.draws.lots import by_lot
from tournaments.draws.ranking.standings import standing_order
from tournaments.draws.seating import (
    LEAST,
    Seating,
    acquaintance,
    by_standing,
    filled,
    meetings,
    serpentine,
    sizes,
    spread,
    squared,
)

# The method `spread` starts from `TRIES` random orders. The best result is chosen.
TRIES = 6
# Above `LARGE` entrants only one order is tried, because most of them have not met yet.
LARGE = 64


def draw(field: Field) -> Draw:
    """Draw the tables of the next round.

    Raise `PairingError` `too_few_entrants` if there are fewer than `LEAST` entrants.
    """
    if len(field.playing) < LEAST:
        raise PairingError("too_few_entrants", least=LEAST)
    room = sizes(len(field.playing), field.options.table_size)
    met = meetings(field)
    seated, made = _seat(field, room, met)
    place = {entrant: at for at, entrant in enumerate(standing_order(field), start=1)}
    return Draw(
        tuple(
            Table(
                number,
                tuple((entrant,) for entrant in members),
                why=_why(members, met, place, made),
            )
            for number, members in enumerate(seated, start=1)
        )
    )


def _seat(field: Field, room: Sequence[int], met: Counter[frozenset[int]]) -> tuple[Seating, str]:
    """Return the players of each table, and the method: `draw`, `serpentine`, `standing` or
    `spread`.
    """
    number = len(field.rounds) + 1
    if not field.rounds and field.options.first_round == "serpentine":
        return serpentine(field.seeding(), room), "serpentine"
    if not field.rounds:
        return filled(by_lot(field.seed, "tables 1", field.playing), room), "draw"
    if field.options.later_rounds == "standing":
        return by_standing(standing_order(field), room, met), "standing"
    tries = TRIES if len(field.playing) <= LARGE else 1
    orders = [
        by_lot(field.seed, f"tables {number}.{attempt}", field.playing) for attempt in range(tries)
    ]
    squares = squared(met)
    made = [spread(order, room, squares) for order in orders]
    return min(
        made, key=lambda seated: sum(acquaintance(members, met) for members in seated)
    ), "spread"


def _why(
    members: Sequence[int], met: Counter[frozenset[int]], place: Mapping[int, int], made: str
) -> dict[str, Any]:
    """Return the reasons for a table, as stored with it.

    They are the method, everyone's place in the standings, and the pairs who have met before.
    """
    again = [
        {"entrants": list(pair), "times": met[frozenset(pair)]}
        for pair in combinations(members, 2)
        if met[frozenset(pair)]
    ]
    return {"made": made, "places": [place[entrant] for entrant in members], "met": again}
