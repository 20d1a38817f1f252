"""Words that several of the lab's answers about 10 000 share."""

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.dix_mille.engine.rulesets import MilleRules
from games.presentation.wording import figure
from games.registry.lab import AnswerColumn, AnswerGrid


def dice_count(count: int) -> str:
    """Return « 3 dés »."""
    return ngettext("%(count)s dé", "%(count)s dés", count) % {"count": count}


def percent(share: float | Fraction) -> str:
    """Return a share as a whole number of percent, without the % sign."""
    return figure(round(100 * share))


def over_or_anew(over: bool) -> str:
    """Return the words for taking over if `over`, otherwise the words for throwing all dice."""
    return _("reprendre") if over else _("tous les dés")


def stops_grid(caption: str, rows: Iterable[Sequence[Any]]) -> AnswerGrid:
    """Return the table of the lowest points to stop on, for each number of dice to throw."""
    columns = (
        AnswerColumn(_("Dés à relancer"), "number"),
        AnswerColumn(_("S'arrêter dès"), "count"),
    )
    return AnswerGrid(caption, columns, list(rows))


def turn_remarks(rules: MilleRules) -> tuple[str, ...]:
    """Return the sentences that say what the calculation of a turn leaves out under these rules."""
    remarks = [
        _(
            "Compté pour ce tour seul : une coche de plus ne coûte que si le palier tombe, et ce "
            "que "
            "la personne suivante peut reprendre ne compte pas. Aucune figure déjà faite."
        )
    ]
    if rules.jokers:
        remarks.append(_("Sans poser de joker : le calcul n'en tient pas compte."))
    if rules.extra_die == "double":
        remarks.append(_("De plusieurs brelans du tour, seul le plus cher est suivi."))
    return tuple(remarks)
