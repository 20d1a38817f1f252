"""The lab's question « Que fallait-il miser ? »: the chance of the match after each bid."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from core.progress import ProgressCallback
from games.dix.analysis.equity import solutions
from games.dix.analysis.equity.equity import equity, equity_after
from games.dix.analysis.equity.equity_lab import (
    READING,
    RULES,
    SOLVING,
    THEM,
    ScoreForm,
    club_asked,
    model_of,
    model_payload,
    model_remarks,
    position_of,
    refused,
    score_text,
)
from games.dix.analysis.equity.equity_words import model_told
from games.dix.analysis.equity.fitted_model import FittedModel
from games.dix.analysis.equity.hand_model import HandModel, ModelHand, Promising, solved_model
from games.dix.analysis.equity.solving import read_model_hand
from games.dix.engine.auction import Position, highest_bid, may_bid_partie
from games.presentation.wording import figure
from games.registry.estimate import Estimate
from games.registry.lab import Answer, AnswerColumn, AnswerGrid, Figure, Plot, Question
from games.review.chances import percent

PROMISES = range(40, 96, 5)


class BidForm(ScoreForm):
    """The form for a score, and for the points that a hand promises."""

    promised = forms.TypedChoiceField(
        label=gettext_lazy("Points que promet la main"),
        choices=[(points, str(points)) for points in PROMISES],
        coerce=int,
        initial=70,
        help_text=gettext_lazy("Ce que l'équipe prend en moyenne quand cette main nomme l'atout."),
    )


def run_bids(conditions: Mapping[str, Any], progress: ProgressCallback) -> dict[str, Any]:
    """Compute what each bid is worth with a hand that promises these points."""
    return solutions.worked_out(lambda: _read_bids(conditions), progress)


def estimate_bids(conditions: Mapping[str, Any]) -> Estimate:
    """Return an estimate of the work, which is small once the ruleset is solved."""
    return SOLVING if solutions.at_hand(lambda: _now(conditions)) is None else READING


def _now(conditions: Mapping[str, Any]) -> float:
    """Return our chance before the hand.

    It is read from the solution from which the chances after the hand are read too.
    """
    position, model = position_of(conditions), model_of(conditions)
    rules = conditions["rules"]
    return equity(rules, position.scores, position.dealer, position.purses, model=model)[0]


def _read_bids(conditions: Mapping[str, Any]) -> dict[str, Any]:
    rules, position, model = conditions["rules"], position_of(conditions), model_of(conditions)
    place = 0 if conditions["dealer"] == THEM else 1
    purses = position.purses if place == 0 or not position.purses else position.purses[::-1]
    # Only the model of solved deals knows how many points hands of this promise take.
    deals = solved_model(rules.deck)
    promising = deals.promising(rules, purses, place, conditions["promised"])
    bidder = _Bidder(rules, position, model, place, promising)
    partie = None
    if may_bid_partie(rules, position, 0):
        everything = promising.everything
        partie = everything.get(100, 0.0), bidder.worth(None, everything, spoke=False)
    cap = rules.defence_cap
    ours_capped = cap is not None and position.scores[0] >= cap
    return {
        "model": model_payload(conditions, model),
        "rows": [bidder.row(bid) for bid in _bids(rules, position)],
        "partie": partie,
        "left": bidder.left(None),
        "left_silent": bidder.left(False) if ours_capped else None,
        "left_spoken": bidder.left(True) if ours_capped else None,
        "now": _now(conditions),
        "hands": promising.hands,
    }


@dataclass(frozen=True, slots=True)
class _Bidder:
    """A seat with the promised points in a position.

    `place` is its place in the order of speech.
    """

    rules: Any
    position: Position
    model: HandModel
    place: int
    promising: Promising

    def row(self, bid: int) -> tuple[int, float, float, float | None]:
        """Return a bid, how often it is made, and its worth for a silent and a speaking defence.

        The last value is None if the defence cannot have named a number, or if that makes no
        difference.
        """
        taken = self.promising.taken
        made = sum(share for points, share in taken.items() if points >= bid)
        silent, spoken = self.worth(bid, taken, spoke=False), None
        if _may_have_spoken(self.rules, self.position, bid):
            spoken = self.worth(bid, taken, spoke=True)
        return bid, made, silent, spoken

    def worth(self, bid: int | None, taken: Mapping[int, float], *, spoke: bool) -> float:
        """Return our chance of the match with a bid.

        `taken` is the share of the hands in which our side takes each number of points.
        """
        return sum(
            share * self._after(ModelHand(self.place, bid, spoke, points))
            for points, share in taken.items()
        )

    def left(self, spoke: bool | None) -> float | None:
        """Return our chance if the other side names trump, or None if that never happens.

        `spoke` says whether we had named a number. If it is None, the model says how often we
        had.
        """
        hands = {
            hand: share
            for hand, share in self.promising.defended.items()
            if hand.bid and (not spoke or hand.bid > self.rules.min_bid)
        }
        if not hands:
            return None
        return sum(
            share * self._after(hand if spoke is None else replace(hand, defenders_bid=spoke))
            for hand, share in hands.items()
        ) / sum(hands.values())

    def _after(self, hand: ModelHand) -> float:
        read = read_model_hand(self.rules, self.position, hand)
        return equity_after(self.rules, self.position, read, model=self.model)[0]


def _undertaken(rules: Any) -> bool:
    """Return whether a bid is a number of points to take, and not a price."""
    return rules.bid_format in ("contract", "success_or_zero")


def _bids(rules: Any, position: Position) -> range:
    """Return the numbers that the asking side may bid."""
    highest = highest_bid(rules, position, 0)
    step = 1 if rules.bid_format == "buy_money" else 5
    return range(rules.min_bid, (0 if highest is None else highest) + 1, step)


def _may_have_spoken(rules: Any, position: Position, bid: int) -> bool:
    """Return whether the defence can have named a number, and whether that would matter."""
    cap = rules.defence_cap
    return cap is not None and position.scores[1] >= cap and bid > rules.min_bid


def what_to_bid(conditions: Mapping[str, Any], result: Mapping[str, Any]) -> Answer:
    """Return the answer on the chance to win the match after each bid."""
    rules = conditions["rules"]
    rows = [tuple(row) for row in result["rows"]]
    capped = any(row[3] is not None for row in rows)
    left = result["left"]
    columns, lines = _columns(rules, capped=capped), _lines(rules, rows, result)
    return Answer(
        sentence=_bid_sentence(conditions, rows, result["partie"], left),
        figures=(
            Figure("now", _("Notre chance avant la brasse"), result["now"], "share"),
            Figure("left", _("Si l'autre camp nomme l'atout"), left, "share"),
            Figure("hands", _("Mains semblables dans le modèle"), result["hands"], "count"),
        ),
        grids=(
            AnswerGrid(
                _("Ce que vaut chaque mise à %s") % score_text(conditions),
                columns,
                [line[: len(columns)] for line in lines],
            ),
        ),
        plots=(
            Plot(
                _("Chance du match, selon la mise"),
                [(line[0], line[2 if _undertaken(rules) else 1]) for line in lines],
                "share",
            ),
        ),
        remarks=(
            *_bid_remarks(rules, capped or result["left_silent"] is not None),
            *_hand_remarks(result),
            *model_remarks(result),
        ),
        model=model_told(**result["model"]),
    )


def _columns(rules: Any, *, capped: bool) -> list[AnswerColumn]:
    """Return the columns of the table of bids.

    « Réussie » is left out if a bid is only a price, because such a bid can't fail.
    """
    columns = [AnswerColumn(_("Mise"))]
    if _undertaken(rules):
        columns.append(AnswerColumn(_("Réussie"), "share"))
    if capped:
        columns.append(AnswerColumn(_("Défense muette"), "share"))
        columns.append(AnswerColumn(_("Défense qui parle"), "share"))
    else:
        columns.append(AnswerColumn(_("Chance du match"), "share"))
    return columns


def _lines(rules: Any, rows: list[Any], result: Mapping[str, Any]) -> list[tuple[Any, ...]]:
    """Return the rows of the table: each bid, « la partie », and leaving the bid to the others."""
    lines: list[tuple[Any, ...]] = [(figure(bid), *more) for bid, *more in rows]
    if result["partie"] is not None:
        lines.append((_("la partie"), *result["partie"], None))
    lines += [
        (words, None, worth, None)
        for words, worth in (
            (_("laissée à l'autre camp"), result["left"]),
            (_("laissée sans avoir parlé"), result["left_silent"]),
            (_("laissée après avoir parlé"), result["left_spoken"]),
        )
        if worth is not None
    ]
    if _undertaken(rules):
        return lines
    return [(first, *others) for first, _made, *others in lines]


def _bid_sentence(
    conditions: Mapping[str, Any], rows: list[Any], partie: Any, left: float | None
) -> str:
    """Return the sentence on what one bid and « la partie » are worth.

    It also says up to which bid bidding is better than leaving the bid to the other side.
    """
    clauses = [
        _("À %(score)s, d'une main qui promet %(points)s points :")
        % {"score": score_text(conditions), "points": figure(conditions["promised"])}
    ]
    worths = {bid: silent for bid, _made, silent, _spoken in rows}
    if worths:
        # If a bid must be made, the bid quoted is a little below the promised points. If a bid
        # is a price, it is the lowest one.
        goal = conditions["promised"] - 5 if _undertaken(conditions["rules"]) else 0
        near = max((bid for bid in worths if bid <= goal), default=min(worths))
        clauses.append(
            _("miser %(bid)s vaut %(chance)s")
            % {"bid": figure(near), "chance": percent(worths[near])}
        )
    if partie is not None:
        clauses.append(_("la partie %(chance)s") % {"chance": percent(partie[1])})
    if left is not None:
        better = [bid for bid, worth in worths.items() if worth > left]
        clauses.append(_("laisser la mise %(chance)s") % {"chance": percent(left)})
        text = f"{clauses[0]} {', '.join(clauses[1:])}."
        if better:
            return f"{text} " + _("Miser vaut mieux que laisser jusqu'à %(bid)s.") % {
                "bid": figure(max(better))
            }
        return f"{text} " + _("Aucune mise ne vaut mieux que laisser.")
    return f"{clauses[0]} {', '.join(clauses[1:])}."


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


def _hand_remarks(result: Mapping[str, Any]) -> tuple[Any, ...]:
    if result["model"]["name"] != FittedModel.name:
        return ()
    return (
        _(
            "Ce que prend la main, et ce qui arrive quand l'autre camp nomme l'atout, vient des "
            "donnes résolues ; les chances du match après la brasse, des mains du club."
        ),
    )


QUESTION = Question(
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
    compiled=True,
    estimate=estimate_bids,
    of_caller=club_asked,
    unfit=refused,
)
