"""The lab's questions about 10 000: scores of throws, when to stop, taking over, entering."""

from collections.abc import Mapping, Sequence
from decimal import Decimal
from fractions import Fraction
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.dix_mille.analysis import duel_lab
from games.dix_mille.analysis.odds import (
    Advice,
    ThrowOdds,
    Worth,
    advise,
    advise_turn,
    enter_chance,
    moves,
    thresholds,
    throw_odds,
)
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
    Published,
    Question,
)

MOST_DICE = 6
# A throw's score depends on these…
THROW_RULES = ("dice", "scoring", "full", "four_two_one")
# … and a turn's worth on these too.
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
CURVE_TO = 2000


def _dice_field(label: Any, initial: int) -> forms.IntegerField:
    return forms.IntegerField(label=label, min_value=1, max_value=MOST_DICE, initial=initial)


def _points_field(label: Any, initial: int = 0, **more: Any) -> forms.IntegerField:
    return forms.IntegerField(
        label=label, min_value=0, max_value=100_000, step_size=50, initial=initial, **more
    )


def _refuse_dice(form: forms.Form, values: Mapping[str, Any]) -> None:
    rules = values.get("rules")
    if rules is not None and values.get("dice", 0) > rules.dice:
        form.add_error(
            "dice",
            forms.ValidationError(
                _("Il y a %s dés dans ces règles.") % rules.dice, code="dice_count"
            ),
        )


class ThrowForm(forms.Form):
    """How many dice are thrown."""

    dice = _dice_field(gettext_lazy("Dés lancés"), 5)


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
        % {"dice": count, "nothing": figure(_rounded(1 / odds.nothing)) if odds.nothing else "∞"},
        figures=(
            Figure("nothing", _("Ne rien marquer"), odds.nothing, "share"),
            Figure("main_pleine", _("Main pleine"), odds.main_pleine, "share"),
            Figure("mean", _("Meilleur score, en moyenne"), odds.mean, "number"),
        ),
        grids=(
            AnswerGrid(
                _("Selon le nombre de dés"),
                (
                    AnswerColumn(_("Dés"), "number"),
                    AnswerColumn(_("Rien"), "share"),
                    AnswerColumn(_("Main pleine"), "share"),
                    AnswerColumn(_("Score moyen"), "number"),
                ),
                [(one.dice, one.nothing, one.main_pleine, one.mean) for one in every],
                mark=count - 1,
            ),
            AnswerGrid(
                _("Meilleur score du lancer"),
                (AnswerColumn(_("Points"), "count"), AnswerColumn(_("Probabilité"), "share")),
                list(odds.scores),
            ),
        ),
        plots=(
            Plot(
                _("Ne rien marquer, selon les dés lancés"),
                [(_dice(one.dice), one.nothing) for one in every],
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


def _rounded(value: Fraction) -> Any:
    return Decimal(round(value * 100)).scaleb(-2)


def _dice(count: int) -> str:
    return ngettext("%(count)s dé", "%(count)s dés", count) % {"count": count}


def _one_in_three(one: ThrowOdds) -> Published:
    return Published(
        _("Un dé relancé marque : « une chance sur 3 »"),
        "1/3",
        1 - one.nothing,
        "share",
        _("Avec tout barème où seuls l'as et le 5 comptent seuls : exact."),
    )


# --- Stopping --------------------------------------------------------------------------------


class StopForm(forms.Form):
    """The state of a turn."""

    total = _points_field(gettext_lazy("Points en main ce tour"), 300)
    dice = _dice_field(gettext_lazy("Dés à relancer"), 3)
    entered = forms.TypedChoiceField(
        label=gettext_lazy("Déjà dans la partie"), choices=YES_NO, coerce=int, initial=1
    )
    score = _points_field(gettext_lazy("Score avant ce tour"), 0)
    coches = forms.IntegerField(
        label=gettext_lazy("Coches au palier"), min_value=0, max_value=100, initial=0
    )
    lost = _points_field(gettext_lazy("Points perdus si le palier est biffé"), 0)
    taken = _points_field(
        gettext_lazy("Dont points repris (« Je reprends ! »)"),
        0,
        help_text=gettext_lazy("On ne s'arrête pas sans en ajouter."),
    )
    # The turn's throws as the pad writes them: they count while they make this total and dice.
    throws = forms.CharField(required=False, max_length=2000, widget=forms.HiddenInput)

    def clean(self) -> dict[str, Any]:
        """Check the dice and the total against the ruleset."""
        values = super().clean() or self.cleaned_data
        _refuse_dice(self, values)
        _refuse_score(self, values)
        return values | {"turn": None if self.errors else _turn_of(values)}


def _turn_of(values: Mapping[str, Any]) -> TappedTurn | None:
    """The turn under way; None if its throws are not known, or a joker waits among its dice."""
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
    """Whether the odds know such a turn: after a throw that scored, no joker set."""
    unclear = tapped.fault is not None or tapped.over or bool(tapped.tapped)
    return bool(tapped.throws) and not unclear and not tapped.turn.jokers


def _advice(values: Mapping[str, Any]) -> Advice:
    """What to do in the state of a turn."""
    cost, tapped = _cost(values), values.get("turn")
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


def _refuse_score(form: forms.Form, values: Mapping[str, Any]) -> None:
    rules, score = values.get("rules"), values.get("score")
    if rules is None or score is None:
        return
    if score >= rules.target:
        text = _("Le match est fini à %s points.") % figure(rules.target)
        form.add_error("score", forms.ValidationError(text, code="score_at_target"))
    elif rules.exact_target and score + (values.get("total") or 0) > rules.target:
        text = _("Ce total dépasse le but : le tour serait déjà perdu.")
        form.add_error("total", forms.ValidationError(text, code="overshoot"))


def _cost(values: Mapping[str, Any]) -> int:
    """The cost of a bust: the palier, at the last coche."""
    last = values["coches"] + 1 >= values["rules"].coches_to_strike
    return int(values["lost"]) if values["entered"] and last else 0


def run_stop(values: Mapping[str, Any], told: ProgressCallback) -> dict[str, Any]:
    """Compute the turn; the first time for a ruleset takes a second or more."""
    rules: MilleRules = values["rules"]
    moves(rules, told)
    told(0, 2)
    common: dict[str, Any] = {
        "entered": bool(values["entered"]),
        "score": values["score"],
        "cost": _cost(values),
    }
    advice = _advice(values)
    told(1, 2)
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
        "curve": [
            (total, one.stop, one.roll.points, one.roll.bust, one.better) for total, one in curve
        ],
    }


def estimate_of_turn(values: Mapping[str, Any]) -> Estimate:
    """Return how much is computed for a turn at a score, under these rules."""
    return turn_estimate(values["rules"], entered=bool(values["entered"]), score=values["score"])


def estimate_of_entering(values: Mapping[str, Any]) -> Estimate:
    """Return the same for a player who has not entered."""
    return turn_estimate(values["rules"], entered=False, score=0)


def stop_or_throw(values: Mapping[str, Any], found: Mapping[str, Any]) -> Answer:
    """Answer whether to stop, and the value of throwing on."""
    stops, roll = found["stop"], found["roll"]
    return Answer(
        sentence=_stop_sentence(found),
        figures=(
            Figure("stop", _("S'arrêter"), stops, "points"),
            Figure("roll", _("Relancer, en moyenne"), roll, "points"),
            Figure("next_bust", _("Rien au prochain lancer"), Fraction(*found["next"]), "share"),
            Figure("bust", _("Tour perdu, en jouant au mieux"), found["bust"], "share"),
        ),
        grids=(
            AnswerGrid(
                _("À partir de combien s'arrêter"),
                (
                    AnswerColumn(_("Dés à relancer"), "number"),
                    AnswerColumn(_("S'arrêter dès"), "count"),
                ),
                list(found["thresholds"]),
            ),
            AnswerGrid(
                _("Selon les points en main, %s à relancer") % _dice(values["dice"]),
                (
                    AnswerColumn(_("En main"), "count"),
                    AnswerColumn(_("S'arrêter"), "count"),
                    AnswerColumn(_("Relancer"), "number"),
                    AnswerColumn(_("Tour perdu"), "share"),
                    AnswerColumn(_("Mieux vaut")),
                ),
                [
                    (total, None if stop is None else round(stop), worth, bust, _better(better))
                    for total, stop, worth, bust, better in found["curve"]
                ],
            ),
        ),
        plots=(
            Plot(
                _("Ce que relancer rapporte de plus que s'arrêter"),
                [(figure(total), worth - total) for total, _s, worth, _b, _c in found["curve"]],
                "points",
            ),
        ),
        remarks=_turn_remarks(values["rules"]),
    )


def stop_in_short(values: Mapping[str, Any]) -> Sequence[str]:
    """Say at the table what to do, and the chance to lose the turn."""
    advice = _advice(values)
    lost = _("tour perdu : %s %%") % _percent(advice.roll.bust)
    roll = figure(round(advice.roll.points))
    if not values["total"]:
        return (_("Ce tour : %s points en moyenne") % roll, lost)
    nothing = _("lancer nul : %s %%") % _percent(advice.next_bust)
    if advice.stop is None:
        return (_("Il faut relancer : %s en moyenne") % roll, nothing, lost)
    said = {"stop": figure(round(advice.stop)), "roll": roll}
    if advice.better == "stop":
        return (_("S'arrêter : %(stop)s contre %(roll)s") % said, nothing, lost)
    return (_("Relancer : %(roll)s contre %(stop)s") % said, nothing, lost)


def _percent(share: float | Fraction) -> str:
    return figure(round(100 * share))


def _better(code: str) -> str:
    return _("s'arrêter") if code == "stop" else _("relancer")


def _stop_sentence(found: Mapping[str, Any]) -> str:
    roll = figure(round(found["roll"]))
    if found["stop"] is None:
        return _("Il faut relancer : le tour vaut %s points en moyenne.") % roll
    said = {"stop": figure(round(found["stop"])), "roll": roll}
    if found["better"] == "stop":
        return _("Mieux vaut s'arrêter : %(stop)s points, contre %(roll)s en relançant.") % said
    return _("Mieux vaut relancer : %(roll)s points en moyenne, contre %(stop)s.") % said


def _turn_remarks(rules: MilleRules) -> tuple[str, ...]:
    remarks = [
        _(
            "Compté pour ce tour seul : une coche de plus ne coûte que si le palier tombe, et ce "
            "que "
            "la personne suivante peut reprendre ne compte pas. Aucune figure déjà faite."
        )
    ]
    if rules.jokers:
        remarks.append(_("Sans poser de joker : le calcul n'en tient pas compte."))
    if rules.extra_die == "double":
        remarks.append(_("De plusieurs brelans du tour, seul le plus cher est suivi."))
    return tuple(remarks)


def stop_of_match(table: Table) -> Mapping[str, Any] | None:
    """The state of the player whose turn it is."""
    expected = table.next
    if not expected or expected.get("seat") is None:
        return None
    player = table.state["players"][expected["seat"]]
    standing = [palier["score"] for palier in player["paliers"] if not palier["struck"]]
    score = standing[-1] if standing else 0
    return {
        "entered": int(player["entered"]),
        "score": score,
        "coches": player["coches"],
        "lost": score - (standing[-2] if len(standing) > 1 else 0),
    }


def stop_of_pad(pad: Any) -> Mapping[str, Any] | None:
    """The state of the turn tapped by its dice; before its first throw, unless points are left."""
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


# --- Taking over, entering -------------------------------------------------------------------


class CarryForm(forms.Form):
    """What the player before left."""

    points = _points_field(gettext_lazy("Points à reprendre"), 600)
    dice = _dice_field(gettext_lazy("Dés laissés"), 2)
    entered = forms.TypedChoiceField(
        label=gettext_lazy("Déjà dans la partie"), choices=YES_NO, coerce=int, initial=1
    )
    score = _points_field(gettext_lazy("Score avant ce tour"), 0)
    coches = forms.IntegerField(
        label=gettext_lazy("Coches au palier"), min_value=0, max_value=100, initial=0
    )
    lost = _points_field(gettext_lazy("Points perdus si le palier est biffé"), 0)

    def clean(self) -> dict[str, Any]:
        """Check the dice and the score against the ruleset."""
        values = super().clean() or self.cleaned_data
        _refuse_dice(self, values)
        _refuse_score(self, {**values, "total": values.get("points")})
        return values

    def add_error(self, field: str | None, error: Any) -> None:
        """Put errors about the total on the points."""
        super().add_error("points" if field == "total" else field, error)


def run_carry(values: Mapping[str, Any], told: ProgressCallback) -> dict[str, Any]:
    """Compare taking over with starting again with all dice."""
    rules: MilleRules = values["rules"]
    moves(rules, told)
    told(0, 1)
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
    """The value of taking over, and of all dice."""
    return _over(values, values["points"], values["dice"]), _over(values, 0, values["rules"].dice)


def _over(values: Mapping[str, Any], points: int, dice: int) -> Worth:
    common: dict[str, Any] = {"entered": bool(values["entered"]), "score": values["score"]}
    common |= {"cost": _cost(values), "total": points, "taken": points, "dice": dice}
    return advise(values["rules"], **common).roll


def carry_in_short(values: Mapping[str, Any]) -> Sequence[str]:
    """Say at the table whether to take over, and the chances to lose the turn."""
    over, anew = _both_ways(values)
    said = {"over": figure(round(over.points)), "anew": figure(round(anew.points))}
    lost = {"over": _percent(over.bust), "anew": _percent(anew.bust)}
    if over.points > anew.points:
        return (
            _("Reprendre : %(over)s contre %(anew)s avec tous les dés") % said,
            _("tour perdu : %(over)s %%, contre %(anew)s %%") % lost,
        )
    return (
        _("Tous les dés : %(anew)s contre %(over)s en reprenant") % said,
        _("tour perdu : %(anew)s %%, contre %(over)s %%") % lost,
    )


def carry(values: Mapping[str, Any], found: Mapping[str, Any]) -> Answer:
    """Answer whether to take over."""
    (over, over_bust), (anew, anew_bust) = found["over"], found["anew"]
    said = {"over": figure(round(over)), "anew": figure(round(anew))}
    return Answer(
        sentence=(
            _("Mieux vaut reprendre : %(over)s points en moyenne, contre %(anew)s.") % said
            if over > anew
            else _("Mieux vaut tous les dés : %(anew)s points en moyenne, contre %(over)s.") % said
        ),
        figures=(
            Figure("over", _("Reprendre, en moyenne"), over, "points"),
            Figure("anew", _("Tous les dés, en moyenne"), anew, "points"),
            Figure("over_bust", _("Tour perdu en reprenant"), over_bust, "share"),
            Figure("anew_bust", _("Tour perdu avec tous les dés"), anew_bust, "share"),
        ),
        grids=(
            AnswerGrid(
                _("Ce que reprendre vaut"),
                (
                    AnswerColumn(_("Points laissés"), "count"),
                    AnswerColumn(_("Dés laissés"), "number"),
                    AnswerColumn(_("La reprise"), "number"),
                    AnswerColumn(_("Tour perdu"), "share"),
                    AnswerColumn(_("Mieux vaut")),
                ),
                [
                    (
                        points,
                        dice,
                        worth,
                        bust,
                        _("reprendre") if worth > anew else _("tous les dés"),
                    )
                    for points, dice, (worth, bust) in found["rows"]
                ],
            ),
        ),
        plots=(
            Plot(
                _("En moyenne"),
                [(_("reprendre"), over), (_("tous les dés"), anew)],
                "points",
            ),
        ),
        remarks=_turn_remarks(values["rules"]),
    )


def carry_of_match(table: Table) -> Mapping[str, Any] | None:
    """What may be taken over now; nothing if it is not known."""
    expected, stand = table.next, stop_of_match(table)
    offered = (expected or {}).get("may_carry")
    if stand is None or not offered or not offered["dice"]:
        return None
    return {**stand, "points": offered["points"], "dice": offered["dice"]}


def carry_of_pad(pad: Any) -> Mapping[str, Any] | None:
    """What is left to be taken over before the first throw, once its dice are known."""
    stand, left = stop_of_match(pad.table), pad.tapped.carry or pad.carry
    if stand is None or left is None or left.dice is None or pad.tapped.throws:
        return None
    return {**stand, "points": left.points, "dice": left.dice}


def run_enter(values: Mapping[str, Any], told: ProgressCallback) -> dict[str, Any]:
    """Compute the chance to enter, with all dice and by taking over."""
    rules: MilleRules = values["rules"]
    moves(rules, told)
    told(0, 1)
    step = 100
    return {
        "chance": enter_chance(rules).points,
        "rows": [
            (points, dice, enter_chance(rules, total=points, dice=dice).points)
            for dice in range(1, rules.dice)
            for points in range(2 * step, 10 * step + 1, 2 * step)
        ],
    }


def enter(values: Mapping[str, Any], found: Mapping[str, Any]) -> Answer:
    """Answer with the chance to enter in a turn."""
    rules: MilleRules = values["rules"]
    chance = found["chance"]
    turns = 1 / chance if chance else None
    return Answer(
        sentence=_("Entrer à %(entry)s : %(percent)s %% des tours, si l'on ne cherche que cela.")
        % {"entry": figure(rules.entry_score), "percent": figure(_rounded(Fraction(100 * chance)))},
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
                    (
                        points,
                        dice,
                        share,
                        _("reprendre") if share > chance else _("tous les dés"),
                    )
                    for points, dice, share in found["rows"]
                ],
            ),
        ),
        plots=(
            Plot(
                _("Entrer en reprenant 600 points"),
                [(_dice(dice), share) for points, dice, share in found["rows"] if points == 600],
                "share",
            ),
        ),
        remarks=_turn_remarks(rules)[1:],
    )


QUESTIONS = (
    Question(
        slug="lancer",
        title=gettext_lazy("Que donne un lancer ?"),
        lead=gettext_lazy(
            "La chance de ne rien marquer, de faire main pleine, et le meilleur score."
        ),
        how=gettext_lazy(
            "Tous les lancers sont énumérés et lus par les règles mêmes qui comptent les tours : "
            "exact."
        ),
        answer=throws,
        form=ThrowForm,
        rules=THROW_RULES,
    ),
    Question(
        slug="arret",
        title=gettext_lazy("S'arrêter ou relancer ?"),
        lead=gettext_lazy(
            "Ce que vaut chaque choix, pour les points en main et les dés qui restent."
        ),
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
    ),
    Question(
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
    ),
    Question(
        slug="entree",
        title=gettext_lazy("Entrer dans la partie"),
        lead=gettext_lazy("La chance d'entrer en un tour, selon les règles de l'entrée."),
        how=gettext_lazy("Le même calcul, où seul compte de pouvoir s'arrêter."),
        answer=enter,
        rules=TURN_RULES,
        run=run_enter,
        estimate=estimate_of_entering,
        size_rule="target",
    ),
    duel_lab.question((*TURN_RULES, "coches_consecutive", "collision", "chain_collision")),
)
