"""The scoring (« Comptage des points ») of the jeu du Maître, as pure functions.

`replay` folds a match's manches into a `Scoresheet`. Rulesets and entries are any objects with the
right attributes. If the rules refuse one, a `RuleError` is raised. `manches` and `piles` read
entries; `rulesets` checks rulesets. Quotations are from the source of the rules.
"""

from collections.abc import Iterable, Sequence
from decimal import Decimal
from typing import Any, NamedTuple

from games.maitre.engine.manches import (
    MaitreEntry,
    Manche,
    is_detailed,
    read_contract,
    read_figures,
)
from games.maitre.engine.piles import read_piles
from games.maitre.engine.rulesets import (
    CONTRACT_50,
    MaitreRules,
    maitre_of,
    manche_count,
    rule_faults,
)
from games.sheet import Fold, Line, Note, RankedSide, Result, Score, Scoresheet, folded

__all__ = ["MaitreFold", "replay", "rule_faults", "score_manche"]

ENTERED = ("maitre", "coffre", "players", "major", "minor", "tricks", "chute", "discard")


class ContractOutcome(NamedTuple):
    """The outcome of a manche: the notes that explain it, and whether it is validated."""

    notes: list[Note]
    validated: bool


def replay(rules: MaitreRules, seats: int, entries: Iterable[MaitreEntry]) -> Scoresheet:
    """Fold the manches of a match into its scoresheet.

    Raise the `RuleError` of the first refused manche; its `number` is the number of that manche
    (from 1). For a manche after the last one, the code is `match_finished`.
    """
    return folded(MaitreFold(rules, seats), entries)


class MaitreFold(Fold):
    """A match being folded, manche by manche. `failures` counts each Maître's failures."""

    def __init__(self, rules: MaitreRules, seats: int) -> None:
        super().__init__()
        self.rules = rules
        self.last = manche_count(rules, seats)
        self.totals: tuple[Score, ...] = (0,) * seats
        self.failures = [0] * seats

    @property
    def eliminated(self) -> list[int]:
        """The seats that have failed `failures_to_eliminate` times."""
        limit = self.rules.failures_to_eliminate
        return [seat for seat, count in enumerate(self.failures) if count >= limit]

    def line(self, entry: MaitreEntry) -> Line:
        """Verify and score a manche, and return its line. If it is not validated, its Maître has
        failed.
        """
        rules, seats, number = self.rules, len(self.totals), len(self.lines) + 1
        maitre = maitre_of(rules, seats, number)
        manche = read_manche(rules, seats, maitre, entry)
        notes, validated = score_manche(rules, maitre, manche)
        if not validated:
            self.failures[maitre] += 1
            notes += _failure_notes(rules, maitre, self.failures[maitre])
        deltas = _deltas(seats, notes)
        self.totals = tuple(
            _tidy(total + delta) for total, delta in zip(self.totals, deltas, strict=True)
        )
        if number == self.last:
            self.result = _result(self.totals, self.eliminated)
        return Line(deltas, self.totals, tuple(notes), completed_entry(manche, entry), maitre)

    def sheet(self) -> Scoresheet:
        """Return the sheet: the manches so far, the next Maître, and the eliminated seats."""
        number = len(self.lines) + 1
        maitre = maitre_of(self.rules, len(self.totals), number)
        state = {
            "manche": number,
            "maitre": maitre,
            "failures": list(self.failures),
            "eliminated": self.eliminated,
        }
        expected = {"maitre": maitre} if self.result is None else None
        return Scoresheet(tuple(self.lines), self.totals, state, expected, self.result)


def read_manche(rules: MaitreRules, seats: int, maitre: int, entry: MaitreEntry) -> Manche:
    """Verify an entry, by cards or by figures, and return its manche. `maitre` is the Maître's
    seat.
    """
    contract = read_contract(rules, entry)
    read = read_piles if is_detailed(entry) else read_figures
    return read(contract, seats, maitre, entry)


def completed_entry(manche: Manche, entry: MaitreEntry) -> dict[str, Any]:
    """Return the entry as sent, with the default contract if it was left out."""
    return {"contract": manche.contract, **{name: getattr(entry, name) for name in ENTERED}}


# --- Scoring one manche ----------------------------------------------------------------------


def score_manche(rules: MaitreRules, maitre: int, manche: Manche) -> ContractOutcome:
    """Score a verified manche, in the order cards, contract, gap. Return its notes and the
    outcome.
    """
    notes = [*_maitre_cards(rules, maitre, manche), *_other_cards(manche)]
    card_points = sum(int(note.points) for note in notes if note.side == maitre)
    contract_holds, contract_notes = _contract(rules, maitre, manche, card_points)
    notes += contract_notes
    ours = sum(note.points for note in notes if note.side == maitre)
    theirs = sum(note.points for note in notes if note.side != maitre)
    wide, gap_note = _gap(rules, maitre, _tidy(ours - theirs))
    notes.append(gap_note)
    if contract_holds and wide:
        notes.append(Note("validated", maitre))
    return ContractOutcome(notes, contract_holds and wide)


def _maitre_cards(rules: MaitreRules, maitre: int, manche: Manche) -> list[Note]:
    """Return the notes on the Maître's cards: the tricks, the chute, the coffre and the discard.

    The first note is about « les points amassés grâce à ses cartes ».
    """
    notes = [
        Note("trick_points", maitre, manche.trick_points, {"points": manche.trick_points}),
    ]
    if manche.chute_points:
        chute = manche.chute_points
        notes.append(Note("chute_points", maitre, chute, {"points": chute}))
    if manche.coffre is None:
        # « 13 points lui seront retranchés (peu importe la tête ou le Joker placé) et les cartes du
        # Coffre ne lui seront pas comptées. »
        penalty = rules.coffre_penalty
        notes.append(Note("coffre_forbidden", maitre, -penalty, {"penalty": penalty}))
    else:
        major, minor = manche.coffre
        params = {"major": major, "minor": minor}
        notes.append(Note("coffre_counted", maitre, major - minor, params))
    if manche.discard_value:
        # « Toutes cartes à valeur défaussées seront des points retranchés pour lui, que la carte
        # défaussée soit Mineure OU MAJEURE. »
        value = manche.discard_value
        notes.append(Note("discard_value", maitre, -value, {"points": value}))
    return notes


def _other_cards(manche: Manche) -> list[Note]:
    """Return the notes on the other players' tricks, and on the chute of the winner of the last
    trick.
    """
    notes = []
    for seat, points, chute in manche.others:
        notes.append(Note("player_points", seat, points, {"points": points}))
        if chute is not None:
            notes.append(Note("player_chute", seat, chute, {"points": chute}))
    return notes


def _contract(
    rules: MaitreRules, maitre: int, manche: Manche, card_points: int
) -> tuple[bool, list[Note]]:
    """Return whether the contract is kept, and the notes on the contract and its bonus or malus.

    « dans ses plis finaux, il doit y avoir au moins 50% de cartes à valeur ». A contract above 50
    that is kept earns a bonus, and any contract that is not kept costs a malus. Both are a
    percentage of the tricks' points or, depending on `contract_base`, of all the Maître's card
    points.
    """
    contract, valued, cards = manche.contract, manche.trick_valued, manche.trick_cards
    contract_holds = 100 * valued >= contract * cards if cards else contract == 0
    params = {
        "contract": contract,
        "valued": valued,
        "counted": cards,
        "reached": _hundredths(100 * valued, cards) if cards else 0,
    }
    base = manche.trick_points if rules.contract_base == "tricks" else card_points
    if not contract_holds:
        return False, [
            Note("contract_failed", maitre, 0, params),
            *_malus(rules, maitre, manche, base),
        ]
    notes = [Note("contract_kept", maitre, 0, params)]
    if contract > CONTRACT_50:
        # « l'écart à 50 […] multiplié par 2 sera la part accordée au Maître »
        percent = 2 * (contract - CONTRACT_50)
        bonus = _amount(rules, percent, 1, max(0, base))
        code = "no_bonus" if base < 0 else "bonus"
        notes.append(Note(code, maitre, bonus, {"percent": percent, "base": base}))
    return True, notes


def _malus(rules: MaitreRules, maitre: int, manche: Manche, base: int) -> list[Note]:
    """Return the notes on the malus: « le Maître perd x points et les joueurs en gagnent chacun x
    ».
    """
    reference = CONTRACT_50 if rules.malus_reference == "fifty" else manche.contract
    # If no card counts, the percentage reached is 0, the same as with one card without value.
    cards = manche.trick_cards or 1
    over_cards = 2 * (reference * cards - 100 * manche.trick_valued)
    if over_cards <= 0:
        return [Note("no_malus", maitre, 0, {"reference": reference})]
    malus = _amount(rules, over_cards, cards, abs(base))
    params = {"percent": _hundredths(over_cards, cards), "base": abs(base), "malus": malus}
    gains = [Note("malus_gained", seat, malus, params) for seat, _tricks, _chute in manche.others]
    return [Note("malus", maitre, -malus, params), *gains]


def _gap(rules: MaitreRules, maitre: int, gap: Score) -> tuple[bool, Note]:
    """Return whether the gap is wide enough, and the note on it.

    « la différence entre les points du Maître et ceux de tous les joueurs additionnés doit être
    supérieure à 15 »: more than 15, not equal.
    """
    params = {"gap": gap, "needed": rules.gap}
    wide = gap > rules.gap
    return wide, Note("gap_kept" if wide else "gap_failed", maitre, 0, params)


def _failure_notes(rules: MaitreRules, maitre: int, failures: int) -> list[Note]:
    """Return the notes on a manche that was not validated, and on the Maître's elimination if it
    follows.

    « Le 2ème non-respect de ces Règles expose le Maître à une élimination de la partie. »
    """
    limit = rules.failures_to_eliminate
    params = {"failures": failures, "limit": limit}
    notes = [Note("not_validated", maitre, 0, params)]
    if failures == limit:
        notes.append(Note("eliminated", maitre, 0, {"seat": maitre, "limit": limit}))
    return notes


# --- Figures ---------------------------------------------------------------------------------


def _amount(rules: MaitreRules, percent: int, over: int, base: int) -> Score:
    """Return `percent / over` per cent of `base`, rounded once. No argument may be negative."""
    if rules.rounding == "integer":
        return _half_up(percent * base, 100 * over)
    return _hundredths(percent * base, 100 * over)


def _hundredths(amount: int, over: int) -> Score:
    """Return a fraction that is not negative, rounded to hundredths, half up."""
    cents = _half_up(100 * amount, over)
    return Decimal(cents).scaleb(-2) if cents % 100 else cents // 100


def _half_up(amount: int, over: int) -> int:
    return (2 * amount + over) // (2 * over)


def _tidy(score: Score) -> Score:
    """Return a score as an integer if it has no decimals, otherwise unchanged."""
    if isinstance(score, Decimal) and score == score.to_integral_value():
        return int(score)
    return score


def _deltas(seats: int, notes: Sequence[Note]) -> tuple[Score, ...]:
    deltas: list[Score] = [0] * seats
    for note in notes:
        if note.points and note.side is not None:
            deltas[note.side] += note.points
    return tuple(_tidy(delta) for delta in deltas)


# --- The end ----------------------------------------------------------------------------------


def _result(scores: tuple[Score, ...], eliminated: Sequence[int]) -> Result:
    """Return the result of the match.

    « Le gagnant est le joueur remportant le plus de point parmi les non éliminés. » The eliminated
    are « d'office dernier (même s'il a plus de points que tous les autres) ».
    """
    standings = []
    for seat, score in enumerate(scores):
        out = seat in eliminated
        above = sum(
            (out and other not in eliminated) or ((other in eliminated) == out and theirs > score)
            for other, theirs in enumerate(scores)
        )
        standings.append(RankedSide(seat, above + 1, score, out))
    ranking = tuple(sorted(standings, key=lambda place: (place.rank, place.side)))
    winners = tuple(place.side for place in ranking if place.rank == 1 and not place.eliminated)
    return Result(winners, "manches_played", ranking)
