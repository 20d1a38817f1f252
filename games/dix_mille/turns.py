"""The course of a turn (« Déroulement du jeu »), throw by throw: what is in hand, what may follow.

Scoring verifies a recorded turn by walking these steps, and so does the pad where the dice are
tapped as they fall. States are immutable; `keep_dice` and `take_throw` answer the next one or
raise a `RuleError` on the field `throws`. Throws are numbered from 1. Pure.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from games.dix_mille.rulesets import MilleRules, lowest_stop
from games.dix_mille.throws import SINGLES, Dice, Reading, best_readings, context_of, split
from games.sheet import RuleError


class Carry(NamedTuple):
    """What a player who stopped leaves to the next: points, and dice (None: not known)."""

    points: int
    dice: int | None


class Stand(NamedTuple):
    """Where the player of a turn stands before it."""

    entered: bool
    score: int


class Scored(NamedTuple):
    """A throw of the turn: its number, the dice, what was kept and what that added.

    `reading` is None for a throw that scored nothing; it holds the jokers, `kept` does not.
    """

    number: int
    dice: Dice
    reading: Reading | None
    kept: Dice
    jokers: Dice
    added: int


@dataclass(frozen=True, slots=True)
class Turn:
    """A turn under way.

    `left` dice are not set aside; `aside` are those set aside since the last main pleine, None
    while some are another player's. `jokers` wait among the dice left, `jokers_due` says that they
    are thrown next. `ended` tells how the turn ended by itself: `bust`, `overshoot` or
    `instant_win`; it is None while the player may go on (or stop, see `stop_fault`).
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
        """The points to the target; None where it may be passed."""
        return self.rules.target - self.stand.score if self.rules.exact_target else None

    @property
    def to_throw(self) -> int | None:
        """How many dice are thrown next; None where only the thrower knows (1 to 4, or 5)."""
        if self.left is None:
            return None
        return len(self.jokers) if self.jokers_due else self.left - len(self.jokers)


def open_turn(rules: MilleRules, stand: Stand, carry: Carry | None = None) -> Turn:
    """Begin a turn with all dice, or with what the player before left (« Je reprends ! »)."""
    if carry is None:
        return Turn(rules, stand, total=0, left=rules.dice)
    return Turn(rules, stand, total=carry.points, left=carry.dice, taken=carry.points, aside=None)


# --- One throw -------------------------------------------------------------------------------


def readings(turn: Turn, dice: Dice) -> tuple[Reading, ...]:
    """Return the best ways of keeping dice of the next throw; none: it scores nothing.

    « Avec confirmation »: after a figure, a throw without a 1, a 5 or another figure is lost.
    """
    best = best_readings(dice, _context(turn, dice))
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
    """Add one recorded throw: `{"dice": […], "keep": […], "joker": […]}`; `last` of its turn.

    Raises what `check_dice` and `keep_dice` raise.
    """
    dice = check_dice(turn, throw["dice"])
    kept, jokers = throw.get("keep") or [], throw.get("joker") or []
    if readings(turn, dice):
        return keep_dice(turn, dice, kept, jokers, stops=last)
    if kept or jokers:
        raise RuleError("keep_scores_nothing", "throws", throw=len(turn.throws) + 1)
    return lose_throw(turn, dice)


def lose_throw(turn: Turn, dice: Dice) -> Turn:
    """A throw that scores nothing: the jokers are thrown next, if there are any, or it is a bust.

    « Il est possible de choisir des dés 'joker' que l'on ne jouera qu'en cas de mauvais tirage. »
    """
    throws = (*turn.throws, Scored(len(turn.throws) + 1, dice, None, (), (), 0))
    if turn.jokers and not turn.jokers_due:
        return replace(turn, throws=throws, jokers_due=True, main_pleine=False)
    return replace(turn, throws=throws, ended="bust")


def keep_dice(
    turn: Turn,
    dice: Dice,
    keep: Sequence[int],
    jokers: Sequence[int] = (),
    *,
    stops: bool = False,
) -> Turn:
    """Set dice of a throw that scores aside, some of them as jokers.

    Raises `jokers_not_in_rules`, `must_keep_scoring`, `keep_not_thrown`, `keep_scores_nothing`,
    `joker_needs_other_die`.
    """
    kept, waiting = tuple(sorted(keep)), tuple(sorted(jokers))
    reading = _checked_reading(turn, dice, kept, waiting)
    after = _counted(turn, dice, reading, waiting)
    whole = (read.dice for read in readings(turn, dice))
    if stops and not after.ended and not waiting and kept not in whole:
        raise RuleError("must_keep_scoring", "throws", throw=len(turn.throws) + 1)
    return after


def _checked_reading(turn: Turn, dice: Dice, kept: Dice, waiting: Dice) -> Reading:
    """Return how the dice set aside count together, jokers included."""
    rules, number = turn.rules, len(turn.throws) + 1
    if waiting and not rules.jokers:
        raise RuleError("jokers_not_in_rules", "throws", throw=number)
    if not kept:
        raise RuleError("must_keep_scoring", "throws", throw=number)
    both = tuple(sorted((*kept, *waiting)))
    if Counter(both) - Counter(dice):
        raise RuleError("keep_not_thrown", "throws", throw=number)
    reading = split(both, _context(turn, dice))
    if reading is None or Counter(waiting) - Counter(reading.singles):
        raise RuleError("keep_scores_nothing", "throws", throw=number)
    best = readings(turn, dice)
    if not rules.may_reroll_scoring and both not in {other.dice for other in best}:
        raise RuleError("must_keep_scoring", "throws", throw=number)
    return reading


def _counted(turn: Turn, dice: Dice, reading: Reading, waiting: Dice) -> Turn:
    """Count what was kept, and the jokers of the throw before with it."""
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
    kept = _taken_out(reading.dice, waiting)
    brelan = len(kept) == 3 and [group.kind for group in reading.groups] == ["alike"]
    aside = None if turn.aside is None else tuple(sorted((*turn.aside, *kept, *rejoined)))
    total = turn.total + added
    return replace(
        turn,
        total=total,
        left=rules.dice if main_pleine else left,
        aside=() if main_pleine else aside,
        figures=_figures(turn.figures, reading),
        after_brelan=brelan and turn.aside == () and left == 2,
        jokers=waiting,
        jokers_due=False,
        unconfirmed=rules.confirmation and reading.is_figure,
        main_pleine=main_pleine,
        best_throw=max(turn.best_throw, worth),
        throws=(*turn.throws, Scored(number, dice, reading, kept, waiting, added)),
        ended=_end(turn, dice, total),
    )


def _end(turn: Turn, dice: Dice, total: int) -> str | None:
    """« Un yam d'as fait instantanément gagner la partie. » Passing the target ends the turn."""
    if turn.rules.yam_of_aces_wins and dice == (1,) * turn.rules.dice:
        return "instant_win"
    return "overshoot" if turn.room is not None and total > turn.room else None


def _figures(before: tuple[tuple[int, int], ...], reading: Reading) -> tuple[tuple[int, int], ...]:
    """What the turn has made so far, each figure with its worth, doubled where it was."""
    worth = dict(before)
    for group in reading.groups:
        if group.kind == "double":
            worth[group.dice[0]] *= 2 ** len(group.dice)
    return tuple(sorted((worth | dict(reading.figures)).items()))


def _context(turn: Turn, dice: Dice) -> Any:
    return context_of(
        turn.rules,
        dice,
        total=turn.total,
        figures=turn.figures,
        aside=turn.aside,
        after_brelan=turn.after_brelan,
    )


def _singles(dice: Dice) -> int:
    return sum(SINGLES[die] for die in dice)


def _taken_out(dice: Dice, taken: Dice) -> Dice:
    return tuple(sorted((Counter(dice) - Counter(taken)).elements()))


# --- Stopping --------------------------------------------------------------------------------


def stop_fault(turn: Turn) -> RuleError | None:
    """Return why the player may not stop now; None: the turn may end here.

    Codes: `throw_missing` (nothing thrown yet, or jokers just set), `joker_must_be_thrown`,
    `must_roll_main_pleine`, `unconfirmed_figure`, and those of `total_fault`.
    """
    if turn.jokers_due:
        return RuleError("joker_must_be_thrown", "throws", count=len(turn.jokers))
    if not turn.throws or turn.jokers:
        return RuleError("throw_missing", "throws")
    if turn.unconfirmed:
        return RuleError("unconfirmed_figure", "throws")
    if turn.main_pleine and not _may_stop_on_main_pleine(turn):
        return RuleError("must_roll_main_pleine", "throws", total=turn.total)
    fault = total_fault(turn.rules, turn.stand, turn.total, field="throws")
    if fault is None and not _entered_in_one_throw(turn):
        return RuleError("entry_not_single_throw", "throws", entry=turn.rules.entry_score)
    return fault


def total_fault(rules: MilleRules, stand: Stand, total: int, *, field: str) -> RuleError | None:
    """Return why a turn may not stop on this total: `cannot_stop_on_fifty`, `below_entry`."""
    if rules.no_fifty and total % 100:
        return RuleError(
            "cannot_stop_on_fifty", field, points=total, below=total - 50, above=total + 50
        )
    if not stand.entered and total < rules.entry_score:
        minimum = lowest_stop(rules, entered=False)
        return RuleError("below_entry", field, points=total, minimum=minimum)
    return None


def _may_stop_on_main_pleine(turn: Turn) -> bool:
    """« Le joueur doit rejouer les 5 dés », unless the rules leave it to the player.

    « Pour un score supérieur ou égal à 1500 on peut gagner la partie sur une main pleine. »
    """
    if turn.rules.main_pleine == "may_stop":
        return True
    enough = turn.rules.win_on_main_pleine_from
    wins = turn.stand.score + turn.total >= turn.rules.target
    return wins and enough is not None and turn.total >= enough


def _entered_in_one_throw(turn: Turn) -> bool:
    """« Pour démarrer, il faut avoir dans un seul lancer un minimum de 1000 points »."""
    if turn.stand.entered or not turn.rules.entry_single_throw:
        return True
    return turn.best_throw >= turn.rules.entry_score


def run_throws(turn: Turn, throws: Sequence[Mapping[str, Any]]) -> Turn:
    """Walk through a whole turn, ended or stopped.

    Raises what `take_throw` raises, and why one may not stop where it ends.
    """
    if not throws:
        raise RuleError("throw_missing", "throws")
    for number, throw in enumerate(throws, start=1):
        turn = take_throw(turn, throw, last=number == len(throws))
    fault = None if turn.ended else stop_fault(turn)
    if fault is not None:
        raise fault
    return turn
