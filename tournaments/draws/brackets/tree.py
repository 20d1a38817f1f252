"""A bracket as data: nodes fed by seeds, winners and losers, and filled from the results so far.

Single and double elimination, cadrage, consolation and the final stage of groups are such trees
(`knockout`, `double`, `consolation`). Only their nodes differ.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

from tournaments.draws.field import Table

Kind = Literal["seed", "winner", "loser", "beaten"]


class FilledBy(NamedTuple):
    """The origin of a place of a node: a seed (from 1), or a node's winner or loser.

    `beaten` is a node's loser too, but only if they had met nobody before.
    """

    kind: Kind
    of: int | str


def seed(number: int) -> FilledBy:
    """Return the origin of a place filled by a seed. A seed beyond the last is a phantom."""
    return FilledBy("seed", number)


def winner(slot: str) -> FilledBy:
    """Return the origin of a place filled by the winner of a node."""
    return FilledBy("winner", slot)


def loser(slot: str) -> FilledBy:
    """Return the origin of a place filled by the loser of a node."""
    return FilledBy("loser", slot)


def beaten(slot: str) -> FilledBy:
    """Return the origin of a place filled by the loser of a node, if it was their first meeting."""
    return FilledBy("beaten", slot)


# The origin of a place that stays empty.
NOBODY = FilledBy("seed", 10**9)


@dataclass(frozen=True, slots=True)
class BracketNode:
    """A meeting of the bracket. `part` is main, cadrage, third, losers, final or reset.

    `stage` is the drawn round (from 1) in which it is played. A `reset` node is played only if the
    entrant in the second place of the node `only_if` won there. `field` is the letter of the node's
    field, which has a final of its own; empty if there is only one field.
    """

    slot: str
    part: str
    stage: int
    places: tuple[FilledBy, FilledBy]
    only_if: str | None = None
    field: str = ""


class Pending:
    """A placeholder for an entrant who is not known yet."""


@dataclass(frozen=True, slots=True)
class FromPool(Pending):
    """A placeholder for the entrant who will come from `pool` with `rank`."""

    pool: str
    rank: int


PENDING = Pending()
# An entrant; None for nobody (a phantom, or after a double forfeit); or not known yet.
Filled = int | None | Pending


@dataclass(frozen=True, slots=True)
class PlayedNode:
    """A node with the entrants in its places, its winner and its loser."""

    node: BracketNode
    places: tuple[Filled, Filled]
    winner: Filled
    loser: Filled
    table: Table | None

    @property
    def known(self) -> bool:
        """Whether both places are filled."""
        return not any(isinstance(place, Pending) for place in self.places)

    @property
    def present(self) -> tuple[int, ...]:
        """The entrants who are in its places."""
        return tuple(place for place in self.places if isinstance(place, int))


def play(
    nodes: Sequence[BracketNode],
    order: Sequence[Filled],
    tables: Mapping[str, Table],
    out: frozenset[int],
) -> dict[str, PlayedNode]:
    """Return every node, filled by the results so far, by slot.

    `order` is the seeding, `tables` the drawn tables by slot. `out` holds entrants who left. They
    keep their place, and their next opponent has a bye unless the table is drawn already.
    """
    played: dict[str, PlayedNode] = {}
    # By slot: the entrant who advances as the winner, and the one who advances as the loser.
    goes: dict[str, tuple[Filled, Filled]] = {}
    followed = _followed(nodes, tables)
    for node in nodes:
        table = tables.get(node.slot)
        first, second = (_fill(source, order, played, goes) for source in node.places)
        if table is None:
            first, second = _gone(first, out), _gone(second, out)
        else:
            first, second = _seated(table, second)
        if node.only_if is not None and not _is_needed(played[node.only_if]):
            first = second = None
        won, lost = _outcome(first, second, table)
        played[node.slot] = PlayedNode(node, (first, second), won, lost, table)
        up, down = followed.get(node.slot, (None, None))
        as_drawn = _is_at(up, lost, won) or _is_at(down, won, lost)
        goes[node.slot] = (lost, won) if as_drawn else (won, lost)
    return played


def _followed(
    nodes: Sequence[BracketNode], tables: Mapping[str, Table]
) -> dict[str, tuple[Table | None, Table | None]]:
    """Return, by slot, the drawn tables to which a node's winner and its loser advance, if any."""
    followed: dict[str, tuple[Table | None, Table | None]] = {}
    for node in nodes:
        drawn = tables.get(node.slot)
        for source in node.places if drawn is not None and node.only_if is None else ():
            up, down = followed.get(str(source.of), (None, None))
            if source.kind == "winner":
                followed[str(source.of)] = drawn, down
            elif source.kind != "seed":
                followed[str(source.of)] = up, drawn
    return followed


def _is_at(table: Table | None, entrant: Filled, other: Filled) -> bool:
    """Return whether `entrant` sits at a table in the place of `other`.

    This happens when a result was corrected and the later round kept. Both then go on as they were
    drawn.
    """
    return table is not None and entrant in table.entrants and other not in table.entrants


def _fill(
    source: FilledBy,
    order: Sequence[Filled],
    played: Mapping[str, PlayedNode],
    goes: Mapping[str, tuple[Filled, Filled]],
) -> Filled:
    if source.kind == "seed":
        number = int(source.of)
        return order[number - 1] if number <= len(order) else None
    up, down = goes[str(source.of)]
    if source.kind == "winner":
        return up
    before = played[str(source.of)]
    if source.kind == "beaten" and isinstance(down, int) and had_met(before, down, played):
        return None
    return down


def had_met(node: PlayedNode, loser: int, played: Mapping[str, PlayedNode]) -> bool:
    """Return whether the loser of a node came to it by a meeting, not by a bye."""
    source = node.node.places[node.places.index(loser)]
    return source.kind != "seed" and len(played[str(source.of)].present) == 2


def _gone(place: Filled, out: frozenset[int]) -> Filled:
    return None if isinstance(place, int) and place in out else place


def _seated(table: Table, second: Filled) -> tuple[Filled, Filled]:
    """Return the entrants of a drawn table in their places, even if one of them has left since."""
    first = table.sides[0][0]
    if not table.bye:
        return first, table.sides[1][0]
    return (None, first) if second == first else (first, None)


def _is_needed(final: PlayedNode) -> bool:
    """Return whether the final is, or may still be, played again.

    It is played again if the finalist who had lost once wins it. So the answer is True until it is
    won.
    """
    if isinstance(final.winner, Pending):
        return True
    return final.winner is not None and final.winner == final.places[1]


def _outcome(first: Filled, second: Filled, table: Table | None) -> tuple[Filled, Filled]:
    """Return winner and loser of a node, as far as they are known."""
    if second is None and isinstance(first, FromPool):
        return first, None
    if first is None and isinstance(second, FromPool):
        return second, None
    if isinstance(first, Pending) or isinstance(second, Pending):
        return PENDING, PENDING
    if first is None or second is None:
        return (second if first is None else first), None
    if table is None or table.result is None:
        return PENDING, PENDING
    side = table.winner
    if side is None:
        # A double forfeit puts both out. A draw is refused when it is entered.
        return None, None
    won = table.sides[side][0]
    return won, second if won == first else first
