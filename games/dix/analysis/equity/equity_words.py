"""The texts about the chances of a match: the model's name, and why there may be no answer."""

from typing import Any

from django.utils.text import format_lazy
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from core.names import isolated
from games.dix.analysis.equity.equity import MOST_MONEY, MOST_TARGET
from games.dix.analysis.equity.fitted_model import FittedModel
from games.dix.analysis.equity.hand_model import SEED, HandModel
from games.presentation.wording import figure

FAULTS: dict[str, Any] = {
    "target_too_far": gettext_lazy("Ces chances se calculent pour un objectif d'au plus %s.")
    % MOST_TARGET,
    "money_too_much": gettext_lazy("Ces chances se calculent pour une bourse d'au plus %s $.")
    % MOST_MONEY,
    "too_much_to_compute": gettext_lazy(
        "Ces chances seraient trop longues à calculer : baisser la bourse ou l'objectif."
    ),
    "score_below_zero": gettext_lazy(
        "Avec une telle bourse, ces chances se calculent à partir de 0."
    ),
    "stake_not_multiple": gettext_lazy(
        "Ces chances se calculent pour un enjeu multiple de 5, d'au plus %s."
    )
    % MOST_TARGET,
    "score_not_multiple": gettext_lazy("Un score est un multiple de 5."),
    "match_over": gettext_lazy(
        "À ce score le match est fini : en écrire un plus bas que l'objectif."
    ),
    "purse_unknown": gettext_lazy("Une bourse contient au plus la somme de départ."),
}


# What the form before the match says, by rule: where its chances could not be computed.
LIMITS: dict[str, Any] = {
    "target": format_lazy(
        gettext_lazy(
            "Au-delà de {most}, trop long à résoudre : le match n'aura pas de chances de gagner."
        ),
        most=MOST_TARGET,
    ),
    "initial_money": format_lazy(
        gettext_lazy(
            "Au-delà de {most} $ (moins si l'objectif dépasse 500), trop long à résoudre : le "
            "match n'aura pas de chances de gagner."
        ),
        most=MOST_MONEY,
    ),
    "partie_stake": format_lazy(
        gettext_lazy("Les chances de gagner se calculent pour un multiple de 5, d'au plus {most}."),
        most=MOST_TARGET,
    ),
}


def model_named(model: HandModel) -> str:
    """Return a sentence that names the model by which chances were computed."""
    return model_told(model.name, model.hands)


def model_told(name: str, hands: int, club: str = "") -> str:
    """Return a sentence that names a model, from its code and its number of hands.

    `club` is the name of the club whose hands these are. Pages that already show the club leave
    it empty.
    """
    if name == FittedModel.name and club:
        return _("Modèle « les mains du club » : %(hands)s brasses des matchs de « %(club)s ».") % {
            "hands": figure(hands),
            "club": isolated(club),
        }
    if name == FittedModel.name:
        return _("Modèle « les mains du club » : %(hands)s brasses de ses matchs.") % {
            "hands": figure(hands)
        }
    return _("Modèle « donnes résolues » : %(hands)s donnes au hasard (graine %(seed)s).") % {
        "hands": figure(hands),
        "seed": SEED,
    }
