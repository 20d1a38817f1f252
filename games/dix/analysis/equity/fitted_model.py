"""How hands go at one club, as the chances of a match suppose it: fitted to its own matches. Pure.

A club's hands tell who named trump, for how much, what was taken, and sometimes whether the defence
had named a number. They are smoothed towards the solved deals: the fit counts `WEIGHT` hands of
those besides the club's own, so a hand has the share

    (times at the club + WEIGHT x share in the solved deals) / (hands of the club + WEIGHT)

The same for how often the defence had spoken below a bid, with `SPOKEN_WEIGHT`.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from typing import Any

from games.dix.analysis.equity.hand_model import Choice, HandModel, ModelHand
from games.dix.engine.rulesets import SEATS, DixRules, side_of
from games.dix.engine.scoring import DixFold

LEAST = 500
WEIGHT = 100
SPOKEN_WEIGHT = 20


@dataclass(frozen=True, slots=True)
class ClubHand:
    """A recorded hand: `bidder` counts from who speaks first, `bid` None is « la partie ».

    `spoke` is whether the defence had named a number, None where nobody was asked.
    """

    bidder: int
    bid: int | None
    taken: int
    spoke: bool | None = None


class TooFewHands(ValueError):
    """A club has fewer hands than `LEAST`."""


def hands_of_match(rules: DixRules, entries: Iterable[Any]) -> list[ClubHand]:
    """Return the hands of a match in their order. Raises `RuleError` if one breaks the rules.

    Whether the defence had spoken is asked at the table only where it counts, at the cap, or told
    by the auction.
    """
    fold = DixFold(rules, SEATS)
    hands = []
    for entry in entries:
        before = fold.position
        fold.add(entry)
        hand = fold.lines[-1].completed
        score = before.scores[1 - side_of(hand["bidder"])]
        at_cap = rules.defence_cap is not None and score >= rules.defence_cap
        hands.append(
            ClubHand(
                (hand["bidder"] - before.first_speaker) % SEATS,
                hand["bid"],
                hand["taken"],
                hand["defenders_bid"] if at_cap or hand["auction"] is not None else None,
            )
        )
    return hands


class FittedModel:
    """A club's hands, and some of the solved deals. Equal if fitted to equal hands."""

    name = "club_hands"

    def __init__(self, hands: Sequence[ClubHand], base: HandModel) -> None:
        """Raises `TooFewHands`."""
        if len(hands) < LEAST:
            raise TooFewHands(len(hands))
        self.hands = len(hands)
        self.base = base
        self._times = Counter((hand.bidder, hand.bid, hand.taken) for hand in hands)
        known = [hand for hand in hands if hand.spoke is not None]
        self._asked = Counter(hand.bid for hand in known)
        self._spoken = Counter(hand.bid for hand in known if hand.spoke)
        counted = sorted(map(repr, (*self._times.items(), *self._asked.items())))
        spoken = sorted(map(repr, self._spoken.items()))
        self.digest = sha256(repr((counted, spoken)).encode()).hexdigest()

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, FittedModel):
            return NotImplemented
        return (self.digest, self.base) == (other.digest, other.base)

    def __hash__(self) -> int:
        return hash(self.digest)

    def choices(self, rules: DixRules, purses: tuple[int, int] | None) -> Sequence[Choice]:
        """The solved deals' hands and the club's, each with its part of all.

        Where a club's hand was « la partie », the number that could have been bid is one that is
        bid in the solved deals by who may choose « la partie » as well. Raises `ValueError` with
        money: how much is bid then hangs on both purses.
        """
        if purses is not None:
            raise ValueError(purses)
        solved = self.base.choices(rules, None)
        own = self.hands / (self.hands + WEIGHT)
        choices = [replace(choice, share=(1 - own) * choice.share) for choice in solved]
        spoken = _spoken(solved)
        for side in (0, 1):
            of_side = {
                cell: times for cell, times in self._times.items() if side_of(cell[0]) == side
            }
            numbers = {cell: times for cell, times in of_side.items() if cell[1] is not None}
            parties = {cell: times for cell, times in of_side.items() if cell[1] is None}
            part = own / self.hands
            if numbers:
                share = part * sum(numbers.values())
                choices.append(Choice(side, share, self._split(rules, numbers, spoken), {}))
            if parties:
                share = part * sum(parties.values())
                partie = self._split(rules, parties, spoken)
                choices.append(Choice(side, share, _numbers(solved, side), partie))
        return choices

    def purse_limit(self, rules: DixRules) -> int:
        """That of the solved deals."""
        return self.base.purse_limit(rules)

    def _split(
        self,
        rules: DixRules,
        cells: Mapping[tuple[int, int | None, int], int],
        solved: Mapping[int | None, float],
    ) -> dict[ModelHand, float]:
        """The share of each hand among these, by whether the defence had spoken."""
        shares = {}
        every = sum(cells.values())
        for (bidder, bid, taken), times in cells.items():
            usual = solved[min(solved, key=lambda number: abs((number or 0) - (bid or 0)))]
            expected = self._spoken[bid] + SPOKEN_WEIGHT * usual
            spoke = expected / (self._asked[bid] + SPOKEN_WEIGHT)
            if bid == rules.min_bid:
                spoke = 0.0
            for has_spoken, share in ((True, spoke), (False, 1 - spoke)):
                if share:
                    shares[ModelHand(bidder, bid, has_spoken, taken)] = share * times / every
        return shares


def _spoken(choices: Sequence[Choice]) -> dict[int | None, float]:
    """How often the defence has spoken below each bid."""
    hands: defaultdict[int | None, float] = defaultdict(float)
    spoken: defaultdict[int | None, float] = defaultdict(float)
    for choice in choices:
        for hand, share in (*choice.number.items(), *choice.partie.items()):
            hands[hand.bid] += choice.share * share
            if hand.defenders_bid:
                spoken[hand.bid] += choice.share * share
    return {bid: spoken[bid] / hands[bid] for bid in hands}


def _numbers(choices: Sequence[Choice], side: int) -> dict[ModelHand, float]:
    """The numbers bid by a side that may choose « la partie »; by anybody where nobody may."""
    those = [choice for choice in choices if choice.side == side and choice.partie]
    those = those or [choice for choice in choices if choice.side == side]
    every = sum(choice.share for choice in those)
    shares: defaultdict[ModelHand, float] = defaultdict(float)
    for choice in those:
        for hand, share in choice.number.items():
            shares[hand] += choice.share * share / every
    return dict(shares)
