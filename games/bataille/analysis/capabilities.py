"""The site's analyses of the Bataille, as fields of `games.registry.game.Game`."""

from typing import Any

from games.bataille.analysis import engines, lab

CAPABILITIES: dict[str, Any] = {
    "lab": lab.QUESTIONS,
    "engines": engines.ENGINES,
}
