"""The site's analyses of 10 000, as fields of `games.registry.Game`."""

from typing import Any

from games.dix_mille.analysis import decisions, kept_duels, lab, turn_estimate
from games.registry.chances import ChancesOf
from games.registry.judge import Judge

CAPABILITIES: dict[str, Any] = {
    "lab": lab.QUESTIONS,
    "chances": ChancesOf(kept_duels.chances_of_match, limits=kept_duels.LIMITS),
    "judge": Judge(decisions.by_dice, decisions.decisions, turn_estimate.judged_estimate),
}
