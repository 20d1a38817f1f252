"""The lab's question about the figures of the Yams: the chance of each."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.presentation.wording import figure, rounded
from games.registry.lab import Answer, AnswerColumn, AnswerGrid, Figure, Plot, Published, Question
from games.yams.analysis.lab_words import EXACT, THROWS, named
from games.yams.analysis.odds import figure_chances, number_chances
from games.yams.engine.cells import NUMBERS


class ThrowsForm(forms.Form):
    """The number of throws."""

    throws = forms.TypedChoiceField(
        label=gettext_lazy("Jets"), choices=THROWS, coerce=int, initial=3
    )


def figures(values: Mapping[str, Any]) -> Answer:
    """Answer with the chance of each figure, and of at least 1 to 5 dice of a number."""
    throws = values["throws"]
    chances, numbers = figure_chances(), number_chances(throws)
    return Answer(
        sentence=_("Yams en %(throws)s : %(percent)s %%.")
        % {
            "throws": ngettext("%(count)s jet", "%(count)s jets", throws) % {"count": throws},
            "percent": figure(rounded(100 * chances["yams"][throws - 1], 2)),
        },
        figures=tuple(
            Figure(row, named(row), shares[throws - 1], "share") for row, shares in chances.items()
        ),
        grids=(_figures_grid(chances), _numbers_grid(numbers)),
        plots=(
            Plot(
                _("Chance de chaque figure"),
                [(named(row), shares[throws - 1]) for row, shares in chances.items()],
                "share",
            ),
            Plot(
                _("Dés d'un même nombre choisi, au moins"),
                [(str(count), share) for count, share in enumerate(numbers, start=1)],
                "share",
            ),
        ),
        published=(_bonus(),),
    )


def _figures_grid(chances: Mapping[str, Sequence[Fraction]]) -> AnswerGrid:
    return AnswerGrid(
        _("Les figures, en gardant au mieux"),
        (
            AnswerColumn(_("Figure")),
            AnswerColumn(_("En 1 jet"), "share"),
            AnswerColumn(_("En 2 jets"), "share"),
            AnswerColumn(_("En 3 jets"), "share"),
        ),
        [(named(row), *shares) for row, shares in chances.items()],
    )


def _numbers_grid(numbers: Sequence[Fraction]) -> AnswerGrid:
    return AnswerGrid(
        _("Une ligne de nombres, en gardant tous les dés voulus"),
        (
            AnswerColumn(_("Dés du nombre, au moins"), "number"),
            AnswerColumn(_("Probabilité"), "share"),
        ),
        list(enumerate(numbers, start=1)),
    )


def _bonus() -> Published:
    return Published(
        _("Le bonus demande 63, « une moyenne de 3 dés de chaque valeur »"),
        "63",
        sum(3 * face for face in NUMBERS.values()),
        "count",
        _("Trois dés de chaque nombre font 63. La source ne publie pas de probabilité."),
        step=0,
    )


QUESTION = Question(
    slug="figures",
    title=gettext_lazy("La chance de chaque figure"),
    lead=gettext_lazy("Full, suite, yams et lignes de nombres, en un, deux ou trois jets."),
    how=EXACT,
    answer=figures,
    form=ThrowsForm,
)
