"""How hands go, as the chances of a match suppose it: solved deals, and a simple way to bid. Pure.

The deals were dealt at random and solved once (`manage.py solve_deals`); the files beside this
module keep what each seat's hand promised and what its side took with it. Who bids how much under a
ruleset follows from the promises:

- a seat's *strength* is what its own ten cards promise its side, trump being its best suit;
- it goes up to its *limit*: the strength itself where a bid is to be made, else what it promises
  beyond half of the points (with money: four times that part of the purse which these are of the
  target, and at most a third of it);
- the highest limit names trump, the first to speak of equals, for the least that the other side
  would not go beyond;
- whoever names trump bids « la partie » instead where that is worth more (`equity` decides).

Neither the score nor the calls change a limit.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from random import Random
from typing import Any, Protocol

import numpy as np

from games.cards import SUITS, Card
from games.dix.engine.auction import Position, free_trump_seat, highest_bid
from games.dix.engine.play import DECKS, ORDER
from games.dix.engine.rulesets import CARD_POINTS, SEATS, DixRules, points_in_hand, side_of

SEED = 18
# How many deals were solved, by deck.
DEALS = {40: 2500, 36: 1000}
# Beside this module.
FILE = "solved_deals_{deck}.csv"
STEP = 5
# Hands whose strengths are within so much look alike to who decides on « la partie »; from
# `STRONGEST` on all do, as few hands are so strong.
ALIKE = 10
STRONGEST = 90
# The dealer of the model's hands: so seat 0 speaks first, and a seat is its place of speech.
DEALER = SEATS - 1

# What cards promise, in points, fitted to the solved deals by least squares
# (`manage.py solve_deals --fit`), rounded to halves.
WEIGHTS = {
    "always": 25.0,
    "trump": 3.5,
    "trump A": 14.0,
    "trump K": 4.0,
    "trump Q": 2.5,
    "trump J": 1.5,
    "trump 10": 2.5,
    "A": 11.5,
    "K": 2.0,
    "void": 8.5,
    "singleton": 2.5,
}
HEADER = ",".join(f"{name}{seat}" for name in ("strength", "taken", "aces") for seat in range(4))


@dataclass(frozen=True, slots=True)
class ModelHand:
    """One way a hand goes: `bid` None is « la partie ». `bidder` counts from who speaks first."""

    bidder: int
    bid: int | None
    defenders_bid: bool
    taken: int


@dataclass(frozen=True, slots=True)
class Choice:
    """Hands that look alike to whoever names trump: what a number leads to, or « la partie ».

    `share` of all hands are such; the shares within `number` and within `partie` sum to one.
    `partie` is empty where nobody of the model would bid it.
    """

    side: int
    share: float
    number: Mapping[ModelHand, float]
    partie: Mapping[ModelHand, float]


class HandModel(Protocol):
    """A distribution of hands. `name` is its code, `hands` how many it comes from.

    `digest` tells it from others of that name, in every process.
    """

    name: str
    hands: int

    @property
    def digest(self) -> str:
        """What tells it from others of that name."""

    def choices(self, rules: DixRules, purses: tuple[int, int] | None) -> Sequence[Choice]:
        """The hands under a ruleset; `purses` of the side that speaks first, and of the other."""

    def purse_limit(self, rules: DixRules) -> int:
        """The highest bid of the model with money: a fuller purse changes nothing."""


# --- What a hand promises --------------------------------------------------------------------


def promises(hand: Sequence[Card], trump: str) -> dict[str, int]:
    """Count what a hand promises something by, its seat naming that trump and leading."""
    lengths = dict.fromkeys(SUITS, 0)
    card_counts = dict.fromkeys(WEIGHTS, 0)
    for card in hand:
        lengths[card.suit or ""] += 1
        name = f"trump {card.rank}" if card.suit == trump else card.rank
        if name in card_counts:
            card_counts[name] += 1
    others = [length for suit, length in lengths.items() if suit != trump]
    counts = {
        "always": 1,
        "trump": lengths[trump],
        "void": others.count(0),
        "singleton": others.count(1),
    }
    return card_counts | counts


def strength(hand: Sequence[Card], trump: str) -> float:
    """Return the points that a hand promises its side when its seat names that trump and leads."""
    return sum(WEIGHTS[name] * count for name, count in promises(hand, trump).items())


def best_trump(hand: Sequence[Card]) -> str:
    """Return the suit in which a hand promises most, the first of equals."""
    return max(SUITS, key=lambda suit: strength(hand, suit))


# --- The solved deals ------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class SolvedDeals:
    """One row a deal, one column a seat: its strength, what its side took, the aces it was dealt.

    The seat named its best trump and led; all four then played perfectly, every card seen.
    """

    strengths: Any
    taken: Any
    aces: Any

    @property
    def count(self) -> int:
        """How many deals."""
        return len(self.taken)


def dealt(deck: int, random: Random) -> tuple[tuple[Card, ...], ...]:
    """Deal the cards of a deck."""
    cards = sorted(DECKS[deck], key=lambda card: (SUITS.index(card.suit or ""), ORDER[card.rank]))
    random.shuffle(cards)
    size = deck // SEATS
    return tuple(tuple(cards[size * seat : size * (seat + 1)]) for seat in range(SEATS))


def row(hands: Sequence[Sequence[Card]], table: Mapping[tuple[str, int], int]) -> tuple[int, ...]:
    """Return what is kept of a deal and the points of its solution, by trump and leader."""
    trumps = [best_trump(hand) for hand in hands]
    strengths = [round(strength(*named)) for named in zip(hands, trumps, strict=True)]
    taken = [table[trump, seat] for seat, trump in enumerate(trumps)]
    aces = [sum(card.rank == "A" for card in hand) for hand in hands]
    return (*strengths, *taken, *aces)


class Fit:
    """Finds by least squares what cards promise."""

    def __init__(self) -> None:
        self._rows: list[list[int]] = []
        self._taken: list[int] = []

    def add(self, hand: Sequence[Card], trump: str, taken: int) -> None:
        """Add what a side took with a hand and a trump."""
        self._rows.append(list(promises(hand, trump).values()))
        self._taken.append(taken)

    def weights(self) -> dict[str, float]:
        """Return the weights that come nearest."""
        weights, *_more = np.linalg.lstsq(np.array(self._rows), np.array(self._taken), rcond=None)
        return dict(zip(promises((), SUITS[0]), weights.tolist(), strict=True))


@cache
def solved_deals(deck: int) -> SolvedDeals:
    """The solved deals of a deck, 40 or 36: constants, too long to be written as code."""
    text = (files(__package__) / FILE.format(deck=deck)).read_text(encoding="ascii")
    rows = np.loadtxt(text.splitlines(), delimiter=",", skiprows=1, dtype=np.int64)
    return SolvedDeals(*np.split(rows, 3, axis=1))


class SolvedModel:
    """The hands of solved deals, each dealt by every seat in turn."""

    name = "solved_deals"

    def __init__(self, deals: SolvedDeals, bolder: float = 0.0) -> None:
        """`bolder` adds points to every limit: other players than the model's, to judge it."""
        self.hands = deals.count
        self.bolder = bolder
        # Seats by their place of speech, whoever deals.
        turned = [[(place + first) % SEATS for place in range(SEATS)] for first in range(SEATS)]
        self.strengths = np.concatenate([deals.strengths[:, order] for order in turned])
        self.taken = np.concatenate([deals.taken[:, order] for order in turned])
        self.aces = np.concatenate([deals.aces[:, order] for order in turned])

    @property
    def digest(self) -> str:
        """How many deals, and how much bolder than they: the deals themselves are constants."""
        return f"{self.hands}-{self.bolder}"

    def choices(self, rules: DixRules, purses: tuple[int, int] | None) -> Sequence[Choice]:
        """The hands under a ruleset, those of one strength together."""
        auctions = self.auctions(rules, purses)
        classes = np.minimum(
            self.strengths[self._rows, auctions.bidder] // ALIKE * ALIKE, STRONGEST
        )
        everything = self.taken[self._rows, auctions.bidder]
        choices = []
        for side in (0, 1):
            # Where none of the hands takes everything, nobody bids « la partie »: one class.
            bold = [
                class_
                for class_ in np.unique(classes)
                if (
                    everything[(classes == class_) & (auctions.bidder % 2 == side)] == CARD_POINTS
                ).any()
            ]
            allowed = [] if rules.partie == "forbidden" else bold
            groups = [(classes == class_, True) for class_ in allowed]
            groups.append((~np.isin(classes, allowed), False))
            for of_class, partie in groups:
                rows = self._rows[of_class & (auctions.bidder % 2 == side)]
                if len(rows):
                    choices.append(self._choice(side, rows, auctions, everything, partie))
        return choices

    def promising(
        self, rules: DixRules, purses: tuple[int, int] | None, place: int, promised: int
    ) -> "Promising":
        """Return how it goes for a seat whose hand promises about so much.

        `place` is the seat's in the order of speech; `purses` as for `choices`. Raises `ValueError`
        if no hand of the model is such.
        """
        near = abs(self.strengths[:, place] - promised) <= STEP // 2
        rows = self._rows[near]
        if not len(rows):
            raise ValueError(promised)
        auctions = self.auctions(rules, purses)
        theirs = rows[auctions.bidder[rows] % 2 != place % 2]
        return Promising(
            _shares(self._taken(rules)[rows, place]),
            _shares(self.taken[rows, place]),
            len(theirs) / len(rows),
            _counted(
                auctions.bidder[theirs],
                auctions.bid[theirs],
                auctions.spoke[theirs],
                auctions.taken[theirs],
            )
            if len(theirs)
            else {},
            len(rows),
        )

    def purse_limit(self, rules: DixRules) -> int:
        """The highest limit of any seat."""
        return int(max(rules.min_bid, self._limits(rules).max()))

    def auctions(self, rules: DixRules, purses: tuple[int, int] | None) -> "Auctions":
        """Return who bids how much, for every row: closed form of an auction by smallest steps."""
        position = Position(DEALER, (0, 0), purses)
        limits = self._limits(rules).copy()
        for seat in range(SEATS):
            highest = highest_bid(rules, position, side_of(seat))
            limits[:, seat] = np.minimum(limits[:, seat], -1 if highest is None else highest)
        step = 1 if rules.bid_format == "buy_money" else STEP
        bidder = limits.argmax(axis=1)
        own = limits[self._rows, bidder]
        sides = np.stack([limits[:, 0::2].max(axis=1), limits[:, 1::2].max(axis=1)])
        other = sides[1 - bidder % 2, self._rows]
        # The first of two equals has said it first; otherwise one step more than they would.
        rival = limits.copy()
        rival[:, 0::2][bidder % 2 == 0] = -1
        rival[:, 1::2][bidder % 2 == 1] = -1
        later = rival.argmax(axis=1) > bidder
        bid = np.maximum(rules.min_bid, np.minimum(own, np.where(later, other, other + step)))
        silent = own < rules.min_bid
        free = free_trump_seat(rules, position)
        last = DEALER if free is None else free
        bidder = np.where(silent, last, bidder)
        bid = np.where(silent, rules.min_bid if free is None else 0, bid)
        spoke = (other >= rules.min_bid) & (bid > rules.min_bid) & ~silent
        return Auctions(bidder, bid, spoke, self._taken(rules)[self._rows, bidder])

    @property
    def _rows(self) -> Any:
        return np.arange(len(self.taken))

    def _limits(self, rules: DixRules) -> Any:
        """How far each seat goes."""
        promised = self.strengths + self.bolder
        if rules.card_values == "penalised_aces":
            # Its own aces cost 10 each, and of the others a third is its partner's.
            promised = promised - 10 * self.aces - 10 * (4 - self.aces) / 3
        beyond = promised - points_in_hand(rules) / 2
        if rules.bid_format == "buy_money":
            scale = 4 * (rules.initial_money or 0) / rules.target
            most = (rules.initial_money or 0) // 3
            return np.minimum(np.floor(beyond * scale), most).astype(np.int64)
        limit = beyond if rules.bid_format == "buy_points" else promised
        return (limit // STEP * STEP).astype(np.int64)

    def _taken(self, rules: DixRules) -> Any:
        if rules.card_values != "penalised_aces":
            return self.taken
        own = np.stack([self.aces[:, seat] + self.aces[:, (seat + 2) % SEATS] for seat in range(4)])
        return self.taken - 10 * own.T

    def _choice(
        self, side: int, rows: Any, auctions: "Auctions", everything: Any, partie: bool
    ) -> Choice:
        """The hands of some rows, equal ones counted."""
        bidder, spoke = auctions.bidder[rows], auctions.spoke[rows]
        number = _counted(bidder, auctions.bid[rows], spoke, auctions.taken[rows])
        instead = _counted(bidder, None, spoke, everything[rows]) if partie else {}
        return Choice(side, len(rows) / len(self.taken), number, instead)


def _counted(bidder: Any, bid: Any, spoke: Any, taken: Any) -> dict[ModelHand, float]:
    """The share of each hand among these; `bid` None is « la partie »."""
    bids = np.zeros_like(bidder) if bid is None else bid
    columns = np.stack([bidder, bids, spoke, taken], axis=1)
    hands, times = np.unique(columns, axis=0, return_counts=True)
    return {
        ModelHand(seat, None if bid is None else number, bool(heard), points): count / len(columns)
        for (seat, number, heard, points), count in zip(hands.tolist(), times.tolist(), strict=True)
    }


def _shares(points: Any) -> dict[int, float]:
    """The share of each number of points, the lowest first."""
    values, times = np.unique(points, return_counts=True)
    return dict(zip(values.tolist(), (times / len(points)).tolist(), strict=True))


@dataclass(frozen=True, slots=True)
class Promising:
    """Hands of about one strength, at one seat.

    `taken` and `everything` are what its side takes once it has named trump, as the ruleset counts
    and as « la partie » does. `outbid` is how often the other side names trump against it, and
    `defended` how that goes. `hands` is how many there are.
    """

    taken: Mapping[int, float]
    everything: Mapping[int, float]
    outbid: float
    defended: Mapping[ModelHand, float]
    hands: int


@dataclass(frozen=True, slots=True)
class Auctions:
    """The outcome of each row's auction, and what the bidders took."""

    bidder: Any
    bid: Any
    spoke: Any
    taken: Any


@cache
def solved_model(deck: int) -> SolvedModel:
    """Return the model of a deck's solved deals."""
    return SolvedModel(solved_deals(deck))
