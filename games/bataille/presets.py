"""The rulesets offered at the start of a match. Any rule of them can be changed."""

from typing import Any

from django.utils.translation import gettext_lazy as _

from games.registry.game import Preset

CLASSIC: dict[str, Any] = {
    "deck": 52,
    "decks": 1,
    "face_down": True,
    "deal": "random",
    "stealing_joker_wins": False,
    "loser_pays": False,
    "open_hands": False,
    "stalemate": "draw",
    "wins_needed": 1,
}
JOKERS = CLASSIC | {"deck": 54}

PRESETS = (
    Preset(
        "classique",
        _("Classique"),
        _("52 cartes ; à la bataille, une carte cachée puis une carte visible."),
        CLASSIC,
    ),
    Preset(
        "ancienne",
        _("À l'ancienne"),
        _("Pas de carte cachée dans les batailles : la plus vieille règle connue."),
        CLASSIC | {"face_down": False},
    ),
    Preset(
        "jokers",
        _("Avec les jokers"),
        _("À deux : un joker chacun, les 52 autres cartes au hasard."),
        JOKERS,
    ),
    Preset(
        "joker-vole",
        _("Joker volé"),
        _("À deux : prendre le joker de l'autre dans une bataille gagne aussitôt."),
        JOKERS | {"stealing_joker_wins": True},
    ),
    Preset(
        "rouge-et-noir",
        _("Rouge et noir"),
        _("À deux, les noirs contre les rouges ; à quatre, une couleur chacun."),
        CLASSIC | {"deal": "by_colour"},
    ),
    Preset(
        "payante",
        _("Bataille payante"),
        _("Qui perd un pli donne aussi la carte suivante de son tas."),
        CLASSIC | {"loser_pays": True},
    ),
    Preset(
        "ouverte",
        _("Bataille ouverte"),
        _("Chacun tient ses cartes en main et choisit celle qu'il joue."),
        CLASSIC | {"open_hands": True},
    ),
)
