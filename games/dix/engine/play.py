"""The play of a hand (« Déroulement d'une levée »), card by card.

Only this module decides whose turn it is and which cards are legal. Scoring uses it to verify
recorded tricks, and so does the page on which a hand is entered card by card. States are
immutable: `play_card` returns the next state or raises a `RuleError`.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from games.cards import Card, make_deck, parse_card
from games.dix.engine.rulesets import SEATS, side_of
from games.sheet import RuleError

# The ranks, « en ordre du moins fort au plus fort : 5, 6, 7, 8, 9, 10, J, Q, K, A ».
RANKS = ("5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
ORDER = {rank: strength for strength, rank in enumerate(RANKS)}
# The points of the ranks that have any. « Les 10 et les as valent 10 points, les 5 valent 5
# points et les autres cartes aucun point. »
POINTS = {"A": 10, "10": 10, "5": 5}
# The cards of each deck, by their number. « Le Ruff, ou le Deux-Cents, n'utilise pas la carte 6
# : 36 cartes, mains de 9 cartes. »
DECKS = {
    40: frozenset(make_deck(RANKS)),
    36: frozenset(make_deck(rank for rank in RANKS if rank != "6")),
}


@dataclass(frozen=True, slots=True)
class Trick:
    """A finished trick (*levée*): its four cards in order of play, from the leader's seat."""

    leader: int
    cards: tuple[Card, ...]
    winner: int

    @property
    def points(self) -> int:
        """The traditional points of the trick's cards, from 0 to 40."""
        return sum(POINTS.get(card.rank, 0) for card in self.cards)

    def played(self) -> Iterator[tuple[int, Card]]:
        """Yield each seat with the card that it played, in order of play."""
        for place, card in enumerate(self.cards):
            yield (self.leader + place) % SEATS, card


@dataclass(frozen=True, slots=True)
class PlayState:
    """A hand being played: the finished tricks and the cards on the table.

    `unfollowed` says where a seat first failed to follow a suit. Its keys are the seat and the
    suit led; its values are the trick (from 1) and the card that was played instead. If the seat
    plays that suit later, it has revoked.
    """

    deck: int
    trump: str
    leader: int
    on_table: tuple[Card, ...] = ()
    tricks: tuple[Trick, ...] = ()
    seen: frozenset[Card] = frozenset()
    unfollowed: Mapping[tuple[int, str | None], tuple[int, Card]] = field(default_factory=dict)

    @property
    def over(self) -> bool:
        """Whether all cards of the hand have been played."""
        return len(self.seen) == self.deck

    @property
    def to_play(self) -> int | None:
        """The seat whose turn it is, or None once the hand is over."""
        return None if self.over else (self.leader + len(self.on_table)) % SEATS

    def dealt(self) -> tuple[tuple[Card, ...], ...]:
        """Return, by seat, the cards played in the finished tricks.

        After the last trick these are the complete hands.
        """
        hands: list[list[Card]] = [[] for _seat in range(SEATS)]
        for trick in self.tricks:
            for seat, card in trick.played():
                hands[seat].append(card)
        return tuple(map(tuple, hands))

    def points_by_side(self, *, penalised_aces: bool) -> tuple[int, int]:
        """Return the points of both sides in the finished tricks.

        « Chaque as initialement dans les mains des joueurs vaut -10 pts »: with `penalised_aces`
        an ace costs 10 to the side that was dealt it, which is the side that played it.
        """
        points = [0, 0]
        for trick in self.tricks:
            points[side_of(trick.winner)] += trick.points
            if penalised_aces:
                for seat, card in trick.played():
                    points[side_of(seat)] -= 10 if card.rank == "A" else 0
        return points[0], points[1]


def trick_winner(leader: int, cards: Sequence[Card], trump: str) -> int:
    """Return the seat that takes a trick.

    The highest trump takes it, or else the highest card of the suit led.
    """
    led = cards[0].suit

    def strength(place: int) -> tuple[bool, bool, int]:
        card = cards[place]
        return card.suit == trump, card.suit == led, ORDER[card.rank]

    return (leader + max(range(len(cards)), key=strength)) % SEATS


def play_card(state: PlayState, card: Card) -> PlayState:
    """Return the state after the seat whose turn it is has played a card.

    « Tous les autres joueurs doivent fournir une carte de cette sorte s'ils peuvent. » A hand is
    known only from the cards that it plays. So a revoke is noticed only when the seat plays the
    suit that it had not followed. Raise `RuleError` on the field `tricks` with one of these
    codes: `card_unknown` (not of this deck), `card_repeated`, `revoke` (params: the trick, seat
    and card at fault, and the suit that was led).
    """
    if card not in DECKS[state.deck]:
        raise RuleError("card_unknown", "tricks", text=card.code)
    if card in state.seen:
        raise RuleError("card_repeated", "tricks", card=card.code)
    seat = (state.leader + len(state.on_table)) % SEATS
    number = len(state.tricks) + 1
    if (seat, card.suit) in state.unfollowed:
        trick, wrong = state.unfollowed[seat, card.suit]
        raise RuleError("revoke", "tricks", trick=trick, seat=seat, card=wrong.code, suit=card.suit)
    unfollowed = state.unfollowed
    led = state.on_table[0].suit if state.on_table else card.suit
    if card.suit != led and (seat, led) not in unfollowed:
        unfollowed = {**unfollowed, (seat, led): (number, card)}
    on_table = (*state.on_table, card)
    seen = state.seen | {card}
    if len(on_table) < SEATS:
        return replace(state, on_table=on_table, seen=seen, unfollowed=unfollowed)
    winner = trick_winner(state.leader, on_table, state.trump)
    tricks = (*state.tricks, Trick(state.leader, on_table, winner))
    return PlayState(state.deck, state.trump, winner, (), tricks, seen, unfollowed)


def run_tricks(deck: int, trump: str, bidder: int, tricks: Sequence[Sequence[str]]) -> PlayState:
    """Return the state after all tricks of a hand. The bidder leads. Cards are written as codes.

    Raise `trick_count` unless the number of tricks is the deck's and each trick has four cards,
    and the errors of `play_card`.
    """
    expected = deck // SEATS
    complete = sum(len(trick) == SEATS for trick in tricks)
    if not complete == len(tricks) == expected:
        raise RuleError(
            "trick_count", "tricks", expected=expected, count=len(tricks), complete=complete
        )
    state = PlayState(deck, trump, leader=bidder)
    for trick in tricks:
        for text in trick:
            state = play_card(state, parse_card(text, field="tricks"))
    return state
