"""The form of a ruleset, made from its model's columns."""

from typing import Any

from django import forms

from games.registry import Game, Preset


class RulesForm(forms.ModelForm):
    """Base of a game's ruleset form. The sub-class names the model and its fields."""

    prefix = "rule"

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
