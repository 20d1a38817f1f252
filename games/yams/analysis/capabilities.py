"""The site's analyses of Yams, as fields of `games.registry.Game`."""

from typing import Any

from games.yams.analysis import engines, judging, lab

CAPABILITIES: dict[str, Any] = {
    "lab": lab.QUESTIONS,
    "engines": engines.ENGINES,
    "judge": judging.JUDGE,
}
