"""The site's analyses of the jeu du 10, as fields of `games.registry.game.Game`."""

from typing import Any

from games.dix.analysis import duplicate, engines, lab
from games.dix.analysis.equity import chances
from games.dix.analysis.equity.equity_words import LIMITS
from games.dix.analysis.reviews import (
    review_jobs,  # noqa: F401 -- registers its works with the jobs
)
from games.dix.analysis.riddles import best_riddle
from games.registry.chances import ChancesOf

CAPABILITIES: dict[str, Any] = {
    "lab": lab.QUESTIONS,
    "engines": engines.ENGINES,
    "chances": ChancesOf(chances.chances_of_match, chances.work_out, LIMITS, compiled=True),
    "riddles": best_riddle.riddle,
    "duplicate": duplicate.DUPLICATE,
}
