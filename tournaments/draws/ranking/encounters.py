"""Direct encounter: the mini-table of those who are tied (C.07, 6).

The loops run over the tables that were played, not over pairs of entrants. So a tie of 2000 costs
as much as their tables, and a tie of people who have never met costs almost nothing.
"""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from heapq import heapify, heappop, heappush

from tournaments.draws.ranking.criteria import Ledger, Values
from tournaments.draws.ranking.records import exact, total

DIRECT_ENCOUNTER = "direct_encounter"
Seen = Mapping[int, dict[str, Fraction | None]]


class MiniTable:
    """The points that tied entrants took from each other, and how many of the others each met."""

    def __init__(self, ledger: Ledger, members: Sequence[int]) -> None:
        self.among = dict.fromkeys(members)
        self.taken: Values = {}
        self._earlier: Values = {}
        self._met: dict[int, frozenset[int]] = {}
        self._meetings = 0
        self._untold = dict.fromkeys(members)
        self._records = ledger.records
        points = ledger.field.options.points
        self._win, self._loss = exact(points.win), exact(points.loss)
        for number in members:
            self._count(number)
        self._least = _Greatest({number: self._at_least(number) for number in members})
        self._most = _Greatest({number: self._at_most(number) for number in members})

    def _count(self, number: int) -> None:
        """Compute the points that an entrant took from those who are still among the tied.

        For two who met more than once, the mean of their tables counts (C.07, 6.1.2). The points of
        a table of more than two are shared among the tied who sat there.
        """
        brought: dict[int, list[Fraction]] = {}
        for meeting in self._records[number]:
            if meeting.played:
                others = [opponent for opponent in meeting.opponents if opponent in self.among]
                for other in others:
                    share = meeting.points if len(others) == 1 else meeting.points / len(others)
                    brought.setdefault(other, []).append(share)
        shares = (
            scores[0] if len(scores) == 1 else total(scores) / len(scores)
            for scores in brought.values()
        )
        self.taken[number] = total(shares)
        self._meetings += len(brought) - len(self._met.get(number, ()))
        self._met[number] = frozenset(brought)

    @property
    def complete(self) -> bool:
        """Whether all of the tied have met."""
        return self._meetings == len(self.among) * (len(self.among) - 1)

    def note(self, seen: Seen) -> None:
        """Store in `seen` the points that each entrant took, unless they are stored already."""
        for number in self._untold:
            seen[number][DIRECT_ENCOUNTER] = self.taken[number]
        self._untold = {}

    def earlier(self, number: int) -> Fraction:
        """Return the points that an entrant had taken before the latest removal."""
        return self._earlier.get(number, self.taken[number])

    def remove(self, gone: Sequence[int]) -> None:
        """Remove the entrants out of reach. Only those who met them are computed again."""
        touched: set[int] = set()
        for number in gone:
            del self.among[number]
            touched |= self._met[number]
            self._meetings -= len(self._met[number])
        self._earlier = {number: self.taken[number] for number in touched & self.among.keys()}
        for number in sorted(self._earlier):
            self._count(number)
            self._least.put(number, self._at_least(number))
            self._most.put(number, self._at_most(number))
            self._untold[number] = None

    # Each of n tied entrants has n - 1 tables, so n - 1 less those played are still missing. What n
    # - 1 tables would bring is the same for everyone and is left out. So both orders stay true
    # while entrants are removed.

    def _at_least(self, number: int) -> Fraction:
        return self.taken[number] - self._loss * len(self._met[number])

    def _at_most(self, number: int) -> Fraction:
        return self.taken[number] - self._win * len(self._met[number])

    def out_of_reach(self) -> list[int]:
        """Return, in order, those whose places are safe however the missing tables had ended.

        First come those who stay ahead even if they had lost all their missing tables and the
        others had won all of theirs. Then, with the same mini-table, those who stay behind (C.07,
        6.3).
        """
        between = (self._win - self._loss) * (len(self.among) - 1)
        first: list[int] = []
        while leader := self._least.top():
            least, number = leader
            most = self._most.drop(number)
            rival = self._most.top()
            if rival is None or least <= rival[0] + between:
                self._most.put(number, most)
                break
            self._least.drop(number)
            first.append(number)
        return first


class _Greatest:
    """Values by number, with quick access to the greatest; of equal ones, the lowest number."""

    def __init__(self, values: Values) -> None:
        self._values = {number: (-value, number) for number, value in values.items()}
        self._heap = list(self._values.values())
        heapify(self._heap)

    def put(self, number: int, value: Fraction) -> None:
        self._values[number] = (-value, number)
        heappush(self._heap, self._values[number])

    def drop(self, number: int) -> Fraction:
        return -self._values.pop(number)[0]

    def top(self) -> tuple[Fraction, int] | None:
        # Old and removed values are still in the heap; they are skipped here.
        while self._heap and self._values.get(self._heap[0][1]) is not self._heap[0]:
            heappop(self._heap)
        return (-self._heap[0][0], self._heap[0][1]) if self._heap else None
