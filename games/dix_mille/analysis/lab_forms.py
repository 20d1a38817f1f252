"""The rules, fields and checks that the forms of the lab's questions about 10 000 share."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.presentation.wording import figure

MOST_DICE = 6
# The rules on which a throw's score depends.
THROW_RULES = ("dice", "scoring", "full", "four_two_one")
# The rules on which a turn's worth depends.
TURN_RULES = (
    *THROW_RULES,
    "target",
    "exact_target",
    "entry_score",
    "entry_single_throw",
    "no_fifty",
    "coches_to_strike",
    "break_fives",
    "extra_die",
    "main_pleine",
    "win_on_main_pleine_from",
    "may_reroll_scoring",
    "late_suites",
    "confirmation",
    "yam_of_aces_wins",
)
YES_NO = ((1, gettext_lazy("oui")), (0, gettext_lazy("non")))


def dice_field(label: Any, initial: int) -> forms.IntegerField:
    """Return the form field for a number of dice."""
    return forms.IntegerField(label=label, min_value=1, max_value=MOST_DICE, initial=initial)


def points_field(label: Any, initial: int = 0, **more: Any) -> forms.IntegerField:
    """Return the field for the points of a turn, or for a score."""
    return forms.IntegerField(
        label=label, min_value=0, max_value=100_000, step_size=50, initial=initial, **more
    )


# The player's own state before the turn, in the forms that ask for it.
ENTERED = forms.TypedChoiceField(
    label=gettext_lazy("Déjà dans la partie"), choices=YES_NO, coerce=int, initial=1
)
SCORE = points_field(gettext_lazy("Score avant ce tour"))
COCHES = forms.IntegerField(
    label=gettext_lazy("Coches au palier"), min_value=0, max_value=100, initial=0
)
LOST = points_field(gettext_lazy("Points perdus si le palier est biffé"))


def refuse_dice(form: forms.Form, values: Mapping[str, Any]) -> None:
    """Add an error to the form if there are more dice than the ruleset has."""
    rules = values.get("rules")
    if rules is not None and values.get("dice", 0) > rules.dice:
        form.add_error(
            "dice",
            forms.ValidationError(
                _("Il y a %s dés dans ces règles.") % rules.dice, code="dice_count"
            ),
        )


def refuse_score(form: forms.Form, values: Mapping[str, Any]) -> None:
    """Refuse a score that is already at the target, and a turn's total that goes beyond the
    target.
    """
    rules, score = values.get("rules"), values.get("score")
    if rules is None or score is None:
        return
    if score >= rules.target:
        text = _("Le match est fini à %s points.") % figure(rules.target)
        form.add_error("score", forms.ValidationError(text, code="score_at_target"))
    elif rules.exact_target and score + (values.get("total") or 0) > rules.target:
        text = _("Ce total dépasse le but : le tour serait déjà perdu.")
        form.add_error("total", forms.ValidationError(text, code="overshoot"))


def bust_cost(values: Mapping[str, Any]) -> int:
    """Return the points that a bust costs: the points of the palier if this coche strikes it,
    otherwise 0.
    """
    last = values["coches"] + 1 >= values["rules"].coches_to_strike
    return int(values["lost"]) if values["entered"] and last else 0
