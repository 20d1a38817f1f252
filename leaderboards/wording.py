"""Words and sentences of the boards in the reader's language."""

from typing import TYPE_CHECKING

from django.utils.translation import gettext, ngettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

if TYPE_CHECKING:
    from games.registry.game import Text
    from leaderboards.queries import BoardRow, Duel

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
        *rating_heads(),
    ]


def rating_heads() -> list[str]:
    """Return the column heads of a rating in a file."""
    return [gettext("Cote sûre"), gettext("Cote"), gettext("Incertitude")]


def rating_cells(row: "BoardRow | None") -> list[int | str]:
    """Return the figures of a rating in a file, by `rating_heads`; empty without a rating."""
    if row is None:
        return [""] * 3
    return [round(row.safe_rating), round(row.rating), round(row.sigma)]


def together(duel: "Duel") -> str:
    """Return how often two people played on one side, and won: each number has its own plural."""
    matches = ngettext("Ensemble : %(count)s match", "Ensemble : %(count)s matchs", duel.together)
    won = ngettext("%(count)s gagné", "%(count)s gagnés", duel.together_won)
    return f"{matches % {'count': duel.together}}, {won % {'count': duel.together_won}}"


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
