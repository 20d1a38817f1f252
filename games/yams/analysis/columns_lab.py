"""The lab's questions about whole columns of the Yams: one column alone, and the five together."""

from collections.abc import Mapping, Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from core.progress import ProgressCallback
from games.registry.estimate import MEGABYTE, SMALL, Estimate
from games.registry.lab import Answer, AnswerColumn, AnswerGrid, Figure, Plot, Question
from games.yams.analysis import kept_columns
from games.yams.analysis.lab_words import RULES, named, tenths
from games.yams.engine.cells import COLUMNS
from games.yams.words import TERMS

# The number of simulated games of one column alone, and of the five together.
ALONE, TOGETHER = 20_000, 100_000
# The cost of solving the five columns: some minutes, and 15 MB a column. It is the same for all
# rules.
SOLVING = Estimate(300_000, 100 * MEGABYTE)


# --- One column ------------------------------------------------------------------------------


class ColumnForm(forms.Form):
    """The form that asks which column to solve."""

    column = forms.ChoiceField(
        label=gettext_lazy("Colonne"),
        choices=[(column, TERMS.get(column, column)) for column in COLUMNS],
        initial="libre",
    )


def run_alone(values: Mapping[str, Any], progress: ProgressCallback) -> dict[str, Any]:
    """Solve the column, simulate games of it, and return the result.

    Both the values and the result are stored.
    """
    return kept_columns.column_alone(values["rules"], values["column"], ALONE, progress)


def estimate_alone(values: Mapping[str, Any]) -> Estimate:
    """Return the cost of an answer, which is small if the result is stored."""
    is_cached = kept_columns.has_result(values["rules"], values["column"], ALONE)
    return SMALL if is_cached else SOLVING


def alone(values: Mapping[str, Any], result: Mapping[str, Any]) -> Answer:
    """Answer with the mean points of the column."""
    rows = [(named(row), mean, nothing) for row, (mean, nothing) in result["rows"].items()]
    params = {"column": named(values["column"]), "points": tenths(result["value"])}
    return Answer(
        sentence=_("Colonne %(column)s, jouée seule et au mieux : %(points)s points en moyenne.")
        % params,
        figures=(
            Figure("value", _("Points en moyenne, exact"), result["value"], "number"),
            Figure(
                "simulated",
                _("Parties simulées, en moyenne"),
                result["mean"],
                "number",
                result["error"],
            ),
            Figure("games", _("Parties simulées"), ALONE, "count"),
        ),
        grids=(_by_row(rows),),
        plots=(
            Plot(
                _("Points en moyenne, ligne par ligne"),
                [(row, mean) for row, mean, _nothing in rows],
                "number",
            ),
        ),
        remarks=(
            _(
                "Le plus de points possible, en onze tours pour cette colonne seule. À la table, "
                "on choisit la colonne après avoir vu les dés, et seul compte qui en a le plus : "
                "ce n'est pas pesé."
            ),
        ),
    )


def _by_row(rows: Sequence[tuple[str, float, float]]) -> AnswerGrid:
    return AnswerGrid(
        _("Ligne par ligne, dans les parties simulées"),
        (
            AnswerColumn(_("Ligne")),
            AnswerColumn(_("Points en moyenne"), "number"),
            AnswerColumn(_("Zéro ou barrée"), "percent"),
        ),
        rows,
    )


# --- Five columns ----------------------------------------------------------------------------


def run_together(values: Mapping[str, Any], progress: ProgressCallback) -> dict[str, Any]:
    """Solve the columns that are not stored, simulate all five, and return the stored result."""
    return kept_columns.together(values["rules"], TOGETHER, progress)


def estimate_together(values: Mapping[str, Any]) -> Estimate:
    """Return the cost of an answer, which is small if the result of the five is stored."""
    is_cached = kept_columns.has_result(values["rules"], "together", TOGETHER)
    return SMALL if is_cached else SOLVING


def together(values: Mapping[str, Any], result: Mapping[str, Any]) -> Answer:
    """Answer with the policy's mean points and with the bound that no player can exceed."""
    columns = result["columns"]
    params = {"mean": tenths(result["mean"]), "bound": tenths(result["bound"])}
    return Answer(
        sentence=_(
            "Les cinq colonnes ensemble : %(mean)s points en moyenne ; personne ne peut en faire "
            "plus de %(bound)s avec les mêmes dés."
        )
        % params,
        figures=_figures(result),
        grids=(_by_column(columns),),
        plots=(
            Plot(
                _("Points en moyenne, avec les autres"),
                [(named(name), column["mean"]) for name, column in columns.items()],
                "number",
            ),
        ),
        remarks=(
            _(
                "La manière de jouer : chaque tour va où il augmente le plus la somme des cinq "
                "colonnes, chacune comptée comme si elle se jouait seule. Elle n'est pas la "
                "meilleure possible, et vise les points : à la table, on gagne des colonnes."
            ),
            _(
                "La borne est large : chaque colonne y a pour elle seule les dés des 55 tours, "
                "tous vus d'avance, et le bonus lui est donné. La vraie limite est en dessous."
            ),
        ),
    )


def _figures(result: Mapping[str, Any]) -> tuple[Figure, ...]:
    mean, bound = result["mean"], result["bound"]
    return (
        Figure("mean", _("Points en moyenne"), mean, "number", result["error"]),
        Figure("bound", _("Borne, mêmes dés"), bound, "number", result["bound_error"]),
        Figure("distance", _("De l'une à l'autre"), bound - mean, "number"),
        Figure("games", _("Parties simulées"), TOGETHER, "count"),
    )


def _by_column(columns: Mapping[str, Mapping[str, float]]) -> AnswerGrid:
    return AnswerGrid(
        _("Colonne par colonne"),
        (
            AnswerColumn(_("Colonne")),
            AnswerColumn(_("Seule, exact"), "number"),
            AnswerColumn(_("Avec les autres"), "number"),
            AnswerColumn(_("Erreur type"), "number"),
            AnswerColumn(_("Borne"), "number"),
        ),
        [
            (named(name), column["alone"], column["mean"], column["error"], column["bound"])
            for name, column in columns.items()
        ],
    )


QUESTIONS = (
    Question(
        slug="colonne",
        title=gettext_lazy("Que rapporte une colonne ?"),
        lead=gettext_lazy("La meilleure façon de remplir une colonne seule, et ce qu'elle donne."),
        how=gettext_lazy(
            "Exact, par programmation dynamique : de la colonne pleine vers la vide, chaque "
            "tirage et chaque façon d'en garder des dés. La simulation joue de cette façon, par "
            "des dés tirés d'une graine, et doit donner la même moyenne."
        ),
        answer=alone,
        form=ColumnForm,
        rules=RULES,
        run=run_alone,
        compiled=True,
        estimate=estimate_alone,
    ),
    Question(
        slug="cinq-colonnes",
        title=gettext_lazy("Que rapportent les cinq colonnes ?"),
        lead=gettext_lazy(
            "Une bonne façon de jouer les cinq ensemble, et ce que personne ne peut dépasser."
        ),
        how=gettext_lazy(
            "Cent mille parties par des dés tirés d'une graine, jouées d'après la valeur exacte de "
            "chaque colonne seule. La borne est comptée sur les mêmes dés."
        ),
        answer=together,
        rules=RULES,
        run=run_together,
        compiled=True,
        estimate=estimate_together,
    ),
)
