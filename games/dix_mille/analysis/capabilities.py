"""The site's analyses of 10 000, as fields of `games.registry.Game`."""

from typing import Any

from games.dix_mille.analysis import engines, judging, kept_duels, lab
from games.registry.chances import ChancesOf

CAPABILITIES: dict[str, Any] = {
    "lab": lab.QUESTIONS,
    "engines": engines.ENGINES,
    "chances": ChancesOf(kept_duels.chances_of_match, limits=kept_duels.LIMITS),
    "judge": judging.JUDGE,
}
