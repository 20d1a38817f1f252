"""The worth of a hand: the mean result of perfect play over the deals possible for a seat. Pure.

Layouts are drawn with equal chances and solved. If few layouts are possible, all of them are
solved, and the answer is exact. What calls tell is a condition of the caller's (`agrees`).
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import combinations, islice
from math import ceil, comb, sqrt
from random import Random
from statistics import variance

from games.cards import SUITS, Card
from games.dix.analysis.solver.solver import Layout, LayoutFault, Search
from games.dix.engine.play import DECKS, POINTS
from games.dix.engine.rulesets import SEATS, side_of

# The fewest layouts that are solved before a small standard error may end the work.
LEAST = 25
# The most layouts in a row that may not agree with the calls, before no more are looked for.
MOST_TRIES = 20_000
# The four hands of a layout.
Layouts = tuple[tuple[Card, ...], ...]
# The number of layouts that are solved between two calls of `stopped`.
BATCH = 5


@dataclass(frozen=True, slots=True)
class Known:
    """What a seat knows when it is its turn, besides its own hand.

    `gone` has the played cards, including those on the table. `held` has, by seat, the cards
    known to be in another hand. `without` has, by seat, the suits of which another hand has no
    card. `played` has the seats that have already played to this trick.
    """

    gone: frozenset[Card] = frozenset()
    held: Mapping[int, frozenset[Card]] = field(default_factory=dict)
    without: Mapping[int, frozenset[str]] = field(default_factory=dict)
    played: frozenset[int] = frozenset()


NOTHING = Known()


@dataclass(frozen=True, slots=True)
class HandWorth:
    """The worth of a hand with one trump: the points that the seat's side takes in the layouts.

    `taken` has, for each number of points, the number of layouts in which the side takes it.
    """

    taken: Mapping[int, int]
    # Whether all possible layouts were solved, and not just a sample.
    exact: bool
    # The number of layouts in which the side took all the points.
    sweeps: int
    # A layout in which the side takes the fewest points.
    worst: Layout

    @property
    def layouts(self) -> int:
        """The number of layouts solved."""
        return sum(self.taken.values())

    @property
    def mean(self) -> float:
        """The points taken on average."""
        return sum(points * times for points, times in self.taken.items()) / self.layouts

    @property
    def error(self) -> float:
        """The standard error of `mean`; 0 if every layout was solved."""
        if self.exact:
            return 0.0
        return sqrt(variance(Counter(self.taken).elements()) / self.layouts)

    def chance(self, bid: int) -> tuple[float, float]:
        """Return the share of layouts in which `bid` points are reached, and its standard error."""
        return self._share(sum(times for points, times in self.taken.items() if points >= bid))

    @property
    def chance_of_all(self) -> tuple[float, float]:
        """How often all the points are taken (« la partie »), and this share's standard error."""
        return self._share(self.sweeps)

    def _share(self, times: int) -> tuple[float, float]:
        """Return a share of the layouts and its standard error.

        If all layouts of a sample agree, this proves nothing. The error is then that of a sample
        in which one layout differs.
        """
        share = times / self.layouts
        if self.exact:
            return share, 0.0
        unsure = min(max(times, 1), self.layouts - 1) / self.layouts
        return share, sqrt(unsure * (1 - unsure) / (self.layouts - 1))


class Unseen:
    """The cards that a seat does not see, and the layouts of them that are possible."""

    def __init__(
        self, hand: Sequence[Card], seat: int, known: Known = NOTHING, deck: int = 40
    ) -> None:
        self.others = tuple(other for other in range(SEATS) if other != seat)
        self.seat, self.hand, self.known = seat, tuple(hand), known
        placed = [card for other in self.others for card in known.held.get(other, ())]
        seen = [*hand, *known.gone, *placed]
        self.rooms = tuple(
            len(hand) - (other in known.played) - len(known.held.get(other, ()))
            for other in self.others
        )
        rest = DECKS[deck].difference(seen)
        if (
            not DECKS[deck].issuperset(seen)
            or len(set(seen)) != len(seen)
            or min(self.rooms) < 0
            or sum(self.rooms) != len(rest)
        ):
            raise LayoutFault("cards")
        self.cards = {
            suit: sorted((card for card in rest if card.suit == suit), key=str) for suit in SUITS
        }
        # A cached function of a suit and of the free places in the three other hands. It returns
        # in how many ways the cards of that suit and of the following suits can be dealt.
        self._ways = cache(self._count)
        self.count = self._ways(0, self.rooms)
        if self.count == 0:
            raise LayoutFault("known")

    def draw(self, random: Random) -> tuple[tuple[Card, ...], ...]:
        """Return four hands drawn at random. All layouts have the same chance."""
        hands = self._given()
        rooms = self.rooms
        for place, suit in enumerate(SUITS):
            splits = list(self._splits(place, rooms))
            weights = [self._weight(place, rooms, split) for split in splits]
            split = random.choices(splits, weights)[0]
            cards = random.sample(self.cards[suit], len(self.cards[suit]))
            for other, many in zip(self.others, split, strict=True):
                hands[other] += cards[:many]
                cards = cards[many:]
            rooms = _less(rooms, split)
        return tuple(map(tuple, hands))

    def every(self) -> Iterator[tuple[tuple[Card, ...], ...]]:
        """Yield every possible layout once."""
        yield from self._every(0, self.rooms, self._given())

    def _every(
        self, place: int, rooms: tuple[int, ...], hands: list[list[Card]]
    ) -> Iterator[tuple[tuple[Card, ...], ...]]:
        if place == len(SUITS):
            yield tuple(map(tuple, hands))
            return
        cards = self.cards[SUITS[place]]
        for split in self._splits(place, rooms):
            for first in combinations(cards, split[0]):
                rest = [card for card in cards if card not in first]
                for second in combinations(rest, split[1]):
                    third = [card for card in rest if card not in second]
                    then = [list(hand) for hand in hands]
                    for other, more in zip(self.others, (first, second, third), strict=True):
                        then[other] += more
                    yield from self._every(place + 1, _less(rooms, split), then)

    def _given(self) -> list[list[Card]]:
        held = self.known.held
        return [
            list(self.hand) if seat == self.seat else sorted(held.get(seat, ()), key=str)
            for seat in range(SEATS)
        ]

    def _splits(self, place: int, rooms: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
        """Yield each way to split a suit: how many of its cards each of the three hands gets."""
        many = len(self.cards[SUITS[place]])
        most = [
            0 if SUITS[place] in self.known.without.get(other, ()) else room
            for other, room in zip(self.others, rooms, strict=True)
        ]
        for first in range(min(many, most[0]) + 1):
            for second in range(min(many - first, most[1]) + 1):
                if many - first - second <= most[2]:
                    yield first, second, many - first - second

    def _weight(self, place: int, rooms: tuple[int, ...], split: tuple[int, ...]) -> int:
        ways = comb(sum(split), split[0]) * comb(split[1] + split[2], split[1])
        return ways * self._ways(place + 1, _less(rooms, split))

    def _count(self, place: int, rooms: tuple[int, ...]) -> int:
        if place == len(SUITS):
            return 1
        return sum(self._weight(place, rooms, split) for split in self._splits(place, rooms))


def _less(rooms: tuple[int, ...], split: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(room - many for room, many in zip(rooms, split, strict=True))


def hand_worth(
    hand: Sequence[Card],
    seat: int,
    trumps: Sequence[str] = SUITS,
    *,
    random: Random,
    known: Known = NOTHING,
    leader: int | None = None,
    deck: int = 40,
    penalised_aces: bool = False,
    error: float = 1.0,
    most: int = 400,
    stopped: Callable[[int, int], bool] = lambda solved, expected: False,
    agrees: Callable[[Layouts], bool] | None = None,
) -> dict[str, HandWorth]:
    """Return, by trump, what the seat's side takes of the cards still held.

    All trumps are solved over the same layouts. Layouts are drawn until every standard error is
    at most `error`, or `most` layouts are solved, or `stopped` returns true. `stopped` is called
    after each batch with the number of layouts solved, and an estimate of how many are needed in
    all. The seat leads, unless another `leader` is given. Only layouts for which `agrees` returns
    true count. Raise `LayoutFault` for cards that no layout can have, or if (nearly) none agrees.
    """
    unseen = Unseen(hand, seat, known, deck)
    most = max(most, 2)  # a standard error needs two
    exact, last = unseen.count <= most, min(most, unseen.count)
    source = unseen.every() if exact else iter(lambda: unseen.draw(random), ())
    possible = unseen.count
    if agrees is not None:
        source = _agreeing(source, agrees)
    if agrees is not None and exact:
        layouts = list(source)
        source, last, possible = iter(layouts), len(layouts), len(layouts)
    leads = seat if leader is None else leader
    total = sum(POINTS.get(card.rank, 0) for card in DECKS[deck].difference(known.gone))
    tallies = {trump: _Tally(Search(trump), seat, leads, total) for trump in trumps}
    solved = 0
    while True:
        batch = list(islice(source, min(BATCH, most - solved)))
        if not batch:
            raise LayoutFault("known")
        solved += len(batch)
        # Each batch is solved trump by trump, because a search reuses positions of earlier
        # layouts.
        for tally in tallies.values():
            tally.add(batch, penalised_aces=penalised_aces)
        worths = {trump: tally.worth(possible) for trump, tally in tallies.items()}
        widest = max(worth.error for worth in worths.values())
        expected = last if exact else _expected(solved, last, widest, error)
        enough = not exact and solved >= LEAST and widest <= error
        if stopped(solved, expected) or solved == last or enough:
            return worths


def _agreeing(source: Iterable[Layouts], agrees: Callable[[Layouts], bool]) -> Iterator[Layouts]:
    """Yield the layouts that agree. End if `MOST_TRIES` in a row do not."""
    tries = 0
    for hands in source:
        tries = 0 if agrees(hands) else tries + 1
        if not tries:
            yield hands
        elif tries > MOST_TRIES:
            return


def _expected(solved: int, last: int, widest: float, error: float) -> int:
    """Return about how many layouts are needed in all. Half the error takes four times as many."""
    needed = ceil(solved * (widest / error) ** 2) if error else last
    return max(solved, min(last, max(needed, LEAST)))


@dataclass(slots=True)
class _Tally:
    """The results of a seat's side with one trump.

    `total` is the sum of the points of all cards left.
    """

    search: Search
    seat: int
    leader: int
    total: int
    taken: Counter[int] = field(default_factory=Counter)
    sweeps: int = 0
    worst: tuple[int, Layout] | None = None

    def add(self, batch: Iterable[tuple[tuple[Card, ...], ...]], *, penalised_aces: bool) -> None:
        """Solve more layouts and count their results."""
        side = side_of(self.seat)
        for hands in batch:
            layout = Layout(hands, self.search.trump, self.leader)
            points = self.search.take(layout, side)
            self.sweeps += points == self.total
            if penalised_aces:
                points -= 10 * sum(card.rank == "A" for own in hands[side::2] for card in own)
            self.taken[points] += 1
            if self.worst is None or points < self.worst[0]:
                self.worst = points, layout

    def worth(self, layouts: int) -> HandWorth:
        """Return the results as a `HandWorth`.

        `layouts` is the number of layouts that are possible. The result is exact if all were
        solved.
        """
        assert self.worst is not None  # noqa: S101 -- a layout was solved
        exact = self.taken.total() == layouts
        return HandWorth(dict(sorted(self.taken.items())), exact, self.sweeps, self.worst[1])
