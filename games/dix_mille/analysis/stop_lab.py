"""The lab's question about a turn of 10 000: whether to stop or to throw again."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
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
from games.dix_mille.analysis.lab_words import dice_count, percent, stops_grid, turn_remarks
from games.dix_mille.analysis.odds import Advice, advise, advise_turn, thresholds
from games.dix_mille.analysis.throw_tables import moves
from games.dix_mille.analysis.turn_estimate import turn_estimate
from games.dix_mille.engine.rulesets import MilleRules
from games.dix_mille.engine.tapping import TappedTurn
from games.dix_mille.engine.turns import Carry, Stand
from games.presentation.table import Table
from games.presentation.wording import figure
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

CURVE_TO = 2000


class StopForm(forms.Form):
    """The form that asks for the state of a turn."""

    total = points_field(gettext_lazy("Points en main ce tour"), 300)
    dice = dice_field(gettext_lazy("Dés à relancer"), 3)
    entered = ENTERED
    score = SCORE
    coches = COCHES
    lost = LOST
    taken = points_field(
        gettext_lazy("Dont points repris (« Je reprends ! »)"),
        0,
        help_text=gettext_lazy("On ne s'arrête pas sans en ajouter."),
    )
    # The throws of the turn, as text that the pad wrote. They are ignored unless they lead to the
    # form's `total` and number of `dice`.
    throws = forms.CharField(required=False, max_length=2000, widget=forms.HiddenInput)

    def clean(self) -> dict[str, Any]:
        """Check the dice and the total against the ruleset."""
        values = super().clean() or self.cleaned_data
        refuse_dice(self, values)
        refuse_score(self, values)
        return values | {"turn": None if self.errors else _turn_of(values)}


def _turn_of(values: Mapping[str, Any]) -> TappedTurn | None:
    """Return the turn under way; None if its throws are not known or a joker is set aside."""
    rules: MilleRules | None = values.get("rules")
    if rules is None or not values["throws"]:
        return None
    stand = Stand(bool(values["entered"]), values["score"])
    carry = Carry(values["taken"], None) if values["taken"] else None
    tapped = TappedTurn.read(rules, stand, carry, {"throws": values["throws"]})
    made = tapped.turn.total, tapped.turn.to_throw
    if made != (values["total"], values["dice"]) or not _weighed(tapped):
        return None
    return tapped


def _weighed(tapped: TappedTurn) -> bool:
    """Return whether the odds cover the turn: it has a throw, it is not over, and no joker is set
    aside.
    """
    unclear = tapped.fault is not None or tapped.over or bool(tapped.tapped)
    return bool(tapped.throws) and not unclear and not tapped.turn.jokers


def _advice(values: Mapping[str, Any]) -> Advice:
    """Return the advice for the state of a turn."""
    cost, tapped = bust_cost(values), values.get("turn")
    if tapped is not None:
        return advise_turn(tapped.turn, cost=cost, whole=tapped.stop_fault is None)
    return advise(
        values["rules"],
        entered=bool(values["entered"]),
        score=values["score"],
        total=values["total"],
        dice=values["dice"],
        cost=cost,
        taken=values["taken"],
    )


def run_stop(values: Mapping[str, Any], progress: ProgressCallback) -> dict[str, Any]:
    """Return the worth of stopping and of throwing, and the rows of the tables that the answer
    shows.

    The first time for a ruleset takes a second or more.
    """
    rules: MilleRules = values["rules"]
    moves(rules, progress)
    progress(0, 2)
    common: dict[str, Any] = {
        "entered": bool(values["entered"]),
        "score": values["score"],
        "cost": bust_cost(values),
    }
    advice = _advice(values)
    progress(1, 2)
    room = rules.target - values["score"]
    totals = range(0, min(room, CURVE_TO) + 1, 100)
    curve = [(total, advise(rules, total=total, dice=values["dice"], **common)) for total in totals]
    return {
        "stop": advice.stop,
        "roll": advice.roll.points,
        "bust": advice.roll.bust,
        "next": [advice.next_bust.numerator, advice.next_bust.denominator],
        "better": advice.better,
        "thresholds": list(thresholds(rules, **common)),
        "curve": [(total, at.stop, at.roll.points, at.roll.bust, at.better) for total, at in curve],
    }


def estimate_of_turn(values: Mapping[str, Any]) -> Estimate:
    """Return the cost of computing a turn at this score under these rules."""
    return turn_estimate(values["rules"], entered=bool(values["entered"]), score=values["score"])


def stop_or_throw(values: Mapping[str, Any], result: Mapping[str, Any]) -> Answer:
    """Answer whether to stop, and the value of throwing on."""
    stops, roll = result["stop"], result["roll"]
    return Answer(
        sentence=_stop_sentence(result),
        figures=(
            Figure("stop", _("S'arrêter"), stops, "points"),
            Figure("roll", _("Relancer, en moyenne"), roll, "points"),
            Figure("next_bust", _("Rien au prochain lancer"), Fraction(*result["next"]), "share"),
            Figure("bust", _("Tour perdu, en jouant au mieux"), result["bust"], "share"),
        ),
        grids=(
            stops_grid(_("À partir de combien s'arrêter"), result["thresholds"]),
            _by_total(values["dice"], result["curve"]),
        ),
        plots=(
            Plot(
                _("Ce que relancer rapporte de plus que s'arrêter"),
                [(figure(total), worth - total) for total, _s, worth, _b, _c in result["curve"]],
                "points",
            ),
        ),
        remarks=turn_remarks(values["rules"]),
    )


def _by_total(dice: int, curve: Sequence[Any]) -> AnswerGrid:
    return AnswerGrid(
        _("Selon les points en main, %s à relancer") % dice_count(dice),
        (
            AnswerColumn(_("En main"), "count"),
            AnswerColumn(_("S'arrêter"), "count"),
            AnswerColumn(_("Relancer"), "number"),
            AnswerColumn(_("Tour perdu"), "share"),
            AnswerColumn(_("Mieux vaut")),
        ),
        [
            (total, None if stop is None else round(stop), worth, bust, _better(better))
            for total, stop, worth, bust, better in curve
        ],
    )


def stop_in_short(values: Mapping[str, Any]) -> Sequence[str]:
    """Return advice for the table: what to do, and the chance to lose the turn."""
    advice = _advice(values)
    lost = _("tour perdu : %s %%") % percent(advice.roll.bust)
    roll = figure(round(advice.roll.points))
    if not values["total"]:
        return (_("Ce tour : %s points en moyenne") % roll, lost)
    nothing = _("aucun point au prochain lancer : %s %%") % percent(advice.next_bust)
    if advice.stop is None:
        return (_("Il faut relancer : %s en moyenne") % roll, nothing, lost)
    params = {"stop": figure(round(advice.stop)), "roll": roll}
    if advice.better == "stop":
        return (_("S'arrêter : %(stop)s contre %(roll)s") % params, nothing, lost)
    return (_("Relancer : %(roll)s contre %(stop)s") % params, nothing, lost)


def _better(code: str) -> str:
    return _("s'arrêter") if code == "stop" else _("relancer")


def _stop_sentence(result: Mapping[str, Any]) -> str:
    roll = figure(round(result["roll"]))
    if result["stop"] is None:
        return _("Il faut relancer : le tour vaut %s points en moyenne.") % roll
    params = {"stop": figure(round(result["stop"])), "roll": roll}
    if result["better"] == "stop":
        return _("Mieux vaut s'arrêter : %(stop)s points, contre %(roll)s en relançant.") % params
    return _("Mieux vaut relancer : %(roll)s points en moyenne, contre %(stop)s.") % params


def stop_of_match(table: Table) -> Mapping[str, Any] | None:
    """Return the state of the player whose turn it is; None if no turn is next.

    `lost` is the number of points that the player loses if the current palier is struck.
    """
    seat = table.seat_to_play
    if seat is None:
        return None
    player = table.state["players"][seat]
    standing = [palier["score"] for palier in player["paliers"] if not palier["struck"]]
    score = standing[-1] if standing else 0
    return {
        "entered": int(player["entered"]),
        "score": score,
        "coches": player["coches"],
        "lost": score - (standing[-2] if len(standing) > 1 else 0),
    }


def stop_of_pad(pad: Any) -> Mapping[str, Any] | None:
    """Return the state of a turn that is tapped by its dice; None if the odds do not cover it.

    Before the first throw, it is also None if there are points to take over.
    """
    stand = stop_of_match(pad.table)
    if stand is None or not pad.by_dice:
        return None
    tapped: TappedTurn = pad.tapped
    if not tapped.throws:
        fresh = pad.carry is None and not tapped.tapped
        return {**stand, "total": 0, "dice": pad.rules.dice} if fresh else None
    if not _weighed(tapped):
        return None
    turn = tapped.turn
    known = {"total": turn.total, "dice": turn.to_throw, "taken": turn.taken}
    return {**stand, **known, "throws": tapped.text}


QUESTION = Question(
    slug="arret",
    title=gettext_lazy("S'arrêter ou relancer ?"),
    lead=gettext_lazy("Ce que vaut chaque choix, pour les points en main et les dés qui restent."),
    how=gettext_lazy(
        "Par programmation dynamique : du plus haut total vers le bas, chaque lancer est "
        "énuméré "
        "et le meilleur choix retenu. Une moyenne de points, le tour perdu comptant zéro."
    ),
    answer=stop_or_throw,
    form=StopForm,
    rules=TURN_RULES,
    run=run_stop,
    estimate=estimate_of_turn,
    size_rule="target",
    of_match=stop_of_match,
    of_pad=stop_of_pad,
    in_short=stop_in_short,
)
