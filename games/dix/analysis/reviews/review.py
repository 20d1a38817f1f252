"""The review of a hand recorded by its cards, by two judges. Pure.

The first judge sees all cards. It compares each card with the best result of perfect play. The
second judge knows only what the player could know before the card. It averages perfect play over
layouts that agree with this knowledge, so it does not count bad luck as a mistake. Both judges
also compute what the points are worth: by the ruleset's own scoring, or as chances of winning
the match where these are known.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from math import sqrt
from random import Random
from statistics import mean, variance
from types import SimpleNamespace
from typing import Any

from games.cards import SUITS, Card
from games.dix.analysis.reviews.passing import Passing, contract_after_pass, state_after_pass
from games.dix.analysis.solver.solver import Layout, Search, solve_table
from games.dix.analysis.worth.worth import Known, Layouts, Unseen
from games.dix.engine.auction import Position, may_bid_partie
from games.dix.engine.hands import DixEntry, Hand, read_hand
from games.dix.engine.play import PlayState, play_card, run_tricks
from games.dix.engine.rulesets import CARD_POINTS, SEATS, DixRules, points_in_hand, side_of
from games.dix.engine.scoring import score_hand

# The second judge solves `LAYOUTS` layouts before each card, and `MORE_LAYOUTS` for hands of at
# most `SHORT` cards, which take less time. If there are fewer layouts, all are solved.
LAYOUTS, MORE_LAYOUTS, SHORT = 60, 240, 6
# Of how many of these layouts the second judge asks what passing would have brought. Each of them
# takes a table of all trumps and leaders.
PASSED_LAYOUTS = 20
# A mistake must cost more than this number of standard errors. Two would be usual. Three are
# needed because a card is compared with the best of up to ten cards, and the best card is often
# just a lucky one.
SURE = 3.0
# A mistake must also cost at least this: in points of the score, or in chances of winning the
# match.
LEAST_POINTS, LEAST_CHANCE = 1.0, 0.005

# A function that returns the bidders' chance of winning the match after a hand.
Chance = Callable[[Hand], float]
# A function that is called after each layout. It may raise to stop the work.
Tick = Callable[[], None]


class NoCards(ValueError):
    """Raised for a hand that was recorded without its cards."""


@dataclass(frozen=True, slots=True)
class Judgement:
    """One judge's judgement of a choice among cards.

    - `best`: all cards that are worth most.
    - `points`: how many more points of cards the best card takes for the player's side than the
      played one.
    - `cost`: the same difference in worth.
    - `points_error`, `error`: the standard errors of `points` and `cost`.
    - `made`: how often the bid is made, after the best card and after the played one.
    - `values`: the bidders' points at the end, by card.
    - `mistake`: whether the judge calls the played card a mistake.
    """

    best: tuple[Card, ...]
    points: float
    points_error: float
    cost: float
    error: float
    made: tuple[float, float]
    values: Mapping[Card, float]
    mistake: bool


@dataclass(frozen=True, slots=True)
class Turn:
    """A played card: its seat, the number of its trick (from 1), and the position before it."""

    seat: int
    trick: int
    card: Card
    layout: Layout
    state: PlayState

    @property
    def layouts(self) -> int:
        """The number of layouts that the second judge solves before this card."""
        short = len(self.layout.hands[self.seat]) <= SHORT
        return MORE_LAYOUTS if short else LAYOUTS

    @property
    def choice(self) -> tuple[Card, ...]:
        """The cards that the seat was allowed to play."""
        return self.layout.legal


@dataclass(frozen=True, slots=True)
class BidWorth:
    """A bid with its trump: the mean points of perfect play, and their worth.

    `made` is how often the bid is made. `value` is None if it can't be compared with the value
    of the own bid, because one of them is in points and the other in chances.
    """

    trump: str
    bid: int | None
    points: float
    made: float
    value: float | None
    error: float


@dataclass(frozen=True, slots=True)
class BidJudgement:
    """One judge's opinion of the bid, compared with other bids in its trump and other trumps.

    `best` has the trumps in which the same bid is worth most.
    """

    own: BidWorth
    others: tuple[BidWorth, ...]
    trumps: tuple[BidWorth, ...]
    best: tuple[str, ...]
    cost: float
    error: float
    mistake: bool
    # What passing would have brought. None if the bidder could not pass.
    passing: Passing | None = None


class Review:
    """A recorded hand with the worth of its points.

    Raise `NoCards` if it was recorded without cards. `chance` returns the bidders' chance of
    winning the match after a hand. Without `chance`, the worth is the difference of the two
    sides' scores. If the hand is « la partie » that decides the match, the worth is 1 or 0.
    """

    def __init__(
        self, rules: DixRules, position: Position, entry: DixEntry, chance: Chance | None = None
    ) -> None:
        if not entry.tricks or not entry.trump:
            raise NoCards
        self.rules, self.position = rules, position
        self.hand = read_hand(rules, position, entry)
        self.trump: str = entry.trump
        self.auction = tuple(entry.auction or ())
        self.chance = chance
        self.play = run_tricks(rules.deck, self.trump, self.hand.bidder, entry.tricks)
        self.dealt = self.play.dealt()
        self.penalised = rules.card_values == "penalised_aces" and not self.hand.partie
        self._values: dict[int, float] = {}

    @property
    def in_chances(self) -> bool:
        """Whether costs are chances of winning the match. Otherwise they are points."""
        decided = self.hand.partie and self.rules.partie == "decides_match"
        return self.chance is not None or decided

    @property
    def undertaken(self) -> bool:
        """Whether the bidders must take a number of points. A bid that is a price can't fail."""
        return self.hand.partie or not self.rules.bid_format.startswith("buy_")

    def turns(self) -> Iterator[Turn]:
        """Yield each played card in order, with the position before it."""
        state = PlayState(self.rules.deck, self.trump, leader=self.hand.bidder)
        layout = Layout(self.dealt, self.trump, self.hand.bidder)
        for number, trick in enumerate(self.play.tricks, start=1):
            for seat, card in trick.played():
                yield Turn(seat, number, card, layout, state)
                state, layout = play_card(state, card), layout.after(card)[0]

    # --- What points are worth -------------------------------------------------------------

    def value(self, taken: int) -> float:
        """Return what it is worth to the bidders to end the hand with `taken` points."""
        if taken not in self._values:
            self._values[taken] = self._worth(replace(self.hand, taken=taken))
        return self._values[taken]

    def _worth(self, hand: Hand) -> float:
        if self.chance is not None:
            return self.chance(hand)
        if hand.partie and self.rules.partie == "decides_match":
            return float(hand.made)
        notes = score_hand(self.rules, self.position, hand)
        return float(sum(_signed(note.side == hand.bidders, float(note.points)) for note in notes))

    def _for(self, seat: int, value: float) -> float:
        return _signed(side_of(seat) == self.hand.bidders, value)

    def _is_mistake(self, cost: float, error: float) -> bool:
        least = LEAST_CHANCE if self.in_chances else LEAST_POINTS
        return cost >= least and cost > SURE * error

    # --- The cards ---------------------------------------------------------------------------

    def seen(self, turn: Turn) -> Judgement | None:
        """Judge a card with all cards seen. Return None if there was no choice.

        The judgement is exact.
        """
        if len(turn.choice) == 1:
            return None
        return self._judged(turn, [self._ends(turn, turn.layout, Search(self.trump))])

    def known(
        self, turn: Turn, random: Random, *, most: int = 0, tick: Tick = lambda: None
    ) -> Judgement | None:
        """Judge a card by what the seat could know. Return None if there was no choice.

        `most` is how many layouts are solved; by default `turn.layouts`.
        """
        if len(turn.choice) == 1:
            return None
        search, layouts = Search(self.trump), []
        drawn, exact = self._drawn(turn.seat, turn.state, turn.layout, random, most or turn.layouts)
        for hands in drawn:
            layout = replace(turn.layout, hands=hands)
            layouts.append(self._ends(turn, layout, search))
            tick()
        return self._judged(turn, layouts, exact=exact)

    def _drawn(
        self, seat: int, state: PlayState, layout: Layout, random: Random, most: int
    ) -> tuple[Iterable[tuple[tuple[Card, ...], ...]], bool]:
        """Return layouts that agree with what a seat has seen, and whether those are all."""
        without: dict[int, frozenset[str]] = {}
        for other, suit in state.unfollowed:
            without[other] = without.get(other, frozenset()) | {suit or ""}
        played = {(layout.leader + place) % SEATS for place in range(len(layout.on_table))}
        known = Known(gone=state.seen, without=without, played=frozenset(played))
        unseen = Unseen(layout.hands[seat], seat, known, self.rules.deck)
        if unseen.count <= most:
            return unseen.every(), True
        return islice(iter(lambda: unseen.draw(random), None), most), False

    def _ends(self, turn: Turn, layout: Layout, search: Search) -> dict[Card, int]:
        """Return, for each legal card, the bidders' points at the end of perfect play."""
        bidders = self.hand.bidders
        base = turn.state.points_by_side(penalised_aces=False)[bidders]
        if self.penalised:
            base -= 10 * _aces(turn.state, layout, bidders)
        return {card: base + points for card, points in search.each_card(layout, bidders).items()}

    def _judged(
        self, turn: Turn, layouts: Sequence[Mapping[Card, int]], *, exact: bool = True
    ) -> Judgement:
        cards = turn.choice
        ends = {card: [layout[card] for layout in layouts] for card in cards}
        worth = {
            card: [self._for(turn.seat, self.value(taken)) for taken in ends[card]]
            for card in cards
        }
        means = {card: round(mean(worth[card]), 9) for card in cards}
        points = {card: mean(ends[card]) for card in cards}
        # The played card is compared with the best card. If several cards are worth as much, the
        # one that takes most points counts as the best.
        top = max(cards, key=lambda card: (means[card], self._for(turn.seat, points[card])))
        best = tuple(card for card in cards if means[card] == means[top])
        if turn.card in best:
            top = turn.card
        cost, error = _gap(worth[top], worth[turn.card], exact=exact)
        lost, lost_error = _gap(ends[top], ends[turn.card], exact=exact)
        made = [mean(taken >= self.hand.goal for taken in ends[card]) for card in (top, turn.card)]
        return Judgement(
            best,
            self._for(turn.seat, lost),
            lost_error,
            cost,
            error,
            (made[0], made[1]),
            points,
            self._is_mistake(cost, error),
        )

    # --- The bid -----------------------------------------------------------------------------

    def bid_seen(self) -> BidJudgement:
        """Return the judgement of the bid with all cards seen."""
        judged = self._bid_judged([self._bid_ends(self.dealt)], exact=True)
        return replace(judged, passing=self._passing([self.dealt], exact=True))

    def bid_known(
        self, random: Random, *, most: int = 0, tick: Tick = lambda: None
    ) -> BidJudgement:
        """Judge the bid by what the bidder's own hand says. The calls are not used."""
        bidder = self.hand.bidder
        state = PlayState(self.rules.deck, self.trump, leader=bidder)
        layout = Layout(self.dealt, self.trump, bidder)
        drawn, exact = self._drawn(bidder, state, layout, random, most or LAYOUTS)
        ends, first = [], list[Layouts]()
        for hands in drawn:
            ends.append(self._bid_ends(hands))
            if len(first) < PASSED_LAYOUTS:
                first.append(hands)
            tick()
        exact_pass = exact and len(first) == len(ends)
        passing = self._passing(first, exact=exact_pass, tick=tick)
        return replace(self._bid_judged(ends, exact=exact), passing=passing)

    def _passing(
        self, layouts: Sequence[Layouts], *, exact: bool, tick: Tick = lambda: None
    ) -> Passing | None:
        """Return what a pass instead of the bid would have brought over these layouts."""
        state = state_after_pass(self.rules, self.position, self.hand.bidder, self.auction)
        # A bid that decides the match without known chances is in other units than the rest.
        mixed = self.chance is None and self.rules.partie == "decides_match"
        if state is None or (mixed and self.hand.partie):
            return None
        if mixed:
            state = replace(state, rules=_without_partie(self.rules))
        contracts = []
        for hands in layouts:
            contracts.append(
                contract_after_pass(
                    state, hands, solve_table(hands), self._worth, whole=self.in_chances
                )
            )
            tick()
        values = [self._for_side(contract.score) for contract in contracts]
        error = 0.0 if exact or len(values) < 2 else sqrt(variance(values) / len(values))
        return Passing(mean(values), error, contracts[0] if len(contracts) == 1 else None)

    def _for_side(self, score: float) -> float:
        """Return the worth to the bidders' side of a worth to side 0."""
        if self.hand.bidders == 0:
            return score
        return 1 - score if self.in_chances else -score

    def _bid_ends(self, hands: tuple[tuple[Card, ...], ...]) -> dict[str, tuple[int, int]]:
        """Return, by trump, the bidders' points in traditional values and their number of aces."""
        side, ends = self.hand.bidders, {}
        aces = sum(card.rank == "A" for hand in hands[side::2] for card in hand)
        for trump in SUITS:
            layout = Layout(hands, trump, self.hand.bidder)
            ends[trump] = (Search(trump).take(layout, side), aces)
        return ends

    def other_bids(self) -> tuple[int | None, ...]:
        """Return the bids that would also have been the highest. None stands for « la partie ».

        If bids are paid with money, return only the bid that was made.
        """
        own = self.hand.bid
        if self.rules.bid_format == "buy_money":
            return (own,)
        over = [
            call["call"]
            for call in self.auction
            if isinstance(call["call"], int) and side_of(call["seat"]) != self.hand.bidders
        ]
        lowest = max([self.rules.min_bid, *(5 + number for number in over)])
        highest = (
            CARD_POINTS if self.rules.bid_format == "buy_points" else points_in_hand(self.rules)
        )
        bids: list[int | None] = [*range(lowest, highest + 1, 5)]
        if self.hand.partie or may_bid_partie(self.rules, self.position, self.hand.bidders):
            bids.append(None)
        return tuple(bids)

    def _bid_judged(
        self, layouts: Sequence[Mapping[str, tuple[int, int]]], *, exact: bool
    ) -> BidJudgement:
        own, samples = self.hand.bid, {}
        trumps = []
        for trump in SUITS:
            worth, samples[trump] = self._bid_worth(own, trump, layouts, exact=exact)
            trumps.append(worth)
        mine = next(worth for worth in trumps if worth.trump == self.trump)
        means = {trump: round(mean(values), 9) for trump, values in samples.items()}
        top = max(means, key=lambda trump: means[trump])
        best = tuple(trump for trump in SUITS if means[trump] == means[top])
        top = self.trump if self.trump in best else top
        cost, error = _gap(samples[top], samples[self.trump], exact=exact)
        others = tuple(
            self._bid_worth(bid, self.trump, layouts, exact=exact)[0]
            for bid in self.other_bids()
            if bid != own
        )
        mistake = self._is_mistake(cost, error)
        return BidJudgement(mine, others, tuple(trumps), best, cost, error, mistake)

    def _bid_worth(
        self,
        bid: int | None,
        trump: str,
        layouts: Sequence[Mapping[str, tuple[int, int]]],
        *,
        exact: bool,
    ) -> tuple[BidWorth, list[float]]:
        hand = replace(
            self.hand,
            bid=bid,
            partie=bid is None,
            in_hand=points_in_hand(self.rules, partie=bid is None),
        )
        aces_cost = self.rules.card_values == "penalised_aces" and bid is not None
        hands = [
            replace(hand, taken=points - 10 * aces if aces_cost else points)
            for points, aces in (ends[trump] for ends in layouts)
        ]
        values = [self._worth(hand) for hand in hands]
        # The worth of a bid that decides the match is a chance. The worth of other bids is in
        # points.
        decides = bid is None and self.rules.partie == "decides_match" and self.chance is None
        comparable = decides == (self.in_chances and self.chance is None)
        return (
            BidWorth(
                trump,
                bid,
                mean(hand.taken for hand in hands),
                mean(hand.made for hand in hands),
                mean(values) if comparable else None,
                0.0 if exact else sqrt(variance(values) / len(values)),
            ),
            values,
        )


def _without_partie(rules: DixRules) -> Any:
    """Return the rules without « la partie »."""
    values = {name: getattr(rules, name) for name in DixRules.__annotations__}
    return SimpleNamespace(**{**values, "partie": "forbidden"})


def _gap(best: Sequence[float], played: Sequence[float], *, exact: bool) -> tuple[float, float]:
    """Return by how much `best` exceeds `played` on average, and the standard error of that."""
    gaps = [value - other for value, other in zip(best, played, strict=True)]
    return mean(gaps), 0.0 if exact else sqrt(variance(gaps) / len(gaps))


def _signed(ours: bool, value: float) -> float:
    return value if ours else -value


def _aces(state: PlayState, layout: Layout, side: int) -> int:
    """Return how many aces a side was dealt, counting the cards it holds and has played."""
    held = [card for seat in range(side, SEATS, 2) for card in layout.hands[seat]]
    played = [card for trick in state.tricks for seat, card in trick.played() if seat % 2 == side]
    table = [
        card for place, card in enumerate(state.on_table) if side_of(state.leader + place) == side
    ]
    return sum(card.rank == "A" for card in (*held, *played, *table))
