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
    """Base form of a game's pad. It checks the shape of the tapped line, never a rule.

    The game's `entry_of` makes the entry from the inputs, on the phone as well. `FIELD_OF` maps a
    field of the entry to its input, if their names differ. `COLUMNS` lists the entry's columns that
    are typed as they are stored. Their inputs are made from the columns, and labelled with the
    column's name or with the shorter name given here. `BEYOND` lists the fields of an entry that no
    input shows.
    """

    FIELD_OF: dict[str, str] = {}
    COLUMNS: Mapping[str, Text | None] = {}
    BEYOND: frozenset[str] = frozenset()

    # Set if another phone has recorded a line since the pad was shown. The user must then choose
    # what to do with the tapped values.
    waits: Any = None
    # The entry made from the inputs of a valid form.
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
        """Return a pad filled with a line that was taken back, to correct and record it again."""
        empty = cls(table)
        values = empty.first_values() | empty.values_of(entry)
        data = QueryDict(mutable=True)
        for name in empty.fields:
            value = values.get(name)
            if isinstance(value, (list, tuple)):
                data.setlist(name, [str(choice) for choice in value])
            # 0 is a value, because a seat may be 0
            elif value is not None and value is not False and value != "":
                data[name] = "on" if value is True else str(value)
        return cls(table, data)

    def for_phone(self) -> dict[str, Any]:
        """Return further values that the game's templates use, for a phone that draws the pad."""
        return {}

    def first_values(self) -> dict[str, Any]:
        """Return the pad's initial values: for a new line, or for line `number`, which is to be
        corrected.
        """
        values: dict[str, Any] = {"client_id": uuid.uuid4(), "after": self.table.match.version}
        if self.number is not None:
            values |= self.values_of(self.table.lines[self.number - 1].entry.data())
        return values

    def values_of(self, data: dict[str, Any]) -> dict[str, Any]:
        """Return the inputs' values for a recorded entry."""
        return data

    @cached_property
    def before(self) -> Scoresheet:
        """The sheet as it was before the line that the pad is for."""
        table = self.table
        if self.number is None:
            return table.sheet
        return table.game.replay(table.rules, len(table.seats), table.entries[: self.number - 1])

    @property
    def taps(self) -> dict[str, Any]:
        """The inputs by name, as `entry_of` reads them."""
        return self.cleaned_data

    def clean(self) -> dict[str, Any]:
        """Refuse inputs that contradict each other, because no entry can be made of them."""
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

        A game whose entries have more fields than its pad adds the line's other values here.
        """
        return self.entry


def _input(column: Any, label: Text | None) -> forms.Field:
    """Return a column's input: a switch, or a number without bounds, which the rules check."""
    switch = isinstance(column, models.BooleanField)
    kind = forms.BooleanField if switch else forms.IntegerField
    words: Any = label or capfirst(column.verbose_name)
    return kind(label=words, required=False)


class SendingForm(forms.Form):
    """The `client_id` of a line, and the version on which it was entered.

    They show whether a line was sent twice, or was entered on an older version of the sheet.
    """

    client_id = forms.UUIDField(required=False)
    after = forms.IntegerField(required=False)
