"""The shared part of the forms of every game's pad."""

import uuid
from typing import Any

from django import forms

from games.table import Table


class PadForm(forms.Form):
    """Base of a game's pad: the shape of a line as it is tapped, never a rule.

    A game gives `entry_data`, and `FIELD_OF` if an input stands for another field.
    """

    FIELD_OF: dict[str, str] = {}

    # Set when another phone has recorded meanwhile, and the tapped values wait for a choice.
    waits: Any = None

    client_id = forms.UUIDField(required=False, widget=forms.HiddenInput)
    after = forms.IntegerField(required=False, widget=forms.HiddenInput)

    def __init__(self, table: Table, data: Any = None, *, number: int | None = None) -> None:
        self.table = table
        self.number = number
        super().__init__(data, initial=self.first_values())

    def first_values(self) -> dict[str, Any]:
        """Return the pad's initial values: for a new line, or for line `number` to be corrected."""
        values: dict[str, Any] = {"client_id": uuid.uuid4(), "after": self.table.match.version}
        if self.number is not None:
            values |= self.values_of(self.table.lines[self.number - 1].entry.data())
        return values

    def values_of(self, data: dict[str, Any]) -> dict[str, Any]:
        """Return the inputs' values for a recorded entry."""
        return data

    def is_complete(self) -> bool:
        """Say whether enough was tapped to be worth a preview."""
        return True

    def entry_data(self) -> dict[str, Any]:
        """Return the tapped values as the game's entry; call it on a valid form."""
        raise NotImplementedError

    def corrected_data(self) -> dict[str, Any]:
        """Return the entry that replaces line `number`.

        A game whose entries hold more than its pad shows keeps the rest here.
        """
        return self.entry_data()


class SendingForm(forms.Form):
    """The `client_id` and version of a line: they detect a line sent twice, and an old sheet."""

    client_id = forms.UUIDField(required=False)
    after = forms.IntegerField(required=False)
