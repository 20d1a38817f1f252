"""What the boards say in the reader's language."""

from typing import TYPE_CHECKING

from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

if TYPE_CHECKING:
    from games.registry import Text

CATEGORIES: "dict[str, Text]" = {
    "beginner": _("Débutant"),
    "amateur": _("Amateur"),
    "confirmed": _("Confirmé"),
    "expert": _("Expert"),
    "master": pgettext_lazy("catégorie", "Maître"),
}

# One letter each, for the last five matches.
LETTERS: "dict[str, Text]" = {
    "W": pgettext_lazy("forme", "V"),
    "D": pgettext_lazy("forme", "N"),
    "L": pgettext_lazy("forme", "D"),
}

ERRORS: "dict[str, Text]" = {
    "season_unknown": _("Une saison est « all », « 90d » ou une année, par exemple 2026."),
    "kind_unknown": _("Un classement est celui des joueurs (players) ou des paires (pairs)."),
    "family_unknown": _("Cette variante n'existe pas dans ce jeu."),
    "players_needed": _("Choisir deux personnes : a et b."),
    "same_player": _("Choisir deux personnes différentes."),
    "game_unknown": _("Ce jeu n'est pas installé ici."),
}


def duel_heads() -> list[str]:
    """Return the heads of the file of two people side by side."""
    return [
        gettext("Nom"),
        gettext("Devant l'autre"),
        gettext("Derrière l'autre"),
        gettext("À égalité"),
        gettext("Ensemble"),
        gettext("Gagnées ensemble"),
        gettext("Cote"),
        gettext("Incertitude"),
    ]
