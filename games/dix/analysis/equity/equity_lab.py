"""The lab's question « Chance de gagner »: the chance of winning a match from a score."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from clubs.callers import Caller
from core.progress import ProgressCallback
from games.dix.analysis.equity import solutions
from games.dix.analysis.equity.club_model import club_of, model_for
from games.dix.analysis.equity.equity import (
    MOST_HELD,
    MOST_MONEY,
    MOST_TARGET,
    below_zero_unfit,
    equity,
    unfit,
)
from games.dix.analysis.equity.equity_words import FAULTS, model_told
from games.dix.analysis.equity.fitted_model import FittedModel
from games.dix.analysis.equity.hand_model import HandModel
from games.dix.analysis.equity.solving import LOWEST
from games.dix.engine.auction import Position
from games.dix.engine.rulesets import points_in_hand
from games.presentation.wording import figure
from games.registry.estimate import Estimate
from games.registry.lab import Answer, AnswerColumn, AnswerGrid, Figure, Plot, Question
from games.review.chances import percent

RULES = (
    "deck",
    "card_values",
    "bid_format",
    "target",
    "min_bid",
    "defence_cap",
    "partie",
    "partie_stake",
    "both_reach",
    "initial_money",
)
US, THEM = "us", "them"
CLUB, SOLVED = "club", "solved_deals"
# The dealer's seat, by the answer to « Qui brasse ? ». Side 0 is « us ».
DEALERS = {US: 0, THEM: 3}
# The estimated work of solving the largest ruleset that is not `unfit`, and of reading its
# solution from the table.
SOLVING, READING = Estimate(60_000, 4 * MOST_HELD), Estimate(150, MOST_HELD)
CURVE_STEPS = 20


class ScoreForm(forms.Form):
    """The form for a score, the side that deals, and the purses if bids are paid with money."""

    ours = forms.IntegerField(
        label=gettext_lazy("Notre score"), initial=340, min_value=LOWEST, max_value=MOST_TARGET
    )
    theirs = forms.IntegerField(
        label=gettext_lazy("Leur score"), initial=285, min_value=LOWEST, max_value=MOST_TARGET
    )
    dealer = forms.ChoiceField(
        label=gettext_lazy("Qui brasse ?"),
        choices=((US, pgettext_lazy("camp", "nous")), (THEM, pgettext_lazy("camp", "eux"))),
        initial=US,
    )
    our_purse = forms.IntegerField(
        label=gettext_lazy("Notre bourse"),
        required=False,
        min_value=0,
        max_value=MOST_MONEY,
        help_text=gettext_lazy("Si l'atout s'achète par argent ; vide : la bourse de départ."),
    )
    their_purse = forms.IntegerField(
        label=gettext_lazy("Leur bourse"), required=False, min_value=0, max_value=MOST_MONEY
    )
    model = forms.ChoiceField(
        label=gettext_lazy("Brasses supposées"),
        choices=(
            (CLUB, gettext_lazy("celles de mon club, s'il en a assez")),
            (SOLVED, gettext_lazy("les donnes résolues")),
        ),
        initial=CLUB,
    )

    def clean(self) -> dict[str, Any]:
        """Check the score and the purses against the ruleset, and return the cleaned values."""
        values = super().clean() or self.cleaned_data
        rules = values.get("rules")
        if rules is None:
            return values
        for name in ("ours", "theirs"):
            score = values.get(name)
            if score is not None and score % 5:
                self._fault(name, "score_not_multiple")
            elif score is not None and score >= rules.target:
                self._fault(name, "match_over")
            elif score is not None and score < 0 and below_zero_unfit(rules):
                self._fault(name, "score_below_zero")
        for name in ("our_purse", "their_purse"):
            purse = values.get(name)
            if purse is not None and purse > (rules.initial_money or 0):
                self._fault(name, "purse_unknown")
        return values

    def _fault(self, name: str, code: str) -> None:
        self.add_error(name, forms.ValidationError(FAULTS[code], code=code))


def refused(rules: Any) -> tuple[str, str, Any] | None:
    """Return the code, field and sentence of why rules have no answer, or None if they have one."""
    code = unfit(rules)
    if code is None:
        return None
    fields = {"target_too_far": "target", "stake_not_multiple": "partie_stake"}
    return code, fields.get(code, "initial_money"), FAULTS[code]


def club_asked(caller: Caller, conditions: Mapping[str, Any]) -> dict[str, Any] | None:
    """Return the key and name of the club whose hands the answer uses.

    None if no club of the caller fits, or if the solved deals are asked for.
    """
    club = club_of(caller, conditions["rules"]) if conditions["model"] == CLUB else None
    return None if club is None else {"club": club.pk, "name": club.name}


def model_of(conditions: Mapping[str, Any]) -> HandModel:
    """Return the model of hands with which the answer is computed."""
    seen = conditions.get("seen") or {}
    return model_for(conditions["rules"], seen.get("club"))


def model_payload(conditions: Mapping[str, Any], model: HandModel) -> dict[str, Any]:
    """Describe the model that an answer used: its name, its number of hands, and the club."""
    seen = conditions.get("seen") or {}
    of_club = model.name == FittedModel.name
    return {"name": model.name, "hands": model.hands, "club": seen["name"] if of_club else ""}


def position_of(conditions: Mapping[str, Any]) -> Position:
    """Return the position in question. Side 0 is « we »."""
    rules = conditions["rules"]
    money = rules.initial_money
    purses = None
    if money is not None:
        given = (conditions["our_purse"], conditions["their_purse"])
        purses = tuple(money if purse is None else purse for purse in given)
    scores = (conditions["ours"], conditions["theirs"])
    return Position(DEALERS[conditions["dealer"]], scores, purses)


def score_text(conditions: Mapping[str, Any]) -> str:
    """Return both scores, ours first."""
    return _("%(ours)s–%(theirs)s") % {
        "ours": figure(conditions["ours"]),
        "theirs": figure(conditions["theirs"]),
    }


# --- The chance from a score -----------------------------------------------------------------


def run_chance(conditions: Mapping[str, Any], progress: ProgressCallback) -> dict[str, Any]:
    """Solve the ruleset, unless it is solved, and return the chances that the answer shows."""
    return solutions.worked_out(lambda: _read_chance(conditions), progress)


def estimate_chance(conditions: Mapping[str, Any]) -> Estimate:
    """Return the estimated work of `run_chance`. It is small once the ruleset is solved."""
    known = solutions.at_hand(lambda: _read_chance(conditions))
    return SOLVING if known is None else READING


def _read_chance(conditions: Mapping[str, Any]) -> dict[str, Any]:
    rules, position, model = conditions["rules"], position_of(conditions), model_of(conditions)
    ours, theirs = position.scores

    def chance(score: int, other: int, dealer: int) -> float:
        return equity(rules, (score, other), dealer, position.purses, model=model)[0]

    step = max(5, rules.target // CURVE_STEPS // 5 * 5)
    first = 0
    if position.purses is not None:
        # One solution holds all scores whose sums differ by whole hands. So the curve uses only
        # such scores.
        step = points_in_hand(rules)
        first = ours % step
    scores = sorted({*range(first, rules.target, step), ours})
    return {
        "model": model_payload(conditions, model),
        "chance": chance(ours, theirs, position.dealer),
        "others_deal": chance(ours, theirs, 3 - position.dealer),
        "curve": [(score, chance(score, theirs, position.dealer)) for score in scores],
        "more": chance(ours + 5, theirs, position.dealer) if ours + 5 < rules.target else None,
    }


def chance_of_winning(conditions: Mapping[str, Any], result: Mapping[str, Any]) -> Answer:
    """Answer with the chance from the given score, and from other scores of ours."""
    chance = result["chance"]
    curve = [tuple(point) for point in result["curve"]]
    return Answer(
        sentence=_("À %(score)s : %(chance)s de gagner le match.")
        % {"score": score_text(conditions), "chance": percent(chance)},
        figures=_figures(result),
        grids=(
            AnswerGrid(
                _("Notre chance selon notre score, le leur étant de %s")
                % figure(conditions["theirs"]),
                (
                    AnswerColumn(_("Notre score"), "number"),
                    AnswerColumn(_("Notre chance"), "share"),
                ),
                curve,
                mark=[score for score, _chance in curve].index(conditions["ours"]),
            ),
        ),
        plots=(
            Plot(
                _("Notre chance selon notre score"),
                curve,
                "share",
                kind="curve",
                x_label=_("notre score"),
            ),
        ),
        remarks=model_remarks(result),
        model=model_told(**result["model"]),
    )


def _figures(result: Mapping[str, Any]) -> tuple[Figure, ...]:
    """Return the answer's figures: both sides' chances, and what would change our chance."""
    chance, more = result["chance"], result["more"]
    return (
        Figure("chance", _("Notre chance"), chance, "share"),
        Figure("theirs", _("Leur chance"), 1 - chance, "share"),
        Figure(
            "others_deal", _("Notre chance si l'autre camp brasse"), result["others_deal"], "share"
        ),
        Figure(
            "five_more",
            _("Ce que cinq points de plus y ajouteraient"),
            None if more is None else more - chance,
            "share",
        ),
    )


def model_remarks(result: Mapping[str, Any]) -> tuple[Any, ...]:
    """Return a remark on what the model does not know."""
    if result["model"]["name"] == FittedModel.name:
        return (
            _(
                "Ce modèle connaît les habitudes du club, mais ni les joueurs ni les annonces : "
                "les brasses à venir ressembleront à celles de ses matchs, quel que soit le score."
            ),
        )
    return (
        _(
            "Ce modèle ne connaît ni les joueurs ni les annonces : chacun mise d'après sa main "
            "seule, quel que soit le score, et les quatre jouent parfaitement, toutes cartes vues."
        ),
    )


QUESTION = Question(
    slug="chance-de-gagner",
    title=gettext_lazy("Chance de gagner"),
    lead=gettext_lazy("À ce score, dans ces règles, qui gagnera le match ?"),
    how=gettext_lazy(
        "Tous les scores sont résolus ensemble : la chance à un score est la moyenne des "
        "chances aux scores où mène chaque brasse du modèle. Ce qu'une brasse fait au score "
        "est demandé au pointage même du jeu."
    ),
    answer=chance_of_winning,
    form=ScoreForm,
    rules=RULES,
    run=run_chance,
    compiled=True,
    estimate=estimate_chance,
    of_caller=club_asked,
    unfit=refused,
)
