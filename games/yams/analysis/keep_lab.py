"""The lab's question about which dice to keep for a cell of the Yams."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.registry.lab import Answer, AnswerColumn, AnswerGrid, Figure, Plot, Question
from games.yams.analysis.lab_words import DICE_ON_TABLE, EXACT, THROWS, faces
from games.yams.analysis.odds import ColumnSituation, filling, making
from games.yams.engine.cells import FIGURES, ROWS
from games.yams.words import TERMS


class KeepForm(forms.Form):
    """The dice on the table, how many throws are left, and the chosen cell."""

    dice = DICE_ON_TABLE
    left = forms.TypedChoiceField(
        label=gettext_lazy("Jets qui restent"), choices=THROWS[:2], coerce=int, initial=2
    )
    row = forms.ChoiceField(
        label=gettext_lazy("Case visée"),
        choices=[(row, TERMS.get(row, row)) for row in ROWS],
        initial="suite",
    )


def best_keep(values: Mapping[str, Any]) -> Answer:
    """Answer which dice to keep for a chosen cell."""
    dice, left, row = values["dice"], values["left"], values["row"]
    plan = filling(row, ColumnSituation(bonus=0))
    keeps = plan.best_keeps(dice, left)
    best, worth = keeps[0]
    shares = dict(making(row).best_keeps(dice, left)) if row in FIGURES else {}
    return Answer(
        sentence=_("Garder %(kept)s.") % {"kept": faces(best)} if best else _("Tout relancer."),
        figures=(
            Figure("mean", _("Points en moyenne"), worth, "number"),
            *(
                (Figure("share", _("Chance de la figure"), shares[best], "share"),)
                if shares
                else ()
            ),
        ),
        grids=(
            AnswerGrid(
                _("Ce que vaut chaque choix"),
                (
                    AnswerColumn(_("Garder")),
                    AnswerColumn(_("Points en moyenne"), "number"),
                    *((AnswerColumn(_("Chance de la figure"), "share"),) if shares else ()),
                ),
                [(faces(keep), mean, *([shares[keep]] if shares else [])) for keep, mean in keeps],
                mark=0,
            ),
        ),
        plots=(
            Plot(
                _("Les meilleurs choix"),
                [(faces(keep), mean) for keep, mean in keeps[:8]],
                "number",
            ),
        ),
    )


QUESTION = Question(
    slug="garder",
    title=gettext_lazy("Que garder pour cette case ?"),
    lead=gettext_lazy("Le meilleur choix de dés pour une case, et ce que valent les autres."),
    how=EXACT,
    answer=best_keep,
    form=KeepForm,
)
