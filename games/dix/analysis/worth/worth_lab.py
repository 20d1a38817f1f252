"""The lab's question « Que vaut ma main ? », answered by perfect play over random deals."""

from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import TYPE_CHECKING, Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.cards import Card
from games.dix.analysis.sure.sure import judge
from games.dix.analysis.worth.calls import SLACK, agrees
from games.dix.analysis.worth.club_hands import compared_hands, recorded_hands
from games.dix.analysis.worth.worth_form import PLACES, WorthForm
from games.dix.engine.play import ORDER
from games.dix.engine.rulesets import side_of
from games.dix.models import DixRules
from games.presentation.wording import SUIT_NAMES, figure, rounded
from games.registry.lab import (
    Answer,
    AnswerColumn,
    AnswerGrid,
    Enough,
    Figure,
    NoAnswer,
    Plot,
    ProgressCallback,
    Question,
)

if TYPE_CHECKING:
    from games.dix.analysis.worth.worth import HandWorth

# The most deals that are solved for a question, at any precision. They take a worker some three
# minutes.
MOST_DEALS = 800
# The numbers of points whose chances are displayed. `BIDS` has the bids of the usual presets
# without « la partie »; `DEFENDED` has the goals of a defence.
BIDS = {"traditional": range(50, 101, 5), "penalised_aces": range(30, 61, 5)}
DEFENDED = {"traditional": range(10, 101, 10), "penalised_aces": range(0, 61, 10)}


def ours(values: Mapping[str, Any]) -> bool:
    """Return whether the bidder is the hand's own seat or its partner."""
    return side_of(values["leader"]) == 0


def goals(values: Mapping[str, Any]) -> range:
    """Return the numbers of points whose chances are displayed: bids, or goals of a defence."""
    return (BIDS if ours(values) else DEFENDED)[values["card_values"]]


# --- The work --------------------------------------------------------------------------------


def run(values: Mapping[str, Any], progress: ProgressCallback) -> dict[str, Any]:
    """Return the results over random deals, and those of recorded hands that the caller may see.

    Deals are solved until the means are precise enough.
    """
    # This import is not at the top of the file, because loading the compiled solver takes
    # seconds.
    from games.dix.analysis.solver.solver import LayoutFault  # noqa: PLC0415
    from games.dix.analysis.worth.worth import Known, hand_worth  # noqa: PLC0415

    recorded: Sequence[int] = values.get("seen") or ()
    stop: list[bool] = []

    def report(solved: int, expected: int) -> bool:
        try:
            progress(solved, expected + len(recorded))
        except Enough:
            stop.append(True)
        return bool(stop)

    penalised = values["card_values"] == DixRules.CardValues.PENALISED_ACES
    promised = values["promised"]
    try:
        worth_by_trump = hand_worth(
            values["cards"],
            0,
            random=Random(values["seed"]),  # noqa: S311 -- no secret
            known=Known(held=values["held"]),
            leader=values["leader"],
            deck=values["deck"],
            penalised_aces=penalised,
            error=values["precision"],
            most=MOST_DEALS,
            stopped=report,
            agrees=(lambda hands: agrees(promised, hands, penalised_aces=penalised))
            if promised
            else None,
        )
    except LayoutFault:
        raise NoAnswer from None
    if stop:
        recorded = ()
    deals = next(iter(worth_by_trump.values())).layouts
    proved = proved_trumps(values)
    return {
        "deals": deals,
        "stopped": bool(stop),
        "trumps": {
            trump: _of_trump(values, worth, trump in proved)
            for trump, worth in worth_by_trump.items()
        },
        "club": compared_hands(
            recorded, lambda done: progress(deals + done, deals + len(recorded))
        ),
    }


def proved_trumps(values: Mapping[str, Any]) -> tuple[str, ...]:
    """Return the trumps with which the hand surely wins every trick, whatever the layout.

    They are only known if the hand leads.
    """
    return judge(values["cards"], values["deck"]).trumps if values["leader"] == 0 else ()


def _of_trump(values: Mapping[str, Any], worth: "HandWorth", certain: bool) -> dict[str, Any]:
    """Return the results of a trump.

    If it is `certain` to win every trick, every goal is reached.
    """
    return {
        "mean": worth.mean,
        "error": worth.error,
        "chances": [
            [goal, *((1.0, 0.0) if certain else worth.chance(goal))] for goal in goals(values)
        ],
        "all": (1.0, 0.0) if certain else worth.chance_of_all,
        "certain": certain,
        "least": min(worth.taken),
        "worst": [_sorted(hand) for hand in worth.worst.hands],
    }


def _sorted(hand: Sequence[Card]) -> str:
    """Return the codes of a hand's cards, by suit, the highest first."""
    suits = list(SUIT_NAMES)
    order = sorted(hand, key=lambda card: (suits.index(card.suit or ""), -ORDER[card.rank]))
    return " ".join(card.code for card in order)


# --- The answer ------------------------------------------------------------------------------


def answer(values: Mapping[str, Any], result: Mapping[str, Any]) -> Answer:
    """Return the answer: the best trump, the points it takes, and the deal that beats the hand."""
    trumps = sorted(
        result["trumps"].items(), key=lambda pair: (-pair[1]["mean"], not is_certain(pair[1]))
    )
    name, best = trumps[0]
    caption = (
        _("Chance de réussir chaque mise") if ours(values) else _("Chance d'en prendre autant")
    )
    return Answer(
        sentence=_sentence(values, trumps),
        figures=_figures(name, best, result["deals"]),
        plots=(
            Plot(
                _("%(chance)s, atout %(trump)s") % {"chance": caption, "trump": SUIT_NAMES[name]},
                [(str(goal), share) for goal, share, _error in best["chances"]],
                "percent",
            ),
        ),
        grids=(
            _means(trumps),
            _chances(caption, trumps[:1], values),
            _chances(_("Les autres atouts"), trumps[1:], values),
            *_beaten(name, best),
            *_club(result["club"]),
        ),
        remarks=(
            *_stopped(result, best),
            *_known(values),
            *_unbeaten(result["deals"], best),
            *_remarks(trumps),
            *_club_remark(result["club"]),
        ),
    )


def _figures(name: str, best: Mapping[str, Any], deals: int) -> tuple[Figure, ...]:
    """Return the figures about the best trump, and the number of deals."""
    return (
        Figure(
            "mean",
            _("Points en moyenne, atout %s") % SUIT_NAMES[name],
            best["mean"],
            "number",
            None if is_certain(best) and not best["error"] else best["error"],
        ),
        Figure(
            "all",
            _("Tous les points (la partie), atout %s") % SUIT_NAMES[name],
            best["all"][0],
            "percent",
            None if is_certain(best) else best["all"][1],
        ),
        Figure("deals", _("Donnes résolues"), deals, "count"),
    )


Trumps = Sequence[tuple[str, Mapping[str, Any]]]


def _sentence(values: Mapping[str, Any], trumps: Trumps) -> str:
    name, best = trumps[0]
    params = {"trump": SUIT_NAMES[name], "mean": figure(round(best["mean"]))}
    if not ours(values):
        last, least = trumps[-1]
        return _(
            "En défense, votre camp prend en moyenne de %(low)s points (atout %(last)s) à "
            "%(mean)s (atout %(trump)s)."
        ) % {**params, "low": figure(round(least["mean"])), "last": SUIT_NAMES[last]}
    likely = [row for row in best["chances"] if row[1] >= 0.5]
    goal, share, _error = likely[-1] if likely else best["chances"][0]
    params |= {"bid": figure(goal), "times": figure(round(100 * share))}
    if likely:
        return (
            _(
                "Atout %(trump)s : %(mean)s points en moyenne. Une mise de %(bid)s réussit "
                "%(times)s fois sur 100."
            )
            % params
        )
    return (
        _(
            "Atout %(trump)s : %(mean)s points en moyenne. Même une mise de %(bid)s ne réussit que "
            "%(times)s fois sur 100."
        )
        % params
    )


def _means(trumps: Trumps) -> AnswerGrid:
    return AnswerGrid(
        _("Atout par atout"),
        (
            AnswerColumn(_("Atout")),
            AnswerColumn(_("Points en moyenne"), "number"),
            AnswerColumn(_("Erreur type"), "number"),
        ),
        [(SUIT_NAMES[name], worth["mean"], worth["error"]) for name, worth in trumps],
        mark=0,
    )


def _chances(caption: str, trumps: Trumps, values: Mapping[str, Any]) -> AnswerGrid:
    """Return the chance of each bid and its standard error, in two columns for each trump."""
    columns = [AnswerColumn(_("Mise") if ours(values) else _("Points"))]
    rows = [[str(goal)] for goal in goals(values)]
    if ours(values):
        # « La partie » needs a separate row. With penalised aces the points do not show whether
        # all were taken.
        rows.append([_("La partie")])
    for name, worth in trumps:
        columns += [AnswerColumn(SUIT_NAMES[name], "percent"), AnswerColumn("±", "percent")]
        pairs = [pair[1:] for pair in worth["chances"]] + [worth["all"]]
        if is_certain(worth):
            pairs = [(share, None) for share, _error in pairs]
        for row, pair in zip(rows, pairs, strict=False):
            row.extend(pair)
    return AnswerGrid(caption, columns, rows)


def is_certain(worth: Mapping[str, Any]) -> bool:
    """Return whether a trump surely wins every trick. False for answers stored by old versions."""
    return bool(worth.get("certain"))


def _beaten(name: str, best: Mapping[str, Any]) -> tuple[AnswerGrid, ...]:
    """Return the deal in which the hand takes least, or nothing if it always takes everything."""
    if best["all"][0] == 1:
        return ()
    caption = _("La donne qui la bat : %(points)s points, atout %(trump)s") % {
        "points": figure(best["least"]),
        "trump": SUIT_NAMES[name],
    }
    columns = AnswerColumn(_("Place")), AnswerColumn(_("Cartes"), "cards")
    return (AnswerGrid(caption, columns, list(zip(PLACES, best["worst"], strict=True))),)


def _stopped(result: Mapping[str, Any], best: Mapping[str, Any]) -> Iterator[str]:
    if result.get("stopped"):
        yield _(
            "Arrêté après %(count)s donnes : la moyenne n'est sûre qu'à %(error)s points près "
            "(erreur type)."
        ) % {"count": figure(result["deals"]), "error": figure(rounded(best["error"], 1))}


def _known(values: Mapping[str, Any]) -> Iterator[str]:
    """Tell which deals were drawn, if anything is known besides the hand."""
    if values.get("promised"):
        yield _(
            "Donnes d'accord avec les annonces : qui a nommé une mise a une main qui la promet, à "
            "%(slack)s points près, et qui a passé une main qui ne promettait pas la suivante. "
            "C'est une supposition sur ces personnes."
        ) % {"slack": figure(SLACK)}
    seen = [card for cards in (values.get("held") or {}).values() for card in cards]
    if seen:
        yield ngettext(
            "%(count)s carte vue reste où elle est dans chaque donne.",
            "%(count)s cartes vues restent où elles sont dans chaque donne.",
            len(seen),
        ) % {"count": figure(len(seen))}


def _unbeaten(deals: int, best: Mapping[str, Any]) -> Iterator[str]:
    if is_certain(best):
        yield _("Main sûre : elle gagne toutes les levées, où que soient les autres cartes.")
    elif best["all"][0] == 1:
        text = _(
            "Aucune des %(count)s donnes tirées ne la bat ; cela ne prouve pas qu'il n'y en a pas."
        )
        yield text % {"count": figure(deals)}


def _remarks(trumps: Trumps) -> Iterator[str]:
    (name, best), (second, other) = trumps[:2]
    close = 2 * (best["error"] ** 2 + other["error"] ** 2) ** 0.5
    if best["mean"] - other["mean"] < close and not is_certain(best):
        yield _("%(first)s et %(second)s sont trop proches pour dire lequel est le meilleur.") % {
            "first": str(SUIT_NAMES[name]).capitalize(),
            "second": SUIT_NAMES[second],
        }
    yield _(
        "Trop beau et trop dur à la fois : chaque donne est jouée à cartes ouvertes, sans une "
        "faute. Vous y voyez les jeux des autres, mais la défense aussi voit le vôtre."
    )


# --- What the club really took ---------------------------------------------------------------


def _club(rows: Sequence[Mapping[str, Any]]) -> tuple[AnswerGrid, ...]:
    if not rows:
        return ()
    return (
        AnswerGrid(
            _("À la table, et à jeu parfait"),
            (
                AnswerColumn(_("Mise")),
                AnswerColumn(_("Brasses"), "count"),
                AnswerColumn(_("Pris en moyenne"), "number"),
                AnswerColumn(_("À jeu parfait"), "number"),
                AnswerColumn(_("Réussies"), "count"),
                AnswerColumn(_("Réussies à jeu parfait"), "count"),
            ),
            [
                (
                    _("La partie") if row["bid"] is None else str(row["bid"]),
                    row["hands"],
                    row["taken"] / row["hands"],
                    row["perfect"] / row["hands"],
                    row["made"],
                    row["makeable"],
                )
                for row in rows
            ],
        ),
    )


def _club_remark(rows: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    hands = sum(row["hands"] for row in rows)
    if not hands:
        return
    taken, perfect = (round(sum(row[key] for row in rows) / hands) for key in ("taken", "perfect"))
    yield ngettext(
        "Dans %(count)s brasse inscrite par cartes que vous pouvez voir, qui a misé a pris "
        "%(taken)s points ; le jeu parfait des deux camps en donnait %(perfect)s.",
        "Dans %(count)s brasses inscrites par cartes que vous pouvez voir, qui a misé a pris "
        "%(taken)s points en moyenne ; le jeu parfait des deux camps en donnait %(perfect)s.",
        hands,
    ) % {"count": figure(hands), "taken": figure(taken), "perfect": figure(perfect)}


QUESTION = Question(
    slug="valeur-d-une-main",
    title=gettext_lazy("Que vaut ma main ?"),
    lead=gettext_lazy(
        "Le meilleur atout, la chance de réussir chaque mise, et la donne qui bat la main."
    ),
    how=gettext_lazy(
        "Les cartes des trois autres sont distribuées au hasard tiré de la graine, chaque donne "
        "ayant la même chance, et chaque donne est résolue pour les quatre atouts. On en tire "
        "jusqu'à ce que l'erreur type (« ± ») de chaque moyenne soit sous la précision demandée, "
        "800 donnes au plus. Une main qui mise, entame et gagne tout à coup sûr est prouvée telle, "
        "sans erreur. Les cartes vues restent où elles sont ; les annonces écartent les donnes "
        "où une main ne promet pas ce que sa mise demandait, ou promet plus que sa passe. Un "
        "calcul arrêté donne ce qu'il a, avec son erreur. Les brasses du club "
        "sont les 200 dernières inscrites par cartes, de matchs et de tournois finis, même paquet "
        "et mêmes valeurs, où la mise est un contrat."
    ),
    answer=answer,
    form=WorthForm,
    run=run,
    compiled=True,
    always_long=True,
    partial=True,
    of_caller=recorded_hands,
    filled_in="cards",
)
