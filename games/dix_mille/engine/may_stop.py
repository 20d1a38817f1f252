"""Whether a turn may end in its present state (« Déroulement du jeu »). Pure."""

from games.dix_mille.engine.rulesets import MilleRules, lowest_stop
from games.dix_mille.engine.turns import Stand, Turn
from games.sheet import RuleError


def stop_fault(turn: Turn) -> RuleError | None:
    """Return why the player may not stop now; None if the turn may end here.

    Codes: `throw_missing` (nothing thrown yet, or jokers just set aside), `joker_must_be_thrown`,
    `must_roll_main_pleine`, `unconfirmed_figure`, `entry_not_single_throw`, and those of
    `total_fault`.
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
    """Return why a turn may not stop on this total (`cannot_stop_on_fifty` or `below_entry`), or
    None.
    """
    if rules.no_fifty and total % 100:
        return RuleError("cannot_stop_on_fifty", field, points=total)
    if not stand.entered and total < rules.entry_score:
        minimum = lowest_stop(rules, entered=False)
        return RuleError("below_entry", field, points=total, minimum=minimum)
    return None


def _may_stop_on_main_pleine(turn: Turn) -> bool:
    """Say whether the player may stop on a main pleine.

    « Le joueur doit rejouer les 5 dés », unless the rules leave it to the player. « Pour un score
    supérieur ou égal à 1500 on peut gagner la partie sur une main pleine. »
    """
    if turn.rules.main_pleine == "may_stop":
        return True
    enough = turn.rules.win_on_main_pleine_from
    wins = turn.stand.score + turn.total >= turn.rules.target
    return wins and enough is not None and turn.total >= enough


def _entered_in_one_throw(turn: Turn) -> bool:
    """Say whether one throw had the points to enter. True if the rules do not require it.

    « Pour démarrer, il faut avoir dans un seul lancer un minimum de 1000 points ».
    """
    if turn.stand.entered or not turn.rules.entry_single_throw:
        return True
    return turn.best_throw >= turn.rules.entry_score
