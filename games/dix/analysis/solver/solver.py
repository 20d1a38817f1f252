"""Solves the jeu du 10 with all four hands seen (double dummy): the points of perfect play. Pure.

A `Layout` is the rest of a hand: the cards in the four hands and on the table. A `Search` solves
layouts with one trump. The search itself is compiled and is in `kernel`. `plain_solver` gives
the same answers slowly. Penalised aces need no extra search: an ace costs 10 to the side that
was dealt it, however the hand is played, so the best play is the same with both values of cards.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from threading import Lock
from typing import Any

import numpy as np

from games.cards import SUITS, Card
from games.dix.analysis.solver.kernel import memory, search
from games.dix.analysis.solver.plain_solver import legal_cards
from games.dix.engine.play import DECKS, ORDER, POINTS, PlayState, trick_winner
from games.dix.engine.rulesets import SEATS, side_of

# The type is `Any`, because compiled functions have no types that mypy could check.
kernel: Any = search
# The number of places for stored positions, of 32 bytes each: 8 MB in each process. With twice
# as many, a search looks at 0.1 % fewer positions, but each of them takes longer to read.
PLACES = 1 << 18
UNIT = 5


class LayoutFault(ValueError):
    """The error of an impossible position: a repeated or unknown card, or hands of wrong size."""


@dataclass(frozen=True, slots=True)
class Layout:
    """The cards in each seat's hand, and the cards on the table in the order from `leader` on."""

    hands: tuple[tuple[Card, ...], ...]
    trump: str
    leader: int
    on_table: tuple[Card, ...] = ()

    def __post_init__(self) -> None:
        cards = [card for hand in (*self.hands, self.on_table) for card in hand]
        if self.trump not in SUITS or self.leader not in range(SEATS) or len(self.hands) != SEATS:
            raise LayoutFault("trump, leader or hands")
        if len(set(cards)) != len(cards) or not DECKS[40].issuperset(cards):
            raise LayoutFault("cards")
        played = {(self.leader + place) % SEATS for place in range(len(self.on_table))}
        sizes = {len(hand) + (seat in played) for seat, hand in enumerate(self.hands)}
        if len(self.on_table) >= SEATS or len(sizes) != 1:
            raise LayoutFault("sizes")

    @property
    def to_play(self) -> int:
        """The seat whose turn it is."""
        return (self.leader + len(self.on_table)) % SEATS

    @property
    def legal(self) -> tuple[Card, ...]:
        """The cards that the seat to play may play."""
        return tuple(legal_cards(self.hands[self.to_play], self.on_table))

    def after(self, card: Card) -> tuple["Layout", int | None, tuple[Card, ...]]:
        """Return the layout after a card, the winner of the trick, and the cards of the trick.

        While the trick is not full, the winner is None and the cards are empty.
        """
        seat = self.to_play
        hands = tuple(
            tuple(other for other in hand if place != seat or other != card)
            for place, hand in enumerate(self.hands)
        )
        table = (*self.on_table, card)
        if len(table) < SEATS:
            return Layout(hands, self.trump, self.leader, table), None, ()
        winner = trick_winner(self.leader, table, self.trump)
        return Layout(hands, self.trump, winner), winner, table


class Search:
    """A solver of layouts with one trump. It reuses the positions that it met in earlier layouts.

    With `tricks` it counts tricks instead of points. `options` switches shortcuts off, for the
    tests.
    """

    def __init__(
        self, trump: str, *, tricks: bool = False, options: int = memory.EVERYTHING
    ) -> None:
        self.trump, self.tricks, self.options = trump, tricks, options
        self.unit = 1 if tricks else UNIT
        self.nodes = 0
        self._generation = 0

    def take(self, layout: Layout, side: int, guess: int | None = None) -> int:
        """Return the most that a side can take from now on, including the cards on the table."""
        place = self._place(layout)
        left = place[-1]
        if guess is None:
            start = left // 2 + (0 if self.tricks else _advantage(layout))
        else:
            start = guess // self.unit if side == 0 else left - guess // self.unit
        units = self._run(layout, lambda w, t: _value(w, t, place, start))
        return self.unit * (units if side == 0 else left - units)

    def reaches(self, layout: Layout, side: int, goal: int) -> bool:
        """Return whether a side can take at least `goal` from now on. It is faster than `take`."""
        *place, left = self._place(layout)
        need = -(-goal // self.unit)
        # Side 1 takes `need` units if and only if side 0 does not take `left - need + 1`.
        need = need if side == 0 else left - need + 1
        if not 0 < need <= left:
            return (need <= 0) == (side == 0)
        taken = self._run(layout, lambda w, t: kernel.can_take(w, t, *place, left, need))
        return (taken >= need) == (side == 0)

    def takes_all(self, layout: Layout, side: int) -> bool:
        """Return whether a side can take all that is left.

        For a complete hand this means that it can win « la partie ».
        """
        *_place, left = self._place(layout)
        return self.reaches(layout, side, left * self.unit)

    def each_card(self, layout: Layout, side: int) -> Mapping[Card, int]:
        """Return, for each card that may be played now, what a side takes from now on after it."""
        values: dict[Card, int] = {}
        guess: int | None = None
        for card in layout.legal:
            then, winner, trick = layout.after(card)
            won = 0
            if winner is not None and side_of(winner) == side:
                won = 1 if self.tricks else sum(POINTS.get(played.rank, 0) for played in trick)
            aim = None if guess is None else max(0, guess - won)
            values[card] = won + (self.take(then, side, aim) if any(then.hands) else 0)
            guess = values[card]
        return values

    def _place(self, layout: Layout) -> tuple[int, ...]:
        """Return the position as arguments of the compiled search, without the hands."""
        assert layout.trump == self.trump  # noqa: S101 -- what is known holds for one trump
        table = layout.on_table
        left = [card for hand in (*layout.hands, table) for card in hand]
        units = len(left) // SEATS if self.tricks else sum(map(_worth, left))
        pot = 0 if self.tricks else sum(map(_worth, table))
        if not table:
            return layout.leader, 0, 0, 0, 0, 0, units
        owner = trick_winner(layout.leader, table, self.trump)
        best = table[(owner - layout.leader) % SEATS]
        led = SUITS.index(table[0].suit or "")
        return layout.to_play, len(table), led, _bit(best), owner, pot, units

    def _run(self, layout: Layout, question: Any) -> int:
        with _MEMORY.lock:
            words = _MEMORY.words
            if _MEMORY.owner is not self:
                _MEMORY.owner = self
                _MEMORY.generation = _MEMORY.generation % 511 + 1
                if _MEMORY.generation == 1:
                    _MEMORY.known[:] = 0
                self._generation = _MEMORY.generation
                words[memory.GENERATION] = self._generation
                words[memory.OPTIONS] = self.options
                words[memory.TRUMP] = SUITS.index(self.trump)
                words[memory.PER_TRICK] = int(self.tricks)
                words[memory.WORTH : memory.WORTH + len(ORDER)] = [
                    0 if self.tricks else POINTS.get(rank, 0) // UNIT for rank in ORDER
                ]
                alike = np.zeros(4, dtype=np.int64)
                for rank, worth in enumerate(words[memory.WORTH : memory.WORTH + len(ORDER)]):
                    alike[worth] |= 1 << rank
                words[memory.ALIKE : memory.ALIKE + 4] = alike
            words[:SEATS] = [sum(1 << _bit(card) for card in hand) for hand in layout.hands]
            memory.deal(words)
            words[memory.NODES] = 0
            answer = int(question(words, _MEMORY.known))
            self.nodes += int(words[memory.NODES])
            return answer


class _Memory:
    """The memory that all searches of a process share."""

    def __init__(self) -> None:
        self.lock = Lock()
        self.owner: Search | None = None
        self.generation = 0
        self.words = np.zeros(memory.SIZE, dtype=np.int64)
        # The stored positions begin at a cache line of the processor. A cache line has 8 words.
        places = np.zeros(4 * PLACES + 8, dtype=np.int64)
        start = -(places.ctypes.data // 8) % 8
        self.known = places[start : start + 4 * PLACES]
        self.words[memory.MASK] = 4 * PLACES - 1
        memory.prepare(self.words)


_MEMORY = _Memory()


def _value(words: Any, known: Any, place: tuple[int, ...], guess: int) -> int:
    """Return the most units that side 0 takes. Ask yes-or-no questions, starting near the guess."""
    floor, ceiling = 0, place[-1]
    need, step = guess, 1
    while floor < ceiling:
        need = min(max(need, floor + 1), ceiling)
        bound = kernel.can_take(words, known, *place, need)
        if bound >= need:
            floor = bound
            need = floor + step
        else:
            ceiling = bound
            need = ceiling - step + 1
        step = min(step * 2, max(1, (ceiling - floor) // 2))
    return floor


def _bit(card: Card) -> int:
    return 16 * SUITS.index(card.suit or "") + ORDER[card.rank]


def _worth(card: Card) -> int:
    return POINTS.get(card.rank, 0) // UNIT


def _advantage(layout: Layout) -> int:
    """Return an estimate of the units that side 0 takes beyond half. A search starts from it.

    The weights, in units, were fitted to 700 deals solved for every trump and leader. Their mean
    error is 1.7 units. An estimate that is one unit too high costs a search nothing, but one
    that is too low costs another question. Therefore 0.5 is added.
    """
    trump, hands = layout.trump, layout.hands
    lengths = [Counter(card.suit for card in hand) for hand in hands]
    holder = {card: seat for seat, hand in enumerate(hands) for card in hand}
    units = [0.0, 0.0]
    for seat, hand in enumerate(hands):
        trumps = lengths[seat][trump]
        own = sum(
            0.3 + _TRUMPS.get(card.rank, 0) if card.suit == trump else _OTHERS.get(card.rank, 0)
            for card in hand
        )
        for suit in SUITS:
            if suit != trump and lengths[seat][suit] == 0:
                own += 0.65 * min(trumps, 4)
            elif suit != trump and lengths[seat][suit] == 1:
                own += 0.25 * min(trumps, 3)
        units[side_of(seat)] += own + (0.5 if seat == layout.leader else 0)
    for suit in SUITS:
        ace, king, ten = (holder.get(Card(rank, suit)) for rank in ("A", "K", "10"))
        if ace is not None and king is not None and side_of(ace) == side_of(king):
            units[side_of(ace)] += 0.8 if suit == trump else 0.6
        if ten is not None:
            if ace is not None and side_of(ace) == side_of(ten):
                own = 0.3 if ace == ten else 0.8
                units[side_of(ten)] += 0.75 if suit == trump else own
            if lengths[ten][suit] == 1:
                units[side_of(ten)] -= 0.4 if suit == trump else 0.65
    longest = [max(lengths[side][trump], lengths[side + 2][trump]) for side in (0, 1)]
    beyond = units[0] - units[1] + 0.45 * (longest[0] - longest[1])
    return round(beyond + 0.5)


_TRUMPS = {"A": 1.4, "K": 0.2, "Q": 0.4, "J": 0.15, "10": 0.1}
_OTHERS = {"A": 1.2, "K": 0.05, "Q": 0.2}


def best_total(
    state: PlayState, hands: Sequence[Sequence[Card]], side: int, *, penalised_aces: bool
) -> int:
    """Return a side's points at the end of a hand if both sides play perfectly from now on.

    `hands` are the cards that have not been played. The points taken so far count as in the
    engine.
    """
    layout = Layout(tuple(map(tuple, hands)), state.trump, state.leader, state.on_table)
    taken = state.points_by_side(penalised_aces=penalised_aces)[side]
    if penalised_aces:
        table = [
            (state.leader + place) % SEATS
            for place, card in enumerate(state.on_table)
            if card.rank == "A"
        ]
        held_aces = [seat for seat, hand in enumerate(hands) for card in hand if card.rank == "A"]
        taken -= 10 * sum(side_of(seat) == side for seat in (*table, *held_aces))
    return taken + (Search(state.trump).take(layout, side) if any(layout.hands) else 0)


def solve_table(hands: Sequence[Sequence[Card]]) -> dict[tuple[str, int], int]:
    """Return the points of the leader's side, by trump and leader, in traditional values."""
    points: dict[tuple[str, int], int] = {}
    total = sum(POINTS.get(card.rank, 0) for hand in hands for card in hand)
    for trump in SUITS:
        search = Search(trump)
        guess: int | None = None
        for leader in range(SEATS):
            layout = Layout(tuple(map(tuple, hands)), trump, leader)
            # Side 0's points hardly depend on the leader, so the last result is the next guess.
            guess = search.take(layout, 0, guess)
            points[trump, leader] = guess if side_of(leader) == 0 else total - guess
    return points
