"""The form of « Que vaut ma main ? »: the hand, who bids, and what one knows besides."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy

from games.dix.analysis.deal.deal import DealFault, read_cards
from games.dix.analysis.deal.deal_form import refusal
from games.dix.analysis.lab_forms import LabHandForm
from games.dix.analysis.worth.calls import read_calls
from games.dix.engine.play import DECKS
from games.dix.models import DixRules
from games.dix.presets import TRADITIONAL, with_penalised_aces
from games.dix.words import ERRORS
from games.presentation.wording import Names, card_name, error_sentence
from games.sheet import RuleError

PLACES = (
    gettext_lazy("Moi"),
    gettext_lazy("À gauche"),
    gettext_lazy("Partenaire"),
    gettext_lazy("À droite"),
)
# The fields of the cards that were seen in the other hands, by seat.
SEEN = {1: "seen_left", 2: "seen_partner", 3: "seen_right"}
FAULTS = {
    "call_unknown": gettext_lazy(
        "« %(text)s » n'est pas une annonce : écrire passe, 60 ou partie."
    ),
    "auction_over": gettext_lazy("Les annonces sont finies avant la dernière de cette ligne."),
    "dealer_missing": gettext_lazy("Pour lire les annonces, dire qui brasse."),
    "card_seen_twice": gettext_lazy("%(card)s ne peut être à deux endroits : l'enlever de l'un."),
    "too_many_seen": gettext_lazy("Une main n'a que %(count)s cartes : en enlever."),
}


def _seen_field(label: Any, help_text: Any = "") -> forms.CharField:
    return forms.CharField(
        label=label,
        required=False,
        max_length=60,
        help_text=help_text,
        widget=forms.TextInput(attrs={"autocomplete": "off", "spellcheck": "false"}),
    )


class WorthForm(LabHandForm):
    """The form for a hand, the bidder's seat, the value of an ace, what is known, the precision."""

    leader = forms.TypedChoiceField(
        label=gettext_lazy("La personne qui mise (elle nomme l'atout et entame)"),
        choices=list(enumerate(PLACES)),
        coerce=int,
        initial=0,
    )
    card_values = forms.ChoiceField(
        label=gettext_lazy("Valeur des cartes"),
        choices=DixRules.CardValues.choices,
        initial=DixRules.CardValues.TRADITIONAL,
    )
    dealer = forms.TypedChoiceField(
        label=gettext_lazy("Qui brasse ?"),
        required=False,
        choices=[("", gettext_lazy("sans importance")), *enumerate(PLACES)],
        coerce=int,
        empty_value=None,
    )
    calls = forms.CharField(
        label=gettext_lazy("Annonces jusqu'ici"),
        required=False,
        max_length=120,
        help_text=gettext_lazy(
            "Dans l'ordre, à partir de la gauche de qui brasse : « passe 60 70 »."
        ),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    seen_left = _seen_field(
        gettext_lazy("Cartes vues à gauche"),
        gettext_lazy("Montrées ou tombées : « AS 10H »."),
    )
    seen_partner = _seen_field(gettext_lazy("Cartes vues en face"))
    seen_right = _seen_field(gettext_lazy("Cartes vues à droite"))
    precision = forms.TypedChoiceField(
        label=gettext_lazy("Précision des moyennes"),
        choices=(
            (2, gettext_lazy("à 2 points près")),
            (1, gettext_lazy("à 1 point près : quatre fois plus long")),
        ),
        coerce=int,
        initial=2,
    )
    seed = forms.IntegerField(
        label=gettext_lazy("Graine du hasard"),
        min_value=0,
        max_value=2**31 - 1,
        initial=1,
        help_text=gettext_lazy("La même graine redonne les mêmes donnes."),
    )

    def clean(self) -> dict[str, Any]:
        """Read the calls and the cards seen, and return the cleaned values."""
        values = super().clean() or self.cleaned_data
        if not self.errors:
            values["held"] = self._held(values)
            values["promised"] = self._promised(values)
        return values

    def _held(self, values: dict[str, Any]) -> dict[int, frozenset[Any]]:
        """Return the cards that were seen in the other hands, by seat."""
        held, placed = {}, set(values["cards"])
        for seat, name in SEEN.items():
            try:
                cards = read_cards(values[name])
            except DealFault as fault:
                self.add_error(name, refusal(fault))
                continue
            for card in cards:
                if card not in DECKS[values["deck"]]:
                    strange = DealFault("card_not_in_deck", card=card.code, count=values["deck"])
                    self.add_error(name, refusal(strange))
                elif card in placed:
                    self._fault(name, "card_seen_twice", card=card_name(card.code))
                placed.add(card)
            if len(cards) > values["deck"] // 4:
                self._fault(name, "too_many_seen", count=values["deck"] // 4)
            if cards:
                held[seat] = frozenset(cards)
        return held

    def _promised(self, values: dict[str, Any]) -> dict[int, Any]:
        """Return what the calls of the others promise, by seat."""
        if not values["calls"].strip():
            return {}
        if values["dealer"] is None:
            self._fault("dealer", "dealer_missing")
            return {}
        try:
            promised = read_calls(values["calls"], values["dealer"], _rules(values))
        except RuleError as fault:
            if fault.code in FAULTS:
                self._fault("calls", fault.code, **fault.params)
            else:
                text = _sentence(fault)
                self.add_error("calls", forms.ValidationError(text, code=fault.code))
            return {}
        return {seat: bounds for seat, bounds in promised.items() if seat != 0}

    def _fault(self, name: str, code: str, **params: Any) -> None:
        self.add_error(name, forms.ValidationError(FAULTS[code], code=code, params=params))


def _rules(values: dict[str, Any]) -> DixRules:
    """Return the usual rules of this deck and these values, by which the calls are read."""
    rules = {**TRADITIONAL, "deck": values["deck"]}
    if values["card_values"] == DixRules.CardValues.PENALISED_ACES:
        rules |= {"card_values": values["card_values"], **with_penalised_aces(rules)}
    return DixRules(**rules)


def _sentence(fault: RuleError) -> str:
    names = Names(tuple(map(str, PLACES)))
    return error_sentence(ERRORS, fault.code, fault.params, names)
