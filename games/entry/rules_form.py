"""The form of a ruleset, made from its model's columns."""

from collections.abc import Iterable, Mapping
from typing import Any, Self

from django import forms
from django.db import models

from games.models import RulesBase
from games.registry.game import Game, Preset, Text

# The name of a hidden field. It is set once the host has seen the proposal, so that the proposal is
# not made twice.
SEEN = "proposal_seen"
# `KEEP`: the name of the button that restores the previous values. `CHOOSE`: a field that a script
# sends when the host chooses a rule.
KEEP, CHOOSE = "keep_rules", "choose_rule"
# When the host chooses a rule, the page posts the form and gets it back with the proposed values.
CHOOSING = {
    "hx-post": "",
    "hx-vals": f'{{"{CHOOSE}": "1"}}',
    "hx-target": "#rules",
    "hx-select": "#rules",
    "hx-swap": "outerHTML",
}


class RulesForm(forms.Form):
    """The form of a game's rules: `of` makes it from the model's columns.

    The model's own checks do not run, because the game's `rule_faults` check the complete ruleset.
    A subclass adds what the columns do not say. It may also propose values of other rules when the
    host chooses a certain value of one rule. `LEAD` is that rule and its value, `PROPOSES` the
    reason that is displayed, and `proposal` returns the proposed values.
    """

    prefix = "rule"
    LEAD: tuple[str, Any] | None = None
    PROPOSES: Text = ""
    # `filled`: the server has changed values in the form, so the host must look at them.
    # `proposing`: these are proposed values, and the form displays the button that restores the
    # previous ones.
    filled = proposing = False

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        if self.LEAD is not None:
            self.fields[self.LEAD[0]].widget.attrs |= CHOOSING

    def with_limits(self, game: Game) -> Self:
        """Return the form with a sentence by each rule under which a match may have no chances.

        It stands below the rule's own help. Only a form that is about to be displayed gets it.
        """
        for name, note in (game.chances.limits if game.chances else {}).items():
            if name in self.fields:
                rule = self.fields[name]
                rule.help_text = f"{rule.help_text} {note}".strip()
        return self

    @classmethod
    def of(
        cls, model: type[RulesBase], *, first: Iterable[str] = (), without: Iterable[str] = ()
    ) -> "type[RulesForm]":
        """Return the form of a model's rules. `without`: rules that are chosen with the seats."""
        left_out = {"id", "club", "match", *without}
        inputs = {
            column.name: _input(column)
            for column in model._meta.concrete_fields
            if column.editable and column.name not in left_out
        }
        order = [*first, *(name for name in inputs if name not in first)]
        made: Any = type(f"{model.__name__}Form", (cls,), {**inputs, "field_order": order})
        return made

    def proposal(self, shown_rules: Mapping[str, Any]) -> dict[str, Any]:
        """Return the values that the game proposes for the rules other than its `LEAD`."""
        return {}

    def with_proposal(self, shown_rules: Mapping[str, Any]) -> Self | None:
        """Return the form with the proposed values. Return None if there are none, or if the host
        has already seen them.

        Rules that the host has changed keep their values. The form must be valid.
        """
        if self.seen or not self._leads(shown_rules):
            return None
        proposed = self._changes(shown_rules, self.proposal(shown_rules))
        return self._filled(proposed, seen=True, proposing=True) if proposed else None

    def with_choice(self, shown_rules: Mapping[str, Any], *, keep: bool) -> Self:
        """Return the form with the proposed values, if the host has just chosen the value of
        `LEAD`.

        Return it with the previous values if the host presses the button to keep them, or if the
        host has chosen another value of that rule.
        """
        if not self.is_valid():
            return self
        if self.seen and (keep or not self._leads(shown_rules)):
            return self._filled(self._changes(self.proposal(shown_rules), shown_rules), seen=keep)
        return self.with_proposal(shown_rules) or self

    @property
    def seen(self) -> bool:
        """Whether no proposal must be made.

        This is so if the host has already seen it, or if the form began with the value of `LEAD`.
        """
        if self.is_bound:
            return bool(self.data.get(SEEN))
        return self.LEAD is not None and self.initial.get(self.LEAD[0]) == self.LEAD[1]

    def _leads(self, shown_rules: Mapping[str, Any]) -> bool:
        if self.LEAD is None:
            return False
        name, value = self.LEAD
        return bool(self.cleaned_data.get(name) == value != shown_rules.get(name))

    def _changes(self, before: Mapping[str, Any], after: Mapping[str, Any]) -> dict[str, Any]:
        """Return the values in `after` for the rules that still have their value in `before`.

        Rules whose value is the same in both are left out.
        """
        return {
            name: after[name]
            for name in before.keys() & after.keys()
            if self.cleaned_data.get(name) == before[name] != after[name]
        }

    def _filled(self, values: Mapping[str, Any], *, seen: bool, proposing: bool = False) -> Self:
        data = self.data.copy()  # type: ignore[attr-defined]
        for name, value in values.items():
            data[self.add_prefix(name)] = "" if value is None else str(value)
        data[SEEN] = "1" if seen else ""
        form = type(self)(data, initial=self.initial)
        form.filled, form.proposing = True, proposing
        return form

    def changed_from(self, preset_values: dict[str, Any]) -> dict[str, Any]:
        """Return the rules that the host has changed from those of the preset."""
        return {
            name: value
            for name, value in self.cleaned_data.items()
            if value != preset_values.get(name)
        }


def _input(column: Any) -> Any:
    """Return a column's input without bounds, because the game checks them with its own messages.

    Django would display « Il faut 0 au moins » for any column that is never negative, even where
    the least value is 1.
    """
    if isinstance(column, models.IntegerField) and not column.choices:
        return column.formfield(min_value=None)
    return column.formfield()


def values_of(game: Game, preset: Preset) -> dict[str, Any]:
    """Return every rule of a preset, the model's defaults included."""
    return game.rules.model(**preset.values).values()
