"""The play of a hand (« Déroulement d'une levée »), card by card.

Scoring verifies recorded tricks by these steps. So does the page where a hand is entered as it is
played. Whose turn it is, and which cards are legal, is decided only here. States are immutable;
`play_card` returns the next state or raises a `RuleError`.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from games.cards import Card, make_deck, parse_card
from games.dix.engine.rulesets import SEATS, side_of
from games.sheet import RuleError

# « en ordre du moins fort au plus fort : 5, 6, 7, 8, 9, 10, J, Q, K, A »
RANKS = ("5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
ORDER = {rank: strength for strength, rank in enumerate(RANKS)}
# « Les 10 et les as valent 10 points, les 5 valent 5 points et les autres cartes aucun point. »
POINTS = {"A": 10, "10": 10, "5": 5}
# « Le Ruff, ou le Deux-Cents, n'utilise pas la carte 6 : 36 cartes, mains de 9 cartes. »
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
        """The traditional points of its cards, 0 to 40."""
        return sum(POINTS.get(card.rank, 0) for card in self.cards)

    def played(self) -> Iterator[tuple[int, Card]]:
        """Yield each seat with the card that it played, in order."""
        for place, card in enumerate(self.cards):
            yield (self.leader + place) % SEATS, card


@dataclass(frozen=True, slots=True)
class PlayState:
    """A hand being played: the finished tricks and the cards on the table.

    `unfollowed` holds, by seat and suit led, the trick (from 1) and the card with which that seat
    first failed to follow. If the seat plays that suit later, it was a revoke.
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
        """Whether every card has been played."""
        return len(self.seen) == self.deck

    @property
    def to_play(self) -> int | None:
        """The seat that plays next; None once the hand is over."""
        return None if self.over else (self.leader + len(self.on_table)) % SEATS

    def dealt(self) -> tuple[tuple[Card, ...], ...]:
        """Return each seat's cards in the finished tricks: its whole hand once play is over."""
        hands: list[list[Card]] = [[] for _seat in range(SEATS)]
        for trick in self.tricks:
            for seat, card in trick.played():
                hands[seat].append(card)
        return tuple(map(tuple, hands))

    def points_by_side(self, *, penalised_aces: bool) -> tuple[int, int]:
        """Return each side's points in the finished tricks.

        « Chaque as initialement dans les mains des joueurs vaut -10 pts »: with `penalised_aces` an
        ace costs 10 to the side that was dealt it, which is the side that played it.
        """
        points = [0, 0]
        for trick in self.tricks:
            points[side_of(trick.winner)] += trick.points
            if penalised_aces:
                for seat, card in trick.played():
                    points[side_of(seat)] -= 10 if card.rank == "A" else 0
        return points[0], points[1]


def trick_winner(leader: int, cards: Sequence[Card], trump: str) -> int:
    """Return the seat that takes a trick: highest trump, else highest of the suit led."""
    led = cards[0].suit

    def strength(place: int) -> tuple[bool, bool, int]:
        card = cards[place]
        return card.suit == trump, card.suit == led, ORDER[card.rank]

    return (leader + max(range(len(cards)), key=strength)) % SEATS


def play_card(state: PlayState, card: Card) -> PlayState:
    """Play one card from the seat whose turn it is.

    « Tous les autres joueurs doivent fournir une carte de cette sorte s'ils peuvent. » A hand is
    known only by the cards it plays. So a revoke is found when the suit denied earlier appears.
    Raises, on the field `tricks`: `card_unknown` (not of this deck), `card_repeated`, `revoke`
    (params: the trick, seat and card at fault, and the suit that was led).
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
    """Return the play of a whole hand, led by the bidder. Cards are written as in entries.

    Raises `trick_count` if the number of tricks of four cards is not the deck's, and the errors of
    `play_card`.
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
