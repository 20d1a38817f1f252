"""The form of a hand's pad and the form of a ruleset. The rules themselves are in `scoring`."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from games.dix.engine import taps
from games.dix.models import DixHand, DixRules
from games.dix.presets import with_penalised_aces
from games.entry.forms import PadForm
from games.entry.rules_form import RulesForm
from games.presentation.wording import figure

# The fields that a recorded auction decides, and those that recorded tricks decide. If the pad
# corrects one of these fields, the recorded auction or tricks no longer agree with it. They are
# then removed from the hand, but its history still has them.
AUCTION_TELLS = ("bidder", "bid", "partie", "defenders_bid")
TRICKS_TELL = ("bidder", "trump", "taken", "partie")
# The most keys in the row of bids. With a larger purse the bid is typed in a field.
MOST_KEYS = 60


class HandForm(PadForm):
    """The pad of a hand.

    It asks for the bidder, the bid and the points taken; with the button that records the line
    these are four taps.
    """

    FIELD_OF = {"partie": "bid", "auction": "bid", "tricks": "taken"}
    COLUMNS = {"defenders_bid": None}
    BEYOND = frozenset({"auction", "tricks"})

    bidder = forms.ChoiceField(label=_("Qui a misé ?"), required=False, widget=forms.RadioSelect)
    bid = forms.ChoiceField(label=_("Mise"), required=False, widget=forms.RadioSelect)
    taken = forms.ChoiceField(label=_("Points ramassés"), required=False, widget=forms.RadioSelect)
    trump = forms.ChoiceField(
        label=_("Atout"),
        required=False,
        choices=(("", _("non noté")), *DixHand.Trump.choices),
        widget=forms.RadioSelect,
    )
    tens = forms.TypedChoiceField(label=_("Combien de 10 ?"), required=False)
    fives = forms.TypedChoiceField(label=_("Combien de 5 ?"), required=False)
    stolen = forms.TypedChoiceField(label=_("As volés par ce camp"), required=False)
    robbed = forms.TypedChoiceField(label=_("As perdus par ce camp"), required=False)

    def __init__(self, table: Any, data: Any = None, *, number: int | None = None) -> None:
        super().__init__(table, data, number=number)
        rules: DixRules = table.rules
        self._state = taps.pad_state(rules, table.sheet, {})
        self._choices("bidder", [(str(seat.number), seat.name) for seat in table.seats])
        self._bids(rules)
        lowest = -40 if rules.card_values == "penalised_aces" else 0
        self._choices("taken", [(str(n), figure(n)) for n in range(lowest, 101, 5)])
        if rules.card_values == "penalised_aces":
            for name in taps.COUNTS:
                self._choices(name, [(str(n), str(n)) for n in range(5)])
        else:
            for name in taps.COUNTS:
                del self.fields[name]
        self.capped_bidders = self._state["capped_bidders"]
        if not self.capped_bidders and number is None:
            del self.fields["defenders_bid"]

    def _choices(self, name: str, choices: list[tuple[str, Any]]) -> None:
        field = self.fields[name]
        field.choices = choices  # type: ignore[attr-defined]
        field.widget = forms.RadioSelect(choices=choices)

    def _bids(self, rules: DixRules) -> None:
        """Set the keys for the bid: every possible bid, and « la partie » last if it is allowed."""
        step = 1 if rules.bid_format == "buy_money" else 5
        highest = self._highest_bid(rules)
        values = list(range(rules.min_bid, highest + 1, step))
        if len(values) > MOST_KEYS:
            self.fields["bid"] = forms.IntegerField(label=_("Mise"), required=False)
            return
        keys: list[tuple[str, Any]] = [(str(value), str(value)) for value in values]
        if self._free_trump(rules):
            keys.insert(0, ("0", _("sans payer")))
        if rules.partie != "forbidden":
            keys.append((taps.PARTIE, _("La partie")))
        self._choices("bid", keys)

    def _highest_bid(self, rules: DixRules) -> int:
        if rules.bid_format == "buy_money":
            return self._purse(rules, "highest_purse")
        penalised = rules.card_values == "penalised_aces"
        return 60 if penalised and rules.bid_format != "buy_points" else 100

    def _purse(self, rules: DixRules, which: str) -> int:
        return (rules.initial_money or 0) if self.number is not None else int(self._state[which])

    def _free_trump(self, rules: DixRules) -> bool:
        money = rules.bid_format == "buy_money"
        return money and (
            self.number is not None or self._purse(rules, "lowest_purse") < rules.min_bid
        )

    def values_of(self, data: dict[str, Any]) -> dict[str, Any]:
        """Return the values of the pad's inputs that show a recorded hand."""
        bid = taps.PARTIE if data.get("partie") else data.get("bid")
        return {**data, "bid": None if bid is None else str(bid)}

    def corrected_data(self) -> dict[str, Any]:
        """Return the corrected hand.

        Its auction and its tricks stay if they still agree with it.
        """
        data = dict(self.entry)
        old = self.table.lines[(self.number or 1) - 1].entry.data()
        for recorded, field_names in (("auction", AUCTION_TELLS), ("tricks", TRICKS_TELL)):
            if recorded in old and all(data.get(name) == old.get(name) for name in field_names):
                data[recorded] = old[recorded]
        return data


class _RulesForm(RulesForm):
    """The form of a ruleset. With penalised aces it proposes values for hands of 60 points."""

    LEAD = ("card_values", DixRules.CardValues.PENALISED_ACES)
    PROPOSES = _(
        "Avec les as pénalisés une brasse fait 60 points : les valeurs sont multipliées par 0,6 "
        "et « la partie » est interdite, comme la source le demande."
    )

    def proposal(self, shown_rules: Mapping[str, Any]) -> dict[str, Any]:
        """Return the proposed rules for penalised aces. They depend on the format of the bids."""
        chosen = self.cleaned_data.get("bid_format") or shown_rules["bid_format"]
        return with_penalised_aces({**shown_rules, "bid_format": chosen})


# The form with which a host changes the rules of a match.
DixRulesForm = _RulesForm.of(DixRules, without=("first_dealer",))
