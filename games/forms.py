"""What the forms of every game's pad share."""

import uuid
from typing import Any

from django import forms

from games.table import Table


class PadForm(forms.Form):
    """Base of a game's pad: the shape of a line as it is tapped, never a rule.

    A sub-class gives `entry_data`, and `FIELD_OF` where an input stands for another field.
    """

    FIELD_OF: dict[str, str] = {}

    # Set where another phone has recorded meanwhile, and what was tapped waits for a choice.
    waits: Any = None

    client_id = forms.UUIDField(required=False, widget=forms.HiddenInput)
    after = forms.IntegerField(required=False, widget=forms.HiddenInput)

    def __init__(self, table: Table, data: Any = None, *, number: int | None = None) -> None:
        self.table = table
        self.number = number
        super().__init__(data, initial=self.first_values())

    def first_values(self) -> dict[str, Any]:
        """Return what the pad starts from: a new line, or line `number` to be corrected."""
        values: dict[str, Any] = {"client_id": uuid.uuid4(), "after": self.table.match.version}
        if self.number is not None:
            values |= self.values_of(self.table.lines[self.number - 1].entry.data())
        return values

    def values_of(self, data: dict[str, Any]) -> dict[str, Any]:
        """Return the inputs' values for an entry that was recorded."""
        return data

    def is_complete(self) -> bool:
        """Say whether enough was tapped to be worth a preview."""
        return True

    def entry_data(self) -> dict[str, Any]:
        """Return what was tapped as the game's entry; call it on a valid form."""
        raise NotImplementedError

    def corrected_data(self) -> dict[str, Any]:
        """Return the entry that replaces line `number`.

        A game whose entries hold more than its pad shows keeps the rest here.
        """
        return self.entry_data()


class SendingForm(forms.Form):
    """What makes a line sent twice one line, and one made on an old sheet known."""

    client_id = forms.UUIDField(required=False)
    after = forms.IntegerField(required=False)
