"""Computes the cost of each decision in a match that was recorded by its dice. Pure.

The cost is in points of the turn. The decisions are whether to take over, which dice to keep, and
whether to stop or to throw on. `odds` compares each decision with the best choice, as the lab does.
A turn with a joker is not judged.
"""

from collections.abc import Iterator, Sequence
from typing import Any

from core.progress import ProgressCallback
from games.dix_mille.analysis.odds import advise, advise_turn
from games.dix_mille.analysis.throw_situations import kept_ways
from games.dix_mille.analysis.throw_tables import moves
from games.dix_mille.engine.columns import PalierColumn
from games.dix_mille.engine.may_stop import stop_fault
from games.dix_mille.engine.rulesets import MilleRules
from games.dix_mille.engine.scoring import Race
from games.dix_mille.engine.throws import Dice
from games.dix_mille.engine.turns import Carry, Stand, Turn, open_turn, readings, take_throw
from games.review.decision import Decision


def by_dice(entry: Any) -> bool:
    """Say whether a turn was recorded throw by throw."""
    return bool(entry.throws)


def stake(rules: MilleRules, column: PalierColumn) -> int:
    """Return the points that a bust costs: the height of the palier if this coche strikes it,
    otherwise 0.
    """
    palier = column.top
    if palier is None or palier.coches + 1 < rules.coches_to_strike:
        return 0
    below = column.standing[-2].score if len(column.standing) > 1 else 0
    return palier.score - below


def decisions(
    rules: MilleRules,
    seats: int,
    entries: Sequence[Any],
    progress: ProgressCallback = lambda done, total: None,
) -> list[Decision]:
    """Return the decisions of the turns that were recorded by their dice, with their cost."""
    race = Race(rules, seats)
    turn_decisions: list[Decision] = []
    if any(map(by_dice, entries)):
        moves(rules, lambda _done, _total: progress(0, len(entries)))
    for number, entry in enumerate(entries, start=1):
        if by_dice(entry):
            progress(number, len(entries))
            cost = stake(rules, race.columns[race.seat])
            turn = _Judged(rules, race.stand, race.carry, cost, entry)
            turn_decisions += [
                Decision(number, race.seat, lost, code, params)
                for lost, code, params in turn.costs()
            ]
        race.add(entry)
    return turn_decisions


Cost = tuple[float, str, dict[str, Any]]


class _Judged:
    """Judges one turn, decision by decision."""

    def __init__(
        self, rules: MilleRules, stand: Stand, carry: Carry | None, cost: int, entry: Any
    ) -> None:
        self.rules, self.stand, self.carry, self.cost = rules, stand, carry, cost
        self.throws: Sequence[Any] = entry.throws
        self.carried = bool(entry.carried)
        if self.carry is not None and self.carry.dice is None and self.carried:
            self.carry = self.carry._replace(dice=len(self.throws[0]["dice"]))

    def costs(self) -> Iterator[Cost]:
        if any(throw.get("joker") for throw in self.throws):
            return
        yield from self._start()
        turn = open_turn(self.rules, self.stand, self.carry if self.carried else None)
        for number, throw in enumerate(self.throws, start=1):
            last = number == len(self.throws)
            dice = tuple(sorted(throw["dice"]))
            ways = readings(turn, dice)
            after = take_throw(turn, throw, last=last)
            if ways and not after.ended:
                yield from self._kept_dice(turn, dice, after)
                whole = any(way.dice == after.throws[-1].kept_dice for way in ways)
                yield from self._went_on(after, whole, stopped=last)
            turn = after

    def _start(self) -> Iterator[Cost]:
        """Yield the cost of the choice between taking over and throwing all dice."""
        if self.carry is None or self.carry.dice is None:
            return
        left = self.carry.points
        if self.rules.exact_target and self.stand.score + left > self.rules.target:
            return
        over = self._advised(left, self.carry.dice, left)
        anew = self._advised(0, self.rules.dice, 0)
        params = {
            "points": left,
            "count": self.carry.dice,
            "over": round(over),
            "anew": round(anew),
        }
        if self.carried:
            yield anew - over, "carried", params
        else:
            yield over - anew, "not_carried", params

    def _advised(self, total: int, dice: int, taken: int) -> float:
        return advise(
            self.rules,
            entered=self.stand.entered,
            score=self.stand.score,
            total=total,
            dice=dice,
            cost=self.cost,
            taken=taken,
        ).roll.points

    def _went_on(self, turn: Turn, whole: bool, *, stopped: bool) -> Iterator[Cost]:
        advice = advise_turn(turn, cost=self.cost, whole=whole)
        if advice.stop is None:
            return
        params = {
            "points": turn.total,
            "count": turn.to_throw,
            "stop": round(advice.stop),
            "roll": round(advice.roll.points),
        }
        if stopped:
            yield advice.roll.points - advice.stop, "stopped", params
        else:
            yield advice.stop - advice.roll.points, "threw_on", params

    def _kept_dice(self, turn: Turn, dice: Dice, after: Turn) -> Iterator[Cost]:
        """Yield the cost of the dice that were kept, if other dice could have been kept."""
        ways = [(other, whole) for other, whole in kept_ways(turn, dice) if not other.ended]
        if len(ways) < 2:
            return
        worths = {other.throws[-1].kept_dice: self._worth(other, whole) for other, whole in ways}
        kept_dice = after.throws[-1].kept_dice
        best = max(worths, key=lambda dice: worths[dice])
        params = {"dice": _dice(dice), "kept": _dice(kept_dice), "better": _dice(best)}
        yield worths[best] - worths[kept_dice], "kept", params

    def _worth(self, turn: Turn, whole: bool) -> float:
        advice = advise_turn(turn, cost=self.cost, whole=whole and stop_fault(turn) is None)
        return max(advice.roll.points, advice.stop or advice.roll.points)


def _dice(dice: Dice) -> str:
    return "-".join(map(str, dice))
