"""A model of hands for the chances of a match, fitted to a club's own matches. Pure.

A club's hands give the bidder, the bid, the points taken, and sometimes whether the defence had
named a number. They are smoothed towards the solved deals: the fit adds `WEIGHT` hands of the
solved deals to the club's own. So the share of a hand is

(times at the club + WEIGHT x share in the solved deals) / (hands of the club + WEIGHT)

How often the defence had spoken below a bid is smoothed in the same way, with `SPOKEN_WEIGHT`.
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
    """A recorded hand. `bidder` counts from the first speaker; `bid` is None under « la partie ».

    `spoke` says whether the defence had named a number. It is None if the pad did not ask.
    """

    bidder: int
    bid: int | None
    taken: int
    spoke: bool | None = None


class TooFewHands(ValueError):
    """The error raised if a club has fewer recorded hands than `LEAST`."""


def hands_of_match(rules: DixRules, entries: Iterable[Any]) -> list[ClubHand]:
    """Return the hands of a match in their order. Raise `RuleError` if one breaks the rules.

    It is known only in two cases whether the defence had named a number: from a recorded
    auction, and if the score of the defence has reached the cap, because the pad then asks.
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
    """A model of a club's hands, smoothed by solved deals.

    Two models are equal if their hands and their solved deals are equal.
    """

    name = "club_hands"

    def __init__(self, hands: Sequence[ClubHand], base: HandModel) -> None:
        """Count the hands. Raise `TooFewHands` if there are fewer than `LEAST`."""
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
        """Return the choices of the solved deals and of the club, weighted by their shares.

        If a club's hand was « la partie », nobody knows which number would have been bid. The
        numbers are taken from those solved deals in which the bidder may choose « la partie ».
        Raise `ValueError` with money, because a bid then depends on both purses.
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
        """Return the highest bid with money, taken from the solved deals."""
        return self.base.purse_limit(rules)

    def _split(
        self,
        rules: DixRules,
        cells: Mapping[tuple[int, int | None, int], int],
        solved: Mapping[int | None, float],
    ) -> dict[ModelHand, float]:
        """Return the share of each hand of `cells`, split into a speaking and a silent defence."""
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
    """Return, by bid, how often the defence had named a lower number."""
    hands: defaultdict[int | None, float] = defaultdict(float)
    spoken: defaultdict[int | None, float] = defaultdict(float)
    for choice in choices:
        for hand, share in (*choice.number.items(), *choice.partie.items()):
            hands[hand.bid] += choice.share * share
            if hand.defenders_bid:
                spoken[hand.bid] += choice.share * share
    return {bid: spoken[bid] / hands[bid] for bid in hands}


def _numbers(choices: Sequence[Choice], side: int) -> dict[ModelHand, float]:
    """Return the shares of the numbers that a side bids where it may choose « la partie ».

    If it may never choose it, return the shares of all the numbers that it bids.
    """
    those = [choice for choice in choices if choice.side == side and choice.partie]
    those = those or [choice for choice in choices if choice.side == side]
    every = sum(choice.share for choice in those)
    shares: defaultdict[ModelHand, float] = defaultdict(float)
    for choice in those:
        for hand, share in choice.number.items():
            shares[hand] += choice.share * share / every
    return dict(shares)
