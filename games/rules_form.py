"""The form of a ruleset, made from its model's columns."""

from collections.abc import Iterable
from typing import Any

from django import forms

from games.models import RulesBase
from games.registry import Game, Preset


class RulesForm(forms.ModelForm):
    """The form of a game's rules: `of` makes it of the model's columns.

    A sub-class is for what no column says.
    """

    prefix = "rule"

    @classmethod
    def of(
        cls, model: type[RulesBase], *, first: Iterable[str] = (), without: Iterable[str] = ()
    ) -> "type[RulesForm]":
        """Return the form of a model's rules; `without` those that are chosen with the seats."""
        exclude = ("club", "match", *without)
        made: Any = forms.modelform_factory(model, form=cls, exclude=exclude)
        made.field_order = list(first)
        return made

    def _post_clean(self) -> None:
        """Skip the model's own checks: the game's `rule_faults` judge the whole ruleset."""

    def changed_from(self, preset_values: dict[str, Any]) -> dict[str, Any]:
        """Return the rules that differ from those shown: what the host changed."""
        return {
            name: value
            for name, value in self.cleaned_data.items()
            if value != preset_values.get(name)
        }


def values_of(game: Game, preset: Preset) -> dict[str, Any]:
    """Return every rule of a preset, the model's defaults included."""
    return game.rules_model(**preset.values).values()
