"""The scoring (« Pointage ») of the jeu du 10 and its variants, as pure functions.

`replay` computes the `Scoresheet` of a match from its hands. `hands` verifies entries, and
`rulesets` says which rulesets are valid. Rulesets and entries may be any objects with the right
attributes. `RuleError` is raised if the rules refuse an entry. Quotations are the club's rules.
"""

from collections.abc import Iterable
from typing import Any, NamedTuple

from games.dix.engine.auction import Position, highest_bid, may_bid_partie
from games.dix.engine.hands import DixEntry, Hand, completed_entry, read_hand
from games.dix.engine.rulesets import SEATS, DixRules, rule_faults
from games.sheet import Fold, Line, Note, RankedSide, Result, Scoresheet, folded

__all__ = [
    "DixFold",
    "ScoredHand",
    "match_result",
    "replay",
    "rule_faults",
    "score_breaks",
    "score_hand",
    "scored",
]


def replay(rules: DixRules, seats: int, entries: Iterable[DixEntry]) -> Scoresheet:
    """Fold the hands of a match into its scoresheet. `seats` is always four here.

    Raise the `RuleError` of the first refused hand, with the hand's number (from 1) in `number`.
    The error of a hand after the end is `match_finished`.
    """
    return folded(DixFold(rules, seats), entries)


class DixFold(Fold):
    """A match whose score is computed hand by hand."""

    def __init__(self, rules: DixRules, seats: int) -> None:
        super().__init__()
        self.rules = rules
        money = (rules.initial_money or 0) if rules.bid_format == "buy_money" else None
        purses = None if money is None else (money, money)
        self.position = Position(rules.first_dealer, (0, 0), purses)

    def line(self, entry: DixEntry) -> Line:
        """Verify and score a hand, and return its line. Update the dealer, scores and purses."""
        rules, before = self.rules, self.position
        hand = read_hand(rules, before, entry)
        notes, deltas, after, self.result = scored(rules, before, hand)
        self.position = after
        notes += _target_notes(rules, after, hand, self.result)
        completed = completed_entry(hand, entry)
        return Line(deltas, after.scores, tuple(notes), completed, before.dealer)

    def sheet(self) -> Scoresheet:
        """Return the scoresheet: the hands so far, the next dealer, and the possible bids."""
        position = self.position
        state: dict[str, Any] = {"dealer": position.dealer}
        if position.purses is not None:
            state["purses"] = list(position.purses)
        expected = _next(self.rules, position) if self.result is None else None
        return Scoresheet(tuple(self.lines), position.scores, state, expected, self.result)


class ScoredHand(NamedTuple):
    """What a hand does to a match: notes, points, the next position, and the result if it ends."""

    notes: list[Note]
    deltas: tuple[int, int]
    after: Position
    result: Result | None


def scored(rules: DixRules, before: Position, hand: Hand) -> ScoredHand:
    """Return the effect of a verified hand on a match that is in the position `before`."""
    notes = score_hand(rules, before, hand)
    deltas = (_points_for(0, notes), _points_for(1, notes))
    after = _after(before, hand, deltas)
    return ScoredHand(notes, deltas, after, match_result(rules, after, hand))


def score_breaks(rules: DixRules) -> tuple[int, ...]:
    """Return the scores at which a side's possible bids, or the points of a hand, change.

    Between two such scores nothing changes. A side with less than 0 may not bid « la partie ». A
    silent defence scores nothing once its score has reached the cap.
    """
    negative = () if rules.partie != "decides_match" else (0,)
    capped = () if rules.defence_cap is None else (rules.defence_cap,)
    return tuple(sorted({*negative, *capped}))


# --- Scoring one hand ------------------------------------------------------------------------
#
# Each function returns the notes that explain both sides. A side's points are the sum of its notes'
# points.


def score_hand(rules: DixRules, position: Position, hand: Hand) -> list[Note]:
    """Return the notes that score a verified hand, under the bid format of the ruleset."""
    if hand.partie:
        notes = _score_partie(rules, position, hand)
        if rules.card_values == "penalised_aces":
            notes.append(Note("aces_not_penalised", hand.bidders))
        return notes
    formats = {
        "contract": _score_contract,
        "success_or_zero": _score_success_or_zero,
        "buy_points": _score_bought_with_points,
        "buy_money": _score_bought_with_money,
    }
    return formats[rules.bid_format](rules, position, hand)


def _score_contract(rules: DixRules, position: Position, hand: Hand) -> list[Note]:
    """Score a hand whose bid is a contract.

    « Les points ramassés si la mise est réussie, moins la mise si elle ne l'est pas. »
    """
    params = {"bid": hand.goal, "taken": hand.taken}
    if hand.made:
        bidders = Note("contract_made", hand.bidders, hand.taken, params)
    else:
        params["missing"] = hand.missing
        bidders = Note("contract_failed", hand.bidders, -hand.goal, params)
    return [bidders, _defence_keeps(rules, position, hand)]


def _score_success_or_zero(rules: DixRules, position: Position, hand: Hand) -> list[Note]:
    """Score a hand of « Mise réussie ou zéro ». The defence scores only if the bid failed.

    « L'équipe en défense fait le nombre de points de la mise, plus le manque à gagner. »
    """
    params = {"bid": hand.goal, "taken": hand.taken}
    if hand.made:
        return [
            Note("contract_made", hand.bidders, hand.taken, params),
            Note("defence_shut_out", hand.defence, 0, {"points": hand.defended}),
        ]
    failed = Note("contract_failed_zero", hand.bidders, 0, params | {"missing": hand.missing})
    if _is_capped(rules, position, hand):
        return [failed, _capped(rules, hand, hand.goal + hand.missing)]
    return [
        failed,
        Note("defence_wins_bid", hand.defence, hand.goal, {"bid": hand.goal}),
        Note("defence_wins_missing", hand.defence, hand.missing, {"missing": hand.missing}),
    ]


def _score_bought_with_points(rules: DixRules, position: Position, hand: Hand) -> list[Note]:
    """Score a hand of « Achat par points ».

    The bid « sera directement soustrait du score de la brasse ».
    """
    return [
        Note("hand_points", hand.bidders, hand.taken, {"taken": hand.taken}),
        Note("bought", hand.bidders, -hand.goal, {"bid": hand.goal}),
        _defence_keeps(rules, position, hand),
    ]


def _score_bought_with_money(rules: DixRules, position: Position, hand: Hand) -> list[Note]:
    """Score a hand of « Achat par argent ».

    Each side scores its points, and the bid leaves the bidders' purse.
    """
    if hand.bid:
        left = _purses_after(position, hand)[hand.bidders]
        paid = Note("purse_paid", hand.bidders, 0, {"bid": hand.bid, "purse": left})
    else:
        paid = Note("trump_free", hand.bidders)
    return [
        Note("hand_points", hand.bidders, hand.taken, {"taken": hand.taken}),
        paid,
        _defence_keeps(rules, position, hand),
    ]


def _score_partie(rules: DixRules, position: Position, hand: Hand) -> list[Note]:
    """Score a hand under « la partie ».

    « Elle s'engage à remporter tous les points et si elle réussit, gagne la partie. » « Si elle
    échoue, c'est l'autre équipe qui gagne la partie ». The scores stay as they are. If « la
    partie » is for a stake, the side « remporte 500 points si elle réussit, ou perd 500 points
    sinon ».
    """
    failure = {"taken": hand.taken, "missing": hand.missing}
    if rules.partie == "stake":
        stake = rules.partie_stake
        if hand.made:
            bidders = Note("stake_won", hand.bidders, stake, {"stake": stake})
        else:
            bidders = Note("stake_lost", hand.bidders, -stake, failure | {"stake": stake})
        return [bidders, _defence_keeps(rules, position, hand)]
    if hand.made:
        return [Note("partie_won", hand.bidders), Note("defence_loses_match", hand.defence)]
    return [
        Note("partie_lost", hand.bidders, 0, failure),
        Note("defence_wins_match", hand.defence),
    ]


def _is_capped(rules: DixRules, position: Position, hand: Hand) -> bool:
    """Return whether the points of the defence do not count, because of the cap.

    They count « si elle a un score en dessous de 400 ou si elle a dit un chiffre ».
    """
    cap = rules.defence_cap
    return cap is not None and position.scores[hand.defence] >= cap and not hand.defenders_bid


def _capped(rules: DixRules, hand: Hand, points: int) -> Note:
    return Note("defence_capped", hand.defence, 0, {"points": points, "cap": rules.defence_cap})


def _defence_keeps(rules: DixRules, position: Position, hand: Hand) -> Note:
    """Return the note on the points of the defence.

    Unless it is capped, it « fait les points qu'elle a ramassé ».
    """
    points, cap = hand.defended, rules.defence_cap
    if points == 0:
        return Note("defence_without_points", hand.defence)
    if _is_capped(rules, position, hand):
        return _capped(rules, hand, points)
    if cap is not None and position.scores[hand.defence] >= cap:
        params = {"points": points, "cap": cap}
        return Note("defence_keeps_by_bidding", hand.defence, points, params)
    return Note("defence_keeps", hand.defence, points, {"points": points})


# --- After the hand: the next one, or the end ------------------------------------------------


def _points_for(side: int, notes: list[Note]) -> int:
    return sum(int(note.points) for note in notes if note.side == side)


def _after(position: Position, hand: Hand, deltas: tuple[int, int]) -> Position:
    """Return the next position: points added, bid paid, and the deal passed clockwise."""
    scores = (position.scores[0] + deltas[0], position.scores[1] + deltas[1])
    purses = None if position.purses is None else _purses_after(position, hand)
    return Position((position.dealer + 1) % SEATS, scores, purses)


def _purses_after(position: Position, hand: Hand) -> tuple[int, int]:
    purses = list(position.purses or (0, 0))
    purses[hand.bidders] -= hand.goal
    return purses[0], purses[1]


def match_result(rules: DixRules, position: Position, hand: Hand) -> Result | None:
    """Return the result if the match ends with this hand, or None if it goes on.

    `position` is the position after the hand. « La partie s'arrête lorsqu'une équipe atteint le
    score de 500 », or when « la partie » that decides the match was bid.
    """
    if hand.partie and rules.partie == "decides_match":
        winner = hand.bidders if hand.made else hand.defence
        return _won_by(winner, position.scores, "partie")
    reached = [side for side in (0, 1) if position.scores[side] >= rules.target]
    if not reached:
        return None
    winner = reached[0] if len(reached) == 1 else _first_of_both(rules, position.scores, hand)
    return _won_by(winner, position.scores, "target")


def _first_of_both(rules: DixRules, scores: tuple[int, int], hand: Hand) -> int:
    """Return the winner if both sides reach the target in one hand.

    The ruleset says whether the higher score wins or the bidders do. If the scores are equal,
    the bidders win.
    """
    if rules.both_reach == "bidders" or scores[0] == scores[1]:
        return hand.bidders
    return 0 if scores[0] > scores[1] else 1


def _won_by(winner: int, scores: tuple[int, int], ended_by: str) -> Result:
    """Return a result in which the winner ranks first, whatever the scores are."""
    ranking = (
        RankedSide(winner, rank=1, score=scores[winner]),
        RankedSide(1 - winner, rank=2, score=scores[1 - winner]),
    )
    return Result((winner,), ended_by, ranking)


def _target_notes(
    rules: DixRules, position: Position, hand: Hand, result: Result | None
) -> list[Note]:
    """Return a note for each side that reached the target.

    If both sides did, also return a note on why the winner won.
    """
    if result is None or result.ended_by != "target":
        return []
    target, scores = rules.target, position.scores
    notes = [
        Note("target_reached", side, 0, {"target": target, "total": scores[side]})
        for side in (0, 1)
        if scores[side] >= target
    ]
    if len(notes) == 2:
        level = "both_reach_level" if scores[0] == scores[1] else "both_reach_highest"
        code = "both_reach_bidders" if rules.both_reach == "bidders" else level
        notes.append(Note(code, result.winners[0]))
    return notes


def _next(rules: DixRules, position: Position) -> dict[str, Any]:
    """Return what is known of the next hand: its dealer, first speaker and possible bids."""
    highest = [highest_bid(rules, position, side) for side in (0, 1)]
    return {
        "dealer": position.dealer,
        "first_speaker": position.first_speaker,
        "min_bid": rules.min_bid,
        "max_bid": highest[0] if position.purses is None else highest,
        "may_bid_partie": [may_bid_partie(rules, position, side) for side in (0, 1)],
    }
