"""Words and sentences of the boards in the reader's language."""

from typing import TYPE_CHECKING

from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

if TYPE_CHECKING:
    from games.registry.game import Text

CATEGORIES: "dict[str, Text]" = {
    "beginner": _("Débutant"),
    "amateur": _("Amateur"),
    "confirmed": _("Confirmé"),
    "expert": _("Expert"),
    "master": pgettext_lazy("catégorie", "Maître"),
}

# A letter for each outcome: a row of a board shows those of the last five matches.
LETTERS: "dict[str, Text]" = {
    "W": pgettext_lazy("forme", "V"),
    "D": pgettext_lazy("forme", "N"),
    "L": pgettext_lazy("forme", "D"),
}


def duel_heads() -> list[str]:
    """Return the column heads of the file that compares two people."""
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


def streak_words(streak: int) -> str:
    """Return a streak of won (positive) or lost matches, shortly; a dash without one."""
    if streak == 0:
        return "–"
    # Translators: a streak of won (V) or lost (D) matches, shortly.
    return (gettext("%(count)s V") if streak > 0 else gettext("%(count)s D")) % {
        "count": abs(streak)
    }


def outcome_letters(form: str) -> list[dict[str, object]]:
    """Return the outcomes of the last matches, each with its letter."""
    return [{"outcome": outcome, "letter": LETTERS[outcome]} for outcome in form]
