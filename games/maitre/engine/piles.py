"""Reads a manche entered by its cards. The piles must hold all 54 cards, each once."""

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import chain
from typing import Any, NamedTuple

from games.cards import DECK_54, JOKERS, Card, parse_card
from games.maitre.engine.manches import MaitreEntry, Manche
from games.maitre.engine.rulesets import FACES, ORDER
from games.sheet import RuleError

BY_CODE = {card.code: card for card in DECK_54}
DECK = frozenset(BY_CODE)


class Piles(NamedTuple):
    """The cards of a manche by pile, as codes. `winner` took the last trick; None if unknown."""

    coffre: tuple[str, str]
    tricks: tuple[Sequence[str], ...]
    chute: Sequence[str]
    winner: int | None
    discard: Sequence[str]
    players_discard: Sequence[str]

    def named(self) -> Iterator[tuple[str, Sequence[str]]]:
        """Yield each pile with the name of its field."""
        yield "coffre.major", self.coffre[:1]
        yield "coffre.minor", self.coffre[1:]
        for seat, cards in enumerate(self.tricks):
            yield f"tricks.{seat}", cards
        yield "chute.cards", self.chute
        yield "discard.maitre", self.discard
        yield "discard.players", self.players_discard


class PileCount(NamedTuple):
    """The count of a pile: its points, and its cards without jokers.

    `valued` is the number of its major and minor cards, and `ranks` the sum of their ranks.
    """

    points: int
    cards: int
    valued: int
    ranks: int


def read_piles(contract: int, seats: int, maitre: int, entry: MaitreEntry) -> Manche:
    """Verify a manche entered by its cards, and compute its figures.

    Raises `suits_missing`, `same_suit`, `seat_unknown`, `chute_winner_missing`, `coffre_missing`,
    `forms_mixed`, `card_unknown`, `card_repeated`, `cards_missing`, `coffre_suit`.
    """
    major, minor = _read_suits(entry)
    piles = _read_shape(seats, entry)
    check_deck(piles)
    coffre = _read_coffre(piles.coffre, major, minor)
    worth = worth_table(major, minor)
    taken = [count_pile(cards, worth) for cards in piles.tricks]
    chute = count_pile(piles.chute, worth).points
    ours = taken[maitre]
    return Manche(
        contract=contract,
        trick_points=ours.points,
        trick_cards=ours.cards,
        trick_valued=ours.valued,
        chute_points=chute if piles.winner == maitre else 0,
        discard_value=count_pile(piles.discard, worth).ranks,
        coffre=coffre,
        others=tuple(
            (seat, count.points, chute if piles.winner == seat else None)
            for seat, count in enumerate(taken)
            if seat != maitre
        ),
    )


def _read_suits(entry: MaitreEntry) -> tuple[str, str]:
    """Return the major and the minor suit.

    « donner une valeur positive à une couleur […] et une valeur négative à une autre ».
    """
    for name in ("major", "minor"):
        if getattr(entry, name) is None:
            raise RuleError("suits_missing", name)
    if entry.major == entry.minor:
        raise RuleError("same_suit", "minor", suit=entry.minor)
    return entry.major or "", entry.minor or ""


def _read_shape(seats: int, entry: MaitreEntry) -> Piles:
    coffre, chute, discard = entry.coffre or {}, entry.chute or {}, entry.discard or {}
    for name in ("forbidden", "major_rank", "minor_rank"):
        if name in coffre:
            raise RuleError("forms_mixed", "coffre")
    for name in ("major", "minor"):
        if coffre.get(name) is None:
            raise RuleError("coffre_missing", f"coffre.{name}")
    tricks = _by_seat(seats, entry.tricks or {})
    cards, winner = chute.get("cards") or [], chute.get("winner")
    if winner is None and cards:
        raise RuleError("chute_winner_missing", "chute.winner")
    if winner is not None and not 0 <= winner < seats:
        raise RuleError("seat_unknown", "chute.winner", number=winner)
    return Piles(
        coffre=(coffre["major"], coffre["minor"]),
        tricks=tricks,
        chute=cards,
        winner=winner,
        discard=discard.get("maitre") or [],
        players_discard=discard.get("players") or [],
    )


def _by_seat(seats: int, tricks: Mapping[str, Sequence[str]]) -> tuple[Sequence[str], ...]:
    """Return the tricks by seat. Players without tricks may be left out."""
    numbers = [str(seat) for seat in range(seats)]
    for name in tricks:
        if name not in numbers:
            raise RuleError("seat_unknown", "tricks", number=name)
    return tuple(tricks.get(number, ()) for number in numbers)


def check_deck(piles: Piles) -> None:
    """Raise an error unless the piles hold all 54 cards, each once.

    The errors are `card_unknown`, `card_repeated` (on the second pile that has the card), and
    `cards_missing`, with the codes of the missing cards.
    """
    cards = list(chain(piles.coffre, *piles.tricks, piles.chute, piles.discard))
    cards += piles.players_discard
    if len(cards) == len(DECK) and DECK.issuperset(cards) and len(set(cards)) == len(DECK):
        return
    _find_fault(piles)


def _find_fault(piles: Piles) -> None:
    seen: set[str] = set()
    for field, cards in piles.named():
        for code in cards:
            if code in seen:
                raise RuleError("card_repeated", field, card=code)
            parse_card(code, field=field)
            seen.add(code)
    missing = [code for code in BY_CODE if code not in seen]
    raise RuleError("cards_missing", None, cards=missing, count=len(missing))


def is_forbidden(card: Card) -> bool:
    """Say whether a card may not be in the coffre.

    « Liste exhaustive des cartes interdites : Joker, Valet, Dame, Roi. »
    """
    return card.is_joker or card.rank in FACES


def _read_coffre(codes: Sequence[str], major: str, minor: str) -> tuple[int, int] | None:
    """Return the ranks in the coffre; None if it has a forbidden card and is scored as forbidden.

    « Les cartes à valeurs composant le Coffre doivent être de couleurs différentes »: a card that
    is not forbidden must be of the suit declared for it, even if the other card is forbidden.
    Otherwise `coffre_suit` is raised.
    """
    cards = [BY_CODE[code] for code in codes]
    for name, card, suit in zip(("major", "minor"), cards, (major, minor), strict=True):
        if not is_forbidden(card) and card.suit != suit:
            raise RuleError("coffre_suit", f"coffre.{name}", card=card.code, suit=suit)
    if any(is_forbidden(card) for card in cards):
        return None
    return ORDER[cards[0].rank], ORDER[cards[1].rank]


@cache
def worth_table(major: str, minor: str) -> dict[str, int]:
    """Return the value of each card: +rank in the major suit, −rank in the minor, else 0."""
    signs = {major: 1, minor: -1}
    return {
        card.code: ORDER[card.rank] * signs[card.suit] if card.suit in signs else 0
        for card in DECK_54
    }


def count_pile(cards: Sequence[str], worth: Mapping[str, int]) -> PileCount:
    """Return the count of a pile. « Les cartes Joker ne rapportent aucun point et ne compte pas.
    »
    """
    values = [worth[code] for code in cards]
    jokers = sum(joker in cards for joker in JOKERS)
    valued = len(values) - values.count(0)
    return PileCount(sum(values), len(cards) - jokers, valued, sum(map(abs, values)))


def figures_of(seats: int, maitre: int, entry: Any) -> dict[str, Any]:
    """Return the entry by figures that corresponds to an entry by cards."""
    manche = read_piles(entry.contract or 0, seats, maitre, entry)
    ranks = manche.coffre
    return {
        "contract": entry.contract,
        "maitre": {
            "trick_points": manche.trick_points,
            "trick_cards": manche.trick_cards,
            "trick_valued": manche.trick_valued,
            "chute_points": manche.chute_points,
            "discard_value": manche.discard_value,
        },
        "coffre": {"major_rank": ranks[0], "minor_rank": ranks[1]}
        if ranks
        else {"forbidden": True},
        "players": {str(seat): points + (chute or 0) for seat, points, chute in manche.others},
    }
