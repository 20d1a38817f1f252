"""The site's analyses of the jeu du Maître, as fields of `games.registry.game.Game`."""

from typing import Any

from games.maitre.analysis import engines, lab

CAPABILITIES: dict[str, Any] = {
    "lab": lab.QUESTIONS,
    "engines": engines.ENGINES,
}
