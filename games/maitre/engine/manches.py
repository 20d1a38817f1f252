"""Reads a manche as entered, and checks it: by figures here, by cards in `piles`.

`scoring.read_manche` calls one of the two and returns the `Manche` that is scored. Entries are any
objects with the right attributes. If the rules refuse one, a `RuleError` is raised.
"""

from collections.abc import Mapping
from functools import lru_cache
from typing import Any, NamedTuple, Protocol

from games.maitre.engine.rulesets import HIGHEST_PLAIN, ORDER, SUIT_POINTS, MaitreRules
from games.sheet import RuleError

DECK_WITHOUT_JOKERS = 52
FIGURES = ("trick_points", "trick_cards", "trick_valued", "chute_points", "discard_value")
BY_CARDS = ("major", "minor", "tricks", "chute", "discard")
BY_FIGURES = ("maitre", "players")


class MaitreEntry(Protocol):
    """One manche as entered. A field that is left out is None."""

    contract: int | None
    coffre: Any  # {"major_rank": 9, "minor_rank": 1}, {"forbidden": true} or the two cards
    maitre: Any  # the five FIGURES
    players: Any  # {"1": 10, "2": -5}
    major: str | None
    minor: str | None
    tricks: Any  # {"0": ["7H", …], …}
    chute: Any  # {"winner": 1, "cards": ["X1", …]}
    discard: Any  # {"maitre": [...], "players": [...]}


class Manche(NamedTuple):
    """A manche in the form that is scored.

    `coffre` holds the ranks of its two cards (None: it is forbidden). `others` holds, for each
    other player: the seat, the points of the cards in tricks, and the points of the chute (None:
    they are not counted separately).
    """

    contract: int
    trick_points: int
    trick_cards: int
    trick_valued: int
    chute_points: int
    discard_value: int
    coffre: tuple[int, int] | None
    others: tuple[tuple[int, int, int | None], ...]


def read_contract(rules: MaitreRules, entry: MaitreEntry) -> int:
    """Return the entry's contract; by default « Contrat 50 », the lowest one."""
    if entry.contract is None:
        return rules.contract_min
    low, high = rules.contract_min, rules.contract_max
    if not low <= entry.contract <= high:
        raise RuleError("contract_out_of_range", "contract", lowest=low, highest=high)
    return entry.contract


def is_detailed(entry: MaitreEntry) -> bool:
    """Return whether the entry gives cards rather than figures. Raise `forms_mixed` if it gives
    both.
    """
    detailed = any(getattr(entry, name) is not None for name in BY_CARDS)
    if detailed:
        for name in BY_FIGURES:
            if getattr(entry, name) is not None:
                raise RuleError("forms_mixed", name)
    return detailed


def read_figures(contract: int, seats: int, maitre: int, entry: MaitreEntry) -> Manche:
    """Verify a manche entered by its figures.

    Raises `figures_missing`, `coffre_rank`, `valued_exceed_cards`, `points_impossible`,
    `players_incomplete`, `forms_mixed`.
    """
    coffre = _read_coffre(entry.coffre or {})
    figures = _read_maitre(entry.maitre or {}, coffre)
    players = _read_players(seats, maitre, entry.players or {})
    others = tuple((seat, points, None) for seat, points in players)
    return Manche(contract, *figures, coffre=coffre, others=others)


def _read_coffre(coffre: Mapping[str, Any]) -> tuple[int, int] | None:
    """Read the ranks of the coffre, from 1 to 10; None if it is forbidden.

    Its cards « ne peuvent être ni des têtes (Valet, Dame ou Roi) ni des Jokers ».
    """
    if "major" in coffre or "minor" in coffre:
        raise RuleError("forms_mixed", "coffre")
    forbidden = coffre.get("forbidden")
    ranks = []
    for name in ("major_rank", "minor_rank"):
        rank = coffre.get(name)
        if rank is None and forbidden:
            continue
        if rank is None or not 1 <= rank <= HIGHEST_PLAIN:
            raise RuleError("coffre_rank", f"coffre.{name}", highest=HIGHEST_PLAIN)
        ranks.append(rank)
    return None if forbidden else (ranks[0], ranks[1])


def _read_maitre(
    given: Mapping[str, Any], coffre: tuple[int, int] | None
) -> tuple[int, int, int, int, int]:
    """Verify the Maître's five figures, and return them in the order of `FIGURES`."""
    for name in FIGURES:
        if given.get(name) is None:
            raise RuleError("figures_missing", f"maitre.{name}")
    points, cards, valued, chute, discard = (given[name] for name in FIGURES)
    if valued > cards:
        raise RuleError("valued_exceed_cards", "maitre.trick_valued", valued=valued, taken=cards)
    if not 0 <= cards <= DECK_WITHOUT_JOKERS:
        raise RuleError(
            "points_impossible",
            "maitre.trick_cards",
            points=cards,
            lowest=0,
            highest=DECK_WITHOUT_JOKERS,
        )
    _check_trick_points(points, valued, coffre)
    _check_between(chute, -SUIT_POINTS, SUIT_POINTS, "maitre.chute_points")
    _check_between(discard, 0, 2 * SUIT_POINTS, "maitre.discard_value")
    return points, cards, valued, chute, discard


def _check_between(points: int, lowest: int, highest: int, field: str) -> None:
    if not lowest <= points <= highest:
        raise RuleError("points_impossible", field, points=points, lowest=lowest, highest=highest)


def _check_trick_points(points: int, valued: int, coffre: tuple[int, int] | None) -> None:
    """Refuse points that this number of major and minor cards can't make."""
    sums = trick_sums(valued, coffre)
    if not sums:
        held = len(_values(coffre))
        raise RuleError(
            "points_impossible", "maitre.trick_valued", points=valued, lowest=0, highest=held
        )
    if points not in sums:
        lowest, highest = min(sums), max(sums)
        raise RuleError(
            "points_impossible",
            "maitre.trick_points",
            points=points,
            lowest=lowest,
            highest=highest,
        )


def trick_sums(valued: int, coffre: tuple[int, int] | None) -> frozenset[int]:
    """Return every sum of `valued` distinct major and minor cards, without those of the coffre.

    Empty if there are fewer such cards. With a forbidden coffre all cards are possible.
    """
    by_count = _sums(coffre)
    return by_count[valued] if 0 <= valued < len(by_count) else frozenset()


def _values(coffre: tuple[int, int] | None) -> list[int]:
    ranks = ORDER.values()
    major, minor = coffre or (None, None)
    return [rank for rank in ranks if rank != major] + [-rank for rank in ranks if rank != minor]


@lru_cache(maxsize=101)  # by two ranks from 1 to 10, or no coffre
def _sums(coffre: tuple[int, int] | None) -> tuple[frozenset[int], ...]:
    values = _values(coffre)
    # Bit `sum + SUIT_POINTS` of `reached[count]` says whether `count` cards can make that sum.
    reached = [1 << SUIT_POINTS] + [0] * len(values)
    for value in values:
        for count in range(len(values), 0, -1):
            before = reached[count - 1]
            reached[count] |= before << value if value > 0 else before >> -value
    span = range(2 * SUIT_POINTS + 1)
    return tuple(
        frozenset(bit - SUIT_POINTS for bit in span if sums >> bit & 1) for sums in reached
    )


def _read_players(seats: int, maitre: int, given: Mapping[str, int]) -> list[tuple[int, int]]:
    """Verify the points of every player but the Maître, and return them by seat."""
    expected = [seat for seat in range(seats) if seat != maitre]
    if set(given) != {str(seat) for seat in expected}:
        missing = [seat for seat in expected if str(seat) not in given]
        raise RuleError("players_incomplete", "players", seats=missing or expected)
    for seat in expected:
        _check_between(given[str(seat)], -SUIT_POINTS, SUIT_POINTS, f"players.{seat}")
    return [(seat, given[str(seat)]) for seat in expected]
