"""The presets of 10 000: the game of the source of the rules first, then its variants."""

from typing import Any

from django.utils.translation import gettext_lazy as _

from games.registry.game import Preset

CLASSIC: dict[str, Any] = {
    "dice": 5,
    "scoring": "classic",
    "target": 10000,
    "exact_target": True,
    "entry_score": 700,
    "entry_single_throw": False,
    "no_fifty": True,
    "coches_to_strike": 3,
    "coches_consecutive": True,
    "collision": True,
    "chain_collision": False,
    "carry_over": True,
    "may_reroll_scoring": False,
    "break_fives": True,
    "extra_die": "hundred",
    "full": "plain",
    "main_pleine": "must_roll",
    "win_on_main_pleine_from": None,
    "yam_of_aces_wins": False,
    "four_two_one": False,
    "confirmation": False,
    "jokers": False,
    "late_suites": False,
    "petit_palier": False,
    "last_round": "off",
}
# The variant with six dice: « Pour démarrer, il faut avoir dans un seul lancer un minimum de 1000
# points »
SIX_DICE = {
    "dice": 6,
    "scoring": "six_dice",
    "entry_score": 1000,
    "entry_single_throw": True,
    "yam_of_aces_wins": True,
    # The source does not forbid to stop on 50 in this variant, and its example has « un total de
    # 1150 ».
    "no_fifty": False,
}
# The variant with odd combinations: « Pas de limite basse pour marquer les points et le premier à
# 10 000 ou plus est gagnant. »
ODD = {
    "scoring": "odd",
    "entry_score": 0,
    "exact_target": False,
    "no_fifty": False,
    "break_fives": False,
    "main_pleine": "may_stop",
    "extra_die": "double",
}

# The totals of most turns. There are only eight, because the additions also have keys.
USUAL = tuple(range(300, 1100, 100))
# In the odd variant usual totals are lower, because there is no lower limit to enter.
USUAL_ODD = tuple(range(100, 900, 100))

PRESETS = (
    Preset(
        "classique",
        _("Classique"),
        _("5 dés, entrée à 700, exactement 10 000 ; trois coches et le palier est biffé."),
        CLASSIC,
        USUAL,
    ),
    Preset(
        "charentaise",
        _("Charentaise"),
        _("Le full vaut 100 fois le produit des deux chiffres."),
        CLASSIC | {"full": "product"},
        USUAL,
    ),
    Preset(
        "full",
        _("Full"),
        _("Le full vaut son brelan, plus 50 fois le chiffre de la paire."),
        CLASSIC | {"full": "half_pair"},
        USUAL,
    ),
    Preset(
        "confirmation",
        _("Avec confirmation"),
        _("Chaque figure se confirme au lancer suivant : un as, un 5 ou une autre figure."),
        # The source's example is « Au total 1500+600+50=2150 points », so a player may stop on 50.
        CLASSIC | {"confirmation": True, "no_fifty": False},
        USUAL,
    ),
    Preset(
        "joker",
        _("Avec joker"),
        _("Des as et des 5 mis de côté servent de seconde chance."),
        CLASSIC | {"jokers": True},
        USUAL,
    ),
    Preset(
        "variante-421",
        _("421"),
        _("Trois dés lancés qui font 4-2-1 : 2 000 points et main pleine."),
        CLASSIC | {"four_two_one": True},
        USUAL,
    ),
    Preset(
        "suites-longues",
        _("Suites en plusieurs jets"),
        _("Une suite finie avec un ou deux dés mis de côté : 500 ou 300 points."),
        CLASSIC | {"late_suites": True},
        USUAL,
    ),
    Preset(
        "yam-d-as",
        _("Yam d'as"),
        _("Cinq as d'un coup gagnent le match."),
        CLASSIC | {"yam_of_aces_wins": True},
        USUAL,
    ),
    Preset(
        "dernier-tour",
        _("Dernier tour de table"),
        _("À 10 000, le tour de table se finit : qui y arrive aussi fait tomber l'autre."),
        CLASSIC | {"last_round": "finish_round"},
        USUAL,
    ),
    Preset(
        "six-des",
        _("Six dés"),
        _("6 dés, entrée à 1 000 en un seul lancer ; six as d'un coup gagnent le match."),
        CLASSIC | SIX_DICE,
        USUAL,
    ),
    Preset(
        "impair",
        _("Combinaisons impaires"),
        _("1, 3 ou 5 dés par combinaison ; le premier à 10 000 ou plus gagne."),
        CLASSIC | ODD,
        USUAL_ODD,
    ),
)
