"""The scoring (« Pointage ») of the jeu du 10 and its variants, as pure functions.

`replay` folds a match's hands into a `Scoresheet`. Rulesets and entries are any objects with the
right attributes; what the rules refuse is a `RuleError`. Quotations are the club's rules.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol

from games.dix.play import (
    CARD_POINTS,
    SEATS,
    DixRules,
    Position,
    check_number,
    check_partie,
    free_trump_seat,
    highest_bid,
    may_bid_partie,
    points_in_hand,
    run_auction,
    run_tricks,
    side_of,
)
from games.sheet import Line, Note, Result, RuleError, Scoresheet, Standing, at_line

__all__ = ["DixEntry", "points_in_hand", "replay", "rule_faults"]


class DixEntry(Protocol):
    """One hand (*brasse*) as entered; every field is None when left out."""

    bidder: int | None
    bid: int | None
    partie: bool | None
    taken: int | None
    defenders_bid: bool | None
    trump: str | None
    auction: Any  # [{"seat": 1, "call": 55}, …]
    tricks: Any  # [["10H", "AH", "6H", "5H"], …]


class Outbid(NamedTuple):
    """What an auction settled. `bid` is None under « la partie »."""

    bidder: int
    bid: int | None
    partie: bool
    defenders_bid: bool


@dataclass(frozen=True, slots=True)
class Hand:
    """A hand as it is scored: who was to make what, and what was taken out of `in_hand` points."""

    bidder: int
    bid: int | None
    partie: bool
    defenders_bid: bool
    taken: int
    in_hand: int

    @property
    def bidders(self) -> int:
        """The side that won the auction (« en attaque »)."""
        return side_of(self.bidder)

    @property
    def defence(self) -> int:
        """The other side."""
        return 1 - self.bidders

    @property
    def goal(self) -> int:
        """The points promised: the bid, or all of them under « la partie »."""
        return self.in_hand if self.bid is None else self.bid

    @property
    def made(self) -> bool:
        """Whether the bidders took what they promised."""
        return self.taken >= self.goal

    @property
    def missing(self) -> int:
        """How many points a failed bid lacked."""
        return self.goal - self.taken

    @property
    def defended(self) -> int:
        """The points that the defence took."""
        return self.in_hand - self.taken


def replay(rules: DixRules, seats: int, entries: Iterable[DixEntry]) -> Scoresheet:
    """Fold the hands of a match into its scoresheet.

    `seats` is always four here. Raises the `RuleError` of the first refused hand, its `number`
    set to that hand's (from 1); `match_finished` for a hand after the end.
    """
    money = (rules.initial_money or 0) if rules.bid_format == "buy_money" else None
    purses = None if money is None else (money, money)
    position = Position(rules.first_dealer, (0, 0), purses)
    lines: list[Line] = []
    result: Result | None = None
    for number, entry in enumerate(entries, start=1):
        with at_line(number):
            if result is not None:
                raise RuleError("match_finished")
            hand = read_hand(rules, position, entry)
        dealer = position.dealer
        notes = score_hand(rules, position, hand)
        deltas = (_points_for(0, notes), _points_for(1, notes))
        position = _after(position, hand, deltas)
        result = _result(rules, position, hand)
        notes += _target_notes(rules, position, hand, result)
        completed = _completed(hand, entry)
        lines.append(Line(deltas, position.scores, tuple(notes), completed, dealer))
    state: dict[str, Any] = {"dealer": position.dealer}
    if position.purses is not None:
        state["purses"] = list(position.purses)
    expected = _next(rules, position) if result is None else None
    return Scoresheet(tuple(lines), position.scores, state, expected, result)


# --- Reading a hand: what was said, what was taken -------------------------------------------


def read_hand(rules: DixRules, position: Position, entry: DixEntry) -> Hand:
    """Verify an entry and fill in what its auction and its tricks tell."""
    said = _read_fields if entry.auction is None else _read_auction
    outbid = said(rules, position, entry)
    in_hand = points_in_hand(rules, partie=outbid.partie)
    return Hand(*outbid, taken=_read_taken(rules, entry, outbid, in_hand), in_hand=in_hand)


def _read_fields(rules: DixRules, position: Position, entry: DixEntry) -> Outbid:
    """Take the auction's outcome from the entry, which says it in so many words."""
    if entry.bidder is None:
        raise RuleError("bidder_missing", "bidder")
    if not 0 <= entry.bidder < SEATS:
        raise RuleError("seat_unknown", "bidder", number=entry.bidder)
    side = side_of(entry.bidder)
    if entry.partie:
        check_partie(rules, position, side, field="partie")
        if entry.bid is not None:
            raise RuleError("bid_with_partie", "bid", bid=entry.bid)
        return Outbid(entry.bidder, None, True, bool(entry.defenders_bid))
    if entry.bid is None:
        raise RuleError("bid_missing", "bid")
    if entry.bid != 0 or entry.bidder != free_trump_seat(rules, position):
        check_number(rules, position, side, entry.bid, field="bid")
    if entry.defenders_bid:
        _check_defenders_could_bid(rules, position, 1 - side, entry.bid)
    return Outbid(entry.bidder, entry.bid, False, bool(entry.defenders_bid))


def _check_defenders_could_bid(rules: DixRules, position: Position, defence: int, bid: int) -> None:
    """Refuse a defence said to have named a number when none was open to it."""
    if bid <= rules.min_bid or highest_bid(rules, position, defence) is None:
        raise RuleError("defenders_could_not_bid", "defenders_bid", bid=bid)


def _read_auction(rules: DixRules, position: Position, entry: DixEntry) -> Outbid:
    """Derive the outcome from the calls; what the entry says besides must agree with them."""
    state = run_auction(rules, position, entry.auction)
    assert state.bidder is not None  # noqa: S101 - an auction that is over has a highest bidder
    outbid = Outbid(state.bidder, state.bid, state.partie, state.defenders_bid)
    for name, derived in outbid._asdict().items():
        given = getattr(entry, name)
        if given is not None and given != derived:
            raise RuleError("auction_mismatch", name)
    return outbid


def _read_taken(rules: DixRules, entry: DixEntry, outbid: Outbid, in_hand: int) -> int:
    """Return the bidding side's points, as entered or as its tricks count."""
    counted = _count_tricks(rules, entry, outbid)
    taken = counted if entry.taken is None else entry.taken
    if taken is None:
        raise RuleError("taken_missing", "taken")
    lowest = in_hand - CARD_POINTS
    if not lowest <= taken <= CARD_POINTS:
        raise RuleError(
            "taken_out_of_range", "taken", taken=taken, lowest=lowest, highest=CARD_POINTS
        )
    if taken % 5:
        below = taken - taken % 5
        raise RuleError("taken_not_multiple", "taken", taken=taken, below=below, above=below + 5)
    if counted is not None and counted != taken:
        raise RuleError("taken_mismatch", "taken", taken=taken, counted=counted)
    return taken


def _count_tricks(rules: DixRules, entry: DixEntry, outbid: Outbid) -> int | None:
    """Verify the tricks, if they were noted, and count the bidding side's points in them."""
    if entry.tricks is None:
        return None
    if not entry.trump:
        raise RuleError("trump_required", "trump")
    play = run_tricks(rules.deck, entry.trump, outbid.bidder, entry.tricks)
    penalised = rules.card_values == "penalised_aces" and not outbid.partie
    return play.points_by_side(penalised_aces=penalised)[side_of(outbid.bidder)]


def _completed(hand: Hand, entry: DixEntry) -> dict[str, Any]:
    """The entry's fields with everything derived filled in."""
    return {
        "bidder": hand.bidder,
        "bid": hand.bid,
        "partie": hand.partie,
        "taken": hand.taken,
        "defenders_bid": hand.defenders_bid,
        "trump": entry.trump,
        "auction": entry.auction,
        "tricks": entry.tricks,
    }


# --- Scoring one hand ------------------------------------------------------------------------
# Each function answers the notes that explain both sides; a side's points are their sum.


def score_hand(rules: DixRules, position: Position, hand: Hand) -> list[Note]:
    """Score one verified hand under the ruleset's bid format."""
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
    """« Les points ramassés si la mise est réussie, moins la mise si elle ne l'est pas. »"""
    said = {"bid": hand.goal, "taken": hand.taken}
    if hand.made:
        bidders = Note("contract_made", hand.bidders, hand.taken, said)
    else:
        said["missing"] = hand.missing
        bidders = Note("contract_failed", hand.bidders, -hand.goal, said)
    return [bidders, _defence_keeps(rules, position, hand)]


def _score_success_or_zero(rules: DixRules, position: Position, hand: Hand) -> list[Note]:
    """« Mise réussie ou zéro »: a bid made shuts the defence out, a bid failed pays it.

    « L'équipe en défense fait le nombre de points de la mise, plus le manque à gagner. »
    """
    said = {"bid": hand.goal, "taken": hand.taken}
    if hand.made:
        return [
            Note("contract_made", hand.bidders, hand.taken, said),
            Note("defence_shut_out", hand.defence, 0, {"points": hand.defended}),
        ]
    failed = Note("contract_failed_zero", hand.bidders, 0, said | {"missing": hand.missing})
    if _is_capped(rules, position, hand):
        return [failed, _capped(rules, hand, hand.goal + hand.missing)]
    return [
        failed,
        Note("defence_wins_bid", hand.defence, hand.goal, {"bid": hand.goal}),
        Note("defence_wins_missing", hand.defence, hand.missing, {"missing": hand.missing}),
    ]


def _score_bought_with_points(rules: DixRules, position: Position, hand: Hand) -> list[Note]:
    """« Achat par points »: the bid « sera directement soustrait du score de la brasse »."""
    return [
        Note("hand_points", hand.bidders, hand.taken, {"taken": hand.taken}),
        Note("bought", hand.bidders, -hand.goal, {"bid": hand.goal}),
        _defence_keeps(rules, position, hand),
    ]


def _score_bought_with_money(rules: DixRules, position: Position, hand: Hand) -> list[Note]:
    """« Achat par argent »: each side scores its points, the bid leaves the bidders' purse."""
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
    """« Elle s'engage à remporter tous les points et si elle réussit, gagne la partie. »

    « Si elle échoue, c'est l'autre équipe qui gagne la partie » and the scores stay as they are;
    or, for a stake: « remporte 500 points si elle réussit, ou perd 500 points sinon ».
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
    """The defence scores « si elle a un score en dessous de 400 ou si elle a dit un chiffre »."""
    cap = rules.defence_cap
    return cap is not None and position.scores[hand.defence] >= cap and not hand.defenders_bid


def _capped(rules: DixRules, hand: Hand, points: int) -> Note:
    return Note("defence_capped", hand.defence, 0, {"points": points, "cap": rules.defence_cap})


def _defence_keeps(rules: DixRules, position: Position, hand: Hand) -> Note:
    """The defence « fait les points qu'elle a ramassé », unless it is capped."""
    points, cap = hand.defended, rules.defence_cap
    if points == 0:
        return Note("defence_without_points", hand.defence)
    if _is_capped(rules, position, hand):
        return _capped(rules, hand, points)
    if cap is not None and position.scores[hand.defence] >= cap:
        said = {"points": points, "cap": cap}
        return Note("defence_keeps_by_bidding", hand.defence, points, said)
    return Note("defence_keeps", hand.defence, points, {"points": points})


# --- After the hand: the next one, or the end ------------------------------------------------


def _points_for(side: int, notes: list[Note]) -> int:
    return sum(int(note.points) for note in notes if note.side == side)


def _after(position: Position, hand: Hand, deltas: tuple[int, int]) -> Position:
    """Add up, pay, and move the deal one seat clockwise."""
    scores = (position.scores[0] + deltas[0], position.scores[1] + deltas[1])
    purses = None if position.purses is None else _purses_after(position, hand)
    return Position((position.dealer + 1) % SEATS, scores, purses)


def _purses_after(position: Position, hand: Hand) -> tuple[int, int]:
    purses = list(position.purses or (0, 0))
    purses[hand.bidders] -= hand.goal
    return purses[0], purses[1]


def _result(rules: DixRules, position: Position, hand: Hand) -> Result | None:
    """« La partie s'arrête lorsqu'une équipe atteint le score de 500 », or on a bid partie."""
    if hand.partie and rules.partie == "decides_match":
        winner = hand.bidders if hand.made else hand.defence
        return _won_by(winner, position.scores, "partie")
    reached = [side for side in (0, 1) if position.scores[side] >= rules.target]
    if not reached:
        return None
    winner = reached[0] if len(reached) == 1 else _first_of_both(rules, position.scores, hand)
    return _won_by(winner, position.scores, "target")


def _first_of_both(rules: DixRules, scores: tuple[int, int], hand: Hand) -> int:
    """Both sides reached the target in one hand: the higher score, or the bidders, win."""
    if rules.both_reach == "bidders" or scores[0] == scores[1]:
        return hand.bidders
    return 0 if scores[0] > scores[1] else 1


def _won_by(winner: int, scores: tuple[int, int], ended_by: str) -> Result:
    """The winner ranks first whatever the scores."""
    ranking = (
        Standing(winner, rank=1, score=scores[winner]),
        Standing(1 - winner, rank=2, score=scores[1 - winner]),
    )
    return Result((winner,), ended_by, ranking)


def _target_notes(
    rules: DixRules, position: Position, hand: Hand, result: Result | None
) -> list[Note]:
    """Tell who reached the target, and if both did, why the winner is the winner."""
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
    """What is expected: who deals and speaks, and what may be bid."""
    highest = [highest_bid(rules, position, side) for side in (0, 1)]
    return {
        "dealer": position.dealer,
        "first_speaker": position.first_speaker,
        "min_bid": rules.min_bid,
        "max_bid": highest[0] if position.purses is None else highest,
        "may_bid_partie": [may_bid_partie(rules, position, side) for side in (0, 1)],
    }


# --- The ruleset -----------------------------------------------------------------------------


def rule_faults(rules: DixRules, seats: int = SEATS) -> list[RuleError]:
    """Return every reason to refuse a ruleset, each with its code and field; none: it is sound.

    `seats` is always four here.
    """
    return [*_faulty_values(rules), *_faulty_combinations(rules)]


def _faulty_values(rules: DixRules) -> list[RuleError]:
    """Values that are out of their range on their own."""
    faults = []
    for name in ("target", "min_bid", "partie_stake", "initial_money"):
        value = getattr(rules, name)
        if value is not None and value < 1:
            faults.append(RuleError("not_positive", name, value=value))
    if rules.target % 5:
        faults.append(_not_multiple("target_not_multiple", "target", rules.target))
    if rules.defence_cap is not None and rules.defence_cap % 5:
        faults.append(_not_multiple("cap_not_multiple", "defence_cap", rules.defence_cap))
    if rules.bid_format != "buy_money" and rules.min_bid % 5:
        faults.append(_not_multiple("min_bid_not_multiple", "min_bid", rules.min_bid))
    if not 0 <= rules.first_dealer < SEATS:
        faults.append(RuleError("seat_unknown", "first_dealer", number=rules.first_dealer))
    return faults


def _faulty_combinations(rules: DixRules) -> list[RuleError]:
    """Values that do not go together."""
    faults = []
    bought = rules.bid_format in ("buy_points", "buy_money")
    money = rules.bid_format == "buy_money"
    if bought and rules.partie != "forbidden":
        faults.append(RuleError("partie_with_purchase", "partie"))
    if bought and rules.defence_cap is not None:
        faults.append(RuleError("cap_with_purchase", "defence_cap"))
    if money and rules.initial_money is None:
        faults.append(RuleError("initial_money_missing", "initial_money"))
    if not money and rules.initial_money is not None:
        faults.append(RuleError("initial_money_without_purchase", "initial_money"))
    if rules.min_bid > points_in_hand(rules):
        points = points_in_hand(rules)
        faults.append(RuleError("min_bid_above_hand", "min_bid", points=points))
    return faults


def _not_multiple(code: str, field: str, value: int) -> RuleError:
    below = value - value % 5
    return RuleError(code, field, value=value, below=below, above=below + 5)
