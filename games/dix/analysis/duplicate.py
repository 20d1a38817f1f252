"""The jeu du 10 played duplicate: the entry of a board, its score, and perfect play."""

from collections.abc import Mapping, Sequence
from types import SimpleNamespace
from typing import Any
from urllib.parse import urlencode

from django import forms
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy
from rest_framework import serializers

from games.cards import SUITS, parse_card
from games.dix.analysis.contract_words import SEAT_LETTERS, SEAT_NAMES, describe
from games.dix.analysis.deal import deal_lab
from games.dix.analysis.par import deal_score, par
from games.dix.analysis.worth import worth_lab
from games.dix.engine.auction import Position
from games.dix.engine.deals import dealer_of
from games.dix.engine.hands import read_hand
from games.dix.engine.play import DECKS, ORDER
from games.dix.engine.rulesets import CARD_POINTS, SEATS, DixRules
from games.dix.engine.taps import PARTIE
from games.dix.models import DixHand
from games.entry.shapes import StrictBoolean, StrictInteger
from games.presentation.wording import SUIT_NAMES, figure, signed
from games.registry.duplicate import Duplicate, Entry, Hands, SolvedTable, TypedColumn
from games.sheet import RuleError

# The letters by which a trump is typed.
TRUMP_LETTERS = {
    "spades": pgettext_lazy("lettre d'atout", "P"),
    "hearts": pgettext_lazy("lettre d'atout", "C"),
    "diamonds": pgettext_lazy("lettre d'atout", "K"),
    "clubs": pgettext_lazy("lettre d'atout", "T"),
}
FIELDS = ("bidder", "bid", "partie", "trump", "taken")


def pack(rules: DixRules) -> list[str]:
    """Return the codes of the pack's cards, suit by suit, from the ace down."""
    return [
        card.code
        for suit in SUITS
        for card in sorted(DECKS[rules.deck], key=lambda card: -ORDER[card.rank])
        if card.suit == suit
    ]


def read(rules: DixRules, board: int, entry: Entry) -> tuple[dict[str, Any], int]:
    """Verify a table's result on a board, and score it as a first hand at 0–0.

    Return the completed entry and the score. Raise `RuleError` if the rules refuse the result.
    """
    values = {name: entry.get(name) for name in FIELDS}
    if not values["trump"]:
        raise RuleError("trump_required", "trump")
    dealer = dealer_of(board)
    bare: Any = SimpleNamespace(**values, defenders_bid=False, auction=None, tricks=None)
    hand = read_hand(rules, Position(dealer, (0, 0)), bare)
    whole = {
        "bidder": hand.bidder,
        "bid": hand.bid,
        "partie": hand.partie,
        "trump": values["trump"],
        "taken": hand.taken,
    }
    return whole, deal_score(rules, dealer, hand)


# --- Forms -------------------------------------------------------------------------------------


class BoardForm(forms.Form):
    """The form for a table's result on a board: bidder, bid, trump, points taken."""

    bidder = forms.ChoiceField(
        label=gettext_lazy("Qui a misé ?"),
        choices=[(str(seat), name) for seat, name in enumerate(SEAT_NAMES)],
        widget=forms.RadioSelect,
    )
    bid = forms.ChoiceField(label=gettext_lazy("Mise"), widget=forms.RadioSelect)
    trump = forms.ChoiceField(
        label=gettext_lazy("Atout"), choices=DixHand.Trump.choices, widget=forms.RadioSelect
    )
    taken = forms.ChoiceField(label=gettext_lazy("Points ramassés"), widget=forms.RadioSelect)

    def __init__(self, rules: DixRules, data: Any = None, initial: Entry | None = None) -> None:
        values = dict(initial or {})
        if values.get("partie"):
            values["bid"] = PARTIE
        super().__init__(data, initial={name: str(value) for name, value in values.items()})
        penalised = rules.card_values == "penalised_aces"
        highest = 60 if penalised and rules.bid_format == "contract" else CARD_POINTS
        step = 1 if rules.bid_format == "buy_money" else 5
        if rules.bid_format == "buy_money":
            highest = min(rules.initial_money or 0, CARD_POINTS)
        bids = [(str(bid), figure(bid)) for bid in range(rules.min_bid, highest + 1, step)]
        if rules.partie != "forbidden":
            bids.append((PARTIE, _("La partie")))
        lowest = -40 if penalised else 0
        self._keys("bid", bids)
        self._keys("taken", [(str(n), figure(n)) for n in range(lowest, CARD_POINTS + 1, 5)])

    def _keys(self, name: str, choices: Sequence[tuple[str, Any]]) -> None:
        field: Any = self.fields[name]
        field.choices = choices


def entry_of(values: Mapping[str, Any]) -> dict[str, Any]:
    """Return the entry of a valid form."""
    partie = values["bid"] == PARTIE
    return {
        "bidder": int(values["bidder"]),
        "bid": None if partie else int(values["bid"]),
        "partie": partie,
        "trump": values["trump"],
        "taken": int(values["taken"]),
    }


class BoardSerializer(serializers.Serializer[Any]):
    """A table's result on a board: `bidder`, `bid` (or `partie`), `trump`, `taken`."""

    bidder = StrictInteger(min_value=0, max_value=SEATS - 1)
    bid = StrictInteger(required=False, allow_null=True, min_value=0, max_value=10_000)
    partie = StrictBoolean(required=False)
    trump = serializers.ChoiceField(choices=SUITS)
    taken = StrictInteger(min_value=-CARD_POINTS, max_value=CARD_POINTS)


# --- In words ----------------------------------------------------------------------------------


def solve(rules: DixRules, board: int, hands: Hands) -> dict[str, Any]:
    """Return the points of perfect play on a deal by trump and bidder, and the par of the deal.

    Par comes with its contract. Under rules that have no par, `par` is None and `contract` is
    missing.
    """
    from games.dix.analysis.solver.solver import solve_table  # noqa: PLC0415 -- it loads the compiler

    dealt = [[parse_card(code) for code in hand] for hand in hands]
    table = solve_table(dealt)
    solution: dict[str, Any] = {
        "table": {suit: [table[suit, seat] for seat in range(SEATS)] for suit in SUITS},
        "par": None,
    }
    if has_par(rules):
        best = par(rules, dealer_of(board), dealt, table)
        solution["par"] = best.score
        solution["contract"] = best.to_json()
    return solution


def has_par(rules: DixRules) -> bool:
    """Return whether bids cost points. Only then does the best bidding of both sides end."""
    return rules.bid_format != "buy_money"


def solved(solution: Mapping[str, Any], seats: Sequence[str]) -> SolvedTable:
    """Return a table of the points of perfect play on a deal, with its par in words."""
    contract = solution.get("contract")
    return SolvedTable(
        heads=list(seats),
        rows=[
            (
                str(SUIT_NAMES[suit]).capitalize(),
                [figure(points) for points in solution["table"][suit]],
            )
            for suit in SUITS
        ],
        note=_("Points que ramasse au mieux le camp qui mise, toutes cartes vues."),
        par=_("Par : %(score)s pour Nord-Sud (%(contract)s).")
        % {"score": signed(solution["par"]), "contract": describe(contract, seats)}
        if contract
        else "",
    )


def study(rules: DixRules, hand: Sequence[str]) -> str:
    """Return the address of the lab's page on a hand's worth, with this hand filled in."""
    query = {"deck": rules.deck, "card_values": rules.card_values, "cards": list(hand)}
    page = reverse("labo:question", args=["dix", worth_lab.QUESTION.slug])
    return f"{page}?{urlencode(query, doseq=True)}"


def opened(rules: DixRules, board: int, hands: Hands) -> str:
    """Return the address of the lab's page on the whole deal of a board."""
    return deal_lab.address(rules, hands, dealer_of(board))


DUPLICATE = Duplicate(
    study=study,
    study_deal=opened,
    pack=pack,
    dealer=dealer_of,
    read=read,
    form=BoardForm,
    entry_of=entry_of,
    serializer=BoardSerializer,
    describe=describe,
    solve=solve,
    compiled=True,
    solved=solved,
    has_par=has_par,
    template="dix/board_pad.html",
    columns=(
        TypedColumn("bidder", {str(seat): letter for seat, letter in enumerate(SEAT_LETTERS)}),
        TypedColumn("bid", {PARTIE: pgettext_lazy("lettre de mise", "P")}, digits=True),
        TypedColumn("trump", TRUMP_LETTERS),
        TypedColumn("taken", digits=True),
    ),
    seats=SEAT_NAMES,
    letters=SEAT_LETTERS,
)
