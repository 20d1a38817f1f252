"""What the site knows of the jeu du Maître by computing: fields of `games.registry.Game`."""

from typing import Any

from games.maitre.analysis import lab

CAPABILITIES: dict[str, Any] = {
    "lab": lab.QUESTIONS,
}
