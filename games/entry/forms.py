"""The shared part of the forms of every game's pad."""

import uuid
from collections.abc import Mapping
from functools import cached_property
from typing import Any, Self

from django import forms
from django.db import models
from django.http import QueryDict
from django.utils.text import capfirst

from games.presentation.table import Table
from games.presentation.wording import error_sentence
from games.registry.game import Text
from games.sheet import RuleError, Scoresheet


class PadForm(forms.Form):
    """Base of a game's pad: the shape of a line as it is tapped, never a rule.

    The game's `entry_of` makes the entry of the inputs, on the phone as well. A sub-class
    gives `FIELD_OF` where an input stands for another field.
    `COLUMNS` are typed as they are stored: their inputs are made of the entry's columns, under
    the column's name, or a shorter one that is given here. `BEYOND` are names of an entry that no
    input shows.
    """

    FIELD_OF: dict[str, str] = {}
    COLUMNS: Mapping[str, Text | None] = {}
    BEYOND: frozenset[str] = frozenset()

    # Set when another phone has recorded meanwhile, and the tapped values wait for a choice.
    waits: Any = None
    # The entry that the inputs of a valid form make.
    entry: dict[str, Any]

    client_id = forms.UUIDField(required=False, widget=forms.HiddenInput)
    after = forms.IntegerField(required=False, widget=forms.HiddenInput)

    def __init__(self, table: Table, data: Any = None, *, number: int | None = None) -> None:
        self.table = table
        self.number = number
        super().__init__(data, initial=self.first_values())
        for name, label in self.COLUMNS.items():
            self.fields[name] = _input(table.game.entry.model._meta.get_field(name), label)

    @classmethod
    def again(cls, table: Table, entry: dict[str, Any]) -> Self:
        """Return a pad filled with a line that was taken back, to be put right and recorded."""
        empty = cls(table)
        values = empty.first_values() | empty.values_of(entry)
        data = QueryDict(mutable=True)
        for name in empty.fields:
            value = values.get(name)
            if isinstance(value, (list, tuple)):
                data.setlist(name, [str(choice) for choice in value])
            elif value is not None and value is not False and value != "":  # a seat may be 0
                data[name] = "on" if value is True else str(value)
        return cls(table, data)

    def for_phone(self) -> dict[str, Any]:
        """Return what the game's templates draw of besides, for a phone that does it itself."""
        return {}

    def first_values(self) -> dict[str, Any]:
        """Return the pad's initial values: for a new line, or for line `number` to be corrected."""
        values: dict[str, Any] = {"client_id": uuid.uuid4(), "after": self.table.match.version}
        if self.number is not None:
            values |= self.values_of(self.table.lines[self.number - 1].entry.data())
        return values

    def values_of(self, data: dict[str, Any]) -> dict[str, Any]:
        """Return the inputs' values for a recorded entry."""
        return data

    @cached_property
    def before(self) -> Scoresheet:
        """The match as it stood before the line that the pad is for."""
        table = self.table
        if self.number is None:
            return table.sheet
        return table.game.replay(table.rules, len(table.seats), table.entries[: self.number - 1])

    @property
    def taps(self) -> dict[str, Any]:
        """The inputs by name, as `entry_of` reads them."""
        return self.cleaned_data

    def clean(self) -> dict[str, Any]:
        """Refuse inputs that contradict each other: no entry can be made of them."""
        if not self.errors:
            try:
                self.entry = self.table.game.pad.entry_of(
                    self.table.rules, self.before, self.taps, correcting=self.number is not None
                )
            except RuleError as error:
                words = self.table.game.words.errors
                text = error_sentence(words, error.code, error.params, self.table.names)
                self.add_error(error.field, text)
        return self.cleaned_data

    def is_complete(self) -> bool:
        """Say whether enough was tapped to be worth a preview; call it on a valid form."""
        return self.table.game.pad.is_complete(
            self.table.rules, self.before, self.taps, correcting=self.number is not None
        )

    def corrected_data(self) -> dict[str, Any]:
        """Return the entry that replaces line `number`.

        A game whose entries hold more than its pad shows keeps the rest here.
        """
        return self.entry


def _input(column: Any, label: Text | None) -> forms.Field:
    """Return a column's input: a switch or a number. How far it may go the rules say."""
    switch = isinstance(column, models.BooleanField)
    kind = forms.BooleanField if switch else forms.IntegerField
    words: Any = label or capfirst(column.verbose_name)
    return kind(label=words, required=False)


class SendingForm(forms.Form):
    """The `client_id` and version of a line: they detect a line sent twice, and an old sheet."""

    client_id = forms.UUIDField(required=False)
    after = forms.IntegerField(required=False)
