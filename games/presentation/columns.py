"""Values of a match's columns in words, for its history."""

from typing import Any

from django.utils.translation import gettext as _

from games.models import Status
from games.presentation.table import Table
from games.presentation.wording import SUIT_NAMES, card_name

# A list with this many items or more is shown as « … », because nobody would read it in a line of
# the history.
LONGEST = 6


def in_words(table: Table, name: str, value: Any) -> str:
    """Return a value of the column `name` in words: its choice's label, the game's own word, a card
    or a figure.
    """
    if isinstance(value, bool):
        return _("oui") if value else _("non")
    if isinstance(value, dict):
        return _call(table, name, value)
    if isinstance(value, list):
        calls = [in_words(table, name, item) for item in value]
        return ", ".join(calls) if len(calls) < LONGEST else "…"
    if isinstance(value, str) and value:
        return _word(table, name, value)
    return "–" if value in (None, "") else str(value)


def _call(table: Table, name: str, value: dict[str, Any]) -> str:
    """Return a group of values in words, with the name of its seat if it has one: « Anne 70 »."""
    rest = {key: item for key, item in value.items() if key != "seat"}
    call = ", ".join(in_words(table, name, item) for item in rest.values())
    return f"{table.names.seat(value['seat'])} {call}" if "seat" in value else call


def _word(table: Table, name: str, value: str) -> str:
    if value in Status.values:
        return str(Status(value).label)
    known = {**SUIT_NAMES, **_choices(table, name), **table.names.terms}
    return str(known[value]) if value in known else card_name(value)


def _choices(table: Table, name: str) -> dict[Any, Any]:
    """Return the labels of a column's choices, by value."""
    model = table.game.entry.model
    if name not in model.column_names():
        return {}
    return dict(model._meta.get_field(name).flatchoices)  # type: ignore[union-attr]
