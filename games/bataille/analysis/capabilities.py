"""What the site knows of Bataille by computing: fields of `games.registry.Game`."""

from typing import Any

from games.bataille.analysis import lab

CAPABILITIES: dict[str, Any] = {
    "lab": lab.QUESTIONS,
}
