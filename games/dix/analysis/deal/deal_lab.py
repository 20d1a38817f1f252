"""The lab's question « Une donne, résolue »: its table, its par, and a position card by card."""

import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext

from clubs.callers import Caller
from core.errors import NotFound
from core.progress import ProgressCallback
from games.cards import SUITS, parse_card
from games.dix.analysis.contract_words import SEAT_NAMES, SIDE_NAMES, describe
from games.dix.analysis.deal.deal import as_text, in_order
from games.dix.analysis.deal.deal_form import AskedDeal, DealForm, deal_of
from games.dix.analysis.deal.solving import (
    Step,
    Table,
    aces_of,
    contract_json,
    is_short,
    line_of_play,
    points_of,
    solved_table,
    taker,
    verdict,
)
from games.dix.analysis.equity import solutions
from games.dix.analysis.equity.equity_lab import RULES
from games.dix.engine.rulesets import SEATS, side_of
from games.dix.presets import PRESETS
from games.kept import Kept
from games.presentation.wording import SUIT_NAMES, card_name, figure, signed
from games.registry.deal_pages import deal_at
from games.registry.estimate import SMALL, Estimate
from games.registry.lab import Answer, AnswerColumn, AnswerGrid, Figure, Plot, Question

SLUG = "donne"
HERE = Path(__file__).parent
SOURCES = [*solutions.SOURCES, HERE / "deal.py", HERE / "solving.py", HERE.parent / "par.py"]
# Tables of deals and lines of play, of some 4 KB each.
KEPT = Kept("dix-deal", SOURCES, 1000)
# The estimates of a short end, which plain Python solves, and of a whole deal, which a job does.
ENDING, WHOLE = Estimate(200), Estimate(2_000)


# --- The work --------------------------------------------------------------------------------


def estimate(values: Mapping[str, Any]) -> Estimate:
    """Return an estimate of the work, which is small for short ends and for what is stored."""
    deal = deal_of(values)
    if is_short(deal.hands):
        return ENDING
    return SMALL if KEPT.has([_key(values, deal)]) else WHOLE


def run(values: Mapping[str, Any], progress: ProgressCallback) -> dict[str, Any]:
    """Solve a deal and a line of play. What takes a job is stored for all processes."""
    deal = deal_of(values)
    if is_short(deal.hands):
        return _solved(values, deal, solved_table(deal.hands), progress)
    key = _key(values, deal)
    result: dict[str, Any] | None = KEPT.result(key)
    if result is None:
        progress(0, 0)
        result = _solved(values, deal, _table(deal), progress)
        KEPT.keep_result(key, result)
    # The step is no part of the key, so that walking along a line reads one result.
    return {**result, "step": deal.step}


def _key(values: Mapping[str, Any], deal: AskedDeal) -> str:
    rules = values["rules"]
    identity = [
        [getattr(rules, name) for name in RULES],
        [as_text(deal.hands), deal.dealer, deal.trump, deal.leader],
        [card.code for card in deal.played],
    ]
    return hashlib.sha256(json.dumps(identity).encode()).hexdigest()


def _table(deal: AskedDeal) -> Table:
    """Return the table of a deal, which does not depend on the ruleset or the position."""
    key = f"table {as_text(deal.hands)}"
    rows: dict[str, list[int]] | None = KEPT.result(key)
    if rows is None:
        table = solved_table(deal.hands)
        rows = {suit: [table[suit, seat] for seat in range(SEATS)] for suit in SUITS}
        KEPT.keep_result(key, rows)
    return {(suit, seat): points for suit, row in rows.items() for seat, points in enumerate(row)}


def _solved(
    values: Mapping[str, Any], deal: AskedDeal, table: Table, progress: ProgressCallback
) -> dict[str, Any]:
    rules = values["rules"]
    judged = verdict(rules, deal.dealer, deal.hands, table)
    costs = [
        10 * aces_of(deal.hands, side) if rules.card_values == "penalised_aces" else 0
        for side in (0, 1)
    ]
    best = judged.par
    trump, leader = _lead(deal, table, None if best is None else (best.trump, best.bidder))
    steps = line_of_play(deal.place(trump, leader), taker(deal.hands), progress)
    total, side = points_of(deal.hands), side_of(leader)
    return {
        "hands": [[card.code for card in hand] for hand in deal.hands],
        "dealer": deal.dealer,
        "table": {
            suit: [table[suit, seat] - costs[side_of(seat)] for seat in range(SEATS)]
            for suit in SUITS
        },
        "best": list(map(contract_json, judged.best)),
        "par": contract_json(judged.par),
        "trump": trump,
        "leader": leader,
        "played": [card.code for card in deal.played],
        "steps": [_step_json(step, side, total, costs[side]) for step in steps],
        "step": deal.step,
        "position": bool(deal.played),
    }


def _lead(deal: AskedDeal, table: Table, best: tuple[str, int] | None) -> tuple[str, int]:
    """Return the trump and the leader of the line of play.

    What the reader left open is as in par; without par it is what takes most.
    """
    trumps = [deal.trump] if deal.trump else list(SUITS)
    leaders = list(range(SEATS)) if deal.leader is None else [deal.leader]
    places = [(trump, leader) for trump in trumps for leader in leaders]
    if best in places:
        return best
    return max(places, key=lambda place: table[place])


def _step_json(step: Step, side: int, total: int, cost: int) -> dict[str, Any]:
    """Return a step as JSON, in points of the bidders' side at the end of the hand."""
    return {
        "seat": step.place.to_play,
        "card": step.card.code,
        "hands": [[card.code for card in hand] for hand in step.place.hands],
        "on_table": [card.code for card in step.place.on_table],
        "taken": list(step.place.taken),
        "values": {
            card.code: (value if side == 0 else total - value) - cost
            for card, value in step.values.items()
        },
    }


def of_caller(caller: Caller, values: Mapping[str, Any]) -> dict[str, Any] | None:
    """Return the deal at the address that the reader gave, if the caller may see it there."""
    if not values.get("recorded"):
        return None
    try:
        deal = deal_at(values["recorded"], caller)
    except NotFound:
        return None
    return deal.to_json() if deal.game == "dix" else None


# --- The answer ------------------------------------------------------------------------------


def answer(values: Mapping[str, Any], result: Mapping[str, Any]) -> Answer:
    """Return the answer: the position and its cards, the line of play, the table, the bids."""
    at = min(result["step"], len(result["steps"]))
    steps = result["steps"]
    now = steps[at] if at < len(steps) else None
    within = result["position"] or result["step"] > 0
    return Answer(
        sentence=_sentence(result, now, within=within),
        figures=tuple(_figures(result)),
        grids=(
            _hands(result, now, at),
            *_legal(result, now, at),
            _line(result, at),
            _table_grid(result),
            *_best_bids(result),
        ),
        plots=tuple(_plots(result, now)),
        remarks=tuple(_remarks(values, result)),
    )


def _sentence(result: Mapping[str, Any], now: Mapping[str, Any] | None, *, within: bool) -> str:
    contract = result["par"]
    if within and now is not None:
        cards = _best_cards(now, result["leader"])
        return _("%(seat)s joue %(cards)s : le camp qui mise finit à %(points)s.") % {
            "seat": SEAT_NAMES[now["seat"]],
            "cards": _either(cards),
            "points": figure(now["values"][cards[0]]),
        }
    if contract is None:
        most = max(max(row) for row in result["table"].values())
        suit = next(suit for suit in SUITS if most in result["table"][suit])
        return _("Au mieux %(points)s : %(seat)s mise, atout %(suit)s.") % {
            "points": figure(most),
            "seat": SEAT_NAMES[result["table"][suit].index(most)],
            "suit": SUIT_NAMES[suit],
        }
    return _("Par : %(score)s pour Nord-Sud (%(contract)s).") % {
        "score": signed(contract["score"]),
        "contract": describe(contract, _seats()),
    }


def _seats() -> list[str]:
    return [str(name) for name in SEAT_NAMES]


def _either(cards: Sequence[str]) -> str:
    names = [card_name(code) for code in cards]
    if len(names) == 1:
        return names[0]
    return _("%(cards)s ou %(last)s") % {"cards": ", ".join(names[:-1]), "last": names[-1]}


def _best_cards(step: Mapping[str, Any], leader: int) -> list[str]:
    """Return every card that is best for the seat to play."""
    ours = side_of(step["seat"]) == side_of(leader)
    best = (max if ours else min)(step["values"].values())
    return [code for code, value in step["values"].items() if value == best]


def _figures(result: Mapping[str, Any]) -> Iterator[Figure]:
    if result["par"] is not None:
        yield Figure("par", _("Par, pour Nord-Sud"), result["par"]["score"], "points")
    for side, contract in enumerate(result["best"]):
        if contract is not None:
            yield Figure(
                ("best_first", "best_second")[side],
                _("%(side)s, si l'autre camp se tait") % {"side": SIDE_NAMES[side]},
                contract["score"] * (-1 if side else 1),
                "points",
            )


def _hands(result: Mapping[str, Any], now: Mapping[str, Any] | None, at: int) -> AnswerGrid:
    hands = now["hands"] if now and at + len(result["played"]) else result["hands"]
    rows = [
        (str(SEAT_NAMES[seat]), " ".join(card.code for card in in_order(map(parse_card, hand))))
        for seat, hand in enumerate(hands)
    ]
    if now and now["on_table"]:
        rows.append((_("Sur la table"), " ".join(now["on_table"])))
    caption = _("Les quatre mains, atout %(suit)s, %(seat)s entame") % {
        "suit": SUIT_NAMES[result["trump"]],
        "seat": SEAT_NAMES[result["leader"]],
    }
    columns = AnswerColumn(_("Place")), AnswerColumn(_("Cartes"), "cards")
    return AnswerGrid(caption, columns, rows)


def _legal(
    result: Mapping[str, Any], now: Mapping[str, Any] | None, at: int
) -> tuple[AnswerGrid, ...]:
    """Return the cards that may be played, each with what it leads to."""
    if now is None:
        return ()
    best = _best_cards(now, result["leader"])
    top = now["values"][best[0]]
    before = [*result["played"], *(step["card"] for step in result["steps"][:at])]
    costs = {code: abs(value - top) for code, value in now["values"].items()}
    order = sorted(costs, key=lambda code: costs[code])
    return (
        AnswerGrid(
            _("Chaque carte que %(seat)s peut jouer") % {"seat": SEAT_NAMES[now["seat"]]},
            (
                AnswerColumn(_("Carte"), "cards"),
                AnswerColumn(_("Le camp qui mise finit à"), "number"),
                AnswerColumn(_("Coûte"), "number"),
            ),
            [(code, now["values"][code], costs[code]) for code in order],
            follow=[_position(result, [*before, code], 0) for code in order],
        ),
    )


def _position(result: Mapping[str, Any], played: Sequence[str], step: int) -> dict[str, str]:
    """Return the conditions of another position of the same deal."""
    return {
        "trump": result["trump"],
        "leader": str(result["leader"]),
        "played": " ".join(played),
        "step": str(step),
    }


def _line(result: Mapping[str, Any], at: int) -> AnswerGrid:
    before, steps = len(result["played"]), result["steps"]
    rows = [
        (
            step["card"],
            str(SEAT_NAMES[step["seat"]]),
            (before + place) // SEATS + 1,
            step["taken"][side_of(result["leader"])],
        )
        for place, step in enumerate(steps)
    ]
    return AnswerGrid(
        _("La suite au mieux, carte par carte"),
        (
            AnswerColumn(_("Carte"), "cards"),
            AnswerColumn(_("Place")),
            AnswerColumn(_("Levée"), "number"),
            AnswerColumn(_("Pris jusque-là"), "number"),
        ),
        rows,
        mark=at if at < len(rows) else None,
        # The conditions stay as they were given, so that each step reads the same stored line.
        follow=[{"step": str(place)} for place in range(len(rows))],
    )


def _table_grid(result: Mapping[str, Any]) -> AnswerGrid:
    return AnswerGrid(
        _("Ce que prend au mieux le camp qui mise"),
        (
            AnswerColumn(_("Atout")),
            *(AnswerColumn(_("%s mise") % name, "number") for name in SEAT_NAMES),
        ),
        [(str(SUIT_NAMES[suit]).capitalize(), *result["table"][suit]) for suit in SUITS],
    )


def _best_bids(result: Mapping[str, Any]) -> tuple[AnswerGrid, ...]:
    rows = [
        (
            str(SIDE_NAMES[side]),
            describe(contract, _seats()),
            contract["score"] * (-1 if side else 1),
        )
        for side, contract in enumerate(result["best"])
        if contract is not None
    ]
    if not rows:
        return ()
    return (
        AnswerGrid(
            _("La meilleure mise de chaque camp, si l'autre se tait"),
            (
                AnswerColumn(_("Camp")),
                AnswerColumn(_("Mise")),
                AnswerColumn(pgettext("d'une mise", "Rapporte"), "points"),
            ),
            rows,
        ),
    )


def _plots(result: Mapping[str, Any], now: Mapping[str, Any] | None) -> Iterator[Plot]:
    step = now or (result["steps"] or [None])[-1]
    if step is not None:
        yield Plot(
            _("Points du camp qui mise après chaque carte de %(seat)s")
            % {"seat": SEAT_NAMES[step["seat"]]},
            [(card_name(code), value) for code, value in step["values"].items()],
            "number",
        )


def _remarks(values: Mapping[str, Any], result: Mapping[str, Any]) -> Iterator[str]:
    rules = values["rules"]
    if result["par"] is None and rules.bid_format == "buy_money":
        yield _("Pas de par : payée en argent, une mise ne coûte pas de points.")
    elif result["par"] is None:
        yield _("Pas de par : il manque des cartes, ce n'est plus une donne entière.")
    if rules.card_values == "penalised_aces":
        yield _("Chaque as coûte déjà 10 points au camp qui l'a reçu.")
    yield _("Exact, toutes cartes vues : chacun joue comme s'il voyait les quatre mains.")


# --- Links to it -----------------------------------------------------------------------------


def address(rules: Any, hands: Sequence[Sequence[str]], dealer: int, **position: Any) -> str:
    """Return the address of a deal in the lab, under a match's ruleset."""
    preset = next((preset for preset in PRESETS if _differ(rules, preset.values) == {}), PRESETS[0])
    query = {
        "preset": preset.slug,
        **{f"rule-{name}": value for name, value in _differ(rules, preset.values).items()},
        "hands": " / ".join(" ".join(hand) for hand in hands),
        "dealer": dealer,
        **position,
    }
    return f"{reverse('labo:question', args=['dix', SLUG])}?{urlencode(query)}"


def _differ(rules: Any, usual: Mapping[str, Any]) -> dict[str, str]:
    """Return the rules that are not as in a preset, as the lab's form takes them."""
    values = {name: getattr(rules, name) for name in RULES}
    return {
        name: "" if value is None else str(value)
        for name, value in values.items()
        if value != usual[name]
    }


QUESTION = Question(
    slug=SLUG,
    title=gettext_lazy("Une donne, résolue"),
    lead=gettext_lazy(
        "Les quatre mains connues : ce que prend chaque camp, le par, et la meilleure carte à "
        "chaque moment."
    ),
    how=gettext_lazy(
        "Chaque atout et chaque entame sont résolus exactement, les deux camps jouant au mieux "
        "toutes cartes vues. Le par est le score où s'arrêtent les mises si chaque place fait ce "
        "qui est le mieux pour son camp, à partir de 0–0. La suite au mieux prend, de cartes "
        "égales, la plus haute de la première couleur. Essayé contre une recherche sans aucun "
        "raccourci et contre un autre programme, celui du bridge."
    ),
    answer=answer,
    form=DealForm,
    rules=RULES,
    run=run,
    compiled=True,
    estimate=estimate,
    of_caller=of_caller,
    filled_in="hands",
)
