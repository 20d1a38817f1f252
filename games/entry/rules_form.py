"""The form of a ruleset, made from its model's columns."""

from collections.abc import Iterable, Mapping
from typing import Any, Self

from django import forms
from django.db import models

from games.models import RulesBase
from games.registry.game import Game, Preset, Text

# Sent with a form whose proposal was seen: nothing is proposed twice.
SEEN = "proposal_seen"
# The button that keeps the values shown before, and what a script sends when a rule is chosen.
KEEP, CHOOSE = "keep_rules", "choose_rule"
# A chosen rule asks for the form with what is proposed beside it.
CHOOSING = {
    "hx-post": "",
    "hx-vals": f'{{"{CHOOSE}": "1"}}',
    "hx-target": "#rules",
    "hx-select": "#rules",
    "hx-swap": "outerHTML",
}


class RulesForm(forms.Form):
    """The form of a game's rules: `of` makes it of the model's columns.

    The model's own checks are left out: the game's `rule_faults` judge the whole ruleset. A
    sub-class is for what no column says. It may also propose values of other rules for one that
    the host chooses: `LEAD` is that rule and the value which brings the proposal, `PROPOSES` says
    why, and `proposal` what.
    """

    prefix = "rule"
    LEAD: tuple[str, Any] | None = None
    PROPOSES: Text = ""
    # Whether values were filled in for the host to see; and whether they are the proposed ones,
    # with the button that keeps the others.
    filled = proposing = False

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        if self.LEAD is not None:
            self.fields[self.LEAD[0]].widget.attrs |= CHOOSING

    @classmethod
    def of(
        cls, model: type[RulesBase], *, first: Iterable[str] = (), without: Iterable[str] = ()
    ) -> "type[RulesForm]":
        """Return the form of a model's rules; `without` those that are chosen with the seats."""
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
        """Return what the game proposes beside its `LEAD`, from the rules that were shown."""
        return {}

    def with_proposal(self, shown_rules: Mapping[str, Any]) -> Self | None:
        """Return the form with what is proposed filled in, or None: nothing is, or it was seen.

        Rules that the host has changed stay. Call it on a valid form.
        """
        if self.seen or not self._leads(shown_rules):
            return None
        proposed = self._changes(shown_rules, self.proposal(shown_rules))
        return self._filled(proposed, seen=True, proposing=True) if proposed else None

    def with_choice(self, shown_rules: Mapping[str, Any], *, keep: bool) -> Self:
        """Return the form after its lead was chosen, or with the values before if they are kept."""
        if not self.is_valid():
            return self
        if self.seen and (keep or not self._leads(shown_rules)):
            return self._filled(self._changes(self.proposal(shown_rules), shown_rules), seen=keep)
        return self.with_proposal(shown_rules) or self

    @property
    def seen(self) -> bool:
        """Whether nothing more is proposed: it was seen, or the lead was chosen long ago."""
        if self.is_bound:
            return bool(self.data.get(SEEN))
        return self.LEAD is not None and self.initial.get(self.LEAD[0]) == self.LEAD[1]

    def _leads(self, shown_rules: Mapping[str, Any]) -> bool:
        if self.LEAD is None:
            return False
        name, value = self.LEAD
        return bool(self.cleaned_data.get(name) == value != shown_rules.get(name))

    def _changes(self, before: Mapping[str, Any], after: Mapping[str, Any]) -> dict[str, Any]:
        """Return the values `after` of the rules that the form still has as `before`."""
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
        """Return the rules that differ from those shown: what the host changed."""
        return {
            name: value
            for name, value in self.cleaned_data.items()
            if value != preset_values.get(name)
        }


def _input(column: Any) -> Any:
    """Return a column's input without bounds: the game says them, in words of its own.

    « Il faut 0 au moins », of any column that is never below 0, is no help where 1 is the least.
    """
    if isinstance(column, models.IntegerField) and not column.choices:
        return column.formfield(min_value=None)
    return column.formfield()


def values_of(game: Game, preset: Preset) -> dict[str, Any]:
    """Return every rule of a preset, the model's defaults included."""
    return game.rules.model(**preset.values).values()
