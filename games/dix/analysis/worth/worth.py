"""What a hand is worth: perfect play averaged over the deals that a seat may be in. Pure.

Each layout is drawn with equal chance and solved. Where there are few enough layouts all of them
are solved: then the answer is exact. What was called tells nothing here.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
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

# So many layouts are drawn before the spread among them is believed.
LEAST = 25
# So many are solved before `stopped` is asked again.
BATCH = 5


@dataclass(frozen=True, slots=True)
class Known:
    """What a seat knows when it leads or is to play, besides its own hand.

    `gone`: cards played before, those on the table included. `held`: cards known to be in another
    hand. `without`: suits that another hand has no card of. `played`: seats whose card of this
    trick is on the table.
    """

    gone: frozenset[Card] = frozenset()
    held: Mapping[int, frozenset[Card]] = field(default_factory=dict)
    without: Mapping[int, frozenset[str]] = field(default_factory=dict)
    played: frozenset[int] = frozenset()


NOTHING = Known()


@dataclass(frozen=True, slots=True)
class HandWorth:
    """How often each number of points was taken by the seat's side, by perfect play."""

    taken: Mapping[int, int]
    # All layouts there are, or a sample of them.
    exact: bool
    # In how many of them the side took all the points there were.
    sweeps: int
    # One of those where the side takes least: what beats the hand.
    worst: Layout

    @property
    def layouts(self) -> int:
        """How many were solved."""
        return sum(self.taken.values())

    @property
    def mean(self) -> float:
        """The points taken on average."""
        return sum(points * times for points, times in self.taken.items()) / self.layouts

    @property
    def error(self) -> float:
        """The standard error of that mean; none where every layout was solved."""
        if self.exact:
            return 0.0
        return sqrt(variance(Counter(self.taken).elements()) / self.layouts)

    def chance(self, bid: int) -> tuple[float, float]:
        """How often so many points are reached, and the standard error of that share."""
        return self._share(sum(times for points, times in self.taken.items() if points >= bid))

    @property
    def chance_of_all(self) -> tuple[float, float]:
        """How often all the points are taken (« la partie »), and the standard error of that."""
        return self._share(self.sweeps)

    def _share(self, times: int) -> tuple[float, float]:
        """A share of the layouts and its standard error.

        Always or never in a sample is no certainty: its error is that of one layout otherwise.
        """
        share = times / self.layouts
        if self.exact:
            return share, 0.0
        unsure = min(max(times, 1), self.layouts - 1) / self.layouts
        return share, sqrt(unsure * (1 - unsure) / (self.layouts - 1))


class Unseen:
    """The cards that a seat does not see, and the ways they may lie."""

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
        # How many ways there are for the suits from one on, by the places left in the three hands.
        self._ways = cache(self._count)
        self.count = self._ways(0, self.rooms)
        if self.count == 0:
            raise LayoutFault("known")

    def draw(self, random: Random) -> tuple[tuple[Card, ...], ...]:
        """Four hands, every layout with the same chance: suit after suit."""
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
        """All layouts there are, each once."""
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
        """How many cards of a suit each of the three hands may have."""
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
) -> dict[str, HandWorth]:
    """What the seat's side takes of the cards still held, for each trump, over the same layouts.

    It draws until every standard error is small enough, or `most` layouts are solved, or `stopped`
    says so: it is asked after each batch with how many are solved, and about how many there will
    be. The seat leads, or `leader`. Raises `LayoutFault` for cards that nobody can hold so.
    """
    unseen = Unseen(hand, seat, known, deck)
    # A spread needs two.
    most = max(most, 2)
    exact = unseen.count <= most
    found: dict[str, HandWorth] = {}
    source = unseen.every() if exact else iter(lambda: unseen.draw(random), ())
    searches = {trump: Search(trump) for trump in trumps}
    taken: dict[str, Counter[int]] = {trump: Counter() for trump in trumps}
    sweeps = dict.fromkeys(trumps, 0)
    total = sum(POINTS.get(card.rank, 0) for card in DECKS[deck].difference(known.gone))
    worst: dict[str, tuple[int, Layout]] = {}
    solved = 0
    while True:
        batch = list(islice(source, min(BATCH, most - solved)))
        solved += len(batch)
        # Trump by trump: what was learnt of one layout serves the next.
        for trump, search in searches.items():
            for hands in batch:
                layout = Layout(hands, trump, seat if leader is None else leader)
                points = search.take(layout, side_of(seat))
                sweeps[trump] += points == total
                if penalised_aces:
                    aces = sum(card.rank == "A" for own in hands[seat % 2 :: 2] for card in own)
                    points -= 10 * aces
                taken[trump][points] += 1
                if trump not in worst or points < worst[trump][0]:
                    worst[trump] = points, layout
        whole = exact and solved == unseen.count
        found = {
            trump: HandWorth(
                dict(sorted(taken[trump].items())), whole, sweeps[trump], worst[trump][1]
            )
            for trump in trumps
        }
        last = min(most, unseen.count)
        widest = max(worth.error for worth in found.values())
        # Four times the layouts halve the error.
        needed = last if exact or not error else ceil(solved * (widest / error) ** 2)
        expected = max(solved, min(last, max(needed, LEAST)))
        enough = not exact and solved >= LEAST and widest <= error
        if stopped(solved, expected) or solved == last or enough:
            return found
