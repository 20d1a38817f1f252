"""The rulesets of 10 000: their fields, and which are refused. Pure."""

from collections import namedtuple
from operator import attrgetter
from typing import Any, Protocol

from games.sheet import RuleError, nearest


class MilleRules(Protocol):
    """A ruleset, field by field as in the specification."""

    dice: int
    scoring: str
    target: int
    exact_target: bool
    entry_score: int
    entry_single_throw: bool
    no_fifty: bool
    coches_to_strike: int
    coches_consecutive: bool
    collision: bool
    chain_collision: bool
    carry_over: bool
    may_reroll_scoring: bool
    break_fives: bool
    extra_die: str
    full: str
    main_pleine: str
    win_on_main_pleine_from: int | None
    yam_of_aces_wins: bool
    four_two_one: bool
    confirmation: bool
    jokers: bool
    late_suites: bool
    petit_palier: bool
    last_round: str


FIELDS = tuple(MilleRules.__annotations__)
_values = attrgetter(*FIELDS)
_Frozen: Any = namedtuple("_Frozen", FIELDS)  # type: ignore[misc]


def frozen(rules: MilleRules) -> Any:
    """Return the same rules as one immutable value, usable as a cache key."""
    return _Frozen(*_values(rules))


def rule_faults(rules: MilleRules, seats: int = 2) -> list[RuleError]:
    """Return every reason to refuse a ruleset, each with its code and field; none if it is valid.

    The number of players does not matter here.
    """
    return [*_faulty_values(rules), *_faulty_target(rules), *_faulty_combinations(rules)]


def lowest_stop(rules: MilleRules, *, entered: bool) -> int:
    """Return the lowest points on which a turn may stop.

    « On ne peut pas garder un score finissant par 50. » « Un joueur ne peut entrer dans la partie
    qu'en faisant un score supérieur ou égal à 700. »
    """
    step = 100 if rules.no_fifty else 50
    least = step if entered else max(step, rules.entry_score)
    return -(-least // step) * step


def _faulty_values(rules: MilleRules) -> list[RuleError]:
    faults = []
    for name in ("target", "coches_to_strike"):
        if getattr(rules, name) < 1:
            faults.append(RuleError("not_positive", name))
    if rules.entry_score < 0 or rules.entry_score % 50:
        either = nearest(rules.entry_score, 50, 0)
        faults.append(RuleError("entry_not_multiple", "entry_score", either=either))
    if rules.win_on_main_pleine_from is not None and rules.win_on_main_pleine_from < 0:
        faults.append(RuleError("not_positive", "win_on_main_pleine_from"))
    return faults


def _faulty_target(rules: MilleRules) -> list[RuleError]:
    """Return why the target cannot be reached exactly; an empty list if it can, or need not be."""
    if not rules.exact_target:
        return []
    step = 100 if rules.no_fifty else 50
    if rules.target % step:
        either = nearest(rules.target, step, lowest_stop(rules, entered=False))
        return [RuleError("target_unreachable", "target", step=step, either=either)]
    if rules.target < lowest_stop(rules, entered=False):
        return [RuleError("target_below_entry", "target", entry=rules.entry_score)]
    return []


def _faulty_combinations(rules: MilleRules) -> list[RuleError]:
    faults = []
    if (rules.dice == 6) != (rules.scoring == "six_dice"):
        expected = 6 if rules.scoring == "six_dice" else 5
        faults.append(RuleError("dice_with_scoring", "dice", expected=expected))
    if rules.confirmation and rules.jokers:
        faults.append(RuleError("confirmation_with_jokers", "jokers"))
    if rules.scoring != "classic":
        for name in ("confirmation", "jokers"):
            if getattr(rules, name):
                faults.append(RuleError(f"{name}_needs_classic", name))
    if rules.last_round != "off" and not (rules.exact_target and rules.collision):
        faults.append(RuleError("last_round_needs_collision", "last_round"))
    return faults
