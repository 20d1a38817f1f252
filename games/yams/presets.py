"""The presets offered at the start of a match: only the rules of Antwerp."""

from typing import Any

from django.utils.translation import gettext_lazy as _

from games.registry.game import Preset
from games.yams.engine.rulesets import COLUMN_VALUES

ANVERS: dict[str, Any] = {
    "column_values": COLUMN_VALUES,
    "upper_threshold": 63,
    "upper_bonus": 30,
    "four_columns_bonus": 2.5,
    "five_columns_bonus": 5,
    "ties": "draw",
}

PRESETS = (
    Preset(
        "anvers",
        _("Anvers"),
        _("Colonnes à 3, 2, 4, 3 et 3 ; une égalité se tire au sort."),
        ANVERS,
    ),
)
