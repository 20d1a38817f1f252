"""The lab's question about a throw of 10 000: what it scores."""

from collections.abc import Mapping, Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.dix_mille.analysis.lab_forms import THROW_RULES, dice_field
from games.dix_mille.analysis.lab_words import dice_count
from games.dix_mille.analysis.throw_odds import ThrowOdds, throw_odds
from games.presentation.wording import figure, rounded
from games.registry.lab import (
    Answer,
    AnswerColumn,
    AnswerGrid,
    Figure,
    Plot,
    Published,
    Question,
)


class ThrowForm(forms.Form):
    """The form that asks how many dice are thrown."""

    dice = dice_field(gettext_lazy("Dés lancés"), 5)


def throws(values: Mapping[str, Any]) -> Answer:
    """Answer with the scores of a throw, by exact enumeration."""
    rules = values["rules"]
    count = min(values["dice"], rules.dice)
    every = [throw_odds(rules, dice) for dice in range(1, rules.dice + 1)]
    odds = every[count - 1]
    return Answer(
        sentence=ngettext(
            "Un dé ne marque rien une fois sur %(nothing)s.",
            "%(dice)s dés ne marquent rien une fois sur %(nothing)s.",
            count,
        )
        % {"dice": count, "nothing": figure(rounded(1 / odds.nothing, 2)) if odds.nothing else "∞"},
        figures=(
            Figure("nothing", _("Ne rien marquer"), odds.nothing, "share"),
            Figure("main_pleine", _("Main pleine"), odds.main_pleine, "share"),
            Figure("mean", _("Meilleur score, en moyenne"), odds.mean, "number"),
        ),
        grids=(_by_dice(every, count), _scores(odds)),
        plots=(
            Plot(
                _("Ne rien marquer, selon les dés lancés"),
                [(dice_count(throw.dice), throw.nothing) for throw in every],
                "share",
            ),
            Plot(
                _("Meilleur score du lancer"),
                [(figure(points), share) for points, share in odds.scores],
                "share",
            ),
        ),
        published=(_one_in_three(every[0]),),
    )


def _by_dice(every: Sequence[ThrowOdds], count: int) -> AnswerGrid:
    return AnswerGrid(
        _("Selon le nombre de dés"),
        (
            AnswerColumn(_("Dés"), "number"),
            AnswerColumn(_("Rien"), "share"),
            AnswerColumn(_("Main pleine"), "share"),
            AnswerColumn(_("Score moyen"), "number"),
        ),
        [(throw.dice, throw.nothing, throw.main_pleine, throw.mean) for throw in every],
        mark=count - 1,
    )


def _scores(odds: ThrowOdds) -> AnswerGrid:
    return AnswerGrid(
        _("Meilleur score du lancer"),
        (AnswerColumn(_("Points"), "count"), AnswerColumn(_("Probabilité"), "share")),
        list(odds.scores),
    )


def _one_in_three(die: ThrowOdds) -> Published:
    return Published(
        _("Un dé relancé marque : « une chance sur 3 »"),
        "1/3",
        1 - die.nothing,
        "share",
        _("Avec tout barème où seuls l'as et le 5 comptent seuls : exact."),
    )


QUESTION = Question(
    slug="lancer",
    title=gettext_lazy("Que donne un lancer ?"),
    lead=gettext_lazy("La chance de ne rien marquer, de faire main pleine, et le meilleur score."),
    how=gettext_lazy(
        "Tous les lancers sont énumérés et lus par les règles mêmes qui comptent les tours : exact."
    ),
    answer=throws,
    form=ThrowForm,
    rules=THROW_RULES,
)
