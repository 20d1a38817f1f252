"""Judges the decisions of a match of 10 000, in chances of winning where two play."""

from collections.abc import Sequence
from typing import Any

from core.progress import ProgressCallback
from games.dix_mille.analysis.decisions import by_dice, decisions
from games.dix_mille.analysis.duel import Duel
from games.dix_mille.analysis.duel_state import unfit
from games.dix_mille.analysis.kept_duels import MODEL, computed_duel
from games.dix_mille.analysis.turn_estimate import judged_estimate
from games.registry.judge import Judge
from games.review.decision import Decision


def duel_for(rules: Any, seats: int, progress: ProgressCallback) -> Duel | None:
    """Return the chances of winning for two under these rules; None if there are none.

    They are computed and stored if nobody has asked for them yet, which takes some minutes.
    """
    return computed_duel(rules, progress) if seats == 2 and unfit(rules) is None else None


def _decisions(
    rules: Any, seats: int, entries: Sequence[Any], progress: ProgressCallback
) -> list[Decision]:
    duel = duel_for(rules, seats, progress) if any(map(by_dice, entries)) else None
    return decisions(rules, seats, entries, progress, duel)


JUDGE = Judge(by_dice, _decisions, judged_estimate, MODEL)
