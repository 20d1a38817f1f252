"""The pad of a manche and the form of a ruleset. They check shapes; the rules are in `scoring`."""

from typing import Any, NamedTuple

from django import forms
from django.utils.translation import gettext_lazy as _

from games.bataille.engine import taps
from games.bataille.engine.taps import PAT, STOPPED
from games.bataille.models import BatailleRules
from games.entry.forms import PadForm
from games.entry.rules_form import RulesForm
from games.presentation.table import SeatView


class WinnerKey(NamedTuple):
    """A player's key: the manches won before and after a tap, and whether it ends the match."""

    seat: SeatView
    before: int
    after: int
    ends: bool


class MancheForm(PadForm):
    """The form of a manche, whose winner takes one tap. The other fields are next to it.

    `outcome` is a seat's number, `pat` or `stopped`. On the pad, its keys are buttons that
    record the line. In a correction they are radio buttons, so that the user can look at the
    differences first.
    """

    FIELD_OF = {"winner": "outcome", "reason": "outcome", "cards": "cards_0"}
    COLUMNS = {"tricks": None, "battles": None}

    outcome = forms.ChoiceField(
        label=_("Qui gagne la manche ?"), required=False, widget=forms.RadioSelect
    )
    joker = forms.BooleanField(label=_("En volant le joker"), required=False)

    def __init__(self, table: Any, data: Any = None, *, number: int | None = None) -> None:
        super().__init__(table, data, number=number)
        rules: BatailleRules = table.rules
        state = taps.pad_state(rules, table.sheet, {})
        self.total, self.pat, self._wins = state["total"], state["pat"], state["wins"]
        choices = [(str(seat.number), seat.short) for seat in table.seats]
        if self.pat:
            choices.append((PAT, _("Pat")))
        choices.append((STOPPED, _("Manche arrêtée")))
        self.fields["outcome"].choices = choices  # type: ignore[attr-defined]
        if not rules.stealing_joker_wins:
            del self.fields["joker"]
        for name in self._card_names():
            seat = table.seats[int(name.removeprefix("cards_"))]
            self.fields[name] = forms.IntegerField(label=seat.short, required=False)

    def _card_names(self) -> list[str]:
        return taps.card_names(len(self.table.seats))

    @property
    def keys(self) -> list[WinnerKey]:
        """A key for each player. It shows the player's wins before and after a tap."""
        return [
            WinnerKey(seat, *key) for seat, key in zip(self.table.seats, self._wins, strict=True)
        ]

    @property
    def counts(self) -> list[Any]:
        """The input fields for each seat's number of cards, in turn order."""
        return [self[name] for name in self._card_names()]

    def values_of(self, data: dict[str, Any]) -> dict[str, Any]:
        """Return the values of the pad's inputs that show a recorded manche."""
        reason = data.get("reason")
        outcome = reason if reason in (PAT, STOPPED) else data.get("winner")
        counts = {f"cards_{seat}": count for seat, count in enumerate(data.get("cards") or ())}
        return {
            "outcome": None if outcome is None else str(outcome),
            "joker": reason == "joker",
            "tricks": data.get("tricks"),
            "battles": data.get("battles"),
            **counts,
        }


# The form in which a host changes the rules of a match. The rules that are most often changed
# come first.
BatailleRulesForm = RulesForm.of(
    BatailleRules, first=("wins_needed", "deck", "decks", "deal", "face_down", "stalemate")
)
