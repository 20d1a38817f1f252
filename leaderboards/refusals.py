"""The sentences of the boards' refusals, by code, in the reader's language."""

from collections import ChainMap
from collections.abc import Mapping

from django.utils.translation import gettext_lazy as _

from games import refusals as below
from games.registry.game import Text

SENTENCES: dict[str, Text] = {
    "season_unknown": _("Une saison est « all », « 90d » ou une année, par exemple 2026."),
    "kind_unknown": _("Un classement est celui des joueurs (players) ou des paires (pairs)."),
    "family_unknown": _("Cette variante n'existe pas dans ce jeu."),
    "players_needed": _("Choisir deux personnes : a et b."),
    "same_player": _("Choisir deux personnes différentes."),
}
TABLE: Mapping[str, Text] = ChainMap(SENTENCES, below.TABLE)
