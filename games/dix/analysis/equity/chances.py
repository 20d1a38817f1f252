"""The chances of each side to win, hand by hand through a match of the jeu du 10."""

from collections.abc import Sequence
from typing import Any

from core.progress import ProgressCallback
from games.dix.analysis.equity import solutions
from games.dix.analysis.equity.club_model import model_for
from games.dix.analysis.equity.equity import Chances as Pair
from games.dix.analysis.equity.equity import EquityFault, equity, unfit
from games.dix.analysis.equity.equity_words import model_named
from games.dix.analysis.equity.hand_model import HandModel
from games.dix.engine.rulesets import SEATS
from games.dix.engine.scoring import DixFold
from games.registry.chances import Chances, ChancesNotReady


def chances_of_match(rules: Any, entries: Sequence[Any], club: int | None) -> Chances | None:
    """Return the chances before the first hand and after every hand.

    They are computed from the hands of the club with the key `club`, if it has enough of them.
    Return None if the rules have no answer. Raise `ChancesNotReady` until `work_out` has solved
    the rules.
    """
    if unfit(rules):
        return None
    model = model_for(rules, club)
    try:
        moments = solutions.at_hand(lambda: _moments(rules, entries, model))
    except EquityFault:
        return None
    if moments is None:
        raise ChancesNotReady
    return Chances(model.name, model_named(model), tuple(zip(*moments, strict=True)))


def work_out(
    rules: Any, entries: Sequence[Any], club: int | None, report: ProgressCallback
) -> None:
    """Solve the rules for `chances_of_match`, and store the solution for all processes."""
    if unfit(rules):
        return
    model = model_for(rules, club)
    try:
        solutions.worked_out(lambda: _moments(rules, entries, model), report)
    except EquityFault:
        return


def _moments(rules: Any, entries: Sequence[Any], model: HandModel) -> list[Pair]:
    fold = DixFold(rules, SEATS)
    moments = [_now(fold, model)]
    for entry in entries:
        fold.add(entry)
        moments.append(_now(fold, model))
    return moments


def _now(fold: DixFold, model: HandModel) -> Pair:
    if fold.result is not None:
        return Pair(1.0, 0.0) if fold.result.winners == (0,) else Pair(0.0, 1.0)
    position = fold.position
    return equity(fold.rules, position.scores, position.dealer, position.purses, model=model)
