"""Computes the cost of each decision in a match that was recorded by its dice. Pure.

The cost is in points of the turn and, where two play, in chance of winning the match as well, read
in the values of `duel`. The decisions are whether to take over, which dice to keep, and
whether to stop or to throw on. `odds` compares each decision with the best choice, as the lab does.
A turn with a joker is not judged.
"""

from collections.abc import Iterator, Sequence
from typing import Any

from core.progress import ProgressCallback
from games.dix_mille.analysis.duel import Duel
from games.dix_mille.analysis.duel_state import DuelState, state_of
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
    duel: Duel | None = None,
) -> list[Decision]:
    """Return the decisions of the turns that were recorded by their dice, with their cost.

    With a `duel` each cost is in chance of winning, too.
    """
    race = Race(rules, seats)
    turn_decisions: list[Decision] = []
    if any(map(by_dice, entries)):
        moves(rules, lambda _done, _total: progress(0, len(entries)))
    for number, entry in enumerate(entries, start=1):
        if by_dice(entry):
            progress(number, len(entries))
            cost = stake(rules, race.columns[race.seat])
            won = None if duel is None else Won(duel, state_of(race))
            turn = _Judged(rules, race.stand, race.carry, cost, entry, won)
            turn_decisions += [
                Decision(number, race.seat, lost, code, params, chance)
                for lost, code, params, chance in turn.costs()
            ]
        race.add(entry)
    return turn_decisions


# The cost in points, a code with its parameters, and the cost in chance of winning if it is known.
Cost = tuple[float, str, dict[str, Any], float | None]


class Won:
    """The chances of winning from within a turn: after stopping, and after throwing on."""

    def __init__(self, duel: Duel, state: DuelState) -> None:
        self.duel, self.state = duel, state

    def stop(self, total: int, dice: int) -> float:
        """Return the chance after stopping, which the rules allow."""
        stop, roll = self.duel.stop_or_roll(self.state, total, dice)
        return roll if stop is None else stop

    def roll(self, total: int, dice: int) -> float:
        """Return the chance after throwing `dice` with `total` points in hand."""
        return self.duel.stop_or_roll(self.state, total, dice)[1]

    def best(self, total: int, dice: int, *, may_stop: bool) -> float:
        """Return the chance after the better of the two."""
        roll = self.roll(total, dice)
        return max(roll, self.stop(total, dice)) if may_stop else roll


class _Judged:
    """Judges one turn, decision by decision."""

    def __init__(
        self,
        rules: MilleRules,
        stand: Stand,
        carry: Carry | None,
        cost: int,
        entry: Any,
        won: Won | None,
    ) -> None:
        self.won = won
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
        gain = None
        if self.won is not None:
            gain = self.won.roll(0, self.rules.dice) - self.won.roll(left, self.carry.dice)
        if self.carried:
            yield anew - over, "carried", params, gain
        else:
            yield over - anew, "not_carried", params, None if gain is None else -gain

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
        gain = None
        if self.won is not None:
            at = turn.total, turn.to_throw or 0
            gain = self.won.roll(*at) - self.won.stop(*at)
        if stopped:
            yield advice.roll.points - advice.stop, "stopped", params, gain
        else:
            lost = None if gain is None else -gain
            yield advice.stop - advice.roll.points, "threw_on", params, lost

    def _kept_dice(self, turn: Turn, dice: Dice, after: Turn) -> Iterator[Cost]:
        """Yield the cost of the dice that were kept, if other dice could have been kept."""
        ways = [(other, whole) for other, whole in kept_ways(turn, dice) if not other.ended]
        if len(ways) < 2:
            return
        worths = {other.throws[-1].kept_dice: self._worth(other, whole) for other, whole in ways}
        kept_dice = after.throws[-1].kept_dice
        chances = {} if self.won is None else self._chances(self.won, ways)
        by = chances or worths
        best = max(by, key=lambda dice: by[dice])
        params = {"dice": _dice(dice), "kept": _dice(kept_dice), "better": _dice(best)}
        lost = chances[best] - chances[kept_dice] if chances else None
        yield worths[best] - worths[kept_dice], "kept", params, lost

    def _chances(self, won: Won, ways: Sequence[tuple[Turn, bool]]) -> dict[Dice, float]:
        """Return the chance of winning after each way of keeping dice."""
        return {
            other.throws[-1].kept_dice: won.best(
                other.total, other.to_throw or 0, may_stop=whole and stop_fault(other) is None
            )
            for other, whole in ways
        }

    def _worth(self, turn: Turn, whole: bool) -> float:
        advice = advise_turn(turn, cost=self.cost, whole=whole and stop_fault(turn) is None)
        return max(advice.roll.points, advice.stop or advice.roll.points)


def _dice(dice: Dice) -> str:
    return "-".join(map(str, dice))
