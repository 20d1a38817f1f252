"""The words and form fields that the lab's questions about Yams share."""

from collections.abc import Iterable

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.entry.lab_fields import DiceField
from games.presentation.wording import figure, rounded
from games.yams.engine.cells import DICE
from games.yams.words import TERMS

THROWS = ((1, "1"), (2, "2"), (3, "3"))
RULES = ("upper_threshold", "upper_bonus")
DICE_ON_TABLE = DiceField(
    count=DICE, label=gettext_lazy("Dés sur la table"), initial="2 2 3 5 6", required=True
)
EXACT = gettext_lazy(
    "Exact : les 252 tirages de cinq dés et les 462 façons d'en garder, du dernier jet au premier."
)


def named(code: str) -> str:
    """Return the name of a column or row."""
    return str(TERMS.get(code, code))


def faces(dice: Iterable[int]) -> str:
    """Return dice as « 2 2 5 », or « rien » if there are none."""
    return " ".join(map(str, dice)) or _("rien")


def tenths(value: float) -> str:
    """Return a mean of points as text with one decimal."""
    return figure(rounded(value, 1))
