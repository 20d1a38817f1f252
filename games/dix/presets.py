"""The presets of the jeu du 10: the club's own rules first, then their variants."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext_lazy as _

from games.registry.game import Preset

# Each preset sets every rule but the first dealer, who is chosen at the table.
TRADITIONAL: dict[str, Any] = {
    "deck": 40,
    "card_values": "traditional",
    "bid_format": "contract",
    "target": 500,
    "min_bid": 50,
    "defence_cap": 400,
    "partie": "decides_match",
    "partie_stake": 500,
    "both_reach": "highest",
    "initial_money": None,
}
# What the variant with penalised aces changes: 500 × 0.6 = 300. The source of the rules says: « Il
# faut multiplier la valeur de plusieurs paramètres de partie par 0.6 »
PENALISED_ACES = {"card_values": "penalised_aces", "target": 300, "partie": "forbidden"}
BUY_POINTS = {
    "bid_format": "buy_points",
    "min_bid": 5,
    "defence_cap": None,
    "partie": "forbidden",
}


def with_penalised_aces(rules: Mapping[str, Any]) -> dict[str, Any]:
    """Return the rules that change if aces are penalised. A hand then has 60 points instead of 100.

    « Il faut ensuite multiplier la valeur de plusieurs paramètres de partie par 0.6 […]. Il devrait
    aussi être interdit de miser la partie. » If trump is bought, `min_bid` does not change, because
    the bid is then a price and not a number of points to take. The purse does not change either,
    because 500 / 25 and 300 / 15 are equal.
    """
    scaled = ["target", "defence_cap"]
    if not str(rules["bid_format"]).startswith("buy_"):
        scaled.append("min_bid")
    values = {name: _three_fifths(rules[name]) for name in scaled if rules[name]}
    return values | {"partie": "forbidden"}


def _three_fifths(points: int) -> int:
    """Return the multiple of 5 that is nearest to 0.6 × `points`, at least 5."""
    return max(5, 5 * ((points * 3 + 12) // 25))


# The purse of 20 is the target of 500 divided by 25: « L'objectif final de la partie divisé par 25
# (ou 15 avec les as pénalisés) serait idéal »
BUY_MONEY = BUY_POINTS | {"bid_format": "buy_money", "min_bid": 1, "initial_money": 20}

PRESETS = (
    Preset(
        "traditionnel",
        _("Traditionnel"),
        _("40 cartes, match en 500, mise d'au moins 50 à réussir."),
        TRADITIONAL,
    ),
    Preset(
        "as-penalises",
        _("As pénalisés"),
        _("Chaque as reçu coûte 10 points : 60 points par brasse, match en 300."),
        TRADITIONAL | PENALISED_ACES | {"min_bid": 30, "defence_cap": 240},
    ),
    Preset(
        "reussie-ou-zero",
        _("Mise réussie ou zéro"),
        _("Mise réussie : la défense ne compte rien. Mise ratée : elle prend mise et manque."),
        TRADITIONAL | {"bid_format": "success_or_zero", "defence_cap": None},
    ),
    Preset(
        "achat-points",
        _("Achat par points"),
        _("L'atout s'achète : la mise est retirée des points de la brasse."),
        TRADITIONAL | BUY_POINTS,
    ),
    Preset(
        "achat-argent",
        _("Achat par argent"),
        _("L'atout s'achète avec une bourse de 20 $ par équipe."),
        TRADITIONAL | BUY_MONEY,
    ),
    Preset(
        "competitif",
        _("Compétitif"),
        _("As pénalisés et achat par points : le moins de hasard, match en 300."),
        TRADITIONAL | PENALISED_ACES | BUY_POINTS,
    ),
    Preset(
        "competitif-argent",
        _("Compétitif, par argent"),
        _("As pénalisés et achat par argent : 20 $ par équipe, match en 300."),
        TRADITIONAL | PENALISED_ACES | BUY_MONEY,
    ),
    Preset(
        "ruff",
        _("Ruff, ou Deux-Cents"),
        _("36 cartes, sans les 6 : neuf levées, tout le reste comme au traditionnel."),
        TRADITIONAL | {"deck": 36},
    ),
)
