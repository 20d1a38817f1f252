"""The toy's rulesets."""

from django.utils.translation import gettext_lazy as _

from games.registry.game import Preset

PRESETS = (
    Preset("court", _("Court"), _("Le premier à 3 points."), {"target": 3, "faces": 6}),
    Preset(
        "long", _("Long"), _("Le premier à 10 points, dés à 20 faces."), {"target": 10, "faces": 20}
    ),
)
