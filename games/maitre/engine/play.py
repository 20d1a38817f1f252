"""The play of a trick (« pli »), card by card: what may be laid, who takes the trick, and why.

The referee's page and the simulated manches use these steps. The players' hands are not known here:
a trick knows only the cards on the table and the seats that have no card left. States are
immutable. `lay`, `discard` and `take` return the next state or raise a `RuleError`.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

from games.cards import Card
from games.maitre.engine.rulesets import FACES, ORDER
from games.sheet import RuleError

Mode = Literal["couleur", "valeur", "tete"]
MODES: tuple[Mode, ...] = ("couleur", "valeur", "tete")
# The least number of cards in a run that takes the trick: « suite d'au moins 3 cartes ou bien paire
# »
SHORTEST_RUN = 3


@dataclass(frozen=True, slots=True)
class LaidCard:
    """A card laid on the trick. `counts_as` is that card; for a joker, the declared card."""

    seat: int
    card: Card
    counts_as: Card


@dataclass(frozen=True, slots=True)
class Trick:
    """A trick under way.

    `to_act` is the seat whose turn it is (None: the trick is over), `winner` the seat that took it.
    `closing`: all other seats have discarded since the last card was laid. The player of that card
    takes the trick, and may first add a card or discard one. `without` are the seats that have no
    card left.
    """

    seats: int
    to_act: int | None
    laid: tuple[LaidCard, ...] = ()
    discards: tuple[tuple[int, Card], ...] = ()
    mode: Mode | None = None
    without: frozenset[int] = frozenset()
    closing: bool = False
    winner: int | None = None
    by_combination: bool = False

    @property
    def over(self) -> bool:
        """Whether the trick has been taken."""
        return self.winner is not None

    @property
    def mute(self) -> str | None:
        """The suit that may not be played: in valeur, the suit of the first card; None in other
        modes.
        """
        return self.laid[0].counts_as.suit if self.mode == "valeur" else None

    @property
    def declared_cards(self) -> tuple[Card, ...]:
        """The cards on the trick. A joker is replaced by the card that it stands for."""
        return tuple(laid.counts_as for laid in self.laid)

    @property
    def cards(self) -> tuple[Card, ...]:
        """The cards that go to the winner."""
        return tuple(laid.card for laid in self.laid)


def open_trick(seats: int, leader: int, without: frozenset[int] = frozenset()) -> Trick:
    """Begin a trick; `without` are the seats that have no card left."""
    return Trick(seats, leader, without=without)


# --- What may be laid ------------------------------------------------------------------------


def combination(laid: Sequence[Card], card: Card) -> tuple[Card, ...]:
    """Return the laid cards that make a pair or a run with `card`, then `card`; empty if there are
    none.

    Suits and order do not matter. No run leads from the king to the ace.
    """
    pairs = tuple(other for other in laid if other.rank == card.rank)
    strengths = {ORDER[other.rank] for other in laid}
    lowest = highest = ORDER[card.rank]
    while lowest - 1 in strengths:
        lowest -= 1
    while highest + 1 in strengths:
        highest += 1
    if highest - lowest + 1 < SHORTEST_RUN:
        return (*pairs, card) if pairs else ()
    run = tuple(other for other in laid if lowest <= ORDER[other.rank] <= highest)
    return (*run, card)


def open_modes(first: Card, second: Card) -> tuple[Mode, ...]:
    """Return the modes that the second card may impose. If there are none, it can only be
    discarded.

    « J1 pose 3 trèfle, J2 pose 2 trèfle : mode couleur ; 5 cœur : mode valeur. » Two faces also
    allow tête. A higher face of the same suit also allows valeur.
    """
    same_suit = first.suit == second.suit
    higher = ORDER[second.rank] > ORDER[first.rank]
    two_faces = first.rank in FACES and second.rank in FACES
    open_to = {
        "couleur": same_suit,
        "valeur": higher and (two_faces or not same_suit),
        "tete": two_faces,
    }
    return tuple(mode for mode in MODES if open_to[mode])


def check_lay(trick: Trick, counts_as: Card, mode: Mode | None = None) -> Mode | None:
    """Return the trick's mode after a card is laid. Raise an error if it may not be laid now.

    `mode` is the choice of the seat that lays the second card, if that card allows several modes.
    The errors are `trick_over`, `no_combination`, `second_card_unplayable`, `mode_not_open`,
    `mode_needed`, `not_the_suit`, `mute_suit`, `not_higher`, `not_a_face`.
    """
    if trick.over:
        raise RuleError("trick_over")
    if trick.closing:
        if not combination(trick.declared_cards, counts_as):
            raise RuleError("no_combination", "card", card=counts_as.code)
        return trick.mode
    if not trick.laid:
        return None
    if trick.mode is None:
        return _imposed(trick.laid[0].counts_as, counts_as, mode)
    _check_mode(trick, counts_as)
    return trick.mode


def _imposed(first: Card, second: Card, mode: Mode | None) -> Mode:
    """Return the mode of the trick after its second card.

    « Le joueur suivant va imposer le mode de jeu grâce à la pose de la seconde carte. »
    """
    modes = open_modes(first, second)
    if not modes:
        raise RuleError("second_card_unplayable", "card", card=second.code, cards=[first.code])
    if mode is None and len(modes) > 1:
        raise RuleError("mode_needed", "mode", card=second.code)
    if mode is not None and mode not in modes:
        raise RuleError("mode_not_open", "mode", card=second.code)
    return mode or modes[0]


def _check_mode(trick: Trick, counts_as: Card) -> None:
    first, last = trick.laid[0].counts_as, trick.laid[-1].counts_as
    if trick.mode == "couleur" and counts_as.suit != first.suit:
        raise RuleError("not_the_suit", "card", suit=first.suit)
    if trick.mode == "tete" and counts_as.rank not in FACES:
        raise RuleError("not_a_face", "card", card=counts_as.code)
    if trick.mode == "valeur":
        if counts_as.suit == trick.mute:
            raise RuleError("mute_suit", "card", suit=counts_as.suit)
        if ORDER[counts_as.rank] <= ORDER[last.rank]:
            raise RuleError("not_higher", "card", card=last.code)


def takes(trick: Trick, counts_as: Card, mode: Mode | None, take: bool | None) -> bool:
    """Return whether a card that may be laid takes the trick by a combination.

    « Dans les modes couleur et valeur, les combinaisons de prise sont obligatoirement remportées.
    Dans le mode tête, la combinaison n'est pas obligatoirement remportée. » Raises `take_needed`
    (in tête, without a choice), `must_take`, `no_combination`.
    """
    made = bool(combination(trick.declared_cards, counts_as))
    if not made:
        if take:
            raise RuleError("no_combination", "take", card=counts_as.code)
        return False
    if mode == "tete" and not trick.closing:
        if take is None:
            raise RuleError("take_needed", "take", card=counts_as.code)
        return take
    if take is False:
        raise RuleError("must_take", "take", card=counts_as.code)
    return True


# --- The steps -------------------------------------------------------------------------------


def lay(
    trick: Trick,
    card: Card,
    *,
    declared: Card | None = None,
    mode: Mode | None = None,
    take: bool | None = None,
    last: bool = False,
) -> Trick:
    """Lay a card from the seat whose turn it is, and return the trick after it.

    `declared` is the card that a joker stands for. `mode` is given if the second card allows
    several modes, `take` if the seat may choose not to take by a combination. `last`: it was the
    seat's last card. Raise `joker_undeclared`, `joker_declaration`, `card_repeated`, and the errors
    of `check_lay` and `takes`.
    """
    seat = _seat_to_act(trick)
    counts_as = _declared(card, declared)
    _check_unseen(trick, card)
    holds = check_lay(trick, counts_as, mode)
    taken = takes(trick, counts_as, holds, take)
    after = replace(
        trick,
        laid=(*trick.laid, LaidCard(seat, card, counts_as)),
        mode=holds,
        without=trick.without | {seat} if last else trick.without,
    )
    if taken:
        return replace(after, to_act=None, winner=seat, by_combination=True, closing=False)
    return _pass_on(after, seat)


def discard(trick: Trick, card: Card, *, last: bool = False) -> Trick:
    """Discard any card from the seat whose turn it is, and return the trick after it.

    « le joueur entamant le pli est obligé de poser une carte », otherwise `lead_must_lay` is
    raised. The other errors are `trick_over` and `card_repeated`. If the trick is closing, the
    discard also takes it.
    """
    seat = _seat_to_act(trick)
    if not trick.laid:
        raise RuleError("lead_must_lay", "card")
    _check_unseen(trick, card)
    after = replace(
        trick,
        discards=(*trick.discards, (seat, card)),
        without=trick.without | {seat} if last else trick.without,
    )
    if trick.closing:
        return take(after)
    return _pass_on(after, seat)


def take(trick: Trick) -> Trick:
    """Return the trick taken by the seat whose turn it is. All other seats must have discarded.

    Raise `not_closing` if they have not.
    """
    seat = _seat_to_act(trick)
    if not trick.closing:
        raise RuleError("not_closing")
    return replace(trick, to_act=None, winner=seat, closing=False)


def _seat_to_act(trick: Trick) -> int:
    if trick.to_act is None:
        raise RuleError("trick_over")
    return trick.to_act


def _declared(card: Card, declared: Card | None) -> Card:
    """Return the card that `card` counts as: itself, or for a joker the declared card.

    « Les 2 jokers peuvent remplacer n'importe quelle carte. »
    """
    if not card.is_joker:
        if declared is not None and declared != card:
            raise RuleError("joker_declaration", "shown", card=card.code)
        return card
    if declared is None or declared.is_joker:
        raise RuleError("joker_undeclared", "shown")
    return declared


def _check_unseen(trick: Trick, card: Card) -> None:
    if card in trick.cards or any(card == other for _seat, other in trick.discards):
        raise RuleError("card_repeated", "card", card=card.code)


def _pass_on(trick: Trick, seat: int) -> Trick:
    """Return the trick with the turn passed to the left, skipping seats without cards.

    When the turn comes back to the seat that laid the last card, the trick is closing: « il n'y a
    le droit qu'à un tour de défausse maximum ».
    """
    owner = trick.laid[-1].seat
    for step in range(1, trick.seats + 1):
        turn = (seat + step) % trick.seats
        if turn == owner:
            closing = replace(trick, to_act=owner, closing=True)
            return take(closing) if owner in trick.without else closing
        if turn not in trick.without:
            return replace(trick, to_act=turn, closing=False)
    raise AssertionError("the owner sits at the table")
