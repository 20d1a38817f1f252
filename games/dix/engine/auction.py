"""The auction (« La mise ») of a hand: whose turn it is, which calls are legal, how it ends.

Both scoring, to verify a recorded auction, and the page on which a hand is entered call by call
use these functions. States are immutable: `advance` returns the next state or raises a
`RuleError`. Quotations are the club's rules.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from games.dix.engine.rulesets import CARD_POINTS, SEATS, DixRules, points_in_hand, side_of
from games.sheet import RuleError, nearest


@dataclass(frozen=True, slots=True)
class Position:
    """The state of a match before a hand. `purses` is None if bids are not paid with money."""

    dealer: int
    scores: tuple[int, int]
    purses: tuple[int, int] | None = None

    @property
    def first_speaker(self) -> int:
        """The seat that speaks first.

        « Le joueur à la gauche du joueur qui a brassé commence le tour de mise. »
        """
        return (self.dealer + 1) % SEATS


# --- Legal calls of a seat -----------------------------------------------------------------


def highest_bid(rules: DixRules, position: Position, side: int) -> int | None:
    """Return the highest bid that `side` may name, or None if its purse is empty.

    A purse below the lowest bid counts as empty.
    """
    if position.purses is not None:
        purse = position.purses[side]
        return purse if purse >= rules.min_bid else None
    return CARD_POINTS if rules.bid_format == "buy_points" else points_in_hand(rules)


def may_bid_partie(rules: DixRules, position: Position, side: int) -> bool:
    """Return whether `side` may bid « la partie » in this position."""
    try:
        check_partie(rules, position, side, field="partie")
    except RuleError:
        return False
    return True


def check_partie(rules: DixRules, position: Position, side: int, *, field: str) -> None:
    """Refuse « la partie » if it may not be bid.

    « Une équipe ayant un score non-négatif peut miser la partie. » If « la partie » is for a
    stake, any side may bid it. Raise `partie_forbidden` or `partie_negative_score` on `field`.
    """
    if rules.partie == "forbidden":
        raise RuleError("partie_forbidden", field)
    if rules.partie == "decides_match" and position.scores[side] < 0:
        raise RuleError("partie_negative_score", field, score=position.scores[side], side=side)


def check_number(
    rules: DixRules, position: Position, side: int, number: int, *, field: str
) -> None:
    """Raise `RuleError` if `side` may not name this number even as the first call.

    « La mise doit être un multiple de 5 et d'au moins 50 points. » With money any whole sum is
    allowed, but « interdiction de s'endetter ». The codes are `bid_below_minimum`,
    `not_enough_money`, `bid_above_maximum` and `bid_not_multiple`, on `field`.
    """
    if number < rules.min_bid:
        raise RuleError("bid_below_minimum", field, bid=number, minimum=rules.min_bid)
    if position.purses is not None:
        if number > position.purses[side]:
            purse = position.purses[side]
            raise RuleError("not_enough_money", field, bid=number, purse=purse, side=side)
        return
    maximum = highest_bid(rules, position, side)
    if maximum is not None and number > maximum:
        raise RuleError("bid_above_maximum", field, bid=number, maximum=maximum)
    if number % 5:
        either = nearest(number, 5, rules.min_bid, maximum)
        raise RuleError("bid_not_multiple", field, bid=number, either=either)


def free_trump_seat(rules: DixRules, position: Position) -> int | None:
    """Return the seat that names trump free of charge (`bid: 0`) if nobody buys it, or None.

    If the dealer's side has an empty purse, this seat is the dealer, who speaks last and must
    bid. If both purses are empty, there is no auction, and this seat is the first speaker.
    """
    if position.purses is None:
        return None
    can_pay = [highest_bid(rules, position, side) is not None for side in (0, 1)]
    if not any(can_pay):
        return position.first_speaker
    return None if can_pay[side_of(position.dealer)] else position.dealer


# --- The auction, call by call ---------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class AuctionState:
    """The state of an auction after some calls.

    `speaker` is the seat whose turn it is, or None once there are no more calls. `over` says
    whether the outcome is known. An auction that is over may still have a speaker, because two
    kinds of calls may be left out: passes after « la partie », and the dealer's free trump.
    `bidder` and `bid` belong to the highest call so far (`bid` is None under « la partie »).
    """

    rules: DixRules
    position: Position
    speaker: int | None
    over: bool = False
    bidder: int | None = None
    bid: int | None = None
    partie: bool = False
    passed: frozenset[int] = frozenset()
    named: frozenset[int] = frozenset()  # the seats that named a number

    @property
    def minimum(self) -> int | None:
        """The lowest bid that the speaker may name, or None if the speaker may name no number."""
        if self.speaker is None or self.over:
            return None
        step = 1 if self.rules.bid_format == "buy_money" else 5
        lowest = self.rules.min_bid if self.bid is None else self.bid + step
        maximum = self.maximum
        return lowest if maximum is not None and lowest <= maximum else None

    @property
    def maximum(self) -> int | None:
        """The highest bid that the speaker may name.

        None if the purse is empty or nobody is to speak.
        """
        if self.speaker is None or self.over:
            return None
        return highest_bid(self.rules, self.position, side_of(self.speaker))

    @property
    def may_pass(self) -> bool:
        """Whether the speaker may pass. The last seat may not if all others have passed."""
        return self.speaker is not None and len(self.passed) < SEATS - 1

    @property
    def defenders_bid(self) -> bool:
        """Whether the opponents of the highest bidder have named a number."""
        return self.bidder is not None and any(
            side_of(seat) != side_of(self.bidder) for seat in self.named
        )


def open_auction(rules: DixRules, position: Position) -> AuctionState:
    """Return the auction of a hand at its beginning. The seat on the dealer's left speaks first.

    If both purses are empty, the auction is over already.
    """
    first = position.first_speaker
    if free_trump_seat(rules, position) == first:
        return AuctionState(rules, position, speaker=None, over=True, bidder=first, bid=0)
    return AuctionState(rules, position, speaker=first)


def advance(state: AuctionState, seat: int, call: int | str) -> AuctionState:
    """Return the auction after one call of `seat`: a number, "pass" or "partie".

    Raise `RuleError` on the field `auction` if the call is illegal. The codes are
    `seat_unknown`, `auction_after_pass`, `auction_out_of_turn`, `auction_not_higher`,
    `auction_incomplete` (the last seat passes although all others have passed), and those of
    `check_number` and `check_partie`.
    """
    _check_turn(state, seat)
    if isinstance(call, int):
        return _after_number(state, seat, call)
    if call == "pass":
        if not state.may_pass:
            raise RuleError("auction_incomplete", "auction", seat=seat)
        return _turn(replace(state, passed=state.passed | {seat}), seat)
    if state.partie:
        raise RuleError("auction_not_higher", "auction", seat=seat)
    check_partie(state.rules, state.position, side_of(seat), field="auction")
    return _turn(replace(state, bidder=seat, bid=None, partie=True), seat)


def run_auction(
    rules: DixRules, position: Position, calls: Sequence[Mapping[str, Any]]
) -> AuctionState:
    """Return the state after all calls of an auction, given as a list of `{"seat": 1, "call": 55}`.

    Raise the errors of `advance`, and `auction_incomplete` if the outcome is not yet known.
    """
    state = open_auction(rules, position)
    for call in calls:
        state = advance(state, call["seat"], call["call"])
    if not state.over:
        raise RuleError("auction_incomplete", "auction", seat=state.speaker)
    return state


def _check_turn(state: AuctionState, seat: int) -> None:
    """Raise `RuleError` if the seat has passed already or if it is not its turn.

    « Se retirer de la mise » is final. The turn goes clockwise.
    """
    if not 0 <= seat < SEATS:
        raise RuleError("seat_unknown", "auction", number=seat)
    if seat in state.passed:
        raise RuleError("auction_after_pass", "auction", seat=seat)
    if seat != state.speaker:
        raise RuleError("auction_out_of_turn", "auction", seat=seat)


def _after_number(state: AuctionState, seat: int, number: int) -> AuctionState:
    """Return the auction after a number. « La nouvelle mise doit être supérieure. »"""
    if number == 0 and state.bidder == seat:  # the free trump, as an explicit call
        return replace(state, speaker=None)
    if state.partie or (state.bid is not None and 0 < number <= state.bid):
        raise RuleError("auction_not_higher", "auction", seat=seat)
    check_number(state.rules, state.position, side_of(seat), number, field="auction")
    return _turn(replace(state, bidder=seat, bid=number, named=state.named | {seat}), seat)


def _turn(state: AuctionState, seat: int) -> AuctionState:
    """Return the auction after the turn of `seat`.

    The turn goes to the next seat that has not passed and is not the highest bidder.
    """
    after = ((seat + step) % SEATS for step in range(1, SEATS + 1))
    left = [other for other in after if other not in state.passed and other != state.bidder]
    if not left:
        return replace(state, speaker=None, over=True)
    last_must_bid = state.bidder is None and len(left) == 1
    if last_must_bid and left[0] == free_trump_seat(state.rules, state.position):
        return replace(state, speaker=left[0], over=True, bidder=left[0], bid=0)
    return replace(state, speaker=left[0], over=state.partie)
