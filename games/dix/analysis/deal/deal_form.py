"""The form of the lab's question about a deal: a grid of who has what, or a pasted line."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy

from games.cards import SUITS, Card, parse_card
from games.dix.analysis.contract_words import SEAT_LETTERS, SEAT_NAMES
from games.dix.analysis.deal.deal import (
    DealFault,
    Hands,
    Place,
    as_text,
    hand_faults,
    in_order,
    read_cards,
    read_hands,
)
from games.dix.engine.play import DECKS
from games.dix.engine.rulesets import SEATS
from games.dix.models import DixHand
from games.entry.lab_fields import CardsField
from games.presentation.wording import SUIT_NAMES, card_name, figure
from games.sheet import RuleError

# Stands between a card and its seat in the values of the grid.
HELD_BY = "@"
MOST_TYPED = 400
EXAMPLE = (
    "AS KS 9S 6S AH 10H 5H KD 8D 7C / QS 10S 5S KH 9H AD 7D 6D QC 5C / "
    "JS 8S QH 8H 6H QD 9D 5D AC 9C / 7S JH 7H JD 10D KC JC 10C 8C 6C"
)
FAULTS = {
    "card_unknown": gettext_lazy(
        "« %(text)s » n'est pas une carte de ce jeu : écrire AS, 10H, 5D."
    ),
    "card_not_in_deck": gettext_lazy("%(card)s n'est pas dans ce paquet de %(count)s cartes."),
    "card_repeated": CardsField.default_error_messages["card_repeated"],
    "cards_too_many": gettext_lazy(
        "%(given)s cartes en tout, et le paquet en a %(count)s : en enlever."
    ),
    "hands_not_four": gettext_lazy(
        "Il faut quatre mains, séparées par « / » : il y en a %(count)s."
    ),
    "hands_uneven": gettext_lazy("Les quatre mains doivent être égales ; ici : %(sizes)s."),
    "card_not_held": gettext_lazy("C'est à %(seat)s de jouer, qui n'a pas %(card)s."),
    "must_follow": gettext_lazy(
        "%(seat)s a encore du %(suit)s et doit fournir : %(card)s ne se joue pas ici."
    ),
    "deal_missing": gettext_lazy(
        "Donner les quatre mains, ou l'adresse d'une brasse analysée ou d'une donne ouverte."
    ),
    "deal_not_seen": gettext_lazy(
        "À cette adresse, pas de donne que vous puissiez voir : une brasse inscrite par cartes, "
        "son match fini, ou une donne que plus personne n'a à jouer."
    ),
    "trump_missing": gettext_lazy("Des cartes sont jouées : dire aussi l'atout et qui entame."),
}


def refusal(fault: DealFault) -> forms.ValidationError:
    """Return a fault as a sentence for the reader."""
    params = dict(fault.params)
    if "card" in params:
        params["card"] = card_name(params["card"])
    if "seat" in params:
        params["seat"] = SEAT_NAMES[params["seat"]]
    if "suit" in params:
        params["suit"] = SUIT_NAMES[params["suit"]]
    if "sizes" in params:
        params["sizes"] = ", ".join(
            f"{name} {figure(size)}" for name, size in zip(SEAT_NAMES, params["sizes"], strict=True)
        )
    return forms.ValidationError(FAULTS[fault.code], code=fault.code, params=params)


# --- The four hands --------------------------------------------------------------------------


class HandsWidget(forms.Textarea):
    """A grid with the holder of each card, and a box for a pasted line, which goes before it."""

    template_name = "dix/deal_grid.html"
    use_fieldset = True

    class Media:
        js = (forms.Script("dix/deal-grid.js", defer=True),)

    def value_from_datadict(self, data: Any, files: Any, name: str) -> str:
        """Return the four hands as a line of text."""
        values = data.getlist(name) if hasattr(data, "getlist") else data.get(name, [])
        texts = [values] if isinstance(values, str) else [str(value) for value in values]
        pasted = [text for text in texts if text.strip() and HELD_BY not in text]
        return "\n".join(pasted) if pasted else _of_grid(texts)

    def get_context(self, name: str, value: Any, attrs: Any) -> dict[str, Any]:
        """Add the rows of the grid. A line that is no deal stays in the box as it is."""
        try:
            hands: Hands = read_hands(str(value or ""), 40)
            value = ""
        except DealFault:
            hands = ()
        context = super().get_context(name, value, attrs)
        holders = {card.code: seat for seat, hand in enumerate(hands) for card in hand}
        seats = [(str(seat), letter) for seat, letter in enumerate(SEAT_LETTERS)]
        context["seats"] = list(zip(seats, SEAT_NAMES, strict=True))
        context["rows"] = [
            {
                "suit": SUIT_NAMES[suit],
                "cards": [
                    {
                        "code": card.code,
                        "name": card_name(card.code),
                        "red": suit in ("hearts", "diamonds"),
                        "seats": [
                            (f"{card.code}{HELD_BY}{seat}", letter, holders.get(card.code) == place)
                            for place, (seat, letter) in enumerate(seats)
                        ],
                    }
                    for card in in_order(DECKS[40])
                    if card.suit == suit
                ],
            }
            for suit in SUITS
        ]
        return context


def _of_grid(values: Sequence[str]) -> str:
    """Return the hands of a grid as text. A hand left empty gets the cards that are left."""
    hands: list[list[Card]] = [[] for _seat in range(SEATS)]
    for value in values:
        code, _at, seat = value.partition(HELD_BY)
        try:
            hands[int(seat)].append(parse_card(code))
        except (RuleError, ValueError, IndexError):
            continue
    sizes = sorted(map(len, hands))
    if sizes[0] == 0 and sizes[1] == sizes[3] and SEATS * sizes[3] in DECKS:
        given = {card for hand in hands for card in hand}
        hands[[len(hand) for hand in hands].index(0)] = list(DECKS[SEATS * sizes[3]] - given)
    return as_text(map(in_order, hands)) if any(hands) else ""


# --- The form --------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class AskedDeal:
    """A deal as it is asked about. `trump` and `leader` are None if they are to be chosen.

    `step` is how many cards of the line of play come before the position.
    """

    hands: Hands
    dealer: int
    trump: str | None
    leader: int | None
    played: tuple[Card, ...]
    step: int

    def place(self, trump: str, leader: int) -> Place:
        """Return the position after the played cards. Raise `DealFault` if one is impossible."""
        return Place(self.hands, trump, leader).after_all(self.played)


class DealForm(forms.Form):
    """The form for a deal, or for a position within it."""

    hands = forms.CharField(
        label=gettext_lazy("Les quatre mains"),
        required=False,
        max_length=MOST_TYPED,
        widget=HandsWidget(attrs={"rows": 3, "autocomplete": "off", "spellcheck": "false"}),
        initial=EXAMPLE,
        help_text=gettext_lazy(
            "À qui est chaque carte (la dernière main se complète seule), ou une ligne : Nord, "
            "Est, Sud, Ouest, séparés par « / »."
        ),
    )
    recorded = forms.CharField(
        label=gettext_lazy("Ou l'adresse de sa page"),
        required=False,
        max_length=MOST_TYPED,
        help_text=gettext_lazy(
            "D'une brasse inscrite par cartes et analysée, ou d'une donne ouverte d'un tournoi."
        ),
    )
    dealer = forms.TypedChoiceField(
        label=gettext_lazy("Qui brasse ?"),
        choices=list(enumerate(SEAT_NAMES)),
        coerce=int,
        initial=0,
    )
    trump = forms.ChoiceField(
        label=gettext_lazy("Atout"),
        required=False,
        choices=[("", gettext_lazy("celui de la meilleure mise")), *DixHand.Trump.choices],
    )
    leader = forms.TypedChoiceField(
        label=gettext_lazy("Qui mise et entame"),
        required=False,
        choices=[("", gettext_lazy("selon la meilleure mise")), *enumerate(SEAT_NAMES)],
        coerce=int,
        empty_value=None,
    )
    played = forms.CharField(
        label=gettext_lazy("Cartes déjà jouées"),
        required=False,
        max_length=MOST_TYPED,
        help_text=gettext_lazy("Dans l'ordre, levée après levée ; même au milieu d'une levée."),
        widget=forms.TextInput(attrs={"autocomplete": "off", "spellcheck": "false"}),
    )
    step = forms.IntegerField(
        required=False, min_value=0, max_value=40, initial=0, widget=forms.HiddenInput
    )

    def clean(self) -> dict[str, Any]:
        """Check the deal and the position, unless they are read at another page's address."""
        values = super().clean() or self.cleaned_data
        if self.errors or "rules" not in values or values.get("recorded"):
            return values
        try:
            values["deal"] = typed_deal(values)
        except FieldFault as fault:
            for refused in fault.faults:
                self.add_error(fault.field, refusal(refused))
        return values


class FieldFault(Exception):
    """Everything that is wrong with one field."""

    def __init__(self, field: str, *faults: DealFault) -> None:
        super().__init__(field)
        self.field, self.faults = field, faults


def typed_deal(values: Mapping[str, Any]) -> AskedDeal:
    """Return the deal of a form's values. Raise `FieldFault`."""
    deck = values["rules"].deck
    if not values["hands"].strip():
        raise FieldFault("hands", DealFault("deal_missing"))
    try:
        hands = read_hands(values["hands"], deck)
    except DealFault as fault:
        raise FieldFault("hands", *_all_faults(values["hands"], deck, fault)) from None
    return _with_position(values, hands, values["dealer"])


def page_deal(values: Mapping[str, Any]) -> AskedDeal:
    """Return the deal that was read at another page's address (`seen`). Raise `FieldFault`."""
    seen = values.get("seen")
    if seen is None:
        raise FieldFault("recorded", DealFault("deal_not_seen"))
    hands = tuple(in_order(map(parse_card, hand)) for hand in seen["hands"])
    faults = list(hand_faults(hands, values["rules"].deck))
    if faults:
        raise FieldFault("recorded", *faults)
    given = {name: values[name] for name in ("trump", "leader") if values[name] not in ("", None)}
    position = {**values, "trump": seen["trump"], "leader": seen["leader"], **given}
    return _with_position(position, hands, seen["dealer"])


def deal_of(values: Mapping[str, Any]) -> AskedDeal:
    """Return the deal that is asked about. Raise `ValidationError` for one that nobody may see."""
    if not values.get("recorded"):
        deal: AskedDeal = values["deal"]
        return deal
    try:
        return page_deal(values)
    except FieldFault as fault:
        raise forms.ValidationError({fault.field: list(map(refusal, fault.faults))}) from None


def _all_faults(text: str, deck: int, first: DealFault) -> tuple[DealFault, ...]:
    """Return every fault of four hands of known cards; otherwise only the first."""
    if first.code in ("card_unknown", "hands_not_four"):
        return (first,)
    hands = [read_cards(hand) for hand in text.replace("\n", "/").split("/") if hand.strip()]
    return tuple(hand_faults(hands, deck)) or (first,)


def _with_position(values: Mapping[str, Any], hands: Hands, dealer: int) -> AskedDeal:
    trump, leader = values["trump"] or None, values["leader"]
    try:
        played = read_cards(values["played"])
    except DealFault as fault:
        raise FieldFault("played", fault) from None
    if played and (trump is None or leader is None):
        raise FieldFault("played", DealFault("trump_missing"))
    deal = AskedDeal(hands, dealer, trump, leader, played, values["step"] or 0)
    if trump is not None and leader is not None:
        try:
            deal.place(trump, leader)
        except DealFault as fault:
            raise FieldFault("played", fault) from None
    return deal
