"""The lab's question about 10 000 for two: the chance of winning, and on how many points to
stop.
"""

from collections.abc import Mapping, Sequence
from decimal import Decimal
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from core.progress import ProgressCallback
from games.dix_mille.analysis import kept_duels
from games.dix_mille.analysis.duel import Duel
from games.dix_mille.analysis.duel_state import DuelState, unit_of
from games.dix_mille.analysis.duel_state import unfit as unknown_rule
from games.dix_mille.analysis.lab_words import stops_grid
from games.dix_mille.engine.tapping import TappedTurn
from games.presentation.table import Table
from games.presentation.wording import figure
from games.registry.estimate import MEGABYTE, SMALL, Estimate
from games.registry.lab import Answer, AnswerColumn, AnswerGrid, Figure, Plot, Question
from games.review.chances import percent

US, THEM = "us", "them"
FAULTS = {
    "duel_needs_classic": gettext_lazy("À deux, le labo ne connaît que le barème classique."),
    "duel_rule_not_known": gettext_lazy("À deux, le labo ne compte pas avec cette règle."),
    "duel_target": gettext_lazy("À deux, le but est de 10 000 points au plus, sur la grille."),
    "duel_coches": gettext_lazy("À deux, quatre coches au plus biffent un palier."),
}
CURVE = 500
# The cost of solving the largest ruleset that is not `unfit`: two minutes, with two million
# simulated games.
SOLVING = Estimate(200_000, 64 * MEGABYTE)


class DuelForm(forms.Form):
    """The form that asks for both scores and coches, and for whose turn it is."""

    ours = forms.IntegerField(
        label=gettext_lazy("Mon score"), min_value=0, max_value=9_950, step_size=50, initial=6000
    )
    our_coches = forms.IntegerField(
        label=gettext_lazy("Mes coches"), min_value=0, max_value=3, initial=0
    )
    theirs = forms.IntegerField(
        label=gettext_lazy("Le score de l'autre"),
        min_value=0,
        max_value=9_950,
        step_size=50,
        initial=7000,
    )
    their_coches = forms.IntegerField(
        label=gettext_lazy("Ses coches"), min_value=0, max_value=3, initial=0
    )
    turn = forms.ChoiceField(
        label=gettext_lazy("À qui de jouer ?"),
        choices=(
            (US, pgettext_lazy("10 000", "à moi")),
            (THEM, pgettext_lazy("10 000", "à l'autre")),
        ),
        initial=US,
    )

    total = forms.IntegerField(
        label=gettext_lazy("Points en main ce tour"),
        min_value=0,
        max_value=10_000,
        step_size=50,
        initial=0,
    )
    dice = forms.IntegerField(
        label=gettext_lazy("Dés à relancer"), min_value=1, max_value=5, initial=5
    )

    def clean(self) -> dict[str, Any]:
        """Check the scores against the ruleset."""
        values = super().clean() or self.cleaned_data
        rules = values.get("rules")
        if rules is None:
            return values
        for name in ("ours", "theirs"):
            score = values.get(name)
            if score is None:
                continue
            if score >= rules.target:
                text = _("Le match est fini à %s points.") % figure(rules.target)
                self.add_error(name, forms.ValidationError(text, code="score_at_target"))
            elif score % unit_of(rules):
                text = _("Dans ces règles un score finit par 00.")
                self.add_error(name, forms.ValidationError(text, code="score_not_multiple"))
        score = values.get("ours" if values.get("turn") == US else "theirs")
        if score is not None and score + (values.get("total") or 0) > rules.target:
            text = _("Ce total dépasse le but.")
            self.add_error("total", forms.ValidationError(text, code="overshoot"))
        return values


def unfit(rules: Any) -> tuple[str, str, Any] | None:
    """Return the code, field and sentence of why the lab can't answer for a ruleset, or None if it
    can.
    """
    result = unknown_rule(rules)
    return None if result is None else (result[0], result[1], FAULTS[result[0]])


def _state(values: Mapping[str, Any], ours: int | None = None) -> DuelState:
    """Return the state that the form describes, as seen by the player whose turn it is.

    If `ours` is given, it replaces our score.
    """
    us = (values["ours"] if ours is None else ours, values["our_coches"])
    them = (values["theirs"], values["their_coches"])
    return DuelState(*us, *them) if values["turn"] == US else DuelState(*them, *us)


def _ours(duel: Duel, values: Mapping[str, Any], ours: int | None = None) -> float:
    chance = duel.chance(_state(values, ours))
    return chance if values["turn"] == US else 1 - chance


def run(values: Mapping[str, Any], progress: ProgressCallback) -> dict[str, Any]:
    """Return the result of the question. Compute the chances of the ruleset first if they are not
    stored.
    """
    rules = values["rules"]
    duel = kept_duels.computed_duel(rules, progress)
    result: dict[str, Any] = {
        "chance": _ours(duel, values),
        "measured": kept_duels.measured(rules),
        "stops": duel.stops(_state(values)),
        "now": _now(duel, values),
        "curve": [
            (ours, _ours(duel, values, ours))
            for ours in sorted({*range(0, rules.target, CURVE), values["ours"]})
        ],
    }
    return result


def _now(duel: Duel, values: Mapping[str, Any]) -> tuple[float | None, float]:
    """Return the chances to win, by stopping and by throwing, of the player whose turn it is.

    The chance by stopping is None if stopping is not allowed or no points are in hand.
    """
    if not values["total"]:
        return None, duel.chance(_state(values))
    return duel.stop_or_roll(_state(values), values["total"], values["dice"])


def in_short(values: Mapping[str, Any]) -> Sequence[str]:
    """Return advice for the table: whether stopping or throwing wins more often, if played how.

    The advice is empty if the chances of the ruleset are not stored.
    """
    duel = kept_duels.kept_duel(values["rules"])
    if duel is None:
        return ()
    stop, roll = _now(duel, values)
    params = {"roll": percent(roll), "stop": "" if stop is None else percent(stop)}
    if stop is None:
        sentence = _("Chance de gagner : %(roll)s")
    elif stop > roll:
        sentence = _("Pour gagner, s'arrêter : %(stop)s contre %(roll)s")
    else:
        sentence = _("Pour gagner, relancer : %(roll)s contre %(stop)s")
    return sentence % params, _("joué au mieux")


def estimate(values: Mapping[str, Any]) -> Estimate:
    """Return the cost of an answer, which is small once the chances of the ruleset are stored."""
    return SMALL if kept_duels.is_kept(values["rules"]) else SOLVING


def answer(values: Mapping[str, Any], result: Mapping[str, Any]) -> Answer:
    """Answer with the chance to win, and the lowest points on which stopping wins more often."""
    chance, curve = result["chance"], [tuple(point) for point in result["curve"]]
    params = {
        "ours": figure(values["ours"]),
        "theirs": figure(values["theirs"]),
        "chance": percent(chance),
    }
    return Answer(
        sentence=_("À %(ours)s contre %(theirs)s : %(chance)s de gagner.") % params,
        figures=(
            Figure("chance", _("Ma chance"), chance, "share"),
            Figure("theirs", _("Celle de l'autre"), 1 - chance, "share"),
            *_at_hand(values, result["now"]),
            *_measured(result["measured"]),
        ),
        grids=(
            stops_grid(
                _("Pour gagner, à partir de combien s'arrêter")
                if values["turn"] == US
                else _("À partir de combien l'autre s'arrête, pour gagner"),
                result["stops"],
            ),
            AnswerGrid(
                _("Ma chance selon mon score, l'autre étant à %s") % figure(values["theirs"]),
                (AnswerColumn(_("Mon score"), "count"), AnswerColumn(_("Ma chance"), "share")),
                curve,
                mark=[score for score, _chance in curve].index(values["ours"]),
            ),
        ),
        plots=(
            Plot(
                _("Ma chance selon mon score"), curve, "share", kind="curve", x_label=_("mon score")
            ),
        ),
        remarks=_remarks(result["measured"]),
        model=_(
            "Les deux jouent au mieux pour gagner, pas pour les points du tour. Le calcul se fait "
            "sur une grille : les scores, les coches, les points en main, les dés qui restent. Il "
            "laisse de côté la reprise des points de l'autre, les figures déjà faites, et compte "
            "qu'un palier biffé coûte 500 points."
        ),
    )


def _at_hand(values: Mapping[str, Any], now: Sequence[float | None]) -> tuple[Figure, ...]:
    """Return the player's chances to win by stopping and by throwing, if points are in hand."""
    if not values["total"]:
        return ()
    return (
        Figure("stop", _("En s'arrêtant, le joueur gagne"), now[0], "percent"),
        Figure("roll", _("En relançant, le joueur gagne"), now[1], "percent"),
    )


def _measured(measured: Mapping[str, Any] | None) -> tuple[Figure, ...]:
    if measured is None:
        return ()
    return (
        Figure("first", _("Qui commence, au départ"), measured["chance"], "percent"),
        Figure(
            "first_simulated",
            _("Le même, en simulant"),
            measured["same_game"],
            "percent",
            measured["error"],
        ),
        Figure(
            "first_paliers",
            _("Le même, avec les vrais paliers"),
            measured["paliers"],
            "percent",
            measured["error"],
        ),
        Figure("games", _("Parties simulées"), measured["games"], "count"),
    )


def _remarks(measured: Mapping[str, Any] | None) -> tuple[str, ...]:
    if measured is None:
        return ()
    away = Decimal(round(1000 * abs(measured["paliers"] - measured["chance"]))).scaleb(-1)
    return (
        _(
            "Avec les vrais paliers, la même façon de jouer gagne aussi souvent, à %(away)s %% "
            "près (%(count)s parties simulées)."
        )
        % {"away": figure(away), "count": figure(measured["games"])},
    )


def of_match(table: Table) -> Mapping[str, Any] | None:
    """Return both scores and coches at a table of two, as seen by the player whose turn it is.

    Return None if nobody's turn is next, if the table is not of two, or if the ruleset is `unfit`.
    """
    seat = table.seat_to_play
    if seat is None or len(table.seats) != 2 or unfit(table.rules):
        return None
    mine, their = (table.state["players"][number] for number in (seat, 1 - seat))
    return {
        "ours": _score(mine),
        "our_coches": mine["coches"],
        "theirs": _score(their),
        "their_coches": their["coches"],
        "turn": US,
    }


def of_pad(pad: Any) -> Mapping[str, Any] | None:
    """Return the state of the match and of the turn tapped so far.

    Return None if no chances are stored, or if the turn is in a state that the question does not
    cover.
    """
    table: Table = pad.table
    stand = of_match(table)
    if stand is None or not pad.by_dice or not kept_duels.is_kept(table.rules):
        return None
    tapped: TappedTurn = pad.tapped
    if not tapped.throws:
        return stand if pad.carry is None and not tapped.tapped else None
    if tapped.fault is not None or tapped.over or tapped.tapped or tapped.turn.main_pleine:
        return None
    return {**stand, "total": tapped.turn.total, "dice": tapped.turn.to_throw}


def _score(player: Mapping[str, Any]) -> int:
    return next(
        (palier["score"] for palier in reversed(player["paliers"]) if not palier["struck"]), 0
    )


def question(rules: tuple[str, ...]) -> Question:
    """Return the question; `rules` names the rules that its answer depends on."""
    return Question(
        slug="a-deux",
        title=gettext_lazy("À deux : la chance de gagner"),
        lead=gettext_lazy(
            "De deux scores et des coches, si tous deux jouent pour gagner ; et quand s'arrêter."
        ),
        how=gettext_lazy(
            "Chaque score, chaque coche et chaque trait vaut ce que donne le meilleur tour ; on "
            "recommence jusqu'à ce que plus rien ne bouge. Un million de parties simulées de la "
            "même façon disent si le compte est juste, un autre million ce que la grille néglige."
        ),
        answer=answer,
        form=DuelForm,
        rules=rules,
        run=run,
        compiled=True,
        estimate=estimate,
        unfit=unfit,
        of_match=of_match,
        of_pad=of_pad,
        in_short=in_short,
    )
