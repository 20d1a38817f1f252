"""Seats people at tables of 3 to 5, everyone for themselves; exchanges make meetings more even.

An exchange is kept if it lowers the cost. The cost has two terms, of which the first outweighs the
second: for every two people at a table, the square of how often they have met; and how far players
sit from their first place. With squares, one pair that meets a third time weighs more than several
that meet a second time.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from dataclasses import field as filled_by
from itertools import combinations

from tournaments.draws.field import Field

LEAST, MOST = 3, 5
Seating = list[list[int]]
# By player and other player: the square of how often the two have met.
Squares = Mapping[int, Mapping[int, int]]
NOBODY: Mapping[int, int] = {}


def sizes(count: int, wanted: int) -> list[int]:
    """Return the sizes of the tables, the larger first, all within 3 to 5 and at most one apart.

    Choose the division with the fewest places too many or missing compared with tables of `wanted`.
    If two are equal, choose the one with smaller tables.
    """
    possible = []
    for tables in range(1, count // LEAST + 1):
        even, larger = divmod(count, tables)
        if even + bool(larger) <= MOST:
            possible.append([even + 1] * larger + [even] * (tables - larger))
    return min(possible, key=lambda made: (sum(abs(size - wanted) for size in made), -len(made)))


def meetings(field: Field) -> Counter[frozenset[int]]:
    """Return how often each two have sat at one table."""
    return Counter(
        frozenset(pair)
        for tables in field.rounds
        for table in tables
        for pair in combinations(table.entrants, 2)
    )


# --- Seating -----------------------------------------------------------------------------------


def filled(order: Sequence[int], room: Sequence[int]) -> Seating:
    """Fill the tables in the given order."""
    waiting = iter(order)
    return [[next(waiting) for _ in range(size)] for size in room]


def serpentine(order: Sequence[int], room: Sequence[int]) -> Seating:
    """Deal the seeding to the tables, forwards and backwards in alternation.

    The last pass covers only the tables with a free place. Each pass starts with the table that was
    dealt to last.
    """
    seated: Seating = [[] for _ in room]
    waiting = list(order)
    forward = True
    while waiting:
        open_ = [at for at, size in enumerate(room) if len(seated[at]) < size]
        for at in open_ if forward else open_[::-1]:
            seated[at].append(waiting.pop(0))
        forward = not forward
    return seated


def squared(met: Counter[frozenset[int]]) -> Squares:
    """Return, by player and other player, the square of how often the two have met."""
    squares: dict[int, dict[int, int]] = {}
    for (player, other), times in ((pair, times) for pair, times in met.items() if times):
        squares.setdefault(player, {})[other] = times * times
        squares.setdefault(other, {})[player] = times * times
    return squares


def by_standing(order: Sequence[int], room: Sequence[int], met: Counter[frozenset[int]]) -> Seating:
    """Fill the tables down the standings, then let neighbouring tables exchange players."""
    seated = filled(order, room)
    place = {entrant: at for at, entrant in enumerate(order)}
    reach = [(place[members[0]], place[members[-1]]) for members in seated]
    _settle(
        Seats(seated, squared(met), place, reach), [(at, at + 1) for at in range(len(seated) - 1)]
    )
    return [sorted(members, key=place.__getitem__) for members in seated]


def spread(order: Sequence[int], room: Sequence[int], squares: Squares) -> Seating:
    """Seat in this order, then exchange any two players while that makes meetings more even."""
    seated = filled(order, room)
    _settle(Seats(seated, squares), list(combinations(range(len(seated)), 2)))
    return seated


@dataclass(frozen=True, slots=True)
class Seats:
    """Tables between which players may be exchanged.

    `squares` holds the square of how often two players have met. `place` is everyone's place in the
    standings. `reach` is the first and last place of the players that the standings put at each
    table. Both are empty if the standings do not count.
    """

    seated: Seating
    squares: Squares
    place: Mapping[int, int] = filled_by(default_factory=dict)
    reach: Sequence[tuple[int, int]] = ()
    # A cache of `_squares`, by table and player, until the table changes.
    sums: dict[int, dict[int, int]] = filled_by(default_factory=dict, init=False)

    def gains(self, here: int, there: int) -> Iterator[tuple[tuple[int, int], int, int]]:
        """Yield every exchange of two players: what it adds to each cost term, and both seats."""
        ours, theirs = self.seated[here], self.seated[there]
        mine = [self._squares(player, there) - self._squares(player, here) for player in ours]
        others = [self._squares(other, here) - self._squares(other, there) for other in theirs]
        for at, player in enumerate(ours):
            met_by_player = self.squares.get(player, NOBODY)
            for to, other in enumerate(theirs):
                if not self.reach:
                    yield (mine[at] + others[to] - 2 * met_by_player.get(other, 0), 0), at, to
                elif self.allowed(here, at, there, to):
                    known = mine[at] + others[to] - 2 * met_by_player.get(other, 0)
                    moved = self._off(player, there) - self._off(player, here)
                    moved += self._off(other, here) - self._off(other, there)
                    yield (known, moved), at, to

    def allowed(self, here: int, mine: int, there: int, theirs: int) -> bool:
        """Return whether the exchange leaves both players at most one table away from their own."""
        player, other = self.seated[here][mine], self.seated[there][theirs]
        return self._near(player, there) and self._near(other, here)

    def heard(self, table: int) -> int:
        """Return the first term of a table's cost: the sum of the squares of how often each two
        players have met.
        """
        return sum(self._squares(player, table) for player in self.seated[table]) // 2

    def exchange(self, here: int, mine: int, there: int, theirs: int) -> None:
        """Let two players change places."""
        player, other = self.seated[here][mine], self.seated[there][theirs]
        self.seated[here][mine], self.seated[there][theirs] = other, player
        self.sums[here], self.sums[there] = {}, {}

    def _squares(self, entrant: int, table: int) -> int:
        """Return the sum of the squares of how often a player has met those at a table."""
        sums = self.sums.setdefault(table, {})
        if entrant not in sums:
            met = self.squares.get(entrant, NOBODY)
            sums[entrant] = sum([met.get(other, 0) for other in self.seated[table]])
        return sums[entrant]

    def _off(self, entrant: int, table: int) -> int:
        """Return how many places a player is from those that the standings put at a table."""
        if not self.reach:
            return 0
        first, last = self.reach[table]
        return max(first - self.place[entrant], self.place[entrant] - last, 0)

    def _near(self, entrant: int, table: int) -> bool:
        if not self.reach:
            return True
        first = self.reach[max(table - 1, 0)][0]
        last = self.reach[min(table + 1, len(self.reach) - 1)][1]
        return first <= self.place[entrant] <= last


def acquaintance(members: Sequence[int], met: Counter[frozenset[int]]) -> int:
    """Return the sum, over every two at a table, of the square of how often they have met."""
    return sum(met[frozenset(pair)] ** 2 for pair in combinations(members, 2))


def _settle(seats: Seats, between: Sequence[tuple[int, int]]) -> None:
    """Make the best exchange between each two tables until none lowers the cost.

    Two tables without such an exchange are tried again only after one of them has changed.
    """
    heard = [seats.heard(table) for table in range(len(seats.seated))]
    changes = [0] * len(heard)
    settled: dict[tuple[int, int], tuple[int, int]] = {}
    moved = True
    while moved:
        moved = False
        for here, there in between:
            if not heard[here] and not heard[there]:
                continue
            now = changes[here], changes[there]
            if settled.get((here, there)) == now:
                continue
            best = _best_exchange(seats, here, there)
            if best is None:
                settled[here, there] = now
                continue
            seats.exchange(here, best[0], there, best[1])
            moved = True
            for table in (here, there):
                heard[table] = seats.heard(table)
                changes[table] += 1


def _best_exchange(seats: Seats, here: int, there: int) -> tuple[int, int] | None:
    cost, mine, theirs = min(seats.gains(here, there), default=((0, 0), 0, 0))
    return (mine, theirs) if cost < (0, 0) else None
