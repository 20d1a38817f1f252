"""The preset of the jeu du Maître, which follows the source of the rules."""

from django.utils.translation import gettext_lazy as _

from games.registry.game import Preset

# The preset sets every rule but the first Maître, who is chosen at the table.
LYONNAIS = {
    "tours": 2,
    "contract_min": 50,
    "contract_max": 100,
    "gap": 15,
    "coffre_penalty": 13,
    "failures_to_eliminate": 2,
    "malus_reference": "fifty",
    "contract_base": "tricks",
    "rounding": "exact",
}

PRESETS = (
    Preset(
        "lyonnais",
        _("Lyonnais"),
        _("Deux tours, contrat de 50 à 100, écart de plus de 15, élimination à deux échecs."),
        LYONNAIS,
    ),
)
