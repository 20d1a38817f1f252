"""The pad of the toy, with one number for each seat."""

from django import forms

from games.entry.forms import PadForm
from games.entry.rules_form import RulesForm
from tests.toy.models import ToyRules


class ThrowForm(PadForm):
    """The form of a throw: one die for each seat."""

    def __init__(self, table, data=None, *, number=None):
        super().__init__(table, data, number=number)
        for seat in table.seats:
            self.fields[f"die_{seat.number}"] = forms.IntegerField(label=seat.name)

    def values_of(self, data):
        return {f"die_{seat}": value for seat, value in enumerate(data["values"])}


ToyRulesForm = RulesForm.of(ToyRules)
