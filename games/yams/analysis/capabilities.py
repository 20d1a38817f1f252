"""The site's analyses of Yams, as fields of `games.registry.Game`."""

from typing import Any

from games.yams.analysis import judging, lab

CAPABILITIES: dict[str, Any] = {
    "lab": lab.QUESTIONS,
    "judge": judging.JUDGE,
}
