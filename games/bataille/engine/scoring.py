"""The scoring of a match of Bataille, as pure functions: a manche won is a point.

`replay` folds a match's manches into a `Scoresheet`. Rulesets and entries may be any objects
with the right attributes. An entry that the rules refuse raises a `RuleError`. `manches`
verifies entries; `rulesets` says which rulesets are valid.
"""

from collections.abc import Iterable, Sequence
from typing import Any

from games.bataille.engine.manches import BatailleEntry, Manche, completed_entry, read_manche
from games.bataille.engine.rulesets import BatailleRules, cards_in_play, rule_faults
from games.sheet import Fold, Line, Note, Result, Scoresheet, folded, rank_by_score

__all__ = ["BatailleFold", "replay", "rule_faults", "score_manche"]


def replay(rules: BatailleRules, seats: int, entries: Iterable[BatailleEntry]) -> Scoresheet:
    """Fold the manches of a match of `seats` players into its scoresheet.

    Raise the `RuleError` of the first refused manche, with the manche's number (from 1) in
    `number`. The error of a manche after the end is `match_finished`.
    """
    return folded(BatailleFold(rules, seats), entries)


class BatailleFold(Fold):
    """A match whose score is computed manche by manche."""

    def __init__(self, rules: BatailleRules, seats: int) -> None:
        super().__init__()
        self.rules = rules
        self.wins: tuple[int, ...] = (0,) * seats

    def line(self, entry: BatailleEntry) -> Line:
        """Verify a manche, add the point to its winner, and return the line."""
        rules, seats = self.rules, len(self.wins)
        manche = read_manche(rules, seats, entry)
        notes = score_manche(rules, manche)
        deltas = tuple(int(seat == manche.winner) for seat in range(seats))
        self.wins = tuple(had + won for had, won in zip(self.wins, deltas, strict=True))
        self.result = _result(rules, manche, self.wins)
        notes += _end_notes(rules, self.result)
        return Line(deltas, self.wins, tuple(notes), completed_entry(manche))

    def sheet(self) -> Scoresheet:
        """Return the sheet: the manches so far, and how many of them each player has won."""
        expected: dict[str, Any] | None = {} if self.result is None else None
        state = {"wins": list(self.wins)}
        return Scoresheet(tuple(self.lines), self.wins, state, expected, self.result)


def score_manche(rules: BatailleRules, manche: Manche) -> list[Note]:
    """Return notes that explain a verified manche: a point for its winner, none in a draw."""
    explain = {
        "all_cards": _explain_all_cards,
        "joker": _explain_joker,
        "pat": _explain_pat,
        "stopped": _explain_stopped,
    }
    return explain[manche.reason](rules, manche) + _counts(manche)


def _explain_all_cards(rules: BatailleRules, manche: Manche) -> list[Note]:
    """Note that the winner has all cards.

    « Lorsqu'un joueur a en sa possession toutes les cartes du jeu, la partie se termine. »
    """
    params = {"side": manche.winner, "count": cards_in_play(rules)}
    return [Note("all_cards", manche.winner, 1, params)]


def _explain_joker(rules: BatailleRules, manche: Manche) -> list[Note]:
    """Note that the winner stole the joker.

    « Dérober le joker de son adversaire, à l'occasion d'une bataille. »
    """
    return [Note("joker_stolen", manche.winner, 1, {"side": manche.winner})]


def _explain_pat(rules: BatailleRules, manche: Manche) -> list[Note]:
    """Return the note on a draw: « Cette situation est similaire au pat échiquéen »."""
    return [Note("pat")]


def _explain_stopped(rules: BatailleRules, manche: Manche) -> list[Note]:
    """Note the cards of a manche that was stopped early.

    It is won by the player with most cards, unless several players have that many.
    """
    cards, winner = manche.cards or (), manche.winner
    if winner is None:
        notes = [Note("level_when_stopped", None, 0, {"count": max(cards)})]
    else:
        notes = [Note("most_cards", winner, 1, {"side": winner, "count": cards[winner]})]
    return notes + [
        Note("cards_held", seat, 0, {"side": seat, "count": count})
        for seat, count in enumerate(cards)
        if seat != winner
    ]


def _counts(manche: Manche) -> list[Note]:
    """Return the notes on the tricks and the batailles, if the table counted them."""
    notes = []
    if manche.tricks is not None:
        notes.append(Note("tricks", None, 0, {"tricks": manche.tricks}))
    if manche.battles is not None:
        notes.append(Note("battles", None, 0, {"battles": manche.battles}))
    return notes


def _result(rules: BatailleRules, manche: Manche, wins: Sequence[int]) -> Result | None:
    """Return the result once a player has won `wins_needed` manches, else None.

    If one manche decides the match, a drawn manche is a drawn match.
    """
    winner = manche.winner
    if winner is None:
        if rules.wins_needed > 1:
            return None
        return Result((), "draw", rank_by_score(list(wins)))
    if wins[winner] < rules.wins_needed:
        return None
    return Result((winner,), "wins", rank_by_score(list(wins)))


def _end_notes(rules: BatailleRules, result: Result | None) -> list[Note]:
    """Note that the match is over, unless it has only one manche."""
    if result is None or rules.wins_needed == 1:
        return []
    return [Note("wins_reached", result.winners[0], 0, {"wins": rules.wins_needed})]
