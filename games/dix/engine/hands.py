"""Reads a hand (*brasse*) as entered: the bid, the points taken, and whether they agree.

`read_hand` verifies an entry and returns the `Hand` that scoring uses. An entry may be any
object with the attributes of `DixEntry`. `RuleError` is raised if the rules refuse the entry.
"""

from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol

from games.dix.engine.auction import (
    Position,
    check_number,
    check_partie,
    free_trump_seat,
    highest_bid,
    run_auction,
)
from games.dix.engine.play import run_tricks
from games.dix.engine.rulesets import CARD_POINTS, SEATS, DixRules, points_in_hand, side_of
from games.sheet import RuleError, nearest


class DixEntry(Protocol):
    """A hand (*brasse*) as entered. A field that was left out is None."""

    bidder: int | None
    bid: int | None
    partie: bool | None
    taken: int | None
    defenders_bid: bool | None
    trump: str | None
    auction: Any  # [{"seat": 1, "call": 55}, …]
    tricks: Any  # [["10H", "AH", "6H", "5H"], …]


class Outbid(NamedTuple):
    """The result of an auction. `bid` is None under « la partie »."""

    bidder: int
    bid: int | None
    partie: bool
    defenders_bid: bool


@dataclass(frozen=True, slots=True)
class Hand:
    """A verified hand, ready for scoring. `taken` of the `in_hand` points are the bidders'."""

    bidder: int
    bid: int | None
    partie: bool
    defenders_bid: bool
    taken: int
    in_hand: int

    @property
    def bidders(self) -> int:
        """The number of the side that won the auction (« en attaque »)."""
        return side_of(self.bidder)

    @property
    def defence(self) -> int:
        """The other side."""
        return 1 - self.bidders

    @property
    def goal(self) -> int:
        """The points that the bidders must take: the bid, or all points under « la partie »."""
        return self.in_hand if self.bid is None else self.bid

    @property
    def made(self) -> bool:
        """Whether the bidders took the points that they promised."""
        return self.taken >= self.goal

    @property
    def missing(self) -> int:
        """How many points the bidders lacked. It is meaningful only if the bid failed."""
        return self.goal - self.taken

    @property
    def defended(self) -> int:
        """The points that the defence took."""
        return self.in_hand - self.taken


def read_hand(rules: DixRules, position: Position, entry: DixEntry) -> Hand:
    """Verify an entry and return it as a hand. Raise `RuleError` if the rules refuse it.

    If the entry has an auction or tricks, the bid or the points are derived from them.
    """
    read = _read_fields if entry.auction is None else _read_auction
    outbid = read(rules, position, entry)
    in_hand = points_in_hand(rules, partie=outbid.partie)
    return Hand(*outbid, taken=_read_taken(rules, entry, outbid, in_hand), in_hand=in_hand)


def _read_fields(rules: DixRules, position: Position, entry: DixEntry) -> Outbid:
    """Return the outcome of the auction, read from the entry's own fields."""
    if entry.bidder is None:
        raise RuleError("bidder_missing", "bidder")
    if not 0 <= entry.bidder < SEATS:
        raise RuleError("seat_unknown", "bidder", number=entry.bidder)
    side = side_of(entry.bidder)
    if entry.partie:
        check_partie(rules, position, side, field="partie")
        if entry.bid is not None:
            raise RuleError("bid_with_partie", "bid", bid=entry.bid)
        return Outbid(entry.bidder, None, True, bool(entry.defenders_bid))
    if entry.bid is None:
        raise RuleError("bid_missing", "bid")
    if entry.bid != 0 or entry.bidder != free_trump_seat(rules, position):
        check_number(rules, position, side, entry.bid, field="bid")
    if entry.defenders_bid:
        _check_defenders_could_bid(rules, position, 1 - side, entry.bid)
    return Outbid(entry.bidder, entry.bid, False, bool(entry.defenders_bid))


def _check_defenders_could_bid(rules: DixRules, position: Position, defence: int, bid: int) -> None:
    """Raise `RuleError` because the entry says that the defence named a number, if it could not.

    It could not if the bid is the lowest one, or if the defence's purse is empty.
    """
    if bid <= rules.min_bid or highest_bid(rules, position, defence) is None:
        raise RuleError("defenders_could_not_bid", "defenders_bid", bid=bid)


def _read_auction(rules: DixRules, position: Position, entry: DixEntry) -> Outbid:
    """Return the outcome of the auction, derived from its calls.

    Raise `RuleError` if another field of the entry does not agree with the outcome.
    """
    state = run_auction(rules, position, entry.auction)
    assert state.bidder is not None  # noqa: S101 - an auction that is over has a highest bidder
    outbid = Outbid(state.bidder, state.bid, state.partie, state.defenders_bid)
    for name, derived in outbid._asdict().items():
        given = getattr(entry, name)
        if given is not None and given != derived:
            raise RuleError("auction_mismatch", name)
    return outbid


def _read_taken(rules: DixRules, entry: DixEntry, outbid: Outbid, in_hand: int) -> int:
    """Return the points of the bidders' side, from the entry or counted from its tricks."""
    counted = _count_tricks(rules, entry, outbid)
    taken = counted if entry.taken is None else entry.taken
    if taken is None:
        raise RuleError("taken_missing", "taken")
    lowest = in_hand - CARD_POINTS
    if not lowest <= taken <= CARD_POINTS:
        raise RuleError(
            "taken_out_of_range", "taken", taken=taken, lowest=lowest, highest=CARD_POINTS
        )
    if taken % 5:
        either = nearest(taken, 5, lowest, CARD_POINTS)
        raise RuleError("taken_not_multiple", "taken", taken=taken, either=either)
    if counted is not None and counted != taken:
        raise RuleError("taken_mismatch", "taken", taken=taken, counted=counted)
    return taken


def _count_tricks(rules: DixRules, entry: DixEntry, outbid: Outbid) -> int | None:
    """Verify the tricks and count the points of the bidders' side in them.

    Return None if no tricks were noted.
    """
    if entry.tricks is None:
        return None
    if not entry.trump:
        raise RuleError("trump_required", "trump")
    play = run_tricks(rules.deck, entry.trump, outbid.bidder, entry.tricks)
    penalised = rules.card_values == "penalised_aces" and not outbid.partie
    return play.points_by_side(penalised_aces=penalised)[side_of(outbid.bidder)]


def completed_entry(hand: Hand, entry: DixEntry) -> dict[str, Any]:
    """Return the fields of an entry. The fields that were left out have their derived values."""
    return {
        "bidder": hand.bidder,
        "bid": hand.bid,
        "partie": hand.partie,
        "taken": hand.taken,
        "defenders_bid": hand.defenders_bid,
        "trump": entry.trump,
        "auction": entry.auction,
        "tricks": entry.tricks,
    }
