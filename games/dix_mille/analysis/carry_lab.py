"""The lab's question whether to take over the points and dice that the previous player left."""

from collections.abc import Mapping, Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.dix_mille.analysis.lab_forms import (
    COCHES,
    ENTERED,
    LOST,
    SCORE,
    TURN_RULES,
    bust_cost,
    dice_field,
    points_field,
    refuse_dice,
    refuse_score,
)
from games.dix_mille.analysis.lab_words import over_or_anew, percent, turn_remarks
from games.dix_mille.analysis.odds import Worth, advise
from games.dix_mille.analysis.stop_lab import estimate_of_turn, stop_of_match
from games.dix_mille.analysis.throw_tables import moves
from games.dix_mille.engine.rulesets import MilleRules
from games.presentation.table import Table
from games.presentation.wording import figure
from games.registry.lab import (
    Answer,
    AnswerColumn,
    AnswerGrid,
    Figure,
    Plot,
    ProgressCallback,
    Question,
)


class CarryForm(forms.Form):
    """The points and dice that the previous player left."""

    points = points_field(gettext_lazy("Points à reprendre"), 600)
    dice = dice_field(gettext_lazy("Dés laissés"), 2)
    entered = ENTERED
    score = SCORE
    coches = COCHES
    lost = LOST

    def clean(self) -> dict[str, Any]:
        """Check the dice and the score against the ruleset."""
        values = super().clean() or self.cleaned_data
        refuse_dice(self, values)
        refuse_score(self, {**values, "total": values.get("points")})
        return values

    def add_error(self, field: str | None, error: Any) -> None:
        """Show errors of the total at the field `points`."""
        super().add_error("points" if field == "total" else field, error)


def run_carry(values: Mapping[str, Any], progress: ProgressCallback) -> dict[str, Any]:
    """Return the worth of taking over and of throwing all dice, and a table of other offers
    (`rows`).
    """
    rules: MilleRules = values["rules"]
    moves(rules, progress)
    progress(0, 1)
    over, anew = _both_ways(values)
    return {
        "over": list(over),
        "anew": list(anew),
        "rows": [
            (points, dice, list(_over(values, points, dice)))
            for dice in range(1, rules.dice)
            for points in (200, 400, 600, 1000)
            if values["score"] + points < rules.target
        ],
    }


def _both_ways(values: Mapping[str, Any]) -> tuple[Worth, Worth]:
    """Return the worth of taking over, and of throwing all dice."""
    return _over(values, values["points"], values["dice"]), _over(values, 0, values["rules"].dice)


def _over(values: Mapping[str, Any], points: int, dice: int) -> Worth:
    common: dict[str, Any] = {"entered": bool(values["entered"]), "score": values["score"]}
    common |= {"cost": bust_cost(values), "total": points, "taken": points, "dice": dice}
    return advise(values["rules"], **common).roll


def carry_in_short(values: Mapping[str, Any]) -> Sequence[str]:
    """Return advice for the table: whether to take over, and the chances of losing the turn."""
    over, anew = _both_ways(values)
    params = {"over": figure(round(over.points)), "anew": figure(round(anew.points))}
    lost = {"over": percent(over.bust), "anew": percent(anew.bust)}
    if over.points > anew.points:
        return (
            _("Reprendre : %(over)s contre %(anew)s avec tous les dés") % params,
            _("tour perdu : %(over)s %%, contre %(anew)s %%") % lost,
        )
    return (
        _("Tous les dés : %(anew)s contre %(over)s en reprenant") % params,
        _("tour perdu : %(anew)s %%, contre %(over)s %%") % lost,
    )


def carry(values: Mapping[str, Any], result: Mapping[str, Any]) -> Answer:
    """Answer whether to take over."""
    (over, over_bust), (anew, anew_bust) = result["over"], result["anew"]
    params = {"over": figure(round(over)), "anew": figure(round(anew))}
    return Answer(
        sentence=(
            _("Mieux vaut reprendre : %(over)s points en moyenne, contre %(anew)s.") % params
            if over > anew
            else _("Mieux vaut tous les dés : %(anew)s points en moyenne, contre %(over)s.")
            % params
        ),
        figures=(
            Figure("over", _("Reprendre, en moyenne"), over, "points"),
            Figure("anew", _("Tous les dés, en moyenne"), anew, "points"),
            Figure("over_bust", _("Tour perdu en reprenant"), over_bust, "share"),
            Figure("anew_bust", _("Tour perdu avec tous les dés"), anew_bust, "share"),
        ),
        grids=(_offers(result["rows"], anew),),
        plots=(
            Plot(_("En moyenne"), [(_("reprendre"), over), (_("tous les dés"), anew)], "points"),
        ),
        remarks=turn_remarks(values["rules"]),
    )


def _offers(rows: Sequence[Any], anew: float) -> AnswerGrid:
    return AnswerGrid(
        _("Ce que reprendre vaut"),
        (
            AnswerColumn(_("Points laissés"), "count"),
            AnswerColumn(_("Dés laissés"), "number"),
            AnswerColumn(_("La reprise"), "number"),
            AnswerColumn(_("Tour perdu"), "share"),
            AnswerColumn(_("Mieux vaut")),
        ),
        [
            (points, dice, worth, bust, over_or_anew(worth > anew))
            for points, dice, (worth, bust) in rows
        ],
    )


def carry_of_match(table: Table) -> Mapping[str, Any] | None:
    """Return the points and dice that may be taken over now; None if they are not known."""
    expected, stand = table.next, stop_of_match(table)
    offered = (expected or {}).get("may_carry")
    if stand is None or not offered or not offered["dice"]:
        return None
    return {**stand, "points": offered["points"], "dice": offered["dice"]}


def carry_of_pad(pad: Any) -> Mapping[str, Any] | None:
    """Return the points and dice that may be taken over before the first throw. Return None if
    nothing may be taken over, if the number of dice is not known yet, or after the first throw.
    """
    stand, left = stop_of_match(pad.table), pad.tapped.carry or pad.carry
    if stand is None or left is None or left.dice is None or pad.tapped.throws:
        return None
    return {**stand, "points": left.points, "dice": left.dice}


QUESTION = Question(
    slug="reprise",
    title=gettext_lazy("« Je reprends ! », ou tous les dés ?"),
    lead=gettext_lazy("Reprendre les points et les dés laissés, ou repartir de zéro."),
    how=gettext_lazy("Le même calcul, depuis les deux départs."),
    answer=carry,
    form=CarryForm,
    rules=TURN_RULES,
    run=run_carry,
    estimate=estimate_of_turn,
    size_rule="target",
    of_match=carry_of_match,
    of_pad=carry_of_pad,
    in_short=carry_in_short,
)
