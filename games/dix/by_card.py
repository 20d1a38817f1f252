"""A hand that is being entered card by card. The rules are those of `auction` and `play`."""

from dataclasses import dataclass, replace
from typing import Any

from games.cards import parse_card
from games.dix.engine.auction import AuctionState, Position, advance, open_auction
from games.dix.engine.play import PlayState, play_card
from games.dix.models import DixHand, DixRules
from games.sheet import RuleError


@dataclass(frozen=True, slots=True)
class HandSoFar:
    """What has been tapped so far: the calls, the trump, and the cards in order of play.

    If the user goes back to an earlier trick, `played` still holds all cards. After the
    correction of that trick the later cards may be put back from `played`.
    """

    calls: tuple[str, ...] = ()
    trump: str = ""
    cards: tuple[str, ...] = ()
    played: tuple[str, ...] = ()

    @classmethod
    def read(cls, data: Any) -> "HandSoFar":
        """Read the hand from the form's hidden fields. Illegal calls and cards are refused later.

        The trump's buttons have the same name as its hidden field. The browser sends the tapped
        button last, and the last value counts.
        """
        return cls(
            calls=tuple(data.get("calls", "").split()[:60]),
            trump=data.get("trump", "") if data.get("trump", "") in DixHand.Trump.values else "",
            cards=tuple(data.get("cards", "").split()[:40]),
            played=tuple(data.get("played", "").split()[:40]),
        )

    def after(self, data: Any) -> "HandSoFar":
        """Return the hand after a tap. The form data `data` say which button was tapped."""
        if "back" in data:
            return self.back()
        if "trick" in data:
            return self.at_trick(data["trick"])
        if "again" in data:
            return self.put_back(data["again"])
        if data.get("call"):
            return replace(self, calls=(*self.calls, data["call"]))
        if data.get("card"):
            return replace(self, cards=(*self.cards, data["card"]))
        return self

    def back(self) -> "HandSoFar":
        """Return the hand after a step back: without its last card, its trump, or its last call."""
        if self.cards:
            return replace(self, cards=self.cards[:-1])
        if self.trump:
            return HandSoFar(self.calls)
        return HandSoFar(self.calls[:-1])

    def at_trick(self, text: str) -> "HandSoFar":
        """Return the hand as it was before trick number `text`. All its cards stay in `played`."""
        first = 4 * (int(text) - 1) if text.isdecimal() and len(text) < 3 else -1
        if not 0 <= first < len(self.cards):
            return self
        return replace(self, cards=self.cards[:first], played=max(self.cards, self.played, key=len))

    def put_back(self, text: str) -> "HandSoFar":
        """Return the hand with further cards of `played` put back. `text` is their number."""
        count = int(text) if text.isdecimal() and len(text) < 3 else 0
        following = self.played[len(self.cards) :][:count]
        return replace(self, cards=(*self.cards, *following), played=())


@dataclass(frozen=True, slots=True)
class HandByCard:
    """The hand so far: the auction, the calls with their seats, the play (None without trump)."""

    auction: AuctionState
    calls: tuple[dict[str, Any], ...]
    play: PlayState | None

    @property
    def complete(self) -> bool:
        """Whether all cards of the hand have been played."""
        return self.play is not None and self.play.over


SPOKEN = ("pass", "partie")


def hand_by_card(rules: DixRules, position: Position, hand: HandSoFar) -> HandByCard:
    """Return the hand so far, replayed. Raise `RuleError` at the first illegal call or card."""
    auction, calls = open_auction(rules, position), []
    for text in hand.calls:
        call = int(text) if text.isdecimal() and len(text) < 8 else text
        if auction.speaker is None or (not isinstance(call, int) and call not in SPOKEN):
            raise RuleError("auction_out_of_turn", "auction", seat=auction.bidder or 0)
        calls.append({"seat": auction.speaker, "call": call})
        auction = advance(auction, auction.speaker, call)
    if not (auction.over and hand.trump and auction.bidder is not None):
        return HandByCard(auction, tuple(calls), None)
    play = PlayState(rules.deck, hand.trump, leader=auction.bidder)
    for text in hand.cards:
        play = play_card(play, parse_card(text, field="tricks"))
    return HandByCard(auction, tuple(calls), play)


def cards_to_put_back(by_card: HandByCard, hand: HandSoFar) -> int:
    """Return how many of the next cards in `hand.played` are legal; 0 in the middle of a trick."""
    play, legal = by_card.play, 0
    if play is None or play.on_table:
        return 0
    for text in hand.played[len(hand.cards) :]:
        try:
            play = play_card(play, parse_card(text, field="tricks"))
        except RuleError:
            break
        legal += 1
    return legal
