"""Hands that win every trick (« Mains assurément victorieuses »), counted and judged. Pure.

« Peu importe comment les 30 autres cartes sont réparties entre les 3 autres joueurs, on peut
gagner toutes les levées (en supposant que c'est notre tour de miser). » The holder bids, names
trump and leads. The following holds for four suits of any number of ranks `n`, and hands of `n`
cards.

Why the criterion is exact: of a suit the holder has `s` cards, `k` of which are *masters* (the
highest ones of the deck, without a gap). The other `n - s` are in the other hands. The suit
*runs* if all its cards are masters (`s == k`), or if the masters draw all the other cards of the
suit, even from one hand (`k >= n - s`). The trump suit must draw all other trumps, and every
other suit must run. If so, the holder wins every trick by leading first the trumps and then the
other suits, each from the top. If not, some suit fails. One opponent may then have all the
outside cards of that suit. This opponent follows low (or throws other cards) until the highest
of them wins: `refutation` deals this layout.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, product
from math import comb

from games.cards import SUITS, Card
from games.dix.engine.play import ORDER, PlayState, Trick, play_card, trick_winner
from games.dix.engine.play import RANKS as RANKS_OF_40

HOLDER, LEFT, PARTNER, RIGHT = range(4)


# --- Counting --------------------------------------------------------------------------------


def running_ways(ranks: int, length: int) -> int:
    """Return how many holdings of `length` cards of a suit run (defined in the module)."""
    return 1 if 2 * length <= ranks else comb(length, 2 * length - ranks)


def drawing_ways(ranks: int, length: int) -> int:
    """Return how many holdings of `length` cards draw the suit, as a trump suit must."""
    if length == 0 or 2 * length < ranks:
        return 0
    return running_ways(ranks, length)


def sure_count(ranks: int, *, no_trump: bool = False) -> int:
    """Return how many hands win every trick: of 40 cards 3162, or 3230 « en sans-atout »."""
    return sum(sure_counts(ranks, no_trump=no_trump).values())


def sure_counts(ranks: int, *, no_trump: bool = False) -> dict[tuple[int, ...], int]:
    """Return how many hands win every trick, by distribution, the longest suits first.

    With `no_trump`, hands that would only win every trick without trump also count.
    """
    counts: dict[tuple[int, ...], int] = {}
    for lengths in product(range(ranks + 1), repeat=4):
        if sum(lengths) != ranks:
            continue
        ways = 1
        for length in lengths:
            ways *= running_ways(ranks, length)
        # A suit that draws has at least half of the ranks. A suit of that length draws if it
        # runs.
        trump = any(drawing_ways(ranks, length) for length in lengths)
        if trump or no_trump:
            shape = tuple(sorted((length for length in lengths if length), reverse=True))
            counts[shape] = counts.get(shape, 0) + ways
    return dict(sorted(counts.items(), reverse=True))


def ranks_of(deck: int) -> tuple[str, ...]:
    """Return the ranks of a deck of 40 or 36 cards, the weakest first."""
    return tuple(rank for rank in RANKS_OF_40 if deck == 40 or rank != "6")


def sure_hands(deck: int, trump: str, length: int) -> Iterator[tuple[Card, ...]]:
    """Yield every sure hand with `length` cards of this trump, its strongest cards first.

    A hand of two suits of equal length is sure with either of them as trump. It is yielded for
    both.
    """
    names = ranks_of(deck)[::-1]
    size = len(names)
    if not drawing_ways(size, length):
        return
    others = [suit for suit in SUITS if suit != trump]
    for lengths in product(range(size - length + 1), repeat=3):
        if sum(lengths) != size - length:
            continue
        # Each other suit has at most half of the hand's cards. So it runs only if all its cards
        # are masters.
        side = tuple(
            Card(rank, suit)
            for suit, held in zip(others, lengths, strict=True)
            for rank in names[:held]
        )
        top = size - length
        for rest in combinations(names[top:], length - top):
            yield (*(Card(rank, trump) for rank in (*names[:top], *rest)), *side)


# --- Judging one hand ------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Holding:
    """A suit in a hand.

    It has the hand's cards, strongest first, how many of them are masters (`masters`), and how
    many cards of the suit the other hands have (`out`).
    """

    suit: str
    cards: tuple[Card, ...]
    masters: int
    out: int

    @property
    def draws(self) -> bool:
        """Whether the masters draw all other cards of the suit, so that it may be trump."""
        return bool(self.cards) and self.masters >= self.out

    @property
    def runs(self) -> bool:
        """Whether every card of the suit wins, once trumps are drawn."""
        return self.masters == len(self.cards) or self.draws


def holdings(hand: Iterable[Card], deck: int) -> tuple[Holding, ...]:
    """Return what a hand holds of each suit, in the order of `SUITS`."""
    names = ranks_of(deck)[::-1]
    cards = set(hand)
    by_suit = []
    for suit in SUITS:
        held = tuple(Card(rank, suit) for rank in names if Card(rank, suit) in cards)
        masters = 0
        while masters < len(held) and held[masters].rank == names[masters]:
            masters += 1
        by_suit.append(Holding(suit, held, masters, len(names) - len(held)))
    return tuple(by_suit)


@dataclass(frozen=True, slots=True)
class Refutation:
    """A layout in which the hand does not win every trick with `trump`, and tricks that show it.

    `hands` are by seat: the holder's, then clockwise. `card` wins for the defence, in the last
    of the `tricks`.
    """

    trump: str
    card: Card
    hands: tuple[tuple[Card, ...], ...]
    tricks: tuple[Trick, ...]


@dataclass(frozen=True, slots=True)
class Verdict:
    """The judgement of a hand: its suits, and the trumps that make it sure or the refutations.

    `line` is the order of leads that wins every trick with the first of `trumps`. `no_trump`
    says whether the hand would also be sure without trump.
    """

    suits: tuple[Holding, ...]
    trumps: tuple[str, ...]
    line: tuple[Card, ...]
    refutations: tuple[Refutation, ...]
    no_trump: bool

    @property
    def sure(self) -> bool:
        """Whether the hand wins every trick in all layouts with some trump."""
        return bool(self.trumps)


def judge(hand: Iterable[Card], deck: int) -> Verdict:
    """Return the proof that a complete hand wins every trick, or a refutation for each trump."""
    suits = holdings(hand, deck)
    runs = all(holding.runs for holding in suits)
    trumps = tuple(holding.suit for holding in suits if runs and holding.draws)
    line = _line(suits, trumps[0]) if trumps else ()
    # The refutation of the longest suit comes first, because a player would choose it as trump.
    order = sorted(suits, key=lambda holding: -len(holding.cards))
    refuted = [holding.suit for holding in order if holding.suit not in trumps]
    refutations = () if trumps else tuple(refutation(suits, suit, deck) for suit in refuted)
    return Verdict(suits, trumps, line, refutations, runs)


def _line(suits: Sequence[Holding], trump: str) -> tuple[Card, ...]:
    """Return the cards in the order of the leads: trumps first, and each suit from the top."""
    order = sorted(suits, key=lambda holding: (holding.suit != trump, not holding.runs))
    return tuple(card for holding in order for card in holding.cards)


def refutation(suits: Sequence[Holding], trump: str, deck: int) -> Refutation:
    """Deal a layout in which this trump does not win every trick, and play it.

    The hand to the left has all outside cards of the suit that fails. If this suit is not trump,
    the outside trumps are in the hand to the right. The partner has only small cards of other
    suits.
    """
    failing = _failing(suits, trump)
    names = ranks_of(deck)
    mine = {card for holding in suits for card in holding.cards}
    missing = [Card(rank, suit) for suit in SUITS for rank in names if Card(rank, suit) not in mine]
    left = [card for card in missing if card.suit == failing.suit]
    rest = [card for card in missing if card.suit != failing.suit]
    void = {holding.suit for holding in suits if not holding.cards}
    # The partner gets the first of these cards, with which it can't win: small ones, and those
    # of suits that are never led.
    rest.sort(key=lambda card: (card.suit == trump, card.suit not in void, ORDER[card.rank]))
    size = len(names)
    partner, rest = rest[:size], rest[size:]
    others = [card for card in rest if card.suit != trump]
    fill = others[: size - len(left)]
    if len(left) + len(fill) < size:
        fill += [card for card in rest if card.suit == trump][: size - len(left) - len(fill)]
    right = [card for card in rest if card not in fill]
    hands = (_line(suits, trump), _sorted([*left, *fill]), _sorted(partner), _sorted(right))
    tricks = _play(hands, trump, failing.suit, deck)
    last = tricks[-1]
    card = last.cards[(last.winner - last.leader) % 4]
    return Refutation(trump, card, hands, tricks)


def _failing(suits: Sequence[Holding], trump: str) -> Holding:
    """Return the suit that loses a trick.

    It is the trump suit if it does not draw, else the first suit that does not run.
    """
    own = next(holding for holding in suits if holding.suit == trump)
    if not own.draws:
        return own
    return next(holding for holding in suits if not holding.runs)


def _sorted(cards: Iterable[Card]) -> tuple[Card, ...]:
    return tuple(sorted(cards, key=lambda card: (SUITS.index(card.suit or ""), -ORDER[card.rank])))


def _play(
    hands: Sequence[Sequence[Card]], trump: str, winning_suit: str, deck: int
) -> tuple[Trick, ...]:
    """Play until the defence wins a trick.

    The holder leads each suit from the top. The defence takes a trick as soon as it can. Every
    card is played by `play_card`, so the tricks are legal.
    """
    left = [list(hand) for hand in hands]
    state = PlayState(deck, trump, leader=HOLDER)
    while not state.over:
        seat = (state.leader + len(state.on_table)) % 4
        card = _choice(left[seat], state, seat, trump, winning_suit)
        left[seat].remove(card)
        state = play_card(state, card)
        if state.tricks and not state.on_table and state.leader % 2:
            break
    return state.tricks


def _choice(
    hand: Sequence[Card], state: PlayState, seat: int, trump: str, winning_suit: str
) -> Card:
    """Return the card that a seat plays.

    The leader plays its next card. An opponent plays the lowest card that takes the trick. A
    seat that can't or need not take it plays a low card.
    """
    if not state.on_table:
        return hand[0]
    follow = [card for card in hand if card.suit == state.on_table[0].suit]
    legal = follow or hand
    if seat in (LEFT, RIGHT):
        for card in sorted(legal, key=lambda card: ORDER[card.rank]):
            if trick_winner(state.leader, (*state.on_table, card), trump) == seat:
                return card
    # The suit that will win for the defence is kept as long as possible, and trumps even longer.
    return min(
        legal, key=lambda card: (card.suit == trump, card.suit == winning_suit, ORDER[card.rank])
    )
