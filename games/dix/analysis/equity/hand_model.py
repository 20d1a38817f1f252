"""A model of hands for the chances of a match: solved deals, and a simple way to bid. Pure.

The deals were dealt at random and solved once (`manage.py solve_deals`). The files beside this
module store two numbers for each seat: the points that its hand promised, and the points that
its side took. The bids under a ruleset follow from the promises:

- a seat's *strength* is the points that its own hand promises its side with its best suit as trump;
- a seat bids up to its *limit*. Where a bid must be made, this is the strength. Elsewhere it is
  the promised points beyond half of the points. With money it is four times the same fraction of
  the purse as these points are of the target, and at most a third of the purse;
- the seat with the highest limit names trump; if limits are equal, the first of them to speak. It
  bids the least number that the other side would not outbid;
- the seat that names trump bids « la partie » instead where that is worth more (`equity` decides).

Neither the score nor the calls of other seats change a limit.
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
# The number of solved deals, by the number of cards in the deck.
DEALS = {40: 2500, 36: 1000}
# The name of the file with a deck's solved deals. The file lies beside this module.
FILE = "solved_deals_{deck}.csv"
STEP = 5
# The width of a class of strengths, in points. Within a class, « la partie » is either bid with
# all hands or with none. The last class begins at `STRONGEST`, because few hands are stronger.
ALIKE = 10
STRONGEST = 90
# The dealer of the model's hands. Seat 0 then speaks first, so a seat's number is also its place
# in the order of speech.
DEALER = SEATS - 1

# The points that each feature of a hand promises. They were fitted to the solved deals by least
# squares (`manage.py solve_deals --fit`) and rounded to halves.
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
    """One hand of the model. `bidder` counts from the first speaker.

    `bid` is None under « la partie ».
    """

    bidder: int
    bid: int | None
    defenders_bid: bool
    taken: int


@dataclass(frozen=True, slots=True)
class Choice:
    """A class of hands that are either all bid as « la partie » or all as numbers.

    `number` holds the hands if a number is bid, `partie` the hands if « la partie » is bid. The
    shares in each of them sum to one. `share` is the share of this class among all hands.
    `partie` is empty where the model never bids « la partie ».
    """

    side: int
    share: float
    number: Mapping[ModelHand, float]
    partie: Mapping[ModelHand, float]


class HandModel(Protocol):
    """A distribution of hands. `name` is its code; `hands` is the number of hands behind it."""

    name: str
    hands: int

    @property
    def digest(self) -> str:
        """A text that differs between models of one name. It is the same in every process."""

    def choices(self, rules: DixRules, purses: tuple[int, int] | None) -> Sequence[Choice]:
        """Return the hands under a ruleset.

        `purses` begins with the purse of the first speaker's side.
        """

    def purse_limit(self, rules: DixRules) -> int:
        """Return the model's highest bid with money. More money in a purse changes nothing."""


# --- What a hand promises --------------------------------------------------------------------


def promises(hand: Sequence[Card], trump: str) -> dict[str, int]:
    """Return how often a hand has each feature in `WEIGHTS` if its seat names `trump`."""
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
    """Return the points that a hand promises its side if its seat names `trump` and leads."""
    return sum(WEIGHTS[name] * count for name, count in promises(hand, trump).items())


def best_trump(hand: Sequence[Card]) -> str:
    """Return the suit in which a hand promises most; the first one if several promise as much."""
    return max(SUITS, key=lambda suit: strength(hand, suit))


# --- The solved deals ------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class SolvedDeals:
    """The solved deals as arrays with a row for each deal and a column for each seat.

    The arrays hold the seat's strength, the points that its side took, and the aces that the
    seat was dealt. For each column the deal was solved with the seat naming its best trump and
    leading, and with perfect play by all four seats, who see every card.
    """

    strengths: Any
    taken: Any
    aces: Any

    @property
    def count(self) -> int:
        """The number of deals."""
        return len(self.taken)


def dealt(deck: int, random: Random) -> tuple[tuple[Card, ...], ...]:
    """Deal the cards of a deck."""
    cards = sorted(DECKS[deck], key=lambda card: (SUITS.index(card.suit or ""), ORDER[card.rank]))
    random.shuffle(cards)
    size = deck // SEATS
    return tuple(tuple(cards[size * seat : size * (seat + 1)]) for seat in range(SEATS))


def row(hands: Sequence[Sequence[Card]], table: Mapping[tuple[str, int], int]) -> tuple[int, ...]:
    """Return the row that the file stores for a deal.

    `table` has the deal's points by trump and leader.
    """
    trumps = [best_trump(hand) for hand in hands]
    strengths = [round(strength(*named)) for named in zip(hands, trumps, strict=True)]
    taken = [table[trump, seat] for seat, trump in enumerate(trumps)]
    aces = [sum(card.rank == "A" for card in hand) for hand in hands]
    return (*strengths, *taken, *aces)


class Fit:
    """A least-squares fit of the points that the features of a hand promise."""

    def __init__(self) -> None:
        self._rows: list[list[int]] = []
        self._taken: list[int] = []

    def add(self, hand: Sequence[Card], trump: str, taken: int) -> None:
        """Add a solved hand with its trump and the points that its side took."""
        self._rows.append(list(promises(hand, trump).values()))
        self._taken.append(taken)

    def weights(self) -> dict[str, float]:
        """Return the weights that fit best."""
        weights, *_more = np.linalg.lstsq(np.array(self._rows), np.array(self._taken), rcond=None)
        return dict(zip(promises((), SUITS[0]), weights.tolist(), strict=True))


@cache
def solved_deals(deck: int) -> SolvedDeals:
    """Return the solved deals of a deck of 40 or 36 cards.

    The deals never change. They are in a file because they are too long for the code.
    """
    text = (files(__package__) / FILE.format(deck=deck)).read_text(encoding="ascii")
    rows = np.loadtxt(text.splitlines(), delimiter=",", skiprows=1, dtype=np.int64)
    return SolvedDeals(*np.split(rows, 3, axis=1))


class SolvedModel:
    """A model of the hands of solved deals.

    Each deal counts four times, once with each seat as dealer.
    """

    name = "solved_deals"

    def __init__(self, deals: SolvedDeals, bolder: float = 0.0) -> None:
        """Read the deals. `bolder` adds points to all strengths.

        The added points make a model of players who bid more. It serves to judge the usual
        model.
        """
        self.hands = deals.count
        self.bolder = bolder
        # For each first speaker, the seats in the order in which they speak.
        turned = [[(place + first) % SEATS for place in range(SEATS)] for first in range(SEATS)]
        self.strengths = np.concatenate([deals.strengths[:, order] for order in turned])
        self.taken = np.concatenate([deals.taken[:, order] for order in turned])
        self.aces = np.concatenate([deals.aces[:, order] for order in turned])

    @property
    def digest(self) -> str:
        """The number of deals and `bolder`. The deals themselves never change."""
        return f"{self.hands}-{self.bolder}"

    def choices(self, rules: DixRules, purses: tuple[int, int] | None) -> Sequence[Choice]:
        """Return the hands under a ruleset, one `Choice` for each side and class of strengths."""
        auctions = self.auctions(rules, purses)
        classes = np.minimum(
            self.strengths[self._rows, auctions.bidder] // ALIKE * ALIKE, STRONGEST
        )
        everything = self.taken[self._rows, auctions.bidder]
        choices = []
        for side in (0, 1):
            # Nobody bids « la partie » in a class without a hand that takes all points. Such
            # classes are merged into one.
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
        """Return the outcomes for a seat whose hand promises about `promised` points.

        `place` is the seat's place in the order of speech. `purses` begins with the purse of the
        first speaker's side. Raise `ValueError` if the model has no such hand.
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
        """Return the highest limit of all seats, but at least the lowest bid."""
        return int(max(rules.min_bid, self._limits(rules).max()))

    def auctions(self, rules: DixRules, purses: tuple[int, int] | None) -> "Auctions":
        """Return the result of the auction of every row, as if bids rose by the smallest steps."""
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
        # The rival is the other side's seat with the highest limit. A bidder who speaks before
        # the rival only needs to bid the rival's limit, which the rival then can't bid. A bidder
        # who speaks after the rival needs one step more.
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
        """Return an array with the highest bid that each seat would name, a row for each hand."""
        promised = self.strengths + self.bolder
        if rules.card_values == "penalised_aces":
            # Each ace of a side costs 10. The partner has on average a third of the aces that
            # the seat does not hold.
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
        """Return the `Choice` that consists of these rows. Equal hands are counted together."""
        bidder, spoke = auctions.bidder[rows], auctions.spoke[rows]
        number = _counted(bidder, auctions.bid[rows], spoke, auctions.taken[rows])
        instead = _counted(bidder, None, spoke, everything[rows]) if partie else {}
        return Choice(side, len(rows) / len(self.taken), number, instead)


def _counted(bidder: Any, bid: Any, spoke: Any, taken: Any) -> dict[ModelHand, float]:
    """Return the share of each hand among the rows. A `bid` of None is « la partie »."""
    bids = np.zeros_like(bidder) if bid is None else bid
    columns = np.stack([bidder, bids, spoke, taken], axis=1)
    hands, times = np.unique(columns, axis=0, return_counts=True)
    return {
        ModelHand(seat, None if bid is None else number, bool(heard), points): count / len(columns)
        for (seat, number, heard, points), count in zip(hands.tolist(), times.tolist(), strict=True)
    }


def _shares(points: Any) -> dict[int, float]:
    """Return the share of each number of points, in ascending order of the points."""
    values, times = np.unique(points, return_counts=True)
    return dict(zip(values.tolist(), (times / len(points)).tolist(), strict=True))


@dataclass(frozen=True, slots=True)
class Promising:
    """The outcomes of one seat's hands of about the same strength.

    `taken` and `everything` give the share of each number of points that the seat's side takes
    once the seat has named trump. In `taken` aces count as in the ruleset, in `everything` as in
    « la partie ». `outbid` is how often the other side names trump instead, and `defended` gives
    the shares of these hands. `hands` is the number of hands.
    """

    taken: Mapping[int, float]
    everything: Mapping[int, float]
    outbid: float
    defended: Mapping[ModelHand, float]
    hands: int


@dataclass(frozen=True, slots=True)
class Auctions:
    """The result of the auction for each row: the bidder, the bid, and the points taken.

    `spoke` says whether the defence had named a number.
    """

    bidder: Any
    bid: Any
    spoke: Any
    taken: Any


@cache
def solved_model(deck: int) -> SolvedModel:
    """Return the model of a deck's solved deals."""
    return SolvedModel(solved_deals(deck))
