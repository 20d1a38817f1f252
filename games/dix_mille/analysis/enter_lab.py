"""The lab's question about entering a match of 10 000: the chance to enter in one turn."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.dix_mille.analysis.lab_forms import TURN_RULES
from games.dix_mille.analysis.lab_words import dice_count, over_or_anew, turn_remarks
from games.dix_mille.analysis.odds import enter_chance
from games.dix_mille.analysis.throw_tables import moves
from games.dix_mille.analysis.turn_estimate import turn_estimate
from games.dix_mille.engine.rulesets import MilleRules
from games.presentation.wording import figure, rounded
from games.registry.estimate import Estimate
from games.registry.lab import (
    Answer,
    AnswerColumn,
    AnswerGrid,
    Figure,
    Plot,
    ProgressCallback,
    Question,
)


def estimate_of_entering(values: Mapping[str, Any]) -> Estimate:
    """Return the cost of computing a turn of a player who has not entered."""
    return turn_estimate(values["rules"], entered=False, score=0)


def run_enter(values: Mapping[str, Any], progress: ProgressCallback) -> dict[str, Any]:
    """Return the chance to enter with all dice, and a table of the chances when taking over
    (`rows`).
    """
    rules: MilleRules = values["rules"]
    moves(rules, progress)
    progress(0, 1)
    step = 100
    return {
        "chance": enter_chance(rules).points,
        "rows": [
            (points, dice, enter_chance(rules, total=points, dice=dice).points)
            for dice in range(1, rules.dice)
            for points in range(2 * step, 10 * step + 1, 2 * step)
        ],
    }


def enter(values: Mapping[str, Any], result: Mapping[str, Any]) -> Answer:
    """Answer with the chance to enter in one turn."""
    rules: MilleRules = values["rules"]
    chance, rows = result["chance"], result["rows"]
    turns = 1 / chance if chance else None
    percents = figure(rounded(Fraction(100 * chance), 2))
    return Answer(
        sentence=_("Entrer à %(entry)s : %(percent)s %% des tours, si l'on ne cherche que cela.")
        % {"entry": figure(rules.entry_score), "percent": percents},
        figures=(
            Figure("chance", _("Entrer en un tour"), chance, "share"),
            Figure("turns", _("Tours pour entrer, en moyenne"), turns, "number"),
        ),
        grids=(
            AnswerGrid(
                _("En reprenant ce qui est laissé"),
                (
                    AnswerColumn(_("Points laissés"), "count"),
                    AnswerColumn(_("Dés laissés"), "number"),
                    AnswerColumn(_("Chance d'entrer"), "share"),
                    AnswerColumn(_("Mieux vaut")),
                ),
                [
                    (points, dice, share, over_or_anew(share > chance))
                    for points, dice, share in rows
                ],
            ),
        ),
        plots=(
            Plot(
                _("Entrer en reprenant 600 points"),
                [(dice_count(dice), share) for points, dice, share in rows if points == 600],
                "share",
            ),
        ),
        remarks=turn_remarks(rules)[1:],
    )


QUESTION = Question(
    slug="entree",
    title=gettext_lazy("Entrer dans la partie"),
    lead=gettext_lazy("La chance d'entrer en un tour, selon les règles de l'entrée."),
    how=gettext_lazy("Le même calcul, où seul compte de pouvoir s'arrêter."),
    answer=enter,
    rules=TURN_RULES,
    run=run_enter,
    estimate=estimate_of_entering,
    size_rule="target",
)
