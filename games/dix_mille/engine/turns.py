"""The states of a turn (« Déroulement du jeu »), throw by throw: points in hand, legal throws.

These steps verify a recorded turn when it is scored. The pad on which dice are tapped uses the same
steps. States are immutable: `take_throw` returns the next state, or raises a `RuleError` on the
field `throws`. Throws are numbered from 1. Pure.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from games.dix_mille.engine.rulesets import MilleRules
from games.dix_mille.engine.throws import (
    SINGLES,
    Context,
    Dice,
    Reading,
    best_readings,
    context_of,
    split,
)
from games.sheet import RuleError


class Carry(NamedTuple):
    """What a player who stopped leaves to the next one: points, and dice (None: not known)."""

    points: int
    dice: int | None


class Stand(NamedTuple):
    """The player's state before the turn."""

    entered: bool
    score: int


class Scored(NamedTuple):
    """A throw of the turn: its number, the dice, the dice kept and the points they added.

    `reading` is None for a throw that scored nothing. The jokers are included in `reading`, but not
    in `kept_dice`.
    """

    number: int
    dice: Dice
    reading: Reading | None
    kept_dice: Dice
    jokers: Dice
    added: int


class Turn(NamedTuple):
    """A turn under way.

    `left` is the number of dice not set aside. `aside` holds the dice set aside since the last main
    pleine; it is None while some of these dice are another player's. `jokers` are among the dice
    left; with `jokers_due` they are thrown next. `ended` is how the turn ended by itself: `bust`,
    `overshoot` or `instant_win`. It is None while the player may go on (or stop, see `stop_fault`).
    """

    rules: MilleRules
    stand: Stand
    total: int
    left: int | None
    taken: int = 0  # the points taken over from the player before
    aside: Dice | None = ()
    figures: tuple[tuple[int, int], ...] = ()
    after_brelan: bool = False
    jokers: Dice = ()
    jokers_due: bool = False
    unconfirmed: bool = False
    main_pleine: bool = False
    best_throw: int = 0
    throws: tuple[Scored, ...] = ()
    ended: str | None = None

    @property
    def room(self) -> int | None:
        """The points missing to reach the target; None if the target may be passed."""
        return self.rules.target - self.stand.score if self.rules.exact_target else None

    @property
    def to_throw(self) -> int | None:
        """The number of dice of the next throw; None if only the players at the table know it."""
        if self.left is None:
            return None
        return len(self.jokers) if self.jokers_due else self.left - len(self.jokers)


def open_turn(rules: MilleRules, stand: Stand, carry: Carry | None = None) -> Turn:
    """Begin a turn with all dice, or with those that the previous player left (« Je reprends !
    »).
    """
    if carry is None:
        return Turn(rules, stand, total=0, left=rules.dice)
    return Turn(rules, stand, total=carry.points, left=carry.dice, taken=carry.points, aside=None)


# --- One throw -------------------------------------------------------------------------------


def readings(turn: Turn, dice: Dice) -> tuple[Reading, ...]:
    """Return the best ways of keeping dice of the next throw; empty if it scores nothing.

    « Avec confirmation »: after a figure, a throw without a 1, a 5 or another figure is lost.
    """
    return _readings(turn, dice, _context(turn, dice))


def _readings(turn: Turn, dice: Dice, context: Context) -> tuple[Reading, ...]:
    best = best_readings(dice, context)
    if turn.unconfirmed and not (1 in dice or 5 in dice or any(read.is_figure for read in best)):
        return ()
    return best


def check_dice(turn: Turn, dice: Sequence[int]) -> Dice:
    """Return the dice of the next throw in order.

    Raises `throw_after_bust` (the turn is over), `die_out_of_range`, `dice_count`.
    """
    number = len(turn.throws) + 1
    if turn.ended:
        raise RuleError("throw_after_bust", "throws", throw=number)
    for die in dice:
        if not 1 <= die <= 6:
            raise RuleError("die_out_of_range", "throws", throw=number, die=die)
    expected = turn.to_throw
    fits = 1 <= len(dice) < turn.rules.dice if expected is None else len(dice) == expected
    if not fits:
        raise RuleError(
            "dice_count",
            "throws",
            throw=number,
            count=len(dice),
            expected=turn.rules.dice - 1 if expected is None else expected,
        )
    return tuple(sorted(dice))


def take_throw(turn: Turn, throw: Mapping[str, Any], *, last: bool) -> Turn:
    """Add one recorded throw, `{"dice": […], "keep": […], "joker": […]}`; return the turn after it.

    `last`: the turn has no further throw. Raises the errors of `check_dice`, and
    `jokers_not_in_rules`, `must_keep_scoring`, `keep_not_thrown`, `keep_scores_nothing`,
    `joker_needs_other_die`.
    """
    dice = check_dice(turn, throw["dice"])
    keep, jokers = throw.get("keep") or (), throw.get("joker") or ()
    context = _context(turn, dice)
    best = _readings(turn, dice, context)
    if best:
        return _keep_dice(turn, dice, keep, jokers, context=context, best=best, stops=last)
    if keep or jokers:
        raise RuleError("keep_scores_nothing", "throws", throw=len(turn.throws) + 1)
    return _lose_throw(turn, dice)


def whole_throw(turn: Turn, dice: Sequence[int]) -> dict[str, Any]:
    """Return the recorded form of a throw that keeps all dice that score."""
    best = readings(turn, check_dice(turn, dice))
    throw: dict[str, Any] = {"dice": list(dice)}
    return throw | {"keep": list(best[0].dice)} if best else throw


def _lose_throw(turn: Turn, dice: Dice) -> Turn:
    """Return the turn after a throw that scores nothing.

    If jokers are set aside, they are thrown next; otherwise the turn is a bust. « Il est possible
    de choisir des dés 'joker' que l'on ne jouera qu'en cas de mauvais tirage. »
    """
    throws = (*turn.throws, Scored(len(turn.throws) + 1, dice, None, (), (), 0))
    if turn.jokers and not turn.jokers_due:
        return turn._replace(throws=throws, jokers_due=True, main_pleine=False)
    return turn._replace(throws=throws, ended="bust")


def _keep_dice(
    turn: Turn,
    dice: Dice,
    keep: Sequence[int],
    jokers: Sequence[int],
    *,
    context: Context,
    best: tuple[Reading, ...],
    stops: bool,
) -> Turn:
    """Return the turn after some dice of a scoring throw were kept and some were set aside as
    jokers.
    """
    kept_dice, waiting = tuple(sorted(keep)), tuple(sorted(jokers))
    reading = _checked_reading(turn, dice, kept_dice, waiting, context, best)
    after = count_kept(turn, dice, reading, waiting)
    if stops and not after.ended and not waiting and all(kept_dice != read.dice for read in best):
        raise must_keep(len(turn.throws) + 1, best)
    return after


def must_keep(number: int, best: Sequence[Reading]) -> RuleError:
    """Return the error of throw `number`, which must keep more scoring dice. It names the dice to
    keep.
    """
    either = ["-".join(str(die) for die in reading.dice) for reading in best]
    return RuleError("must_keep_scoring", "throws", throw=number, either=either)


def _checked_reading(
    turn: Turn,
    dice: Dice,
    kept_dice: Dice,
    waiting: Dice,
    context: Context,
    best: tuple[Reading, ...],
) -> Reading:
    """Return how the kept dice and the jokers count together.

    Raise `RuleError` if the rules do not allow this choice of dice.
    """
    rules, number = turn.rules, len(turn.throws) + 1
    if waiting and not rules.jokers:
        raise RuleError("jokers_not_in_rules", "throws", throw=number)
    if not kept_dice:
        raise must_keep(number, best)
    both = tuple(sorted(kept_dice + waiting)) if waiting else kept_dice
    whole = next((other for other in best if other.dice == both), None)
    if whole is None and Counter(both) - Counter(dice):
        raise RuleError("keep_not_thrown", "throws", throw=number)
    reading = whole or split(both, context)
    if reading is None or (waiting and Counter(waiting) - Counter(reading.singles)):
        raise RuleError("keep_scores_nothing", "throws", throw=number)
    if whole is None and not rules.may_reroll_scoring:
        raise must_keep(number, best)
    return reading.with_jokers(waiting) if waiting else reading


def count_kept(turn: Turn, dice: Dice, reading: Reading, waiting: Dice) -> Turn:
    """Return the turn after the kept dice, with the jokers of the previous throw, have been
    counted.

    `reading` must be a reading of the throw. This is not checked here (`take_throw` does). Raise
    `joker_needs_other_die` if no die would be left to throw besides the jokers.
    """
    rules = turn.rules
    number = len(turn.throws) + 1
    rejoined = () if turn.jokers_due else turn.jokers
    worth = reading.points - _singles(waiting)
    added = worth + _singles(rejoined)
    before = len(dice) if turn.left is None else turn.left
    left = before - (len(reading.dice) - len(waiting)) - len(rejoined)
    main_pleine = left == 0 or reading.fills
    if waiting and (main_pleine or left <= len(waiting)):
        raise RuleError("joker_needs_other_die", "throws", throw=number)
    kept_dice = _taken_out(reading.dice, waiting)
    total = turn.total + added
    # All fields are set in one call, because creating these states is half of a replay's cost.
    return Turn(
        rules,
        turn.stand,
        total,
        left=rules.dice if main_pleine else left,
        taken=turn.taken,
        aside=() if main_pleine else _aside(turn, kept_dice + rejoined),
        figures=_figures(turn.figures, reading),
        after_brelan=left == 2 and turn.aside == () and _is_brelan(reading, kept_dice),
        jokers=waiting,
        unconfirmed=rules.confirmation and reading.is_figure,
        main_pleine=main_pleine,
        best_throw=max(turn.best_throw, worth),
        throws=(*turn.throws, Scored(number, dice, reading, kept_dice, waiting, added)),
        ended=_end(turn, dice, total),
    )


def _aside(turn: Turn, more: Dice) -> Dice | None:
    """Return the dice set aside since the last main pleine; None if some are another player's.

    `more` are the dice set aside now.
    """
    return None if turn.aside is None else tuple(sorted(turn.aside + more))


def _is_brelan(reading: Reading, kept_dice: Dice) -> bool:
    return len(kept_dice) == 3 and [group.kind for group in reading.groups] == ["alike"]


def _end(turn: Turn, dice: Dice, total: int) -> str | None:
    """Return how the turn ends by itself: on a yam of aces or past the target; None if it goes on.

    « Un yam d'as fait instantanément gagner la partie. »
    """
    if turn.rules.yam_of_aces_wins and dice == (1,) * turn.rules.dice:
        return "instant_win"
    return "overshoot" if turn.room is not None and total > turn.room else None


def _figures(before: tuple[tuple[int, int], ...], reading: Reading) -> tuple[tuple[int, int], ...]:
    """Return the figures of the turn so far, each with its worth, doubled by further dice."""
    if not (before or reading.figures):
        return ()
    worth = dict(before)
    for group in reading.groups:
        if group.kind == "double":
            worth[group.dice[0]] *= 2 ** len(group.dice)
    return tuple(sorted((worth | dict(reading.figures)).items()))


def _context(turn: Turn, dice: Dice) -> Context:
    return context_of(
        turn.rules,
        dice,
        total=turn.total,
        figures=turn.figures,
        aside=turn.aside,
        after_brelan=turn.after_brelan,
    )


def _singles(dice: Dice) -> int:
    return sum(SINGLES[die] for die in dice) if dice else 0


def _taken_out(dice: Dice, taken: Dice) -> Dice:
    return tuple(sorted((Counter(dice) - Counter(taken)).elements())) if taken else dice
