"""The site's analyses of 10 000, as fields of `games.registry.Game`."""

from collections.abc import Sequence
from typing import Any

from core.progress import ProgressCallback
from games.dix_mille.analysis import kept_duels, lab
from games.dix_mille.analysis.decisions import by_dice, decisions
from games.dix_mille.analysis.duel import Duel
from games.dix_mille.analysis.duel_state import unfit
from games.dix_mille.analysis.turn_estimate import judged_estimate
from games.registry.chances import ChancesOf
from games.registry.judge import Judge
from games.review.decision import Decision


def duel_for(rules: Any, seats: int, progress: ProgressCallback) -> Duel | None:
    """Return the chances of winning for two under these rules; None if there are none.

    They are computed and stored if nobody has asked for them yet, which takes some minutes.
    """
    return (
        kept_duels.computed_duel(rules, progress) if seats == 2 and unfit(rules) is None else None
    )


def _decisions(
    rules: Any, seats: int, entries: Sequence[Any], progress: ProgressCallback
) -> list[Decision]:
    duel = duel_for(rules, seats, progress) if any(map(by_dice, entries)) else None
    return decisions(rules, seats, entries, progress, duel)


CAPABILITIES: dict[str, Any] = {
    "lab": lab.QUESTIONS,
    "engines": lab.ENGINES,
    "chances": ChancesOf(kept_duels.chances_of_match, limits=kept_duels.LIMITS),
    "judge": Judge(by_dice, _decisions, judged_estimate, kept_duels.MODEL),
}
