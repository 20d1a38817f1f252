"""Reads a finished manche as it was entered: checks it, and derives what was left out. Pure."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple, Protocol

from games.bataille.engine.rulesets import BatailleRules, cards_in_play
from games.sheet import RuleError

# The highest accepted count of tricks or batailles. No manche comes near it, and every database
# column can hold it.
MOST_TRICKS = 1_000_000


class BatailleEntry(Protocol):
    """A manche as entered, with the specification's fields. A field that was left out is None."""

    winner: int | None
    reason: str | None
    tricks: int | None
    battles: int | None
    cards: Sequence[int] | None


class Manche(NamedTuple):
    """A verified manche. `winner` is the seat that won it, or None for a draw."""

    winner: int | None
    reason: str
    tricks: int | None
    battles: int | None
    cards: tuple[int, ...] | None


def read_manche(rules: BatailleRules, seats: int, entry: BatailleEntry) -> Manche:
    """Verify an entry and return it as a `Manche`. Values that were left out are derived.

    Raise `RuleError` with one of the codes `seat_unknown`, `winner_missing`, `winner_mismatch`,
    `joker_not_in_rules`, `pat_not_in_rules`, `cards_missing`, `cards_without_stop`,
    `cards_do_not_sum`, `cards_per_seat`, `count_out_of_range`, `battles_exceed_tricks`.
    """
    reason = entry.reason or "all_cards"
    if entry.winner is not None and not 0 <= entry.winner < seats:
        raise RuleError("seat_unknown", "winner", number=entry.winner)
    if reason != "stopped" and entry.cards is not None:
        raise RuleError("cards_without_stop", "cards")
    cards = None
    if reason == "stopped":
        cards = _cards(rules, seats, entry)
        winner = most_cards(cards)
    elif reason == "pat":
        _check_pat(rules)
        winner = None
    else:
        winner = _won(rules, reason, entry)
    if entry.winner is not None and entry.winner != winner:
        raise RuleError("winner_mismatch", "winner", seat=entry.winner)
    _check_counts(entry)
    return Manche(winner, reason, entry.tricks, entry.battles, cards)


def completed_entry(manche: Manche) -> Mapping[str, Any]:
    """Return the columns of a manche's row, including the derived values."""
    return manche._asdict() | {"cards": None if manche.cards is None else list(manche.cards)}


def most_cards(cards: Sequence[int]) -> int | None:
    """Return the seat with the most cards, or None if several seats share the highest number."""
    most = max(cards)
    return cards.index(most) if cards.count(most) == 1 else None


def _won(rules: BatailleRules, reason: str, entry: BatailleEntry) -> int | None:
    """Return the winner of a manche that somebody won.

    « Lorsqu'un joueur a en sa possession toutes les cartes du jeu, il est déclaré gagnant. »
    With the reason `joker`: « le premier qui arrive à dérober le joker de son adversaire a gagné
    ». Raise `RuleError` if the entry has no winner, or if the rules do not have this way to win.
    """
    if reason == "joker" and not rules.stealing_joker_wins:
        raise RuleError("joker_not_in_rules", "reason")
    if entry.winner is None:
        raise RuleError("winner_missing", "winner")
    return entry.winner


def _check_pat(rules: BatailleRules) -> None:
    """Raise `RuleError` if the rules do not allow a pat.

    « Le joueur est dans l'incapacité de continuer à jouer […] ce qui revient à une égalité. » A
    pat cannot happen if the missing cards are borrowed from the opponent's pile.
    """
    if rules.stalemate == "borrow":
        raise RuleError("pat_not_in_rules", "reason")


def _cards(rules: BatailleRules, seats: int, entry: BatailleEntry) -> tuple[int, ...]:
    """Return how many cards each seat has when a manche is stopped before its end.

    Raise `RuleError` if they are missing, or don't fit the pack or the seats.
    """
    if entry.cards is None:
        raise RuleError("cards_missing", "cards")
    cards, total = tuple(entry.cards), cards_in_play(rules)
    if sum(cards) != total:
        raise RuleError("cards_do_not_sum", "cards", counted=sum(cards), total=total)
    if len(cards) != seats:
        raise RuleError("cards_per_seat", "cards", expected=seats)
    if min(cards) < 0:
        raise RuleError("count_out_of_range", "cards", highest=total)
    return cards


def _check_counts(entry: BatailleEntry) -> None:
    """Check the numbers of tricks and batailles, if the table counted them."""
    for name, count in (("tricks", entry.tricks), ("battles", entry.battles)):
        if count is not None and not 0 <= count <= MOST_TRICKS:
            raise RuleError("count_out_of_range", name, highest=MOST_TRICKS)
    if entry.tricks is not None and entry.battles is not None and entry.battles > entry.tricks:
        params = {"battles": entry.battles, "tricks": entry.tricks}
        raise RuleError("battles_exceed_tricks", "battles", **params)
