"""What the Maître still needs during a manche (« contrat », « écart »). Pure.

From the cards taken so far it computes four things: the cards still out, the percentage reached,
how many cards of the two suits would restore the contract, and how many points the gap lacks.
"""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from fractions import Fraction

from games.cards import Card
from games.maitre.engine.manches import Manche
from games.maitre.engine.rulesets import ORDER, MaitreRules
from games.maitre.engine.scoring import score_manche


@dataclass(frozen=True, slots=True)
class Pile:
    """Counted cards: their points, and the numbers for the contract.

    `counted` is the number of all cards but jokers, `valued` that of cards of the major and minor
    suits. `major` and `minor` are the sums of their ranks.
    """

    points: int
    counted: int
    valued: int
    major: int
    minor: int


def counted(cards: Iterable[Card], major: str, minor: str) -> Pile:
    """Return the count of some cards: the major suit as +rank, the minor as −rank. Jokers do not
    count.
    """
    plain = [card for card in cards if not card.is_joker]
    ups = sum(ORDER[card.rank] for card in plain if card.suit == major)
    downs = sum(ORDER[card.rank] for card in plain if card.suit == minor)
    valued = sum(card.suit in (major, minor) for card in plain)
    return Pile(ups - downs, len(plain), valued, ups, downs)


@dataclass(frozen=True, slots=True)
class Needed:
    """What the Maître still needs to validate the manche.

    `reached` is the share of valued cards; None while no card counts. `more` is the number of
    valued cards in a row that would restore the contract (0: it holds now; None: nothing can
    restore it). `spare` is the number of neutral cards that may still be taken before the contract
    is lost. `gap` is the present gap, and `lacking` the points missing for the required gap (0:
    none). `best_gap` is the gap if every card still out helped the Maître.
    """

    reached: Fraction | None
    contract_holds: bool
    more: int | None
    spare: int | None
    gap: int
    lacking: int
    best_gap: int
    out: Pile
    validated_now: bool


def needed(
    rules: MaitreRules,
    *,
    contract: int,
    major: str,
    minor: str,
    taken: Collection[Card],
    others: Collection[Card],
    coffre: Collection[Card],
    discarded: Collection[Card],
    deck: Collection[Card],
) -> Needed:
    """Return what the Maître still needs to validate the manche.

    The cards of the tricks so far are in `taken` (the Maître's) and in `others` (the other
    players'). « dans ses plis finaux, il doit y avoir au moins 50% de cartes à valeur », et « la
    différence […] doit être supérieure à 15 ».
    """
    mine, theirs = counted(taken, major, minor), counted(others, major, minor)
    aside, lost = counted(coffre, major, minor), counted(discarded, major, minor)
    gone = {*taken, *others, *coffre, *discarded}
    out = counted((card for card in deck if card not in gone), major, minor)
    value = mine.points + aside.points - (lost.major + lost.minor)
    gap = value - theirs.points
    contract_holds = bool(mine.counted) and 100 * mine.valued >= contract * mine.counted
    return Needed(
        reached=Fraction(mine.valued, mine.counted) if mine.counted else None,
        contract_holds=contract_holds or contract == 0,
        more=_more(contract, mine, out),
        spare=_spare(contract, mine),
        gap=gap,
        lacking=max(0, rules.gap + 1 - gap),
        best_gap=gap + out.major + out.minor,
        out=out,
        validated_now=_validated(rules, contract, mine, theirs, aside, lost),
    )


def _more(contract: int, mine: Pile, out: Pile) -> int | None:
    """Return how many valued cards in a row restore the contract; None if no number does."""
    for more in range(out.valued + 1):
        cards = mine.counted + more
        if cards and 100 * (mine.valued + more) >= contract * cards:
            return more
    return None


def _spare(contract: int, mine: Pile) -> int | None:
    """Return how many neutral cards in a row the contract allows; None if it allows any number."""
    if contract == 0:
        return None
    return max(0, 100 * mine.valued // contract - mine.counted)


def _validated(
    rules: MaitreRules, contract: int, mine: Pile, theirs: Pile, aside: Pile, lost: Pile
) -> bool:
    """Return whether the manche would be validated if it ended now, with bonus and malus."""
    coffre = (aside.major, aside.minor) if aside.valued == 2 else (0, 0)
    manche = Manche(
        contract=contract,
        trick_points=mine.points,
        trick_cards=mine.counted,
        trick_valued=mine.valued,
        chute_points=0,
        discard_value=lost.major + lost.minor,
        coffre=coffre,
        others=((1, theirs.points, None),),
    )
    return score_manche(rules, 0, manche).validated
