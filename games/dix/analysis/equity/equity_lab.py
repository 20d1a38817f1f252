"""The lab's questions about the chance of a match: from a score, and for each bid."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from clubs.callers import Caller
from core.progress import ProgressCallback
from games.dix.analysis.equity import solutions
from games.dix.analysis.equity.club_model import club_of, model_for
from games.dix.analysis.equity.equity import (
    LOWEST,
    MOST_HELD,
    MOST_MONEY,
    MOST_TARGET,
    below_zero_unfit,
    equity,
    equity_after,
    read_model_hand,
    unfit,
)
from games.dix.analysis.equity.equity_words import FAULTS, model_told
from games.dix.analysis.equity.fitted_model import FittedModel
from games.dix.analysis.equity.hand_model import HandModel, ModelHand, solved_model
from games.dix.engine.auction import Position, highest_bid, may_bid_partie
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
# Seats by who deals: side 0 is « us ».
DEALERS = {US: 0, THEM: 3}
# The largest ruleset that is not `unfit`, solved, or read from the table.
SOLVING, READING = Estimate(60_000, 4 * MOST_HELD), Estimate(150, MOST_HELD)
PROMISES = range(40, 96, 5)
CURVE_STEPS = 20


class ScoreForm(forms.Form):
    """A score, who deals, and the purses where money is played."""

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
        """Check the score and the purses against the ruleset."""
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


class BidForm(ScoreForm):
    """A score, and what one's hand promises."""

    promised = forms.TypedChoiceField(
        label=gettext_lazy("Points que promet la main"),
        choices=[(points, str(points)) for points in PROMISES],
        coerce=int,
        initial=70,
        help_text=gettext_lazy("Ce que l'équipe prend en moyenne quand cette main nomme l'atout."),
    )


def _refused(rules: Any) -> tuple[str, str, Any] | None:
    """The rules that have no answer, for the lab."""
    code = unfit(rules)
    if code is None:
        return None
    fields = {"target_too_far": "target", "stake_not_multiple": "partie_stake"}
    return code, fields.get(code, "initial_money"), FAULTS[code]


def club_asked(caller: Caller, conditions: Mapping[str, Any]) -> dict[str, Any] | None:
    """The club of the caller whose hands are to count, by its key and its name; None: of none."""
    club = club_of(caller, conditions["rules"]) if conditions["model"] == CLUB else None
    return None if club is None else {"club": club.pk, "name": club.name}


def _model(conditions: Mapping[str, Any]) -> HandModel:
    """The hands that are supposed."""
    seen = conditions.get("seen") or {}
    return model_for(conditions["rules"], seen.get("club"))


def _model_found(conditions: Mapping[str, Any], model: HandModel) -> dict[str, Any]:
    """What an answer tells of the model."""
    seen = conditions.get("seen") or {}
    of_club = model.name == FittedModel.name
    return {"name": model.name, "hands": model.hands, "club": seen["name"] if of_club else ""}


def _position(conditions: Mapping[str, Any]) -> Position:
    """The position asked about; « we » are side 0."""
    rules = conditions["rules"]
    money = rules.initial_money
    purses = None
    if money is not None:
        given = (conditions["our_purse"], conditions["their_purse"])
        purses = tuple(money if purse is None else purse for purse in given)
    scores = (conditions["ours"], conditions["theirs"])
    return Position(DEALERS[conditions["dealer"]], scores, purses)


def _score(conditions: Mapping[str, Any]) -> str:
    return _("%(ours)s–%(theirs)s") % {
        "ours": figure(conditions["ours"]),
        "theirs": figure(conditions["theirs"]),
    }


# --- The chance from a score -----------------------------------------------------------------


def run_chance(conditions: Mapping[str, Any], progress: ProgressCallback) -> dict[str, Any]:
    """Solve the ruleset and read the chances."""
    return solutions.worked_out(lambda: _read_chance(conditions), progress)


def estimate_chance(conditions: Mapping[str, Any]) -> Estimate:
    """Return how much is computed: little once the ruleset is solved."""
    known = solutions.at_hand(lambda: _read_chance(conditions))
    return SOLVING if known is None else READING


def _read_chance(conditions: Mapping[str, Any]) -> dict[str, Any]:
    rules, position, model = conditions["rules"], _position(conditions), _model(conditions)
    ours, theirs = position.scores

    def chance(score: int, other: int, dealer: int) -> float:
        return equity(rules, (score, other), dealer, position.purses, model=model)[0]

    step = max(5, rules.target // CURVE_STEPS // 5 * 5)
    first = 0
    if position.purses is not None:
        # Scores that add up to the same sum within whole hands are solved together.
        step = points_in_hand(rules)
        first = ours % step
    scores = sorted({*range(first, rules.target, step), ours})
    return {
        "model": _model_found(conditions, model),
        "chance": chance(ours, theirs, position.dealer),
        "others_deal": chance(ours, theirs, 3 - position.dealer),
        "curve": [(score, chance(score, theirs, position.dealer)) for score in scores],
        "more": chance(ours + 5, theirs, position.dealer) if ours + 5 < rules.target else None,
    }


def chance_of_winning(conditions: Mapping[str, Any], found: Mapping[str, Any]) -> Answer:
    """Answer with the chance from a score, and around it."""
    ours, chance = conditions["ours"], found["chance"]
    curve = [tuple(point) for point in found["curve"]]
    more = found["more"]
    return Answer(
        sentence=_("À %(score)s : %(chance)s de gagner le match.")
        % {"score": _score(conditions), "chance": percent(chance)},
        figures=(
            Figure("chance", _("Notre chance"), chance, "share"),
            Figure("theirs", _("Leur chance"), 1 - chance, "share"),
            Figure(
                "others_deal",
                _("Notre chance, l'autre camp brassant"),
                found["others_deal"],
                "share",
            ),
            Figure(
                "five_more",
                _("Ce que cinq points de plus y ajouteraient"),
                None if more is None else more - chance,
                "share",
            ),
        ),
        grids=(
            AnswerGrid(
                _("Notre chance selon notre score, le leur étant de %s")
                % figure(conditions["theirs"]),
                (
                    AnswerColumn(_("Notre score"), "number"),
                    AnswerColumn(_("Notre chance"), "share"),
                ),
                curve,
                mark=[score for score, _chance in curve].index(ours),
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
        remarks=_remarks(found),
    )


# --- The chance of each bid ------------------------------------------------------------------


def run_bids(conditions: Mapping[str, Any], progress: ProgressCallback) -> dict[str, Any]:
    """Find what each bid is worth to a hand that promises so much."""
    return solutions.worked_out(lambda: _read_bids(conditions), progress)


def estimate_bids(conditions: Mapping[str, Any]) -> Estimate:
    """Return how much is computed: little once the ruleset is solved."""
    return SOLVING if solutions.at_hand(lambda: _now(conditions)) is None else READING


def _now(conditions: Mapping[str, Any]) -> float:
    """Our chance before the hand: of the same solution as after it."""
    position, model = _position(conditions), _model(conditions)
    rules = conditions["rules"]
    return equity(rules, position.scores, position.dealer, position.purses, model=model)[0]


def _read_bids(conditions: Mapping[str, Any]) -> dict[str, Any]:
    rules, position, model = conditions["rules"], _position(conditions), _model(conditions)
    now = _now(conditions)
    place = 0 if conditions["dealer"] == THEM else 1
    purses = position.purses if place == 0 or not position.purses else position.purses[::-1]
    # What a hand takes that promises so much, only the solved deals know.
    deals = solved_model(rules.deck)
    promising = deals.promising(rules, purses, place, conditions["promised"])

    def after(hand: ModelHand) -> float:
        read = read_model_hand(rules, position, hand)
        return equity_after(rules, position, read, model=model)[0]

    def worth(bid: int | None, taken: Mapping[int, float], spoke: bool) -> float:
        return sum(
            share * after(ModelHand(place, bid, spoke, points)) for points, share in taken.items()
        )

    rows = []
    for bid in _bids(rules, position):
        made = sum(share for points, share in promising.taken.items() if points >= bid)
        heard = _may_have_spoken(rules, position, bid)
        spoken = worth(bid, promising.taken, spoke=True) if heard else None
        rows.append((bid, made, worth(bid, promising.taken, spoke=False), spoken))
    partie = None
    if may_bid_partie(rules, position, 0):
        partie = (
            promising.everything.get(100, 0.0),
            worth(None, promising.everything, spoke=False),
        )

    def left(spoke: bool | None) -> float | None:
        """What leaving the bid is worth; `spoke`: whether we had named a number."""
        hands = {
            hand: share
            for hand, share in promising.defended.items()
            if hand.bid and (not spoke or hand.bid > rules.min_bid)
        }
        if not hands:
            return None
        return sum(
            share * after(hand if spoke is None else replace(hand, defenders_bid=spoke))
            for hand, share in hands.items()
        ) / sum(hands.values())

    cap = rules.defence_cap
    ours_capped = cap is not None and position.scores[0] >= cap
    return {
        "model": _model_found(conditions, model),
        "rows": rows,
        "partie": partie,
        "left": left(None),
        "left_silent": left(False) if ours_capped else None,
        "left_spoken": left(True) if ours_capped else None,
        "now": now,
        "hands": promising.hands,
    }


def _undertaken(rules: Any) -> bool:
    """Whether a bid is to be made, and not paid."""
    return rules.bid_format in ("contract", "success_or_zero")


def _bids(rules: Any, position: Position) -> range:
    """The numbers that we may bid."""
    highest = highest_bid(rules, position, 0)
    step = 1 if rules.bid_format == "buy_money" else 5
    return range(rules.min_bid, (0 if highest is None else highest) + 1, step)


def _may_have_spoken(rules: Any, position: Position, bid: int) -> bool:
    """Whether the defence can have named a number, and it matters."""
    cap = rules.defence_cap
    return cap is not None and position.scores[1] >= cap and bid > rules.min_bid


def what_to_bid(conditions: Mapping[str, Any], found: Mapping[str, Any]) -> Answer:
    """Answer with the chance of the match after each bid."""
    rules = conditions["rules"]
    rows = [tuple(row) for row in found["rows"]]
    capped = any(row[3] is not None for row in rows)
    left, partie = found["left"], found["partie"]
    columns = [
        AnswerColumn(_("Mise")),
        AnswerColumn(_("Réussie"), "share"),
        AnswerColumn(_("Chance du match"), "share"),
    ]
    if capped:
        columns[2:] = [
            AnswerColumn(_("Défense muette"), "share"),
            AnswerColumn(_("Défense qui parle"), "share"),
        ]
    told: list[tuple[Any, ...]] = [(figure(bid), *more) for bid, *more in rows]
    if partie is not None:
        told.append((_("la partie"), *partie, None))
    told += [
        (words, None, worth, None)
        for words, worth in (
            (_("laissée à l'autre camp"), left),
            (_("laissée sans avoir parlé"), found["left_silent"]),
            (_("laissée après avoir parlé"), found["left_spoken"]),
        )
        if worth is not None
    ]
    if not _undertaken(rules):
        del columns[1]
        told = [(first, *others) for first, _made, *others in told]
    width = len(columns)
    return Answer(
        sentence=_bid_sentence(conditions, rows, partie, left),
        figures=(
            Figure("now", _("Notre chance avant la brasse"), found["now"], "share"),
            Figure("left", _("Si l'autre camp nomme l'atout"), left, "share"),
            Figure("hands", _("Mains semblables dans le modèle"), found["hands"], "count"),
        ),
        grids=(
            AnswerGrid(
                _("Ce que vaut chaque mise à %s") % _score(conditions),
                columns,
                [row[:width] for row in told],
            ),
        ),
        plots=(
            Plot(
                _("Chance du match, selon la mise"),
                [(row[0], row[2 if _undertaken(rules) else 1]) for row in told],
                "share",
            ),
        ),
        remarks=(
            *_bid_remarks(rules, capped or found["left_silent"] is not None),
            *_hand_remarks(found),
            *_remarks(found),
        ),
    )


def _bid_sentence(
    conditions: Mapping[str, Any], rows: list[Any], partie: Any, left: float | None
) -> str:
    """Say what one bid and « la partie » are worth, and up to where bidding pays."""
    said = [
        _("À %(score)s, d'une main qui promet %(points)s points :")
        % {"score": _score(conditions), "points": figure(conditions["promised"])}
    ]
    worths = {bid: silent for bid, _made, silent, _spoken in rows}
    if worths:
        # An undertaking a little below what is promised; a price as low as it goes.
        goal = conditions["promised"] - 5 if _undertaken(conditions["rules"]) else 0
        near = max((bid for bid in worths if bid <= goal), default=min(worths))
        said.append(
            _("miser %(bid)s vaut %(chance)s")
            % {"bid": figure(near), "chance": percent(worths[near])}
        )
    if partie is not None:
        said.append(_("la partie %(chance)s") % {"chance": percent(partie[1])})
    if left is not None:
        better = [bid for bid, worth in worths.items() if worth > left]
        said.append(_("laisser la mise %(chance)s") % {"chance": percent(left)})
        text = f"{said[0]} {', '.join(said[1:])}."
        if better:
            return f"{text} " + _("Miser vaut mieux que laisser jusqu'à %(bid)s.") % {
                "bid": figure(max(better))
            }
        return f"{text} " + _("Aucune mise ne vaut mieux que laisser.")
    return f"{said[0]} {', '.join(said[1:])}."


def _bid_remarks(rules: Any, capped: bool) -> tuple[Any, ...]:
    if not capped:
        return ()
    return (
        _(
            "À %(cap)s ou plus, une défense muette ne compte pas ses points ; si elle a dit un "
            "chiffre avant de passer, elle les compte."
        )
        % {"cap": figure(rules.defence_cap)},
    )


def _hand_remarks(found: Mapping[str, Any]) -> tuple[Any, ...]:
    if found["model"]["name"] != FittedModel.name:
        return ()
    return (
        _(
            "Ce que prend la main, et ce qui arrive quand l'autre camp nomme l'atout, vient des "
            "donnes résolues ; les chances du match après la brasse, des mains du club."
        ),
    )


def _remarks(found: Mapping[str, Any]) -> tuple[Any, ...]:
    """The model by its name, and what it does not know."""
    if found["model"]["name"] == FittedModel.name:
        return (
            model_told(**found["model"]),
            _(
                "Ce modèle connaît les habitudes du club, mais ni les joueurs ni les annonces : "
                "les brasses à venir ressembleront à celles de ses matchs, quel que soit le score."
            ),
        )
    return (
        model_told(**found["model"]),
        _(
            "Ce modèle ne connaît ni les joueurs ni les annonces : chacun mise d'après sa main "
            "seule, quel que soit le score, et les quatre jouent parfaitement, toutes cartes vues."
        ),
    )


QUESTIONS = (
    Question(
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
        estimate=estimate_chance,
        of_caller=club_asked,
        unfit=_refused,
    ),
    Question(
        slug="que-miser",
        title=gettext_lazy("Que fallait-il miser ?"),
        lead=gettext_lazy("Ce que vaut chaque mise à ce score, et la partie."),
        how=gettext_lazy(
            "Pour chaque mise : les points que prennent, dans les donnes résolues, les mains qui "
            "promettent autant ; le pointage du jeu ; puis la chance de gagner du score d'après."
        ),
        answer=what_to_bid,
        form=BidForm,
        rules=RULES,
        run=run_bids,
        estimate=estimate_bids,
        of_caller=club_asked,
        unfit=_refused,
    ),
)
