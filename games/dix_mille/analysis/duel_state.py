"""A state of 10 000 for two on the grid of `duel`, and the rulesets that `duel` supports. Pure."""

from typing import Any, NamedTuple

from games.dix_mille.engine.rulesets import MilleRules

MOST_TARGET, MOST_COCHES = 10_000, 4
# The only values of these rules that `duel` supports.
KNOWN: dict[str, Any] = {
    "entry_single_throw": False,
    "confirmation": False,
    "jokers": False,
    "late_suites": False,
    "last_round": "off",
    "may_reroll_scoring": False,
    "chain_collision": False,
    "win_on_main_pleine_from": None,
}


def unfit(rules: MilleRules) -> tuple[str, str] | None:
    """Return the code and the field of the rule that `duel` does not support; None if it supports
    all.
    """
    if rules.scoring != "classic":
        return "duel_needs_classic", "scoring"
    for name, known in KNOWN.items():
        if getattr(rules, name) != known:
            return "duel_rule_not_known", name
    if rules.target > MOST_TARGET or rules.target % unit_of(rules):
        return "duel_target", "target"
    if rules.coches_to_strike > MOST_COCHES:
        return "duel_coches", "coches_to_strike"
    return None


def unit_of(rules: MilleRules) -> int:
    """Return the points between two scores of the grid."""
    return 100 if rules.no_fifty else 50


class DuelState(NamedTuple):
    """A state: the score in points and the coches of the player whose turn it is, then those of the
    other player.
    """

    mine: int
    coches: int
    their: int
    others: int


def state_of(race: Any) -> DuelState:
    """Return the state of a race of two (`engine.scoring.Race`), of the player whose turn it is."""
    mine, their = race.columns[race.seat], race.columns[1 - race.seat]
    return DuelState(
        mine.score,
        mine.top.coches if mine.top else 0,
        their.score,
        their.top.coches if their.top else 0,
    )
